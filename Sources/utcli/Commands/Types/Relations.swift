// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let conforms: Command = Command(
    "conforms", operands: "TYPE|FILE SUPERTYPE",
    summary: "check whether a type conforms to another",
    details: "Prints 'yes' and the path through the hierarchy, or 'no'; the exit status is 0 or 1.",
    examples: [
      Example("utcli conforms public.jpeg public.image", "'yes', and status 0"),
      Example("utcli conforms photo.jpg public.data", "for the type of a file"),
    ],
    options: [.asType], operandCount: 2...2, needs: "two types"
  ) { (session, arguments) throws(Failure) in
    let type: TypeIdentifier
    let supertype: TypeIdentifier
    let path: [TypeIdentifier]?
    if let same = sameIdentifier(arguments) {
      // Conformance is reflexive, also that of a type that nothing declares.
      (type, supertype, path) = (same, same, [same])
    } else {
      type = try session.typeOrFileType(arguments.operands[0], arguments)
      supertype = try session.type(arguments.operands[1], arguments)
      path = try session.ask { (client) throws(RegistryClientError) in
        try client.path(from: type, to: supertype)
      }
    }
    let conforms = path != nil
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.member("identifier", type.text)
        writer.member("supertype", supertype.text)
        writer.member("conforms", conforms)
        writer.member("path", (path ?? []).map(\.text))
        writer.schema()
        writer.endObject()
      }
    } else if let path {
      session.output.line(["yes", path.map(\.text).joined(separator: " -> ")], meaning: .winner)
    } else {
      session.output.line("no")
    }
    return conforms ? .answered : .negative
  }

  /// The identifier that both operands are; `nil` if they differ, or may be a file.
  private static func sameIdentifier(_ arguments: Arguments) -> TypeIdentifier? {
    guard let identifier = try? TypeIdentifier(arguments.texts[0]),
      identifier == (try? TypeIdentifier(arguments.texts[1])),
      (try? FileInspection(of: arguments.operands[0])) == nil
    else { return nil }
    return identifier
  }

  static let supertypes: Command = Command(
    "supertypes", operands: "TYPE",
    summary: "list the types that a type conforms to, nearest first",
    examples: [
      Example("utcli supertypes public.jpeg", "public.image, public.data and so on")
    ],
    options: [.asType], operandCount: 1...1, needs: "a type"
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    let types = try session.ask { (client) throws(RegistryClientError) in
      try client.supertypes(of: type)
    }
    list("supertypes", types, of: type, &session)
    return .answered
  }

  static let subtypes: Command = Command(
    "subtypes", operands: "TYPE", summary: "list the types that conform to a type, nearest first",
    examples: [
      Example("utcli subtypes public.archive", "all types of archives")
    ],
    options: [
      .asType, Option("--all", nil, "on a terminal: also types that only a MIME type names"),
    ], operandCount: 1...1, needs: "a type"
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    let types = try session.ask { (client) throws(RegistryClientError) in
      try client.subtypes(of: type)
    }
    list("subtypes", types, of: type, &session, isShort: !arguments.has("--all"))
    return .answered
  }

  private static func list(
    _ key: String, _ types: [TypeIdentifier], of type: TypeIdentifier, _ session: inout Session,
    isShort: Bool = false
  ) {
    guard session.wantsJSON else {
      session.list(types, leavingOutMediaTypes: isShort)
      return
    }
    session.output.json { writer in
      writer.beginObject()
      writer.member("identifier", type.text)
      writer.name(key)
      writer.strings(types.map(\.text))
      writer.schema()
      writer.endObject()
    }
  }

  static let extensions: Command = Command(
    "extensions", operands: "TYPE",
    summary: "list the extensions and MIME types of a type and its subtypes",
    details: "Prints CLASS<TAB>TAG per line, such as for the filter of a file picker.",
    columns: [
      Column("CLASS", "'extension' or 'mime-type'"), Column("TAG", "the tag", .identifier),
    ],
    examples: [
      Example("utcli extensions public.image", "for a file picker that offers images")
    ],
    options: [.asType], operandCount: 1...1, needs: "a type"
  ) { (session, arguments) throws(Failure) in
    let type = try session.type(arguments.operands[0], arguments)
    let tags = try session.ask { (client) throws(RegistryClientError) in
      try client.tags(of: type, withSubtypes: true)
    }
    let extensions = tags.filter { $0.tagClass == .filenameExtension }.map(\.value)
    let mimeTypes = tags.filter { $0.tagClass == .mimeType }.map(\.value)
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.member("identifier", type.text)
        writer.name("extensions")
        writer.strings(extensions)
        writer.name("mimeTypes")
        writer.strings(mimeTypes)
        writer.schema()
        writer.endObject()
      }
    } else {
      for value in extensions { session.output.line(["extension", session.shown(value)]) }
      for value in mimeTypes { session.output.line(["mime-type", session.shown(value)]) }
    }
    return .answered
  }
}
