// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing
import Varlink

/// A process of the program `typed`, which is killed with this object.
///
/// Its log is read from a socket. A line says when the program is ready, and the socket is closed
/// when it ends; so no test needs to sleep.
final class DaemonProcess {
  /// How a process has ended.
  struct Ending: Equatable {
    /// The exit status, or 128 and the number of the signal.
    let status: CInt
    /// The lines of its log that were not read before.
    let log: [String]

    /// Whether a line of the log contains a text.
    func says(_ text: String) -> Bool { log.contains { $0.contains(text) } }
  }

  /// What the process is started with.
  struct Setting {
    /// Shell commands that come first; the same process then runs the daemon.
    var prelude = ":"
    var environment: [String: String] = [:]
    /// Descriptors that the process inherits, numbered from 3.
    var descriptors: [CInt] = []

    static var plain: Setting { Setting() }

    /// Passes sockets as a service manager does.
    static func passing(_ descriptors: [CInt], names: String? = nil) -> Setting {
      var environment = ["LISTEN_FDS": "\(descriptors.count)"]
      if let names { environment["LISTEN_FDNAMES"] = names }
      return Setting(
        prelude: "LISTEN_PID=$$; export LISTEN_PID", environment: environment,
        descriptors: descriptors)
    }
  }

  /// The number of the process.
  var process: pid_t { child.identifier }
  private let child: ChildProcess
  private let errors: ByteStream
  private var ending: Ending?

  /// Starts the program.
  init(
    _ words: [String], in directory: TemporaryDirectory, _ setting: Setting = .plain
  ) throws {
    let ends = try socketPair()
    errors = ByteStream(takingOver: ends.0)
    defer { close(ends.1) }
    let environment = [
      "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path, "XDG_DATA_DIRS": directory.path,
      "LC_ALL": "C",
    ].merging(setting.environment) { $1 }
    let line = "\(setting.prelude) && exec \"$@\""
    child = try ChildProcess(
      ["/bin/sh", "-c", line, "sh", ChildProcess.built("typed")] + words, environment: environment,
      descriptors: [nil, nil, ends.1] + setting.descriptors)
  }

  /// Starts the program, and waits until it listens.
  convenience init(
    listening words: [String], in directory: TemporaryDirectory, _ setting: Setting = .plain
  ) throws {
    try self.init(words, in: directory, setting)
    _ = try line(with: "listening")
  }

  /// Stops the process where the execution of lines is measured: a killed one writes no measurement.
  deinit {
    guard ending == nil, unsafe getenv("LLVM_PROFILE_FILE") != nil else { return }
    send(SIGTERM)
    send(SIGCONT)
    _ = try? end()
  }

  // MARK: - Conduct

  /// The next line of the log that contains a text; skips those before it.
  @discardableResult
  func line(with text: String) throws -> String {
    var seen: [String] = []
    while let line = try errors.piece(endingWith: 0x0A) {
      if line.contains(text) { return line }
      seen.append(line)
    }
    throw WaitFailure(description: "the log ended without '\(text)': \(seen)")
  }

  func send(_ signal: CInt) { child.send(signal) }

  /// Stops the process until it gets SIGCONT.
  func pause() throws {
    send(SIGSTOP)
    var status: CInt = 0
    guard unsafe waitpid(process, &status, WUNTRACED) == process else {
      throw CallFailure("waitpid")
    }
  }

  /// Waits until the process has ended.
  func end() throws -> Ending {
    if let ending { return ending }
    let log = try errors.rest().split(separator: "\n").map(String.init)
    let ending = Ending(status: child.wait(), log: log)
    self.ending = ending
    return ending
  }

  /// The number of open descriptors of the process.
  var descriptorCount: Int {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
    }
  }

  /// The processor time that the process has taken, and that of its first thread, which is the loop's.
  func processorTimes() throws -> (all: Duration, firstThread: Duration) {
    let first = try String(
      contentsOfFile: "/proc/\(process)/task/\(process)/schedstat", encoding: .utf8)
    let nanoseconds = try #require(first.split(separator: " ").first.flatMap { Int64($0) })
    var clock: clockid_t = 0
    var spent = timespec()
    guard unsafe clock_getcpuclockid(process, &clock) == 0,
      unsafe clock_gettime(clock, &spent) == 0
    else { throw CallFailure("clock_getcpuclockid") }
    return (.seconds(spent.tv_sec) + .nanoseconds(spent.tv_nsec), .nanoseconds(nanoseconds))
  }

  /// The target of a descriptor of the process.
  func descriptor(_ number: Int) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\(number)")
  }
}
