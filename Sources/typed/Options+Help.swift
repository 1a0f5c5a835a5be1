// SPDX-License-Identifier: MIT

/// The texts of the help and the manual about the command line.
extension Options {
  /// The purpose of the program.
  static let summary = """
    typed answers programs on a Unix socket (varlink.org): which type a file has,
    and which applications open it.
    """

  /// The options that are not limits; a value's name is in capitals.
  static let descriptions: [(name: String, value: String?, meaning: String)] = [
    ("--system", nil, "serve every user, at /run/typed/org.typeregistry"),
    ("--socket", "PATH", "listen at PATH, not at the usual path"),
    ("--idle-exit", "SECONDS", "exit after SECONDS without a connection"),
    ("--foreground", nil, "accepted for compatibility; typed never detaches"),
    ("--help", nil, "show this help, and exit (also -h)"),
    ("--version", nil, "show the version, and exit (also -V)"),
  ]

  /// The signals that it handles.
  static let signals = [
    (name: "TERM", meaning: "stops typed"), (name: "INT", meaning: "stops typed"),
    (name: "HUP", meaning: "reads declarations again"),
  ]

  /// The exit statuses.
  static let statuses: [(status: ExitStatus, meaning: String)] = [
    (.ended, "stopped"), (.usage, "bad usage"),
    (.unreachable, "the socket is in use or cannot be made"), (.internalError, "internal error"),
  ]

  /// The names of the options that are not limits.
  static var names: [String] { descriptions.map(\.name) }

  /// The limits as options: name, meaning and default.
  static var limitOptions: [(name: String, meaning: String, value: String)] {
    let limits = Limits()
    return Limit.all.map {
      ("--limit-\($0.name)", $0.meaning, $0.text(limits[keyPath: $0.field]))
    }
  }

  /// The text of `--help`.
  static var help: String {
    let options = descriptions.map { option in
      (option.value.map { "\(option.name) \($0)" } ?? option.name, option.meaning)
    }
    let signals = signals.map { "\($0.name) \($0.meaning)" }.joined(separator: ", ")
    let statuses = statuses.map { ("\($0.status.rawValue)", $0.meaning) }
    return """
      \(summary)

      usage: typed [OPTION]...

      \(table(options))
      Limits (sizes in bytes, times such as 10s, 500ms or 50us):

      \(table(limitOptions.map { ($0.name, "\($0.meaning) (\($0.value))") }))
      Signals: \(signals).
      Exit status:

      \(table(statuses))
      It listens at $XDG_RUNTIME_DIR/typed/org.typeregistry, with --system at
      /run/typed/org.typeregistry. 'man org.typeregistry' describes its interfaces.

      """
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.reduce(into: "") { text, row in
      let padding = String(repeating: " ", count: width - row.0.count + 2)
      text += "  \(row.0)\(padding)\(row.1)\n"
    }
  }
}
