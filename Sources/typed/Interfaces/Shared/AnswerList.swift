// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import Varlink

/// A list of answers that is written one by one, in one reply or in several.
///
/// It holds the registry that it was begun with, so that all its parts are of one moment.
protocol AnswerList {
  /// The member of the reply that holds the list.
  static var key: String { get }

  /// The number of the registry that answers.
  var generation: UInt64 { get }

  /// Why a person's choices could not be taken into account as they are now; nil if all is well.
  var bindingsProblem: String? { get }

  /// Tells behind which length an answer may go on in the next one of the list, in bytes.
  ///
  /// Only where the caller asked for several replies, or the reply is too long anyway.
  mutating func split(behind length: Int)

  /// Writes the next answer, or a part of it.
  ///
  /// - Returns: Whether there was one.
  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> Bool
}

extension AnswerList {
  var bindingsProblem: String? { nil }

  mutating func split(behind length: Int) {}
}

/// A list in several replies of bounded length.
final class PartedReplies<List: AnswerList>: ReplySeries {
  private let begin: (Parameters) throws(MethodError) -> List
  private var list: List?

  /// After which length a reply is ended, in bytes.
  private static var partLength: Int { 131_072 }
  /// Behind which length an answer goes on in the next one, in bytes.
  private static var answerLength: Int { 65_536 }

  init(_ begin: @escaping (Parameters) throws(MethodError) -> List) {
    self.begin = begin
  }

  func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    // Only now: these parameters are a copy that stays as long as the series.
    if list == nil {
      list = try begin(context.parameters)
      list?.split(behind: Self.answerLength)
    }
    guard let generation = list?.generation else { return .final }
    var step = ReplyStep.continues
    context.reply.name(List.key)
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
  ///   - method: The method's qualified name.
  ///   - quick: Answers a call without `more` in a shorter way, if it can; otherwise it writes
  ///     nothing and returns false.
  ///   - begin: Begins the list.
  func handle<List: AnswerList>(
    _ method: String,
    quick: @escaping (inout CallContext) throws(MethodError) -> Bool = { _ in false },
    list begin: @escaping (Parameters) throws(MethodError) -> List
  ) {
    let limit = replyLimit
    handle(
      method,
      series: { (_) throws(MethodError) in PartedReplies(begin) },
      single: { (context) throws(MethodError) in
        if try quick(&context) { return }
        var list = try begin(context.parameters)
        list.split(behind: limit)
        context.reply.name(List.key)
        context.reply.beginArray()
        // Behind the limit the reply is too long whatever follows, and is taken back.
        while context.replyLength <= limit {
          guard try list.writeNext(to: &context.reply) else { break }
        }
        context.reply.endArray()
        context.reply.member("generation", list.generation)
        context.reply.member("bindingsProblem", list.bindingsProblem)
      })
  }
}
