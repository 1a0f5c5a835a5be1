// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The errors for vectors that may not be started.
enum LaunchCheck {
  /// Throws unless no name of a file can become a command: ``LaunchSafety``.
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
    do throws(LaunchFailure) {
      try LaunchSafety.check(application.arguments, in: emulator, processes)
    } catch {
      switch error {
      case .refusedTerminal(let emulator): throw refusal(by: emulator)
      case .runsNames(let argument):
        throw Failure(
          .notLaunched,
          "'\(application.identity.bundle)' is not started: the name of a file could run as a command in its "
            + "argument '\(TextEscaping.forTerminal(argument))'",
          hint:
            "'\(application.identity.path)' contains the argument; write \"$1\" in a script that "
            + "opens the file itself")
      default: throw Failure(.notLaunched, "'\(application.identity.bundle)' \(error)")
      }
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
