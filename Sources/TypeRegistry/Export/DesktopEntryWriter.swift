// SPDX-License-Identifier: MIT

/// Writes a desktop entry (Desktop Entry Specification 1.5).
package struct DesktopEntryWriter {
  private var lines: [String] = []
  /// The facts that the entry cannot express, each as words that follow the application's name.
  package private(set) var losses: [String] = []

  /// The text of an entry.
  package var bytes: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

  /// The entry of an application.
  ///
  /// - Parameters:
  ///   - bundle: The application, which has a launch vector.
  ///   - mimeTypes: The MIME types that it opens, schemes as `x-scheme-handler/…` among them.
  package init(_ bundle: Bundle, mimeTypes: [String]) {
    lines = ["# \(ExportMark.text)", "[Desktop Entry]", "Type=Application", "Version=1.0"]
    let name = bundle.name ?? bundle.identifier
    add("Name", name)
    for language in bundle.localizedStrings.keys.sorted() {
      if let translation = bundle.localizedStrings[language]?[name] {
        add("Name[\(language)]", translation)
      }
    }
    if let icon = bundle.iconName { add("Icon", icon) }
    addExec(bundle.launchArguments)
    if let program = bundle.tryProgram ?? bundle.launchArguments.first { add("TryExec", program) }
    if let directory = bundle.workingDirectory { add("Path", directory) }
    if bundle.isTerminal { add("Terminal", "true") }
    if bundle.isNotDisplayed { add("NoDisplay", "true") }
    if bundle.weight != 0 { add("InitialPreference", "\(bundle.weight)") }
    if !mimeTypes.isEmpty {
      lines.append("MimeType=" + mimeTypes.map { Self.escaped($0, isList: true) + ";" }.joined())
    }
  }

  private mutating func add(_ key: String, _ value: String) {
    lines.append("\(key)=\(Self.escaped(value))")
  }

  /// A value with the escapes of the format.
  private static func escaped(_ text: String, isList: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\t": escaped += "\\t"
      case "\r": escaped += "\\r"
      // Readers drop the blanks around a value.
      case " " where escaped.isEmpty: escaped += "\\s"
      case ";" where isList: escaped += "\\;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    guard escaped.hasSuffix(" ") else { return escaped }
    return String(escaped.dropLast()) + "\\s"
  }

  // MARK: - Exec

  private mutating func addExec(_ arguments: [String]) {
    var words: [String] = []
    var targets = 0
    for argument in arguments {
      if let placeholder = LaunchPlaceholder(argument) {
        words.append(placeholder.prefix + "%" + String(placeholder.kind.rawValue))
        if placeholder.takesTarget { targets += 1 }
      } else {
        words.append(Self.quoted(argument))
      }
    }
    if targets > 1 {
      losses.append("has several arguments for files; a desktop entry has at most one")
    }
    if arguments.first?.contains("=") == true {
      losses.append("has '=' in its program's name, which a desktop entry cannot start")
    }
    add("Exec", words.joined(separator: " "))
  }

  /// A word of `Exec`: between quotes if it needs them, and `%` as text.
  static func quoted(_ argument: String) -> String {
    let reserved = " \t\n\r\"'\\><~|&;$*?#()`".utf8
    let needsQuotes = argument.isEmpty || argument.utf8.contains { reserved.contains($0) }
    var word = ""
    for scalar in argument.unicodeScalars {
      switch scalar {
      case "%": word += "%%"
      case "\"", "`", "$", "\\":
        word += "\\"
        word.unicodeScalars.append(scalar)
      default: word.unicodeScalars.append(scalar)
      }
    }
    return needsQuotes ? "\"\(word)\"" : word
  }
}
