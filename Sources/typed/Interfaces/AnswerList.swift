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

  /// Writes the next answer.
  ///
  /// - Returns: Whether there was one.
  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> Bool
}

extension AnswerList {
  var bindingsProblem: String? { nil }
}

/// A list in several replies of bounded length.
final class PartedReplies<List: AnswerList>: ReplySeries {
  private let begin: (Parameters) throws(MethodError) -> List
  private var list: List?

  /// After which length a reply is ended, in bytes.
  private static var partLength: Int { 131_072 }

  init(_ begin: @escaping (Parameters) throws(MethodError) -> List) {
    self.begin = begin
  }

  func next(_ context: inout CallContext) throws(MethodError) -> ReplyStep {
    // Only now: these parameters are a copy that stays as long as the series.
    if list == nil { list = try begin(context.parameters) }
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
  func handle<List: AnswerList>(
    _ method: String, list begin: @escaping (Parameters) throws(MethodError) -> List
  ) {
    let limit = replyLimit
    handle(
      method,
      series: { (_) throws(MethodError) in PartedReplies(begin) },
      single: { (context) throws(MethodError) in
        var list = try begin(context.parameters)
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
