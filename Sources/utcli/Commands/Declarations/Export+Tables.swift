// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  /// Writes a table of extensions and MIME types.
  static func exportTable(
    _ format: TableFormat, _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    try checkOptions(of: format, arguments)
    let package = try packageName(arguments)
    let table = try session.typeTable(selecting: try tableSelection(session, arguments))
    let text = format.text(of: table, package: package)
    guard !text.mimeTypes.isEmpty else {
      for loss in text.losses { session.note(loss) }
      throw Failure(
        .negative, "nothing to export: no selected type has an extension with a MIME type",
        hint: "'utcli extensions TYPE' lists the extensions of a type")
    }
    return try MadeFiles.give(
      text.bytes, kind: format.rawValue, contents: ("mimeTypes", text.mimeTypes),
      losses: text.losses, session)
  }

  private static func checkOptions(of format: TableFormat, _ arguments: Arguments) throws(Failure) {
    if arguments.has("--core") {
      throw .usage("--core is for 'export freedesktop': a table has the core's types already")
    }
    if arguments.has("--beyond") {
      throw .usage("--beyond is for 'export \(ExportMark.mimePackage)': a table has all types")
    }
    if arguments.has("--name"), format != .go {
      throw .usage("--name is for packages, and '\(format.rawValue)' is not one")
    }
    if arguments.has("-o") { return }
    if arguments.has("--force") { throw .usage("--force needs -o FILE") }
    if arguments.has("--json") {
      throw .usage(
        "the table itself is printed: --json needs -o FILE",
        hint: "'utcli export json' prints the table as JSON")
    }
  }

  /// The name of a package of Go: an identifier in lower case, as the language recommends.
  private static func packageName(_ arguments: Arguments) throws(Failure) -> String {
    guard let name = arguments.value("--name") else { return TableFormat.usualPackage }
    let keywords: Set = [
      "break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough",
      "for", "func", "go", "goto", "if", "import", "interface", "map", "package", "range",
      "return", "select", "struct", "switch", "type", "var",
    ]
    let isName =
      name.utf8.first.map { $0 &- 0x61 < 26 } == true
      && name.utf8.allSatisfy {
        $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_")
      }
    guard isName, !keywords.contains(name) else {
      throw .usage(
        "'\(name)' is not the name of a package of Go", hint: "write lower-case letters and digits")
    }
    return name
  }

  /// Which types are wanted: all that an option or operand does not rule out.
  private static func tableSelection(
    _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> (TypeInformation) -> Bool {
    var bundles: Set<String> = []
    if arguments.has("--bundle") {
      if arguments.operands.count > 1 { throw .usage("--bundle cannot be used with types") }
      let known = Set(
        try session.ask { try $0.bundles(in: .none) }
          .map(\.identifier))
      for name in arguments.values("--bundle") {
        let meanings = known.meanings(of: name)
        guard meanings.count == 1 else {
          throw Failure(
            .negative,
            meanings.isEmpty
              ? "no bundle '\(name)'"
              : "'\(name)' names \(meanings.count) bundles, which differ in case alone",
            hint: "'utcli bundles' lists the sources of types")
        }
        bundles.insert(meanings[0])
      }
    }
    var wanted: Set<TypeIdentifier>?
    if arguments.operands.count > 1 {
      wanted = []
      for text in arguments.texts.dropFirst() { wanted?.insert(try session.type(named: text)) }
    }
    if let name = arguments.value("--conforming-to") {
      let supertype = try session.type(named: name)
      let family = Set(
        try session.ask { try $0.declaredTypes(conformingTo: supertype) })
      wanted = wanted?.intersection(family) ?? family
    }
    return { type in
      guard wanted?.contains(type.identifier) != false else { return false }
      return bundles.isEmpty
        || type.declarations.contains {
          $0.isActive && bundles.contains($0.source.bundle)
        }
    }
  }
}
