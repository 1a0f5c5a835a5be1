// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let prefer: Command = Command(
    "prefer", operands: ".EXT TYPE | unset .EXT",
    summary: "set which type an extension means, if several have it",
    details: """
      The type has to have the extension (or MIME type): 'utcli types' lists the types that do. The
      choice applies before every rule of 'utcli type-of'; a choice that changes nothing is not
      stored. Prints what changed, as 'default set' does.
      """,
    examples: [
      Example("utcli prefer .ts com.microsoft.typescript", "'.ts' means TypeScript, not video"),
      Example("utcli prefer unset .ts", "as the declarations say"),
    ],
    options: [.dryRun], formerOptions: ["--none"], operandCount: 1...2,
    needs: "an extension or MIME type, and a type"
  ) { (session, arguments) throws(Failure) in
    try session.checkChanging()
    let isUnset = arguments.texts[0] == "unset"
    let operands = arguments.operands.dropFirst(isUnset ? 1 : 0)
    guard let word = operands.first else { throw prefer.missingOperands }
    let text = try Session.text(word, "extension or MIME type")
    let tag: Tag
    if word.first == UInt8(ascii: "."), word.count > 1, !word.contains(UInt8(ascii: "/")) {
      tag = try session.tag(.filenameExtension, String(text.dropFirst()))
    } else if let mimeType = try? Tag(.mimeType, text) {
      tag = mimeType
    } else {
      if operands.count == 2, let last = operands.last, last.first == UInt8(ascii: ".") {
        throw .usage(
          "the type comes last", hint: [Array("prefer".utf8), last, word].quotedLine)
      }
      throw Failure(
        .badData, "'\(text)' is neither an extension nor a MIME type",
        hint: "write the dot of an extension, such as 'utcli prefer .ts com.microsoft.typescript'")
    }
    let isDry = arguments.has("--dry-run")
    if isUnset || arguments.has("--none") {
      guard operands.count == 1 else {
        throw .usage("'prefer unset' takes no type", hint: "'utcli prefer unset \(text.shellWord)'")
      }
      try session.change(
        [BindingRequest(.tag(tag), .noType)], as: .unbind, dryRun: isDry,
        unchanged: "nothing to unset: no preferred type for \(text)")
      return .answered
    }
    guard arguments.operands.count == 2 else {
      throw .usage(
        "'prefer' needs a type",
        hint:
          "'utcli types \(tag.spelling.shellWord)' lists its types"
      )
    }
    let type = try session.type(
      named: Session.text(arguments.operands[1], "type identifier"))
    guard try !means(tag, type, session) else {
      try session.report(
        nil as BindingChange?, dryRun: isDry,
        unchanged: "nothing to change: \(tag.spelling) means \(type) without a choice")
      return .answered
    }
    try session.change([BindingRequest(.tag(tag), .type(type))], as: .bind, dryRun: isDry)
    return .answered
  }

  /// Whether a tag means a type by the rules alone.
  private static func means(
    _ tag: Tag, _ type: TypeIdentifier, _ session: Session
  ) throws(Failure) -> Bool {
    let answer = try session.ask { try $0.usualTypes(tag: tag) }
    guard answer.types.first == type, !answer.isTie, !answer.isDynamic else { return false }
    let slot = Binding.Slot(subject: .tag(tag), kind: .type)
    return try session.ask { try $0.bindings() }.allSatisfy { $0.slot != slot }
  }
}
