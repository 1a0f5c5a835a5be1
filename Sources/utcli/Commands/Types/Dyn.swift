// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let dyn: Command = Command(
    "dyn", operands: "encode EXT | decode IDENTIFIER",
    summary: "make or read the identifier of a dynamic type",
    details: """
      encode prints the identifier of an extension, or of the tag that an option names.
      decode prints the specification: NAME=VALUE, separated by colons. A colon and a backslash in it
      have a backslash before them, and NUL is \\0; 'encode --specification' reads it back.
      """,
    examples: [
      Example("utcli dyn encode xyz", "the type of files that end in '.xyz'"),
      Example("utcli dyn encode --mime application/x-thing", "the type of a MIME type"),
      Example("utcli dyn decode dyn.ah62d4rv4ge8042pwrrwg875s", "what an identifier stands for"),
    ],
    options: [
      Option("--mime", "MIMETYPE", "encode a MIME type"),
      Option("--ostype", "CODE", "encode a type code of four bytes"),
      Option("--tag", "CLASS=TAG", "encode a tag of any class"),
      Option("--specification", "TEXT", "encode what 'decode' prints"),
      Option("--conforming-to", "TYPE", "the required supertype (default: public.data)"),
      Option("--no-supertype", nil, "require no supertype"),
    ], operandCount: 1...2, needs: "'encode' or 'decode'", asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    switch arguments.texts[0] {
    case "encode": return try encode(session, arguments)
    case "decode": return try decode(session, arguments)
    default:
      throw .usage("'dyn' needs 'encode' or 'decode'", hint: "usage: \(Command.dyn.usage)")
    }
  }

  private static func encode(
    _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    if let text = arguments.value("--specification") {
      print(try specified(text, arguments), identifierAlone: true, session)
      return .answered
    }
    var tags: [Tag] = []
    if arguments.operands.count == 2 {
      let text = arguments.texts[1]
      tags.append(
        try session.tag(.filenameExtension, text.hasPrefix(".") ? String(text.dropFirst()) : text))
    }
    if let value = arguments.value("--mime") { tags.append(try session.tag(.mimeType, value)) }
    if let value = arguments.value("--ostype") {
      let missing = max(0, 4 - value.unicodeScalars.count)
      tags.append(try session.tag(.osType, value + String(repeating: "\0", count: missing)))
    }
    if let value = arguments.value("--tag") { tags.append(try tag(value, session)) }
    guard let tag = tags.first, tags.count == 1 else {
      throw .usage("'dyn encode' needs one tag", hint: "such as 'utcli dyn encode markdown'")
    }
    var supertype: TypeIdentifier? = FileKind.regular.typeIdentifier
    if let name = arguments.value("--conforming-to") { supertype = try Session.identifier(name) }
    if arguments.has("--no-supertype") { supertype = nil }
    guard let dynamic = DynamicIdentifier(tag, conformingTo: supertype) else {
      throw Failure(.badData, "the tag is too long: an identifier has at most 255 bytes")
    }
    print(dynamic, identifierAlone: true, session)
    return .answered
  }

  /// The identifier of a specification, which has its supertype in it.
  private static func specified(
    _ text: String, _ arguments: Arguments
  ) throws(Failure) -> DynamicIdentifier {
    try arguments.refuse(
      ["--mime", "--ostype", "--tag", "--conforming-to", "--no-supertype"], with: "--specification")
    guard arguments.operands.count == 1 else {
      throw .usage("--specification cannot be used with an extension")
    }
    guard let dynamic = DynamicIdentifier(specification: text) else {
      throw Failure(
        .badData, "'\(text)' is not a specification, or is too long for an identifier",
        hint: "write NAME=VALUE, separated by colons, as 'utcli dyn decode' prints it")
    }
    return dynamic
  }

  private static func decode(
    _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    guard arguments.operands.count == 2 else {
      throw .usage("'dyn decode' needs an identifier", hint: "usage: \(Command.dyn.usage)")
    }
    let text = arguments.texts[1]
    let identifier = try Session.identifier(text, "")
    let dynamic: DynamicIdentifier
    do {
      dynamic = try DynamicIdentifier(decoding: identifier)
    } catch {
      throw Failure(
        .badData, "'\(text)' \(error)",
        hint: "'utcli types .EXT' shows the identifier of an unknown extension")
    }
    print(dynamic, identifierAlone: false, session)
    return .answered
  }

  private static func print(
    _ dynamic: DynamicIdentifier, identifierAlone: Bool, _ session: Session
  ) {
    session.answer {
      $0.member("identifier", dynamic.identifier.text)
      $0.objects("items", dynamic.items) { writer, item in
        writer.member("name", item.name)
        writer.member("value", item.value)
      }
    } lines: {
      session.output.line(
        identifierAlone ? dynamic.identifier.text : session.shown(dynamic.specification))
    }
  }
}
