// SPDX-License-Identifier: MIT

package import StrictJSON

extension Handler: WireValue {
  /// Writes the handler.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("bundle", bundle)
    writer.member("name", name)
    if !version.isEmpty { writer.member("version", version) }
    writer.member("origin", origin.name)
    writer.member("path", path)
    writer.member("icon", iconName)
    writer.texts("arguments", arguments)
    writer.member("takesMany", takesMany)
    writer.member("terminal", isTerminal)
    writer.member("workingDirectory", workingDirectory)
    writer.member("role", claim?.role.rawValue)
    writer.member("rank", claim?.rank.rawValue)
    writer.member("placement", placement.rawValue)
    writer.member("choice", choice)
    writer.member("claim", claim)
    if let distance { writer.member("distance", distance) }
    writer.flag("unconfirmed", isUnconfirmed)
    writer.member("rule", rule?.rawValue)
    if !reason.isEmpty { writer.member("reason", reason) }
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    var claim: Claim?
    if let object = try answer.optionalObject("claim") {
      claim = try Claim(object, role: answer.word("role"), rank: answer.word("rank"))
    }
    self.init(
      bundle: try answer.string("bundle"), name: try answer.string("name"),
      version: try answer.optionalString("version") ?? "", origin: try answer.origin("origin"),
      path: try answer.string("path"), iconName: try answer.optionalString("icon"),
      arguments: try answer.strings("arguments"), takesMany: try answer.flag("takesMany"),
      isTerminal: try answer.flag("terminal"),
      workingDirectory: try answer.optionalString("workingDirectory"),
      placement: try answer.word("placement"),
      choice: try answer.optionalObject("choice").map(Choice.init(_:)), claim: claim,
      distance: try answer.optionalCount("distance"),
      isUnconfirmed: try answer.flag("unconfirmed"), rule: try answer.optionalWord("rule"),
      reason: try answer.optionalString("reason") ?? "")
  }
}

extension Handler.Choice: WireValue {
  /// Writes the choice.
  package func writeMembers(to writer: inout JSONWriter) {
    subject.writeMember(to: &writer)
    writer.member("role", role?.rawValue)
    writer.member("source", source)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      subject: try Binding.Subject(answer), role: try answer.optionalWord("role"),
      source: try answer.optionalObject("source").map(SourceReference.init(_:)))
  }
}

extension Handler.Claim: WireValue {
  /// Writes the claim but for its role and rank, which are members of the handler.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("type", type?.text)
    writer.member("tag", tag)
    writer.member("path", path.map(\.text))
    writer.flag("owner", isOwner)
    writer.member("name", name)
    writer.member("icon", iconName)
    writer.member("source", source)
  }

  init(
    _ answer: AnswerObject, role: Role, rank: HandlerRank
  ) throws(InvalidAnswer) {
    self.init(
      type: try answer.optionalIdentifier("type"),
      tag: try answer.optionalObject("tag").map(Tag.init(_:)),
      path: try answer.identifiers("path"), role: role, rank: rank,
      isOwner: try answer.flag("owner"), name: try answer.optionalString("name"),
      iconName: try answer.optionalString("icon"),
      source: try SourceReference(answer.object("source")))
  }
}
