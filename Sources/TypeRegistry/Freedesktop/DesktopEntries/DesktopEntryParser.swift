// SPDX-License-Identifier: MIT

/// Reads the bytes of a desktop entry as a bundle (Desktop Entry Specification 1.5).
///
/// Reads the keys that are needed to start an application and to open files; other keys are ignored. Desktop
/// entries are sloppy, and every desktop reads them: a deviation that GLib accepts is at most a warning.
///
/// ```swift
/// let text = "[Desktop Entry]\nType=Application\nName=Editor\nExec=editor %F\nMimeType=text/plain;\n"
/// let (bundle, diagnostics) = DesktopEntryParser.parse(
///   Array(text.utf8), path: "editor.desktop", identifier: "editor", origin: .user)
/// ```
package struct DesktopEntryParser {
  static let group = "Desktop Entry"

  let file: KeyFile
  var sink: DiagnosticSink
  var bundle: Bundle
  /// The last entries without a locale, by key.
  private var entries: [String: KeyFile.Entry] = [:]
  private var names: [KeyFile.Entry] = []

  /// Parses a desktop entry.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - path: The path of the file, for display.
  ///   - identifier: The desktop file ID without `.desktop`: the path below `applications`, with
  ///     hyphens for slashes.
  ///   - origin: How far the file is trusted.
  /// - Returns: The bundle of an application, or one that only masks others (``Bundle/isHidden``); `nil` with
  ///   a finding if the file is not a valid entry; and at most 101 diagnostics in the order of the file.
  package static func parse(
    _ bytes: [UInt8], path: String, identifier: String, origin: Origin
  ) -> (bundle: Bundle?, diagnostics: [Diagnostic]) {
    var sink = DiagnosticSink(path: path, text: bytes)
    let file = KeyFile(bytes, sink: &sink)
    var parser = DesktopEntryParser(
      file: file, sink: sink, bundle: Bundle(identifier: identifier, path: path, origin: origin))
    let isValid = parser.read()
    #if DEBUG
      if isValid { parser.bundle.checkInvariants() }
    #endif
    return (isValid ? parser.bundle : nil, parser.sink.finish())
  }

  private init(file: KeyFile, sink: DiagnosticSink, bundle: Bundle) {
    self.file = file
    self.sink = sink
    self.bundle = bundle
    self.bundle.kind = .desktopEntry
  }

  /// Reads everything; returns whether there is an application, or a mask of others.
  private mutating func read() -> Bool {
    guard checkIdentifier() else { return false }
    if file.bytes.isEmpty {
      sink.add(.note, .invalidDesktopEntry, at: nil, "entry is empty\(Self.masking)")
      bundle.isHidden = true
      return true
    }
    guard checkGroup() else { return false }
    sortEntries()
    bundle.isHidden = boolean("Hidden")
    guard checkType() else { return false }
    // A deleted entry is only a mask, and mostly has no other key.
    if bundle.isHidden { return true }
    readName()
    bundle.isNotDisplayed = boolean("NoDisplay")
    bundle.isTerminal = boolean("Terminal")
    bundle.tryProgram = string("TryExec")
    bundle.weight = integer("InitialPreference") ?? 0
    bundle.workingDirectory = workingDirectory()
    bundle.iconName = iconName()
    readClaims(list("Categories").map(\.text), entries["MimeType"])
    readExec()
    return true
  }

  /// Whether a text can be the identifier of a desktop entry: with blanks, as Wine writes them.
  static func isIdentifier(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= TypeIdentifier.maximumLength
      && !text.unicodeScalars.contains { $0.isInvisible || $0 == "/" }
  }

  /// Checks that the name of the file can be an identifier.
  private mutating func checkIdentifier() -> Bool {
    if Self.isIdentifier(bundle.identifier) { return true }
    sink.add(
      .warning, .invalidBundleIdentifier, at: nil,
      "name of the file is empty, longer than \(TypeIdentifier.maximumLength) bytes, or holds an "
        + "invisible character",
      hint: "rename the file")
    return false
  }

  private mutating func checkGroup() -> Bool {
    if file.hasGroup(Self.group) { return true }
    sink.add(
      .warning, .invalidDesktopEntry, at: nil, "file has no group '[\(Self.group)]'",
      hint: "begin it with '[\(Self.group)]'")
    return false
  }

  /// Checks the type; an entry of another one than an application is only a mask.
  private mutating func checkType() -> Bool {
    let type = string("Type")
    if type == "Application" || type == nil && bundle.isHidden { return true }
    guard let type else {
      sink.add(
        .warning, .invalidDesktopEntry, at: nil, "entry has no 'Type'",
        hint: "add 'Type=Application'")
      return false
    }
    sink.add(
      .note, .invalidDesktopEntry, offset: entries["Type"]?.value.lowerBound ?? 0,
      "an entry of type '\(type.shortened)' is not an application\(Self.masking)")
    bundle.isHidden = true
    return true
  }

  /// The effect of an entry without an application: of several with one identifier, the first is in effect
  /// (Desktop Entry Specification, "Desktop File ID").
  private static let masking =
    "; it only masks the entries of its name in directories that come later"

  private mutating func sortEntries() {
    for entry in file.entries(inGroup: Self.group) {
      if entry.locale == nil {
        entries[file.key(of: entry)] = entry
      } else if file.holds("Name", entry.key) {
        names.append(entry)
      }
    }
  }

  private mutating func readName() {
    guard let name = displayString("Name") else {
      sink.add(
        .note, .invalidDesktopEntry, at: nil, "entry has no 'Name'", hint: "add one")
      return
    }
    bundle.name = name
    for entry in names {
      guard let locale = entry.locale else { continue }
      guard let language = language(locale) else {
        sink.add(
          .note, .invalidLanguage, offset: locale.lowerBound,
          "'\(file.text(locale).shortened)' is not a language",
          hint: "write a language and region, such as 'pt_BR'")
        continue
      }
      let translation = file.string(entry, sink: &sink)
      guard !translation.isEmpty, translation != name,
        translation.utf8.count <= DeclarationLimits.maximumTextBytes
      else { continue }
      bundle.localizedStrings[language, default: [:]][name] = translation
    }
  }

  /// The language of a locale; `nil` if it is not one.
  private func language(_ locale: Range<Int>) -> String? {
    var tag: [UInt8] = []
    var isEncoding = false
    for byte in file.bytes[locale] {
      switch byte {
      // The encoding is between a dot and the modifier. It is ignored: the text is always UTF-8.
      case UInt8(ascii: "."): isEncoding = true
      case UInt8(ascii: "@"):
        isEncoding = false
        tag.append(byte)
      case _ where isEncoding: continue
      case UInt8(ascii: "-"): tag.append(UInt8(ascii: "_"))
      case UInt8(ascii: "_"): tag.append(byte)
      case _ where byte.isIdentifierByte: tag.append(byte)
      default: return nil
      }
    }
    return 2...32 ~= tag.count ? String(decoding: tag, as: UTF8.self) : nil
  }

  /// The icon: a name, whose extension some entries write, or an absolute path.
  private mutating func iconName() -> String? {
    guard let entry = entries["Icon"], let text = string("Icon") else { return nil }
    let isVisible = !text.unicodeScalars.contains(where: \.isInvisible)
    if text.utf8.first == UInt8(ascii: "/") {
      if isVisible, !text.split(separator: "/").contains("..") { return text }
    } else if isVisible, !text.utf8.contains(UInt8(ascii: "/")), !text.hasPrefix(".") {
      let suffix = [".png", ".svg", ".xpm"].first { text.hasSuffix($0) }
      return String(text.dropLast(suffix?.count ?? 0))
    }
    sink.add(
      .warning, .invalidIconName, offset: entry.value.lowerBound,
      "icon '\(text.shortened)' is neither a name nor an absolute path",
      hint: "write the name of the icon alone")
    return nil
  }

  /// The directory that the application starts in; the caller's, if the entry's cannot be used.
  private mutating func workingDirectory() -> String? {
    guard let entry = entries["Path"], let path = string("Path") else { return nil }
    if path.utf8.first == UInt8(ascii: "/") { return path }
    sink.add(
      .note, .wrongType, offset: entry.value.lowerBound,
      "expected an absolute path in 'Path', found '\(path.shortened)'",
      hint: "write an absolute path; no variable is replaced")
    return nil
  }

  // MARK: - Values

  /// The text of a key, limited; `nil` if it is missing or empty.
  private mutating func string(_ key: String) -> String? {
    guard let entry = entries[key] else { return nil }
    let text = file.string(entry, sink: &sink)
    guard text.utf8.count <= DeclarationLimits.maximumTextBytes else {
      sink.add(
        .warning, .textTooLong, offset: entry.value.lowerBound,
        "'\(key)' has more than \(DeclarationLimits.maximumTextBytes) bytes and is ignored",
        hint: "shorten it")
      return nil
    }
    return text.isEmpty ? nil : text
  }

  /// The text of a key that is shown.
  private mutating func displayString(_ key: String) -> String? {
    guard let entry = entries[key], let text = string(key) else { return nil }
    if !text.utf8.allSatisfy({ $0 &- 0x20 < 0x5F }),
      let scalar = text.unicodeScalars.first(where: \.isInvisible)
    {
      sink.add(
        .note, .invisibleCharacter, offset: entry.value.lowerBound,
        "'\(key)' holds the invisible character U+\(hexadecimal(scalar.value, 4))",
        hint: "remove it unless the script needs it")
    }
    return text
  }

  private mutating func boolean(_ key: String) -> Bool {
    entries[key].flatMap { file.boolean($0, sink: &sink) } ?? false
  }

  private mutating func integer(_ key: String) -> Int? {
    guard let entry = entries[key], let text = string(key) else { return nil }
    if let number = Int32(text) { return Int(number) }
    sink.add(
      .note, .wrongType, offset: entry.value.lowerBound,
      "expected a number in '\(key)', found '\(text.shortened)'")
    return nil
  }

  private mutating func list(_ key: String) -> [(text: String, offset: Int)] {
    entries[key].map { file.list($0, sink: &sink) } ?? []
  }

  // MARK: - Starting

  private mutating func readExec() {
    guard let entry = entries["Exec"] else {
      if boolean("DBusActivatable") {
        // Its name on the bus is the file's (Desktop Entry Specification, "D-Bus Activation").
        bundle.launchArguments = ["gapplication", "launch", bundle.identifier, "%U"]
      } else {
        sink.add(
          .warning, .invalidDesktopEntry, at: nil, "entry has no 'Exec', so it cannot be started",
          hint: "add the program and its arguments, such as 'Exec=editor %F'")
      }
      return
    }
    let text = file.string(entry, sink: &sink)
    let line = ExecLine(text, name: bundle.name ?? bundle.identifier, iconName: bundle.iconName)
    // Offsets in the text are those in the file unless something was decoded.
    let isVerbatim = text.utf8.count == entry.value.count
    for (problem, offset) in line.problems {
      report(problem, offset: entry.value.lowerBound + (isVerbatim ? offset : 0))
    }
    bundle.launchArguments = line.arguments
    addMissingCode(entry)
  }

  /// Passes files to an application that claims some and has no code for them, as GLib and KDE do.
  private mutating func addMissingCode(_ entry: KeyFile.Entry) {
    guard !bundle.claims.isEmpty, !bundle.launchArguments.isEmpty,
      !bundle.launchArguments.contains(where: { LaunchPlaceholder($0)?.takesTarget == true })
    else { return }
    let opensURLs = bundle.claims.contains { $0.subjects.contains(where: \.isScheme) }
    let code = opensURLs ? "%u" : "%f"
    bundle.launchArguments.append(code)
    // `Exec=sh -c` would run it.
    if let index = LaunchScript.index(in: bundle.launchArguments) {
      report(.script(bundle.launchArguments[index]), offset: entry.value.lowerBound)
      bundle.launchArguments = []
      return
    }
    sink.add(
      .note, .missingPlaceholder, offset: entry.value.lowerBound,
      "'Exec' has no %f, %F, %u or %U; '\(code)' is added at its end, as other programs do",
      hint: "add '%F', '%f', '%U' or '%u'")
  }

  private mutating func report(_ problem: ExecLine.Problem, offset: Int) {
    let text = problem.text
    sink.add(
      problem.isFatal ? .warning : .note, text.code, offset: offset,
      problem.isFatal ? text.message + ", so the application cannot be started" : text.message,
      hint: text.hint)
  }
}

extension ExecLine.Problem {
  /// The code, the message and the advice of a finding.
  fileprivate var text: (code: Diagnostic.Code, message: String, hint: String) {
    switch self {
    case .unfinished:
      (.invalidArguments, "'Exec' ends within quotes or after a backslash", "close the quotes")
    case .empty:
      (
        .invalidArguments, "'Exec' does not begin with the name of a program",
        "write the program and its arguments, such as 'Exec=editor %F'"
      )
    case .tooLong:
      (
        .invalidArguments,
        "'Exec' has more than \(DeclarationLimits.maximumLaunchArguments) arguments, or "
          + "\(DeclarationLimits.maximumLaunchBytes) bytes",
        "start a script instead"
      )
    case .codeInText(let argument):
      (
        .invalidArguments, "'\(argument.shortened)' holds a field code within a text",
        "write the code as an argument of its own, or at the end of an option"
      )
    case .looksLikeCode(let argument):
      (
        .invalidArguments, "'\(argument.shortened)' looks like a field code",
        "start a script instead"
      )
    case .script(let argument):
      (
        .invalidArguments,
        "a shell or another program would run the file's name at '\(argument.shortened)' as a command",
        "write a script that names \"$@\", and the code after it, such as 'sh -c \"view \\\"$@\\\"\" sh %F'"
      )
    case .unknownCode(let code):
      (.unknownPlaceholder, "'\(code)' is not a field code, and is left out", "write '%%' for '%'")
    case .deprecatedCode(let code):
      (.unknownPlaceholder, "'\(code)' is deprecated, and is left out", "remove it")
    case .unquoted(let character):
      (
        .unquotedCharacter,
        character == "#"
          ? "'#' begins a comment" : "'\(character)' is outside of quotes, and is passed on",
        "quote the argument; no shell reads it"
      )
    }
  }
}
