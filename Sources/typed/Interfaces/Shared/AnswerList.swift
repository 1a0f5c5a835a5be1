// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The progress of a list that is being written.
enum ListProgress {
  /// An answer was written, or the next part of one.
  case answer
  /// A bounded piece of work was done, and the answer is not complete, or there is none yet.
  case working
  /// Nothing: there are no more answers.
  case end
}

/// A list of answers that is written one by one, in one reply or in several.
///
/// It keeps the registry that it began with, so that all answers come from one registry. It may be
/// written in several turns, and the writer may be another one in each; so may the thread: it has no
/// value that belongs to one.
protocol AnswerList: Sendable {
  /// The member of the reply that holds the list.
  var key: String { get }

  /// The number of the registry that answers.
  var generation: UInt64 { get }

  /// The memory that the list keeps, in bytes, beside the call's parameters and values that all
  /// calls share.
  var heldBytes: Int { get }

  /// Why the user's current choices could not be taken into account; `nil` if they were.
  var bindingsProblem: String? { get }

  /// Lets an answer that is longer than `length` bytes continue in the next one of the list.
  ///
  /// Only where the caller asked for several replies, or the reply is too long anyway.
  mutating func split(after length: Int)

  /// The number of steps of ``writeNext(to:)`` between two looks at the clock, a power of two: more
  /// than one where a step takes less than that.
  static var stepsPerLook: Int { get }

  /// Whether writing may wait, for a file or a lock: then the loop's thread does not write.
  static var waits: Bool { get }

  /// Writes the next answer, or does a part of the work for it: a few microseconds' work, if
  /// possible.
  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> ListProgress
}

extension AnswerList {
  var heldBytes: Int { 0 }

  var bindingsProblem: String? { nil }

  static var stepsPerLook: Int { 1 }

  static var waits: Bool { false }

  mutating func split(after length: Int) {}
}

/// A list of values that are all known by their numbers.
struct IndexedList<Element: WireValue>: AnswerList {
  let key: String
  let generation: UInt64
  private let count: Int
  private let element: @Sendable (Int) -> Element
  private var next = 0

  init(
    _ key: String, count: Int, generation: UInt64, _ element: @escaping @Sendable (Int) -> Element
  ) {
    self.key = key
    self.count = count
    self.generation = generation
    self.element = element
  }

  mutating func writeNext(to writer: inout JSONWriter) -> ListProgress {
    guard next < count else { return .end }
    element(next).write(to: &writer)
    next += 1
    return .answer
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
    guard let list = elements, let element = elements?.next() else { return nil }
    count += 1
    guard count <= Self.limit else { throw list.invalid }
    return element
  }
}

/// Writes a list into replies until it or the time of a turn ends.
private struct ListReply<List: AnswerList>: IndependentSeries {
  private var list: List
  /// The length at which a reply ends, in bytes.
  private let length: Int
  /// Whether there is one reply, however much of the list is left.
  private let isSingle: Bool
  /// Whether a reply is begun.
  private var isOpen = false
  /// Whether the list may have begun an answer.
  private var isInAnswer = false
  private var steps = 0

  init(_ list: List, length: Int, isSingle: Bool = false) {
    self.list = list
    self.length = length
    self.isSingle = isSingle
  }

  var heldBytes: Int { list.heldBytes }

  mutating func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    if List.waits, !context.mayWait { return .unfinished }
    if !isOpen {
      isOpen = true
      context.reply.name(list.key)
      context.reply.beginArray()
    }
    var step = isSingle ? ReplyStep.final : .continues
    // An answer that is begun is ended first.
    while isInAnswer || context.replyLength < length {
      let progress = try list.writeNext(to: &context.reply)
      if progress == .end {
        step = .final
        break
      }
      isInAnswer = progress == .working
      steps &+= 1
      if steps & (List.stepsPerLook &- 1) == 0, context.isOver { return .unfinished }
    }
    isOpen = false
    context.reply.endArray()
    context.reply.member("generation", list.generation)
    context.reply.member("bindingsProblem", list.bindingsProblem)
    return step
  }
}

/// The result of a short way of answering.
enum QuickAnswer {
  /// Nothing: the call has another form.
  case none
  case complete
  /// The series continues in another turn.
  case unfinished(any ReplySeries)
}

extension IndependentSeries {
  /// Begins the one reply of a call; returns the series if it has to continue in another turn.
  mutating func begin(_ context: inout CallContext) throws(MethodError) -> (any ReplySeries)? {
    try next(&context) == .unfinished ? self : nil
  }
}

extension Service {
  /// The length after which one of several replies ends, in bytes.
  private static let partLength = 131_072
  /// The length after which an answer continues in the next one of several replies, in bytes.
  private static let answerLength = 65_536

  /// Registers a method whose answer is a list: in one reply, or with `more` in several.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - quick: Answers a call without `more` in a shorter way, if it can.
  ///   - begin: Begins the list.
  func handle<List: AnswerList>(
    _ method: WireMethod,
    quick: @escaping (inout CallContext) throws(MethodError) -> QuickAnswer = { _ in .none },
    list begin: @escaping (Parameters) throws(MethodError) -> List
  ) {
    let limit = replyLimit
    handle(
      method.rawValue,
      series: { (context) throws(MethodError) in
        var list = try begin(context.parameters)
        // A reply may be longer by an answer, and that by one of its parts.
        list.split(after: min(Self.answerLength, limit / 4))
        return ListReply(list, length: min(Self.partLength, limit / 2))
      },
      single: { (context) throws(MethodError) in
        switch try quick(&context) {
        case .none: break
        case .complete: return nil
        case .unfinished(let rest): return rest
        }
        var list = try begin(context.parameters)
        list.split(after: limit)
        // Beyond the limit the reply is too long whatever follows, and is discarded.
        var reply = ListReply(list, length: limit + 1, isSingle: true)
        return try reply.begin(&context)
      })
  }
}
