// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let info: Command = Command(
    "info", operands: "TYPE|.EXT|MIMETYPE...", summary: "show everything about a type",
    details: """
      Prints FIELD<TAB>VALUE per line, and an empty line between types. An extension (.md) or a MIME
      type can name a type too.
      """,
    examples: [
      Example("utcli info public.jpeg", "a type by its identifier"),
      Example("utcli info .md image/png", "types by an extension and a MIME type"),
      Example("utcli info --locale de_DE public.png", "with its description in German"),
    ],
    options: [.asType, .locale],
    operandCount: 1...Int.max, needs: "a type"
  ) { (session, arguments) throws(Failure) in
    var found: [(word: [UInt8], information: Outcome<TypeInformation>)] = []
    var failure: Failure?
    for operand in arguments.operands {
      do throws(Failure) {
        let identifier = try session.type(operand, arguments)
        found += try session.ask { try $0.information(on: [identifier], in: session.languages) }
          .compactMap { information in information.map { (operand, .success($0)) } }
      } catch {
        found.append((operand, .failure(error)))
        // The other operands are still answered; the last failure is the one that is thrown.
        if let earlier = failure { session.report(earlier) }
        failure = error
      }
    }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.schema()
        writer.name("types")
        writer.beginArray()
        for (word, information) in found {
          switch information {
          case .failure(let failure): writer.failed(word, failure)
          case .success(let information):
            writer.beginObject()
            information.writeMembers(to: &writer)
            writer.endObject()
          }
        }
        writer.endArray()
        writer.endObject()
      }
    } else {
      for (index, information) in found.compactMap({ $0.information.value }).enumerated() {
        if index > 0 { session.output.line("") }
        print(information, session)
      }
    }
    if let failure { throw failure }
    return .answered
  }

  private static func print(_ information: TypeInformation, _ session: Session) {
    func field(_ name: String, _ value: String?) {
      guard let value else { return }
      session.output.line([name, session.shown(value)])
    }
    field("identifier", information.identifier.text)
    field("description", information.description)
    field("description-from", information.descriptionInheritedFrom?.text)
    if information.isDynamic {
      field("state", "dynamic")
    } else if !information.isDeclared {
      field("state", "undeclared")
    }
    for tag in information.tags { field(Self.shortName(of: tag.tagClass), tag.value) }
    for parent in information.parents { field("conforms-to", parent.text) }
    for supertype in information.supertypes.dropFirst(information.parents.count) {
      field("supertype", supertype.text)
    }
    for opened in information.opensAs {
      field("opens-as", "\(opened.type) (\(opened.source.location))")
    }
    field("icon", information.iconName)
    field("icons", information.iconNames.joined(separator: " "))
    field("version", information.version)
    field("reference", information.referenceURL)
    for declaration in information.declarations {
      let state = declaration.isActive ? declaration.kind.rawValue : "inactive"
      let source = declaration.source
      field(
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
