// SPDX-License-Identifier: MIT

internal import StrictJSON

// The values of answers as `org.typeregistry.handlers` describes them.

extension HandlerAnswer {
  /// An answer of `Rank`.
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    guard try answer.optionalString("problem") == nil else { throw .invalidAnswer("problem") }
    self.init(
      type: try answer.optionalIdentifier("type"),
      tags: try answer.objects("tags", Tag.init(_:)),
      handlers: try answer.objects("handlers", Handler.init(_:)),
      hidden: try answer.objects("hidden", HiddenHandler.init(_:)))
  }
}

extension Handler {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    var claim: Claim?
    if let object = try answer.optionalObject("claim") {
      claim = try Claim(object, role: answer.word("role"), rank: answer.word("rank"))
    }
    self.init(
      bundle: try answer.string("bundle"), name: try answer.string("name"),
      version: try answer.optionalString("version") ?? "", origin: try answer.origin("origin"),
      path: try answer.string("path"), iconName: try answer.optionalString("icon"),
      arguments: try answer.strings("arguments"), takesMany: try answer.flag("takesMany"),
      isTerminal: try answer.flag("terminal"), placement: try answer.word("placement"),
      choice: try answer.optionalObject("choice").map(Choice.init(_:)), claim: claim,
      distance: try answer.optionalCount("distance"),
      isUnconfirmed: try answer.flag("unconfirmed"), rule: try answer.optionalWord("rule"),
      reason: try answer.optionalString("reason") ?? "")
  }
}

extension Handler.Choice {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      subject: try Binding.Subject(answer), role: try answer.optionalWord("role"),
      source: try answer.optionalObject("source").map(SourceReference.init(_:)))
  }
}

extension Handler.Claim {
  init(
    _ answer: AnswerObject, role: Role, rank: HandlerRank
  ) throws(RegistryClientError) {
    self.init(
      type: try answer.optionalIdentifier("type"),
      tag: try answer.optionalObject("tag").map(Tag.init(_:)),
      path: try answer.identifiers("path"), role: role, rank: rank,
      isOwner: try answer.flag("owner"), name: try answer.optionalString("name"),
      iconName: try answer.optionalString("icon"),
      source: try SourceReference(answer.object("source")))
  }
}

extension HiddenHandler {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      bundle: try answer.string("bundle"), cause: try answer.word("cause"),
      reason: try answer.string("reason"),
      source: try answer.optionalObject("source").map(SourceReference.init(_:)))
  }
}

extension ApplicationInformation {
  /// An answer of `Applications`.
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      bundle: try answer.string("bundle"), name: try answer.string("name"),
      version: try answer.optionalString("version") ?? "", origin: try answer.origin("origin"),
      path: try answer.string("path"), arguments: try answer.strings("arguments"),
      isTerminal: try answer.flag("terminal"), problem: try answer.optionalString("problem"),
      isUnconfirmed: try answer.flag("unconfirmed"),
      claims: try answer.objects("claims", Claim.init(_:)))
  }
}

extension ApplicationInformation.Claim {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      type: try answer.optionalIdentifier("type"),
      tag: try answer.optionalObject("tag").map(Tag.init(_:)), role: try answer.word("role"),
      rank: try answer.word("rank"), isOwner: try answer.flag("owner"),
      isDefault: try answer.flag("default"), source: try SourceReference(answer.object("source")))
  }
}
