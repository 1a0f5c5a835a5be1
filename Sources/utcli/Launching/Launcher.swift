// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import TypeRegistry

/// Starts programs by their argument vectors, without a shell.
///
/// A program is started by its absolute path, not by a descriptor that was looked at before. Who can
/// put another file there after the look can do so before it, and a script could not be started by
/// a descriptor that is closed, nor could it tell its own name. The registry says which path was
/// meant and how far its bundle is trusted; it promises nothing of what stands there.
///
/// The environment is passed on unchanged. A process that nobody waits for lives in a session of its
/// own and outlives the terminal: it reads from and writes to `/dev/null`, keeps standard error,
/// where its complaints are looked for, and no other descriptor. One that is waited for keeps all
/// that this process was given, and stays in the terminal's foreground.
enum Launcher {
  /// The most bytes of one vector, as the kernel counts them (execve(2), "Limits on size").
  ///
  /// A page is left for what the way to the program adds, such as a script's interpreter.
  static func room() -> Int {
    let most = min(sysconf(Int32(_SC_ARG_MAX)), 6 << 20)
    var environment = 0
    var place = unsafe tr_environment()
    while let pointer = unsafe place, let variable = unsafe pointer.pointee {
      environment += unsafe strlen(variable) + 1 + MemoryLayout<Int>.size
      unsafe place = pointer + 1
    }
    return max(most - environment - 4_096, 0)
  }

  /// Where the program stands that runs others in the user's terminal, if it is installed.
  ///
  /// It is looked for where the programs of declarations are, never along the caller's `PATH`.
  static func terminal() -> String? {
    if case .present(let path) = LaunchProgram.locate(["xdg-terminal-exec"]).program {
      return path
    }
    return nil
  }

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - words: The vector; the first word is the program's absolute path.
  ///   - isAwaited: Whether the caller is going to wait for it.
  /// - Returns: The process's number, once its program runs.
  /// - Throws: Why it does not.
  static func start(_ words: [[UInt8]], isAwaited: Bool) throws(SystemError) -> pid_t {
    precondition(words.first?.first == UInt8(ascii: "/"), "a program has an absolute path")
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }

    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    if isAwaited {
      // Ignored, as it may be since this program began, it would take the statuses away.
      _ = signal(SIGCHLD, SIG_DFL)
      // The others are the caller's to ignore, as nohup does for what it starts.
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
    let code = unsafe withVector(words) { program, vector in
      unsafe posix_spawn(&process, program, &actions, &attributes, vector, tr_environment())
    }
    guard code == 0 else { throw SystemError(code: code) }
    return process
  }

  /// How processes have ended, when all have: the exit status of each, or 128 and the number of the
  /// signal that ended it.
  ///
  /// Meanwhile the keys that interrupt are for them; this process stays to tell how it went.
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
        guard errno == EINTR else { return ExitStatus.internalError.rawValue }
      }
      return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
  }

  /// Calls `body` with a vector as C has it, and its first word.
  ///
  /// Safe because no word holds a NUL, every pointer is into the one buffer, and none outlives the
  /// call.
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
