// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let info: Command = Command(
    "info", operands: "TYPE|.EXT|MIMETYPE|FILE...", summary: "show everything about a type",
    details: """
      Prints FIELD<TAB>VALUE per line, and an empty line between types. An extension (.md), a MIME
      type or a file that has the type can name it, too.
      """,
    examples: [
      Example("utcli info public.jpeg", "a type by its identifier"),
      Example("utcli info .md image/png", "types by an extension and a MIME type"),
      Example("utcli info photo.jpg", "the type of a file"),
      Example("utcli info --locale de_DE public.png", "with its description in German"),
    ],
    options: [.asType, .jsonLines, .locale],
    operandCount: 1...Int.max, needs: "a type"
  ) { (session, arguments) throws(Failure) in
    try session.answer(arguments.operands) { (word) throws(Failure) in
      try session.information(on: try session.typeOrFileType(word, arguments))
    } show: { answers in
      session.answer { _ in
      } rest: {
        $0.answers("types", answers) { $2.writeMembers(to: &$0) }
      } lines: {
        for (index, information) in answers.compactMap(\.outcome.value).enumerated() {
          if index > 0 { session.output.line("") }
          print(information, session)
        }
      }
    }
  }

  private static func print(_ information: TypeInformation, _ session: Session) {
    session.field("identifier", information.identifier.text)
    session.field("description", information.description)
    session.field("description-from", information.descriptionInheritedFrom?.text)
    if information.isDynamic {
      session.field("state", "dynamic")
    } else if !information.isDeclared {
      session.field("state", "undeclared")
    }
    for tag in information.tags { session.field(Self.shortName(of: tag.tagClass), tag.value) }
    for parent in information.parents { session.field("conforms-to", parent.text) }
    for supertype in information.supertypes.dropFirst(information.parents.count) {
      session.field("supertype", supertype.text)
    }
    for opened in information.opensAs {
      session.field("opens-as", "\(opened.type) (\(opened.source.location))")
    }
    session.field("icon", information.iconName)
    session.field("icons", information.iconNames.joined(separator: " "))
    session.field("version", information.version)
    session.field("reference", information.referenceURL)
    for declaration in information.declarations {
      let state = declaration.isActive ? declaration.kind.rawValue : "inactive"
      let source = declaration.source
      session.field(
        state,
        "\(source.bundle) (\(source.origin)) \(source.location)"
          + (declaration.reason.map { ": \($0.explanation)" } ?? ""))
    }
  }

  /// The name of a field for tags of a class; the class itself if it has none.
  static func shortName(of tagClass: TagClass) -> String {
    switch tagClass {
    case .filenameExtension: "extension"
    case .mimeType: "mime-type"
    case .urlScheme: "url-scheme"
    case .osType: "ostype"
    case .pasteboardType: "pasteboard-type"
    case .filenameGlob: "glob"
    default: tagClass.text
    }
  }
}
