// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let image: Command = Command(
    "image",
    operands: "-o FILE [--with-choices] | --write FILE --core DIRECTORY [--units FILE]",
    summary: "write the registry of this machine to a file, for others",
    details: """
      With -o, compiles all declarations that are in effect on this machine into FILE, and prints its
      path and the digest of the registry. 'utcli QUESTION --registry FILE' answers from it alone, on
      every machine with this version of utcli. It also records which programs are installed.
      TYPED_DECLARATIONS names other directories.

      The choices of the caller are left out: those in the store, and the lists of applications
      (mimeapps.list) that belong to a user. --with-choices includes these lists.

      A regular file is replaced at once; a device or a named pipe is written to. A new file may be
      read and written as the mask of the caller (umask) permits.

      The file may belong to any user, and may be a symbolic link: it is read whole and checked before
      the answer. 'utcli open' starts no program from a file that another user could have written: whose
      owner is neither root nor the caller, or which its group or others may write.

      With --write, compiles the declarations in DIRECTORY, and no others, and prints the path. The
      image names files without their directory. 'make core-image' does so for the core that is part
      of the program.

      Equal declarations at equal paths give equal bytes.
      """,
    examples: [
      Example("utcli image -o types.registry", "the registry of this machine in one file"),
      Example(
        "utcli image --write core.image --core Declarations", "an image of these declarations alone"
      ),
    ],
    options: [
      Option("-o", "FILE", "the file of this machine's registry (also --output)"),
      Option("--with-choices", nil, "with -o: include the caller's lists of applications"),
      Option("--write", "FILE", "the file of the image"),
      Option("--core", "DIRECTORY", "the directory of the declarations"),
      Option("--units", "FILE", "the file of what each declaration file says, for compiling again"),
    ], operandCount: 0...0, asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    if let path = arguments.bytes("-o") { return try pin(path, session, arguments) }
    if arguments.has("--with-choices") { throw .usage("--with-choices needs -o") }
    guard let path = arguments.value("--write"), let core = arguments.value("--core") else {
      throw .usage(
        "'image' needs -o, or --write and --core", hint: "usage: \(Command.image.usage)")
    }
    do throws(Diagnostic) {
      try RegistryLoader.writeImage(
        ofCore: core, to: path, units: arguments.value("--units"))
    } catch {
      throw Failure(ofWriting: error)
    }
    session.answer {
      $0.member("path", path)
    } lines: {
      session.output.line(session.shown(path))
    }
    return .answered
  }

  /// Writes the registry of this machine to a file.
  private static func pin(
    _ path: [UInt8], _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    try arguments.refuse(["--write", "--core", "--units"], with: "-o")
    guard let file = FilePath(bytes: path) else {
      throw .usage("-o '\(String(decoding: path, as: UTF8.self))' is not a path")
    }
    let registry: CompiledRegistry
    do throws(Diagnostic) {
      registry = try RegistryLoader.writeImage(
        of: .current, to: file, withChoices: arguments.has("--with-choices"))
    } catch {
      throw Failure(ofWriting: error)
    }
    let name = String(decoding: path, as: UTF8.self)
    session.answer {
      $0.member("digest", "\(registry.digest)")
      $0.member("path", name)
    } lines: {
      session.line([name, "\(registry.digest)"])
    }
    return .answered
  }
}

extension Failure {
  /// The failure of an image: its file cannot be written, or the declarations make none.
  fileprivate init(ofWriting error: Diagnostic) {
    self.init(
      error.code == .fileUnwritable ? .unwritable : .badData, "\(error.path): \(error.message)")
  }
}
