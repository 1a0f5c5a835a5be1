// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import TypeRegistry

/// The program that shows a long text page by page.
struct Pager {
  /// Its vector of arguments; the program is searched along `PATH`.
  let words: [String]

  /// The pager that the environment names, else `less`.
  ///
  /// It is `nil` if none is wanted: `PAGER` is empty or `cat`, or the terminal cannot move back.
  ///
  /// - Parameter variable: The value of a variable of the environment; `nil` if it is not set.
  init?(_ variable: (String) -> [UInt8]?) {
    if variable("TERM") == Array("dumb".utf8) { return nil }
    guard let bytes = variable("PAGER") else {
      // Ends at once if all fits (F), shows colours (R), leaves the text on the screen (X).
      words = ["less", "-FRX"]
      return
    }
    let command = String(decoding: bytes, as: UTF8.self)
    if command.allSatisfy({ $0 == " " }) || command == "cat" { return nil }
    let isPlain = !command.utf8.contains { "|&;<>()$`\\\"' \t\n*?[#~=%".utf8.contains($0) }
    words = isPlain ? [command] : ["/bin/sh", "-c", command]
  }

  /// Shows a text until the reader ends the pager, which need not read all of it.
  ///
  /// - Returns: Whether the pager ran; if not, the text is still to be written.
  func show(_ text: [UInt8]) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Without options of the user's own, so that 'less' alone shows colours, too.
    unsafe setenv("LESS", "FRX", 0)
    guard let process = start(reading: ends[0]) else {
      close(ends[0])
      close(ends[1])
      return false
    }
    close(ends[0])
    // The keys are meant for the pager, which may also end before it has read everything.
    let usual = [SIGINT, SIGQUIT, SIGPIPE].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, action) in usual { _ = signal(number, action) } }
    try? PrivateFile.write(text.span, to: ends[1])
    close(ends[1])
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    // A shell exits with 127 if it does not find the program (POSIX, "Exit Status for Commands").
    return status >> 8 & 0xFF != 127
  }

  private func start(reading input: Int32) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // This program ignores it; the pager need not.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGXFSZ)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var vector: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe vector.append(nil)
    defer {
      for index in unsafe vector.indices { unsafe free(vector[index]) }
    }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(
      &process, words[0], &actions, &attributes, vector, tr_environment())
    return code == 0 ? process : nil
  }
}
