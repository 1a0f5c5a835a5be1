// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

// The terminals and processes of 'open'.

extension OpenCommand {
  /// The terminal in which an application runs.
  func findTerminal(
    for application: LaunchApplication, _ processes: [[[UInt8]]]
  ) throws(Failure) -> Terminal {
    do throws(Terminal.Problem) {
      let terminal = try Terminal.find(for: processes.flatMap(\.self))
      if case .emulator(let emulator, let refused?) = terminal {
        session.note(
          "'\(refused.path)' does not pass on every name unchanged; '\(emulator.path)' is used")
      }
      return terminal
    } catch {
      switch error {
      case .missing:
        throw Failure(
          .notLaunched, "\(application.name) needs a terminal, and none was found",
          hint: Terminal.advice)
      case .refused(let emulator): throw LaunchCheck.refusal(by: emulator.path)
      }
    }
  }

  /// Starts the processes; reports those that do not start.
  ///
  /// Those that share the terminal of this process come last, and run one after the other.
  mutating func start(_ launches: inout [Launch]) {
    for index in launches.indices where !launches[index].usesOwnTerminal {
      start(&launches[index], isAwaited: waits)
    }
    for index in launches.indices where launches[index].usesOwnTerminal {
      start(&launches[index], isAwaited: true)
      launches[index].exitStatus = launches[index].process.flatMap {
        Launcher.statuses(of: [$0]).first
      }
    }
  }

  /// The directory in which an application wants to start, if it is there.
  private mutating func workingDirectory(of application: LaunchApplication) -> String? {
    guard let directory = application.workingDirectory else { return nil }
    if (try? FileInspection(of: Array(directory.utf8), followsLinks: true))?.kind == .directory {
      return directory
    }
    session.note(
      "\(application.name) wants to start in '\(TextEscaping.forTerminal(directory))', which is not "
        + "a directory; it is started here")
    return nil
  }

  private mutating func start(_ launch: inout Launch, isAwaited: Bool) {
    let words = launch.words
    do throws(SystemError) {
      launch.process = try Launcher.start(
        words, isAwaited: isAwaited, in: workingDirectory(of: launch.application))
    } catch {
      let program = TextEscaping.inMessage(words[0])
      let isThere = (try? FileInspection(of: words[0], followsLinks: true)) != nil
      let hint = error.isMissing && isThere ? "its interpreter is missing" : nil
      report(Failure(.notLaunched, "cannot start '\(program)': \(error)", hint: hint))
    }
  }
}
