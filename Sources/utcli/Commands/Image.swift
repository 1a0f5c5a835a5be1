// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let image: Command = Command(
    "image", operands: "--write DIRECTORY [--installed-at DIRECTORY]",
    summary: "compile the core declarations of an installation",
    details: """
      Compiles the declarations in DIRECTORY, and no others, into DIRECTORY/registry.image and prints
      its path. An installed program starts from this image if there are no other bundles. 'make
      install' runs this command; run it again whenever a file in DIRECTORY changes.
      """,
    options: [
      Option("--write", "DIRECTORY", "the directory of the core declarations"),
      Option(
        "--installed-at", "DIRECTORY", "its directory after installation, if it is staged"),
    ], operandCount: 0...0, asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    guard let core = arguments.value("--write") else {
      throw .usage("'image' needs --write", hint: "usage: \(Command.image.usage)")
    }
    let path: String
    do throws(Diagnostic) {
      path = try RegistryLoader.writeShippedImage(
        core: core, installedAt: arguments.value("--installed-at"))
    } catch {
      throw Failure(.badData, "\(error.path): \(error.message)")
    }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.member("path", path)
        writer.schema()
        writer.endObject()
      }
    } else {
      session.output.line(session.shown(path))
    }
    return .answered
  }
}
