// SPDX-License-Identifier: MIT

/// Decides whether a vector may be started unchanged, when all words before the application's own are known.
///
/// Declarations are checked when they are compiled. A registry in a file was compiled elsewhere, and a
/// link such as `x-terminal-emulator` may lead to another program today.
package enum LaunchSafety {
  /// Throws unless no name of a file can become a command.
  ///
  /// - Parameters:
  ///   - arguments: The application's vector, with placeholders.
  ///   - emulator: The terminal emulator that runs it; `nil` for none.
  ///   - processes: The application's own words for each process, with the names in them.
  /// - Throws: ``LaunchFailure``: `runsNames` or `refusedTerminal`.
  package static func check(
    _ arguments: [String], in emulator: Terminal.Emulator? = nil, _ processes: [[[UInt8]]]
  ) throws(LaunchFailure) {
    var vector = arguments
    // One that is not known to pass words on gets none that could be a command.
    if let emulator, emulator.kind.isTrusted {
      vector = emulator.words.map { String(decoding: $0, as: UTF8.self) } + vector
    }
    if let index = LaunchScript.index(in: vector) { throw .runsNames(argument: vector[index]) }
    for (index, argument) in arguments.enumerated() where isTerminal(argument, index) {
      let kind = TerminalEmulator(ofProgramAt: argument)
      guard processes.allSatisfy({ kind.passes(Array($0.dropFirst(index + 1))) }) else {
        throw .refusedTerminal(argument)
      }
    }

    func isTerminal(_ argument: String, _ index: Int) -> Bool {
      guard
        index == 0 || LaunchInterpreter.isWrapper(LaunchScript.name(of: arguments[0][...]))
      else {
        return false
      }
      return LaunchPlaceholder(argument) == nil
        && LaunchInterpreter.isTerminal(LaunchScript.name(of: argument[...]))
        && argument.utf8.first != UInt8(ascii: "-")
    }
  }
}
