// SPDX-License-Identifier: MIT

public import Glibc

/// A process that this one has started; it is killed with this object.
///
/// Words are bytes, which Foundation's `Process` cannot pass.
public final class ChildProcess {
  /// The number of the process.
  public let identifier: pid_t
  /// What the process used, once it was waited for.
  public private(set) var usage = rusage()
  private var ending: CInt?

  /// The variables of this process that control sanitizers, the measurement of coverage, and mutants.
  private static let watchers: [String: String] = {
    let names = [
      "ASAN_OPTIONS", "LLVM_PROFILE_FILE", "LSAN_OPTIONS", "MUTANT", "MUTANT_REACHED",
      "SWIFT_BACKTRACE", "TSAN_OPTIONS", "UBSAN_OPTIONS",
    ]
    let values = names.compactMap { name in
      unsafe getenv(name).map { unsafe (name, String(cString: $0)) }
    }
    return Dictionary(uniqueKeysWithValues: values)
  }()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: Its path and its arguments.
  ///   - environment: Its variables, besides those of tools that watch the tests; `nil` for those of this
  ///     process.
  ///   - directory: The directory in which it starts; `nil` for that of this process.
  ///   - descriptors: What it has open as 0, 1 and so on; `nil` for `/dev/null`. At least the first three
  ///     are given.
  ///   - closesOthers: Whether to close what this process has inherited, as a test runner may have.
  /// - Throws: ``CallFailure``.
  public init(
    _ words: [[UInt8]], environment: [String: String]? = nil, directory: String? = nil,
    descriptors: [CInt?] = [nil, nil, nil], closesOthers: Bool = true
  ) throws(CallFailure) {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    // Copies with great numbers, so that no descriptor overwrites another one.
    let copies = descriptors.map { $0.map { fcntl($0, F_DUPFD_CLOEXEC, 100) } }
    defer { for case let copy? in copies { close(copy) } }
    for (number, copy) in copies.enumerated() {
      if let copy {
        unsafe posix_spawn_file_actions_adddup2(&actions, copy, CInt(number))
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, CInt(number), "/dev/null", O_RDWR, 0)
      }
    }
    if closesOthers {
      for number in CInt(copies.count)..<256 {
        unsafe posix_spawn_file_actions_addclose(&actions, number)
      }
    }
    // A thread of the test runner may block signals, or ignore them: SIGCHLD for one, which a shell waits for.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ, SIGCHLD, SIGTERM, SIGINT, SIGHUP] {
      unsafe sigaddset(&signals, signal)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var words = words
    if let directory {
      // By a shell: posix_spawn cannot change it everywhere.
      let line = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", directory]
      words = line.map { Array($0.utf8) } + words
    }
    var process: pid_t = 0
    let code = unsafe withCStrings(words) { words in
      guard let program = unsafe words[0] else { return EINVAL }
      guard let environment else {
        return unsafe posix_spawn(&process, program, &actions, &attributes, words, environ)
      }
      let variables = Self.watchers.merging(environment) { $1 }
      return unsafe withCStrings(variables.map { Array("\($0.key)=\($0.value)".utf8) }) {
        unsafe posix_spawn(&process, program, &actions, &attributes, words, $0)
      }
    }
    guard code == 0 else { throw CallFailure("posix_spawn", code: code) }
    identifier = process
  }

  /// Starts a program whose words are text.
  public convenience init(
    _ words: [String], environment: [String: String]? = nil, directory: String? = nil,
    descriptors: [CInt?] = [nil, nil, nil], closesOthers: Bool = true
  ) throws(CallFailure) {
    try self.init(
      words.map { Array($0.utf8) }, environment: environment, directory: directory,
      descriptors: descriptors, closesOthers: closesOthers)
  }

  deinit { end() }

  /// Sends a signal, unless the process was waited for.
  public func send(_ signal: CInt) {
    if ending == nil { kill(identifier, signal) }
  }

  /// Waits for the end: the exit status, or 128 and the number of the signal.
  @discardableResult
  public func wait() -> CInt {
    if let ending { return ending }
    var status: CInt = 0
    while unsafe wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    ending = code
    return code
  }

  /// Kills the process and waits for its end.
  public func end() {
    send(SIGKILL)
    wait()
  }

  /// The path of a program that was built with the tests, which is in the directory of theirs.
  public static func built(_ name: String) -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &path, path.count)
    let tests = String(
      decoding: path.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (tests.split(separator: "/").dropLast() + [name[...]]).map { "/" + $0 }.joined()
  }
}

/// Calls `body` with the strings as `execve` takes them, ended by a null pointer.
private func withCStrings<Result>(
  _ strings: [[UInt8]],
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let bytes = UnsafeMutableBufferPointer<CChar>.allocate(
    capacity: strings.reduce(0) { $0 + $1.count + 1 })
  defer { unsafe bytes.deallocate() }
  let pointers = UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: strings.count + 1)
  defer { unsafe pointers.deallocate() }
  var position = 0
  for (index, string) in strings.enumerated() {
    unsafe pointers.initializeElement(at: index, to: bytes.baseAddress.map { unsafe $0 + position })
    for byte in string + [0] {
      unsafe bytes.initializeElement(at: position, to: CChar(bitPattern: byte))
      position += 1
    }
  }
  unsafe pointers.initializeElement(at: strings.count, to: nil)
  guard let start = pointers.baseAddress else {
    preconditionFailure("the list is not empty")
  }
  return unsafe body(start)
}
