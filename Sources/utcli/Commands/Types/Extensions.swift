// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let extensions: Command = Command(
    "extensions", operands: "TYPE",
    summary: "list the extensions and MIME types of a type and its subtypes",
    details:
      "Prints \(extensions.columns().form) per line, such as for the filter of a file picker.",
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
    session.answer {
      $0.member("identifier", type.text)
      $0.texts("extensions", extensions)
      $0.texts("mimeTypes", mimeTypes)
    } lines: {
      for value in extensions { session.field("extension", value) }
      for value in mimeTypes { session.field("mime-type", value) }
    }
    return .answered
  }
}
