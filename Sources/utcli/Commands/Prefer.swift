// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let prefer: Command = Command(
    "prefer", operands: ".EXT TYPE | .EXT --none",
    summary: "which type an extension means, where several have it",
    details: """
      The type has to have the extension (or MIME type) already: 'utcli types' lists those that do.
      From then on it is what 'utcli type-of' says, before every rule. Prints what changed, as
      'default set' does.
      """,
    options: [Option("--none", nil, "let the rules decide again"), .dryRun], operandCount: 1...2
  ) { (session, arguments) throws(Failure) in
    let word = arguments.operands[0]
    let text = try Session.text(word, "extension or MIME type")
    let tag: Tag
    if word.first == UInt8(ascii: "."), word.count > 1, !word.contains(UInt8(ascii: "/")) {
      tag = try session.tag(.filenameExtension, String(text.dropFirst()))
    } else if let mimeType = try? Tag(.mimeType, text) {
      tag = mimeType
    } else {
      throw Failure(
        .badData, "'\(text)' is neither an extension nor a MIME type",
        hint: "write the dot too, such as 'utcli prefer .ts com.microsoft.typescript'")
    }
    let isDry = arguments.has("--dry-run")
    if arguments.has("--none") {
      guard arguments.operands.count == 1 else {
        throw .usage("'prefer' takes a type or --none, not both")
      }
      try session.change([BindingRequest(.tag(tag), .noType)], as: .unbind, dryRun: isDry)
      return .answered
    }
    guard arguments.operands.count == 2 else {
      throw .usage(
        "'prefer' needs a type, or --none", hint: "'utcli types' lists the types that '\(text)' has"
      )
    }
    let type = try session.type(
      named: Session.text(arguments.operands[1], "type identifier"))
    try session.change([BindingRequest(.tag(tag), .type(type))], as: .bind, dryRun: isDry)
    return .answered
  }
}
