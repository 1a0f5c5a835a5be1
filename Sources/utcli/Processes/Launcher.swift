// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import SystemBase

/// Starts programs by their argument vectors, without a shell.
///
/// A program is started by its absolute path, not by a descriptor that was checked before: a user who
/// can replace the file after the check can also do so before it, and a script started by a closed
/// descriptor could neither be read nor know its own name. The registry provides the path and the
/// trust in the bundle that names it; it does not check the file at that path.
///
/// The environment is passed on unchanged. A process that is not awaited gets a session of its own
/// and outlives the terminal: it reads from and writes to `/dev/null`, and inherits standard error,
/// where users look for its errors, and no other descriptor. A process that is awaited inherits all
/// descriptors, and stays in the terminal's foreground.
enum Launcher {
  /// Starts a process.
  ///
  /// - Parameters:
  ///   - words: The vector; the first word is the program's absolute path, or its name.
  ///   - isAwaited: Whether the caller waits for the process.
  ///   - alongPath: Whether a name is searched along `PATH`: only where the user's environment names it.
  ///   - directory: The directory that it starts in; `nil` for this process's own.
  ///   - input: The descriptor of its standard input; `nil` for the usual one.
  ///   - output: The descriptor of its standard output; `nil` for the usual one.
  /// - Returns: The number of the process, whose program runs.
  /// - Throws: The error of the system if the program does not run.
  static func start(
    _ words: [[UInt8]], isAwaited: Bool, alongPath: Bool = false, in directory: String? = nil,
    reading input: Int32? = nil, writing output: Int32? = nil
  ) throws(SystemError) -> pid_t {
    precondition(
      alongPath || words.first?.first == UInt8(ascii: "/"), "a program has an absolute path")
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }

    if let input { unsafe posix_spawn_file_actions_adddup2(&actions, input, 0) }
    if let output { unsafe posix_spawn_file_actions_adddup2(&actions, output, 1) }

    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    if isAwaited {
      // The parent may have set it to be ignored, which would discard the exit statuses.
      _ = signal(SIGCHLD, SIG_DFL)
      // Other signals stay ignored if the caller ignores them, as with nohup.
      for signal in [SIGPIPE, SIGXFSZ, SIGCHLD] { unsafe sigaddset(&signals, signal) }
    } else {
      unsafe sigfillset(&signals)
      flags |= Int32(TR_POSIX_SPAWN_SETSID)
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      if fcntl(2, F_GETFD) < 0 {
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      }
      unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var process: pid_t = 0
    // The child inherits it; nothing else runs in this process meanwhile.
    let own = directory == nil ? -1 : unsafe open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if own >= 0 { close(own) } }
    if let directory, unsafe chdir(directory) != 0 { throw .last }
    defer { if own >= 0 { _ = fchdir(own) } }
    let code = unsafe withVector(words) { program, vector in
      unsafe posix_spawnp(&process, program, &actions, &attributes, vector, tr_environment())
    }
    guard code == 0 else { throw SystemError(code: code) }
    return process
  }

  /// Waits for processes: the exit status of each, or 128 plus the number of the signal that ended it;
  /// `EX_SOFTWARE` if the wait fails.
  ///
  /// This process ignores the interrupt and quit keys meanwhile, so that it can report the statuses.
  static func statuses(of processes: [pid_t]) -> [Int32] {
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    defer {
      _ = signal(SIGINT, interrupt)
      _ = signal(SIGQUIT, quit)
    }
    return processes.map { process in
      var status: Int32 = 0
      while unsafe waitpid(process, &status, 0) < 0 {
        guard errno == EINTR else { return EX_SOFTWARE }
      }
      return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
  }

  /// The two ends of a pipe, which no program inherits.
  static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var descriptors: [Int32] = [-1, -1]
    guard unsafe Glibc.pipe(&descriptors) == 0 else { throw .last }
    // Nothing else starts a process between the two calls.
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return (descriptors[0], descriptors[1])
  }

  /// Calls `body` with the first word and the vector as C strings.
  ///
  /// Safe because no word contains a NUL, every pointer points into one buffer, and none outlives
  /// the call.
  private static func withVector(
    _ words: [[UInt8]],
    _ body: (UnsafePointer<CChar>, UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for word in words {
      starts.append(bytes.count)
      bytes.append(contentsOf: word.lazy.map { CChar(bitPattern: $0) })
      bytes.append(0)
    }
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else {
        preconditionFailure("a vector is not empty")
      }
      var pointers: [UnsafeMutablePointer<CChar>?] = unsafe starts.map { unsafe base + $0 }
      unsafe pointers.append(nil)
      return unsafe pointers.withUnsafeBufferPointer { pointers in
        guard let vector = pointers.baseAddress else {
          preconditionFailure("a vector ends in a null pointer")
        }
        return unsafe body(base, vector)
      }
    }
  }
}
