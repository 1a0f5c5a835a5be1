// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// Where a program runs that needs a terminal.
enum Terminal: Equatable {
  /// In the terminal of this process, which waits for the program.
  case own
  /// In a terminal emulator: the words before the program's own.
  case emulator([[UInt8]])

  /// The terminal of this process, if its standard input, output and error are one; else the first
  /// emulator that is installed: `xdg-terminal-exec`, that of the variable `TERMINAL`,
  /// `x-terminal-emulator` (Debian Policy, section 11.8.3).
  static func find() -> Terminal? {
    if [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].allSatisfy({ isatty($0) == 1 }) { return .own }
    let chosen = unsafe getenv("TERMINAL").map { unsafe String(cString: $0) }
    return
      (emulator("xdg-terminal-exec", takes: []) ?? chosen.flatMap(emulator(named:))
      ?? emulator("x-terminal-emulator", takes: ["-e"])).map { .emulator($0) }
  }

  /// What to do where no terminal is found.
  static let advice =
    "run utcli in a terminal, install 'xdg-terminal-exec', or name a terminal emulator in TERMINAL; "
    + "programs are searched in \(LaunchProgram.directories.joined(separator: ", "))"

  /// The words of the emulator that the variable `TERMINAL` names: a program, and perhaps its
  /// options, separated by blanks; no shell reads them.
  static func emulator(named value: String) -> [[UInt8]]? {
    // The path of a program can contain blanks.
    if let words = emulator(value, takes: separator(of: value)) { return words }
    let words = value.split(separator: " ").map(String.init)
    guard words.count > 1 else { return nil }
    let options = Array(words.dropFirst())
    let isComplete = ["-e", "-x", "--"].contains(options.last)
    return emulator(words[0], takes: options + (isComplete ? [] : separator(of: words[0])))
  }

  /// What an emulator expects before the vector of a program.
  ///
  /// Most take `-e`; those that read it as
  /// one string for a shell have another option.
  private static func separator(of program: String) -> [String] {
    switch program.split(separator: "/").last {
    case "gnome-terminal", "kgx", "ptyxis": ["--"]
    case "mate-terminal", "terminator", "xfce4-terminal": ["-x"]
    case "wezterm": ["start", "--"]
    default: ["-e"]
    }
  }

  /// The words of an emulator that is installed.
  ///
  /// It is searched in the directories of the programs of declarations, never along the caller's
  /// `PATH`.
  private static func emulator(_ program: String, takes words: [String]) -> [[UInt8]]? {
    guard case .present(let path) = LaunchProgram.locate([program]).program else { return nil }
    return ([path] + words).map { Array($0.utf8) }
  }
}
