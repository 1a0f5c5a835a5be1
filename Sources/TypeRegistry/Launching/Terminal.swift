// SPDX-License-Identifier: MIT

internal import Glibc

/// Where a program runs that needs a terminal.
package enum Terminal: Equatable {
  /// In the terminal of this process, which waits for the program.
  case own
  /// In a terminal emulator; `refused` is one that comes before it, and would not pass the words on.
  case emulator(Emulator, refused: Emulator?)

  /// A terminal emulator that is installed.
  package struct Emulator: Equatable {
    /// The words before a program's own: the absolute path, and options.
    package let words: [[UInt8]]
    /// How it passes on the words after them.
    package let kind: TerminalEmulator

    /// An emulator of known parts.
    package init(words: [[UInt8]], kind: TerminalEmulator) {
      self.words = words
      self.kind = kind
    }

    /// Its path.
    package var path: String { String(decoding: words.first ?? [], as: UTF8.self) }
  }

  /// Why no terminal was found.
  package enum Problem: Error, Equatable {
    /// No emulator is installed.
    case missing
    /// This one, and every other that is installed, could change the words.
    case refused(Emulator)
  }

  /// The terminal of this process, if its standard input, output and error are one; else the first emulator
  /// that is installed and passes the words on: `xdg-terminal-exec`, the one in the variable `TERMINAL`,
  /// `x-terminal-emulator` (Debian Policy, section 11.8.3), and the known ones.
  ///
  /// - Parameter words: The words of all vectors that are to run in it.
  /// - Returns: The terminal.
  /// - Throws: ``Problem``.
  package static func find(for words: [[UInt8]]) throws(Problem) -> Terminal {
    if [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].allSatisfy({ isatty($0) == 1 }) { return .own }
    let found = try findEmulator(for: words)
    return .emulator(found.emulator, refused: found.refused)
  }

  /// The first emulator that is installed and passes words on, and the one before it that would not.
  ///
  /// - Throws: ``Problem``.
  package static func findEmulator(
    for words: [[UInt8]]
  ) throws(Problem) -> (emulator: Emulator, refused: Emulator?) {
    var refused: Emulator?
    let chosen = [
      emulator("xdg-terminal-exec"),
      Environment.variable("TERMINAL").flatMap {
        emulator(named: String(decoding: $0, as: UTF8.self))
      },
      emulator("x-terminal-emulator"),
    ]
    for emulator in chosen.compactMap(\.self) + (hasDisplay ? installed() : []) {
      if emulator.kind.passes(words) { return (emulator, refused) }
      if refused == nil { refused = emulator }
    }
    throw refused.map { .refused($0) } ?? .missing
  }

  /// The emulator that the variable `TERMINAL` names: a program, and perhaps its options, separated by
  /// blanks; no shell reads them.
  package static func emulator(named value: String) -> Emulator? {
    // The path of a program can contain blanks.
    if let emulator = emulator(value) { return emulator }
    let words = value.split(separator: " ").map(String.init)
    return words.count > 1 ? emulator(words[0], Array(words.dropFirst())) : nil
  }

  /// The emulators that are known and installed.
  private static func installed() -> [Emulator] {
    TerminalEmulator.known.lazy
      .filter { !$0.needsWayland || isSet("WAYLAND_DISPLAY") }
      .compactMap { emulator($0.name) }
  }

  private static var hasDisplay: Bool { isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") }

  private static func isSet(_ variable: String) -> Bool {
    Environment.variable(variable)?.isEmpty == false
  }

  /// An emulator that is installed.
  ///
  /// The file that a link such as `x-terminal-emulator` leads to decides which one it is.
  private static func emulator(_ program: String, _ options: [String] = []) -> Emulator? {
    guard case .present(let path) = LaunchProgram.locate([program], in: .current).program else {
      return nil
    }
    var kind = TerminalEmulator(ofProgramAt: path)
    let separator = kind.separator
    // An option that ends the emulator's own may be another than the one that is known to be right.
    let isComplete = options.last.map { ["-e", "-x", "--"].contains($0) } ?? false
    if isComplete, let last = options.last, !kind.isSeparator(last) { kind = kind.unknown }
    let words = [path] + options + (isComplete ? [] : separator)
    return Emulator(words: words.map { Array($0.utf8) }, kind: kind)
  }
}

extension TerminalEmulator {
  /// The emulator at a path, links followed.
  package init(ofProgramAt path: String) {
    let file = FilePath(path)?.resolved ?? FilePath(path)
    self.init(named: String(decoding: file?.name ?? [], as: UTF8.self))
  }
}
