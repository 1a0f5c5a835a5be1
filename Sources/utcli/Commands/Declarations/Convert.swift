// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let convert: Command = Command(
    "convert", operands: "FILE|DIRECTORY|-...", summary: "convert declarations between desktops",
    details: """
      Converts an Info.plist, XML or binary, or a declaration file in JSON, to a desktop entry and a
      package of MIME types (--to freedesktop), or a desktop entry with its packages of MIME types to
      an Info.plist (--to plist) or to JSON (--to json). Info.plist and JSON are also converted into
      each other. '-' is a declaration file on standard input. Without --to, declarations become files of freedesktop.org, and these files an
      Info.plist. What is converted is one application: a declaration file, a directory with an
      Info.plist, or a desktop entry with packages.

      Prints the file, or writes files to the directory that -o names: ID.desktop in 'applications'
      and ID.xml in 'mime/packages', Info.plist with its translations, or ID.json; then it prints
      \(MadeFiles.File.form) per line. Findings about the input, and what the output cannot hold, are
      printed to standard error, one per line. The core alone decides about names of types, not what
      is installed here. The exit status is 3 if the input has an error.
      """,
    columns: MadeFiles.File.columns,
    examples: [
      Example("utcli convert painter.json --to plist", "the keys of an Info.plist"),
      Example("utcli convert painter.json -o share", "the same for programs on Linux"),
    ],
    options: [
      Option("--to", "FORMAT", "freedesktop, plist or json"),
      Option("-o", "DIRECTORY", "write files to this directory, in place of printing"),
      Option("--force", nil, "replace files that were written by something else"),
    ], operandCount: 1...Int.max, needs: "a file", asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    if session.wantsJSON, !arguments.has("-o") {
      throw .usage("the declaration file itself is printed: --json needs -o DIRECTORY")
    }
    var (conversion, status) = try conversion(of: arguments.operands, session)
    let format = try format(arguments, conversion)
    let directory = try arguments.bytes("-o").map { (operand) throws(Failure) in
      try FileArgument.absolutePath(of: operand).withoutTrailingSlashes
    }
    var files = MadeFiles()
    switch format {
    case .freedesktop:
      guard let directory else {
        throw .usage(
          "files of freedesktop.org are several: -o names their directory", hint: "-o DIRECTORY")
      }
      let name = conversion.identifier
      let export = conversion.freedesktop()
      files.add(export, in: directory, named: name)
      guard !files.files.isEmpty else {
        for loss in conversion.losses { session.note(loss) }
        throw Failure(.negative, "there is nothing that files of freedesktop.org can hold")
      }
    case .plist, .json:
      let value = conversion.declarations(forApple: format == .plist)
      let bytes = format == .plist ? value.propertyList : value.json
      guard let directory else {
        for loss in conversion.losses { session.note(loss) }
        session.output.append { $0.append(contentsOf: bytes) }
        return status
      }
      let name = format == .plist ? "Info.plist" : "\(conversion.identifier).json"
      files.add(
        MadeFiles.File(
          path: directory.appending(name), kind: format == .plist ? "property-list" : "json",
          bytes: bytes, contents: ("bundles", [conversion.identifier])))
      for (language, bytes) in conversion.strings {
        files.add(
          MadeFiles.File(
            path: directory.appending("\(language).lproj/InfoPlist.strings"), kind: "strings",
            bytes: bytes, contents: ("languages", [language])))
      }
    }
    files.losses = conversion.losses
    try files.write(replacingAny: arguments.has("--force"))
    files.show(session)
    return status
  }

  private enum ConversionFormat: String, CaseIterable {
    case freedesktop, plist, json
  }

  private static func format(
    _ arguments: Arguments, _ conversion: Conversion
  ) throws(Failure) -> ConversionFormat {
    guard let name = arguments.value("--to") else {
      return conversion.isOfDeclarations ? .freedesktop : .plist
    }
    guard let format = ConversionFormat(rawValue: name) else {
      throw .usage("no format '\(name)'", hint: "formats are 'freedesktop', 'plist' and 'json'")
    }
    guard format != .freedesktop || conversion.isOfDeclarations else {
      throw .usage(
        "the files are those of freedesktop.org already", hint: "--to plist, or --to json")
    }
    return format
  }

  /// Reads the files; findings about them are shown.
  private static func conversion(
    of operands: [[UInt8]], _ session: Session
  ) throws(Failure) -> (Conversion, ExitStatus) {
    var status = ExitStatus.answered
    var inputs: [Conversion.Input] = []
    for operand in operands {
      if operand == [UInt8(ascii: "-")] {
        inputs.append(try standardInput(session, &status))
        continue
      }
      let name = TextEscaping.inMessage(operand)
      guard let path = FilePath(bytes: operand) else {
        throw Failure(.negative, "the name is empty or holds a NUL")
      }
      do throws(FileInspection.Failure) {
        _ = try FileInspection(of: operand, followsLinks: true)
      } catch {
        throw Failure(.negative, file: operand, "\(error)")
      }
      let sources = DirectoryScan(at: path, origin: .user).sources
      guard !sources.isEmpty else {
        throw Failure(.negative, "\(name): the directory has no declaration files")
      }
      for source in sources {
        let loaded = source.load()
        var findings = loaded.diagnostics.map(\.withCommands).filter { $0.severity != .note }
        let fatal = findings.firstIndex { $0.severity == .error }
        if fatal != nil { status = .badData }
        if loaded.bundle == nil, let fatal { findings.remove(at: fatal) }
        for finding in findings { session.remark("\(finding)") }
        // An entry that only masks others has nothing to convert.
        guard let bundle = loaded.bundle, !bundle.isHidden,
          let contents = try? DeclarationReader.read(
            source.path, limit: source.format.maximumFileBytes)
        else {
          let reason =
            loaded.diagnostics.first { $0.severity == .error } ?? loaded.diagnostics.first
          throw Failure(
            .badData, reason.map { "\($0)" } ?? "\(name): there is nothing to convert",
            hint: reason?.withCommands.hint)
        }
        inputs.append(Conversion.Input(bytes: contents.bytes, bundle: bundle))
      }
    }
    do throws(Conversion.Problem) {
      return (try Conversion(of: inputs, core: coreBundles), status)
    } catch {
      throw Failure(.badData, "\(error)")
    }
  }

  /// The declaration file on standard input; findings about it are shown.
  private static func standardInput(
    _ session: Session, _ status: inout ExitStatus
  ) throws(Failure) -> Conversion.Input {
    let bytes = try InputFile.read([UInt8(ascii: "-")])
    let (bundle, diagnostics) = BundleParser.parse(
      bytes, path: "standard input", origin: .user)
    let findings = diagnostics.map(\.withCommands)
    guard let bundle else {
      let reason = findings.first { $0.severity == .error } ?? findings.first
      throw Failure(
        .badData, reason.map { "\($0)" } ?? "standard input has no declaration", hint: reason?.hint)
    }
    for finding in findings where finding.severity != .note { session.remark("\(finding)") }
    if findings.contains(where: { $0.severity == .error }) { status = .badData }
    return Conversion.Input(bytes: bytes, bundle: bundle)
  }

  /// The bundles of the core alone.
  static var coreBundles: [Bundle] {
    var locations = RegistryLocations.current
    locations.environment = Environment(declarations: "")
    locations.store = nil
    return RegistryLoader.bundles(of: locations)
  }
}
