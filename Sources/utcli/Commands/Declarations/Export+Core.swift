// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  /// Writes the types and tags of the core that a MIME database lacks, as a package of MIME types.
  static func exportCore(_ session: Session, _ arguments: Arguments) throws(Failure) -> ExitStatus {
    try checkOptions(arguments)
    let operand = arguments.bytes("--beyond") ?? Array("/usr/share/mime".utf8)
    let path = try FileArgument.absolutePath(of: operand)
    let package = CorePackage(
      of: coreBundles, beyond: try packages(at: path.withoutTrailingSlashes, session))
    let bytes = MIMEPackageWriter.bytes(ofCore: package.types)
    return try MadeFiles.give(
      bytes, kind: ExportMark.mimePackage,
      contents: ("types", package.types.map(\.identifier.text)), session)
  }

  private static func checkOptions(_ arguments: Arguments) throws(Failure) {
    let name = "export \(ExportMark.mimePackage)"
    try arguments.refuse(
      BackEnd.optionsOfOthers, "cannot be used with '\(name)', which has the core's types alone")
    try arguments.refuse(
      ["--core", "--bundle", "--conforming-to", "--name"], "cannot be used with '\(name)'")
    guard arguments.operands.count == 1 else {
      throw .usage(
        "'\(name)' takes no types",
        hint: "'utcli export freedesktop DIRECTORY TYPE...' writes some types")
    }
    if arguments.has("-o") { return }
    for option in ["--force", "--json"] where arguments.has(option) {
      throw .usage("the package itself is printed: \(option) needs -o FILE")
    }
  }

  /// The packages of a MIME database, or the one at a path.
  private static func packages(at path: FilePath, _ session: Session) throws(Failure) -> [Bundle] {
    let isDirectory = (try? FileStatus(of: path).kind) == .directory
    let sources = isDirectory ? sources(of: path) : DirectoryScan(at: path, origin: .system).sources
    let bundles = sources.compactMap { $0.load().bundle }
      .filter { $0.kind == .mimePackage && !$0.declarations.isEmpty }
    guard !bundles.isEmpty else {
      throw Failure(
        .negative, "\(session.shown(path.description)): there is no package of MIME types",
        hint: "install shared-mime-info, or name the directory of a MIME database with --beyond")
    }
    return bundles
  }

  /// The files of a directory `mime`, in byte order of their names.
  private static func sources(of directory: FilePath) -> [DeclarationSource] {
    let packages = directory.appending("packages")
    let listing = try? DirectoryListing(
      of: packages, limit: DeclarationLimits.maximumDirectoryEntries)
    return (listing?.entries ?? []).filter {
      $0.name.reversed().starts(with: ".xml".utf8.reversed())
    }
    .flatMap { DirectoryScan(at: packages.appending($0.name), origin: .system).sources }
  }
}
