// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let image: Command = Command(
    "image", operands: "--write FILE --core DIRECTORY [--units FILE]",
    summary: "compile the declarations of a core",
    details: """
      Compiles the declarations in DIRECTORY, and no others, into the image FILE and prints its path.
      Equal declarations give equal bytes. 'make core-image' runs this command for the core that is
      part of the program.
      """,
    examples: [
      Example(
        "utcli image --write core.image --core Declarations", "an image of these declarations alone"
      )
    ],
    options: [
      Option("--write", "FILE", "the file of the image"),
      Option("--core", "DIRECTORY", "the directory of the declarations"),
      Option("--units", "FILE", "the file of what each declaration file says, for compiling again"),
    ], operandCount: 0...0, asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    guard let path = arguments.value("--write"), let core = arguments.value("--core") else {
      throw .usage("'image' needs --write and --core", hint: "usage: \(Command.image.usage)")
    }
    do throws(Diagnostic) {
      try RegistryLoader.writeImage(
        ofCore: core, to: path, units: arguments.value("--units"))
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
