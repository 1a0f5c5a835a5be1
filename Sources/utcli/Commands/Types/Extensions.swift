// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
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
    let tags = try session.ask { try $0.tags(of: type, withSubtypes: true) }
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
