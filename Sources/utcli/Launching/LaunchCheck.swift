// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// Decides whether a vector may be started unchanged, when all words before the application's own are known.
///
/// Declarations are checked when they are compiled. A registry in a file was compiled elsewhere, and a
/// link such as `x-terminal-emulator` may lead to another program today.
enum LaunchCheck {
  /// Throws unless no name of a file can become a command.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - emulator: The terminal emulator that runs it; `nil` for none.
  ///   - processes: The application's own words for each process, with the names in them.
  /// - Throws: ``Failure``.
  static func check(
    _ application: LaunchApplication, in emulator: Terminal.Emulator? = nil,
    _ processes: [[[UInt8]]]
  ) throws(Failure) {
    let bundle = application.identity.bundle
    var vector = application.arguments
    // One that is not known to pass words on gets none that could be a command.
    if let emulator, emulator.kind.isTrusted {
      vector = emulator.words.map { String(decoding: $0, as: UTF8.self) } + vector
    }
    if let index = LaunchScript.index(in: vector) {
      throw Failure(
        .notLaunched,
        "'\(bundle)' is not started: the name of a file could run as a command in its argument "
          + "'\(TextEscaping.forTerminal(vector[index]))'",
        hint: "'\(application.identity.path)' contains the argument; write \"$1\" in a script that "
          + "opens the file itself")
    }
    for (index, argument) in application.arguments.enumerated() where isTerminal(argument, index) {
      let kind = TerminalEmulator(ofProgramAt: argument)
      guard processes.allSatisfy({ kind.passes(Array($0.dropFirst(index + 1))) }) else {
        throw refusal(by: argument)
      }
    }

    func isTerminal(_ argument: String, _ index: Int) -> Bool {
      let first = application.arguments[0]
      guard index == 0 || LaunchInterpreter.isWrapper(LaunchScript.name(of: first[...])) else {
        return false
      }
      return LaunchPlaceholder(argument) == nil
        && LaunchInterpreter.isTerminal(LaunchScript.name(of: argument[...]))
        && argument.utf8.first != UInt8(ascii: "-")
    }
  }

  /// The error if a terminal emulator could change the words of a command.
  static func refusal(by emulator: String) -> Failure {
    let name = String(LaunchScript.name(of: emulator[...]))
    return Failure(
      .notLaunched,
      "the terminal emulator '\(TextEscaping.forTerminal(name))' does not pass on every name unchanged, "
        + "and a shell could run a part of this one",
      hint: "name another in TERMINAL, such as xterm, kitty or gnome-terminal")
  }
}
