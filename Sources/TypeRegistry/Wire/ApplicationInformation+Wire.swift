// SPDX-License-Identifier: MIT

package import StrictJSON

// The answers of `Applications`. The daemon writes a long one in parts, from the same members.

extension ApplicationInformation: WireValue {
  /// Writes the application with its claims.
  package func writeMembers(to writer: inout JSONWriter) {
    writeHead(to: &writer)
    writer.list("claims", claims)
  }

  /// Writes the members that come before the claims.
  package func writeHead(to writer: inout JSONWriter) {
    writer.member("bundle", bundle)
    writer.member("name", name)
    if !version.isEmpty { writer.member("version", version) }
    writer.member("origin", origin.name)
    writer.member("path", path)
    writer.member("arguments", arguments)
    writer.flag("terminal", isTerminal)
    writer.member("workingDirectory", workingDirectory)
    writer.member("problem", problem)
    writer.flag("unconfirmed", isUnconfirmed)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      bundle: try answer.string("bundle"), name: try answer.string("name"),
      version: try answer.optionalString("version") ?? "", origin: try answer.origin("origin"),
      path: try answer.string("path"), arguments: try answer.strings("arguments"),
      isTerminal: try answer.flag("terminal"),
      workingDirectory: try answer.optionalString("workingDirectory"),
      problem: try answer.optionalString("problem"),
      isUnconfirmed: try answer.flag("unconfirmed"),
      claims: try answer.objects("claims", Claim.init(_:)))
  }
}

extension ApplicationInformation.Claim: WireValue {
  /// Writes the claim.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("type", type?.text)
    writer.member("tag", tag)
    writer.flag("everything", type == nil && tag == nil)
    writer.member("role", role.rawValue)
    writer.member("rank", rank.rawValue)
    writer.flag("owner", isOwner)
    writer.flag("default", isDefault)
    writer.member("source", source)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      type: try answer.optionalIdentifier("type"),
      tag: try answer.optionalObject("tag").map(Tag.init(_:)), role: try answer.word("role"),
      rank: try answer.word("rank"), isOwner: try answer.flag("owner"),
      isDefault: try answer.flag("default"), source: try SourceReference(answer.object("source")))
  }
}
