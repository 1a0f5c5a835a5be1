// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// A list of answers that is written one by one, in one reply or in several.
///
/// It keeps the registry that it began with, so that all answers come from one registry.
protocol AnswerList {
  /// The member of the reply that holds the list.
  var key: String { get }

  /// The number of the registry that answers.
  var generation: UInt64 { get }

  /// Why the user's choices could not be taken into account as they are now; `nil` if they were.
  var bindingsProblem: String? { get }

  /// Lets an answer that is longer than `length` bytes continue in the next one of the list.
  ///
  /// Only where the caller asked for several replies, or the reply is too long anyway.
  mutating func split(after length: Int)

  /// Writes the next answer, or a part of it.
  ///
  /// - Returns: Whether there was one.
  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> Bool
}

extension AnswerList {
  var bindingsProblem: String? { nil }

  mutating func split(after length: Int) {}
}

/// A list of values that are all known at the beginning.
struct ArrayList<Element: WireValue>: AnswerList {
  let key: String
  let generation: UInt64
  private var elements: ArraySlice<Element>

  init(_ key: String, _ elements: [Element], generation: UInt64) {
    self.key = key
    self.generation = generation
    self.elements = elements[...]
  }

  mutating func writeNext(to writer: inout JSONWriter) -> Bool {
    guard let element = elements.popFirst() else { return false }
    element.write(to: &writer)
    return true
  }
}

/// Goes through the elements of a call's lists, which hold at most ``limit`` in all.
struct ParameterBatch {
  static let limit = 4_096

  private var count = 0

  /// The next element of a list; `nil` after the last one, and if there is no list.
  mutating func next(
    of elements: inout ParameterElements?
  ) throws(MethodError) -> ParameterValue? {
    guard let element = elements?.next() else { return nil }
    count += 1
    guard count <= Self.limit else { throw element.invalid }
    return element
  }
}

/// A list in several replies of bounded length.
final class PartedReplies<List: AnswerList>: ReplySeries {
  private let begin: (Parameters) throws(MethodError) -> List
  private var list: List?

  /// The length after which a reply ends, in bytes.
  private static var partLength: Int { 131_072 }
  /// The length after which an answer continues in the next one, in bytes.
  private static var answerLength: Int { 65_536 }

  init(_ begin: @escaping (Parameters) throws(MethodError) -> List) {
    self.begin = begin
  }

  func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    // Only now: these parameters are a copy that stays as long as the series.
    if list == nil {
      list = try begin(context.parameters)
      list?.split(after: Self.answerLength)
    }
    guard let key = list?.key, let generation = list?.generation else { return .final }
    var step = ReplyStep.continues
    context.reply.name(key)
    context.reply.beginArray()
    while context.replyLength < Self.partLength {
      if try list?.writeNext(to: &context.reply) != true {
        step = .final
        break
      }
    }
    context.reply.endArray()
    context.reply.member("generation", generation)
    context.reply.member("bindingsProblem", list?.bindingsProblem)
    return step
  }
}

extension Service {
  /// Registers a method whose answer is a list: in one reply, or with `more` in several.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - quick: Answers a call without `more` in a shorter way, if it can; otherwise it writes
  ///     nothing and returns false.
  ///   - begin: Begins the list.
  func handle<List: AnswerList>(
    _ method: WireMethod,
    quick: @escaping (inout CallContext) throws(MethodError) -> Bool = { _ in false },
    list begin: @escaping (Parameters) throws(MethodError) -> List
  ) {
    let limit = replyLimit
    handle(
      method.rawValue,
      series: { (_) throws(MethodError) in PartedReplies(begin) },
      single: { (context) throws(MethodError) in
        if try quick(&context) { return }
        var list = try begin(context.parameters)
        list.split(after: limit)
        context.reply.name(list.key)
        context.reply.beginArray()
        // Beyond the limit the reply is too long whatever follows, and is discarded.
        while context.replyLength <= limit {
          guard try list.writeNext(to: &context.reply) else { break }
        }
        context.reply.endArray()
        context.reply.member("generation", list.generation)
        context.reply.member("bindingsProblem", list.bindingsProblem)
      })
  }
}
