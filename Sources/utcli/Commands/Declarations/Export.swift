// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let export: Command = Command(
    "export",
    operands: "freedesktop DIRECTORY [TYPE...] | mime-package | TABLE [TYPE...]",
    summary: "write types and applications for other programs",
    details: """
      With mime.types, nginx, apache, python, go or json as TABLE, prints a table of extensions and MIME
      types in the format of that program or language: what 'utcli type-of --mime' answers for each
      extension, with the preferred extension of each MIME type first. Without options the table has
      all types; TYPE..., --conforming-to and --bundle select some. -o writes it to a file.

      With freedesktop, writes mime/packages/NAME.xml, a package of MIME types (shared-mime-info), and
      applications/ID.desktop for each application, to a directory of shared data such as
      ~/.local/share. Then 'update-mime-database DIRECTORY/mime' and 'update-desktop-database
      DIRECTORY/applications' make them known to programs that read no declarations. Without options,
      the types and applications of all declaration files besides the core's are written; --core adds
      the core's types of files, --bundle limits both to one application, and TYPE... writes these
      types alone. For a type that is already in an installed package, only additions are written.
      A type without a MIME type gets one with its identifier, such as
      text/x-uti.org.example.notes.

      With mime-package, prints one package: what the core knows and the MIME database of --beyond does
      not. It changes no answer that programs have from that database, and none of this registry, which
      does not read it. The Debian package typeregistry-mime has it.

      Prints \(MadeFiles.File.form) per line for files that are written (types of a package, MIME types
      of an application or a table), and on standard error what the formats cannot hold. A file that no
      export has written is replaced only with --force.
      """,
    columns: MadeFiles.File.columns,
    examples: [
      Example("utcli export nginx >types.conf", "the types of files for a web server"),
      Example("utcli export mime.types --conforming-to public.image", "those of images"),
      Example("utcli export python -o mimetable.py", "a module of Python"),
      Example("utcli export freedesktop ~/.local/share", "for all other programs of a desktop"),
      Example("utcli export mime-package -o core.xml", "what the core knows, for them"),
      Example("utcli export freedesktop share --bundle org.example.viewer", "one application"),
      Example("utcli export freedesktop types public.swift-source", "one type"),
    ],
    options: [
      Option("--core", nil, "of freedesktop: also the types of files that the core declares"),
      Option("--bundle", "BUNDLE", "only the types and the application of this bundle; repeatable"),
      Option("--conforming-to", "TYPE", "of tables: only types that conform to this one"),
      Option("--name", "NAME", "the name of the package, or of Go's (typeregistry)"),
      Option(
        "--beyond", "PATH",
        "of mime-package: a MIME database or one of its packages (/usr/share/mime)"
      ),
      Option("-o", "FILE", "write the table or mime-package to this file, in place of printing"),
      Option("--force", nil, "replace files that were written by something else"),
    ], operandCount: 1...Int.max, needs: "a format"
  ) { (session, arguments) throws(Failure) in
    if let format = TableFormat(rawValue: arguments.texts[0]) {
      return try exportTable(format, session, arguments)
    }
    if arguments.texts[0] == ExportMark.mimePackage {
      return try exportCore(session, arguments)
    }
    guard arguments.texts[0] == "freedesktop" else {
      throw .usage(
        "no format '\(TextEscaping.inMessage(arguments.operands[0]))' to export to",
        hint: "formats are 'freedesktop', '\(ExportMark.mimePackage)', "
          + TableFormat.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", "))
    }
    return try exportDeclarations(session, arguments)
  }

  /// Writes the package and the entries of `utcli export freedesktop`.
  private static func exportDeclarations(
    _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    try arguments.refuse(
      BackEnd.optionsOfOthers,
      "cannot be used with 'export freedesktop', which reads the declaration files of this machine",
      hint: "a table of MIME types is made from any registry: 'utcli export mime.types'")
    try arguments.refuse(
      ["-o", "--conforming-to", "--beyond"], "cannot be used with 'export freedesktop'")
    guard arguments.operands.count > 1 else {
      throw .usage(
        "'export freedesktop' needs a directory",
        hint: "usage: utcli export freedesktop DIRECTORY [TYPE...]")
    }
    let selection = try selection(arguments)
    let bundles = RegistryLoader.bundles(of: .current).filter { !isExported($0) }
    try check(selection, against: bundles)
    let export = FreedesktopExport(of: bundles, selecting: selection)
    let directory = try FileArgument.absolutePath(of: arguments.operands[1])
    var files = MadeFiles()
    files.losses = export.losses
    files.add(
      export, in: directory.withoutTrailingSlashes, named: try name(arguments, selection))
    guard !files.files.isEmpty else {
      for loss in export.losses { session.note(loss) }
      throw Failure(
        .negative, "nothing to export",
        hint: "'utcli bundles' lists declaration files; --core exports the core's types")
    }
    try files.write(replacingAny: arguments.has("--force"))
    files.show(session)
    let shown = session.shown(directory.withoutTrailingSlashes.description)
    session.remark(
      "hint: 'update-mime-database \(shown)/mime' and 'update-desktop-database "
        + "\(shown)/applications' make other programs see them")
    return .answered
  }

  private static func selection(
    _ arguments: Arguments
  ) throws(Failure) -> FreedesktopExport.Selection {
    let bundles = arguments.values("--bundle")
    let types = arguments.texts.dropFirst(2)
    if !types.isEmpty {
      try arguments.refuse(["--bundle", "--core"], "cannot be used with types")
      return .types(
        try types.map { (text) throws(Failure) in try Session.identifier(text, "identifier ") })
    }
    guard arguments.has("--bundle") else { return .installed(withCore: arguments.has("--core")) }
    if arguments.has("--core") { throw .usage("--core cannot be used with --bundle") }
    return .bundles(bundles)
  }

  /// Whether an export has written the file of a bundle.
  private static func isExported(_ bundle: Bundle) -> Bool {
    guard bundle.kind != .declarations else { return false }
    var head = FileHead(length: ExportMark.longestStart)
    guard (try? head.read(Array(bundle.path.utf8), followsLinks: true)) != nil else { return false }
    return ExportMark.isPresent(in: head.bytes)
  }

  private static func check(
    _ selection: FreedesktopExport.Selection, against bundles: [Bundle]
  ) throws(Failure) {
    switch selection {
    case .installed: return
    case .bundles(let names):
      for name in names {
        let meanings = bundles.map(\.identifier).meanings(of: name)
        let found = bundles.filter { meanings.contains($0.identifier) }
        guard found.contains(where: { $0.kind == .declarations }) else {
          throw Failure(
            .negative,
            found.isEmpty
              ? "no bundle '\(name)'" : "'\(name)' is a file of freedesktop.org already",
            hint: "'utcli apps' lists the applications")
        }
      }
    case .types(let types):
      let declared = Set(bundles.flatMap(\.declarations).map(\.identifier))
      for type in types where !declared.contains(type) {
        throw Failure(.negative, "no declared type '\(type)'", hint: Session.searchHint)
      }
    }
  }

  private static func name(
    _ arguments: Arguments, _ selection: FreedesktopExport.Selection
  ) throws(Failure) -> String {
    var name = "typeregistry"
    if let given = arguments.value("--name") {
      name = given
    } else if case .bundles(let names) = selection, names.count == 1 {
      name = names[0]
    }
    guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")),
      name != "Override"
    else {
      throw .usage(
        "'\(name)' is not the name of a package", hint: "write a name without path and suffix")
    }
    return name
  }
}

extension MadeFiles {
  /// Adds the package and the entries of an export.
  mutating func add(_ export: FreedesktopExport, in directory: FilePath, named name: String) {
    if !export.types.isEmpty {
      add(
        File(
          path: directory.appending("mime/packages/\(name).xml"), kind: "mime-package",
          bytes: MIMEPackageWriter.bytes(export.types),
          contents: ("types", export.types.map(\.identifier.text))))
    }
    for entry in export.entries {
      add(
        File(
          path: directory.appending("applications/\(entry.identifier).desktop"),
          kind: "desktop-entry", bytes: entry.bytes, contents: ("mimeTypes", entry.mimeTypes)))
    }
  }
}
