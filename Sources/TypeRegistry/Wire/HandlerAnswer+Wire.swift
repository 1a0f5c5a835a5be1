// SPDX-License-Identifier: MIT

package import StrictJSON

// The answers of `Rank`. The daemon writes a long one in parts, from the same members.

extension HandlerAnswer: WireValue {
  /// Writes the members of the answer.
  package func writeMembers(to writer: inout JSONWriter) {
    Self.writeHead(
      type: type, contentsDecide: contentsDecide, iconNames: iconNames, tags: tags,
      first: handlers.first, to: &writer)
    writer.array("handlers", handlers)
    writer.list("hidden", hidden)
  }

  /// Writes the members that come before the handlers.
  package static func writeHead(
    type: TypeIdentifier?, contentsDecide: Bool, iconNames: [String], tags: [Tag], first: Handler?,
    to writer: inout JSONWriter
  ) {
    writer.member("type", type?.text)
    writer.flag("contentsDecide", contentsDecide)
    writer.member("icons", iconNames)
    writer.list("tags", tags)
    writer.member("decision", Decision(first: first).rawValue)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    guard try answer.optionalString("problem") == nil else { throw InvalidAnswer("problem") }
    self.init(
      type: try answer.optionalIdentifier("type"), iconNames: try answer.strings("icons"),
      tags: try answer.objects("tags", Tag.init(_:)),
      handlers: try answer.objects("handlers", Handler.init(_:)),
      hidden: try answer.objects("hidden", HiddenHandler.init(_:)),
      contentsDecide: try answer.flag("contentsDecide"))
  }
}

extension HiddenHandler: WireValue {
  /// Writes the application that is not among the handlers.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("bundle", bundle)
    writer.member("cause", cause.rawValue)
    writer.member("reason", reason)
    writer.member("source", source)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      bundle: try answer.string("bundle"), cause: try answer.word("cause"),
      reason: try answer.string("reason"),
      source: try answer.optionalObject("source").map(SourceReference.init(_:)))
  }
}
