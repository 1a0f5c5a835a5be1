// SPDX-License-Identifier: MIT

import Foundation
import Glibc
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

  let process: pid_t
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
      // ThreadSanitizer would delay the end of the process by a second.
      "TSAN_OPTIONS": "atexit_sleep_ms=0",
    ].merging(setting.environment) { $1 }
    let line = "\(setting.prelude) && exec \"$@\""
    process = try Self.spawn(
      ["sh", "-c", line, "sh", Self.program] + words, environment,
      setting.descriptors, errors: ends.1)
  }

  /// Starts the program, and waits until it listens.
  convenience init(
    listening words: [String], in directory: TemporaryDirectory, _ setting: Setting = .plain
  ) throws {
    try self.init(words, in: directory, setting)
    _ = try line(with: "listening")
  }

  deinit {
    guard ending == nil else { return }
    kill(process, SIGKILL)
    _ = collect()
  }

  /// The program under test, which is in the same directory as the tests.
  private static let program: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().path + "/typed"
  }()

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

  func send(_ signal: CInt) { kill(process, signal) }

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
    let status = collect()
    let ending = Ending(
      status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F, log: log)
    self.ending = ending
    return ending
  }

  private func collect() -> CInt {
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
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

  // MARK: - Starting

  private static func spawn(
    _ words: [String], _ environment: [String: String], _ descriptors: [CInt], errors: CInt
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
    // Copies with great numbers, so that no descriptor overwrites another one.
    let copies = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 100) }
    defer { for copy in copies { close(copy) } }
    for (index, copy) in copies.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, copy, CInt(3 + index))
    }
    // The test runner may have inherited descriptors, which it would pass on.
    for number in CInt(3 + copies.count)..<256 {
      unsafe posix_spawn_file_actions_addclose(&actions, number)
    }
    // A thread of the test runner may block signals.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ, SIGTERM, SIGINT, SIGHUP] {
      unsafe sigaddset(&signals, signal)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var process: pid_t = 0
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let code = unsafe withCStrings(words) { words in
      unsafe withCStrings(variables) { variables in
        unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, words, variables)
      }
    }
    guard code == 0 else { throw CallFailure("posix_spawn", code: code) }
    return process
  }

  private static func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = unsafe strings.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer {
      for index in unsafe pointers.indices { unsafe free(pointers[index]) }
    }
    return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("the list ends with nil") }
      return unsafe body(start)
    }
  }
}
