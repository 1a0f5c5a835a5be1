// SPDX-License-Identifier: MIT

/// Why an application cannot be started with files or URLs.
public enum LaunchFailure: Error, Hashable, Sendable {
  /// Its program cannot be started.
  case cannotStart(LaunchProblem)
  /// An argument contains a NUL, where the kernel would end it.
  case holdsNUL
  /// It has no placeholder for files.
  case takesNoFiles
  /// It takes files, and a target is a URL of another scheme than `file:`.
  case takesNoURLs
  /// The name of a file could run as a command in this argument.
  case runsNames(argument: String)
  /// It needs a terminal, and no terminal emulator was found.
  case noTerminal
  /// This terminal emulator, and every other that is installed, could change the words.
  case refusedTerminal(String)
}

extension LaunchFailure: CustomStringConvertible {
  /// The failure in words that follow the application's name in a message.
  public var description: String {
    switch self {
    case .cannotStart(let problem): problem.words
    case .holdsNUL: "has a NUL among its arguments"
    case .takesNoFiles: "has no placeholder for files in its arguments"
    case .takesNoURLs: "takes files but no URLs"
    case .runsNames(let argument):
      "is not started: the name of a file could run as a command in its argument '\(argument)'"
    case .noTerminal: "needs a terminal, and none was found"
    case .refusedTerminal(let emulator):
      "needs a terminal, and '\(emulator)' does not pass on every name unchanged"
    }
  }
}
