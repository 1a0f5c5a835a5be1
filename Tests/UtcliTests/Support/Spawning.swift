// SPDX-License-Identifier: MIT

import Glibc

/// The output and status of a program that ended.
struct Outcome {
  /// The exit status, or 128 and the number of the signal that ended it.
  var status: Int32
  var output: [UInt8]
  var errors: [UInt8]

  var text: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }
  /// The lines of standard output.
  var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// A system call that a test needs and that failed.
struct SystemFailure: Error {
  var call: String
  var code: Int32
}

/// Runs `program` with only the given words, environment, directory and input.
///
/// Words are bytes, which Foundation's `Process` cannot pass; files take the output, so that no
/// pipe can fill up.
func spawn(
  _ program: String, _ words: [[UInt8]], environment: [String: String], directory: String,
  input: [UInt8] = []
) throws -> Outcome {
  let standardInput = try temporaryFile(input)
  let standardOutput = try temporaryFile()
  let standardError = try temporaryFile()
  defer { for file in [standardInput, standardOutput, standardError] { close(file) } }

  var actions = unsafe posix_spawn_file_actions_t()
  unsafe posix_spawn_file_actions_init(&actions)
  defer { unsafe posix_spawn_file_actions_destroy(&actions) }
  for (index, file) in [standardInput, standardOutput, standardError].enumerated() {
    unsafe posix_spawn_file_actions_adddup2(&actions, file, Int32(index))
  }

  // A thread of the test runner may have signals blocked, SIGCHLD for one, which a shell waits for.
  var attributes = posix_spawnattr_t()
  unsafe posix_spawnattr_init(&attributes)
  defer { unsafe posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  unsafe posix_spawnattr_setsigmask(&attributes, &signals)
  unsafe sigaddset(&signals, SIGPIPE)
  unsafe sigaddset(&signals, SIGCHLD)
  unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
  unsafe posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

  var process: pid_t = 0
  let variables = environment.map { Array("\($0.key)=\($0.value)".utf8) }
  // The shell changes the directory, which posix_spawn cannot do everywhere, and execs the program.
  let line = ["sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", directory, program]
  let code = unsafe withCStrings(line.map { Array($0.utf8) } + words) { arguments in
    unsafe withCStrings(variables) { variables in
      unsafe posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, variables)
    }
  }
  guard code == 0 else { throw SystemFailure(call: "posix_spawn", code: code) }
  var status: Int32 = 0
  while unsafe waitpid(process, &status, 0) < 0 {
    guard errno == EINTR else { throw SystemFailure(call: "waitpid", code: errno) }
  }
  return Outcome(
    status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F,
    output: contents(of: standardOutput), errors: contents(of: standardError))
}

/// A file without a name that holds `bytes`, at its beginning.
private func temporaryFile(_ bytes: [UInt8] = []) throws -> Int32 {
  var template = Array("/tmp/utcli-test-file-XXXXXX".utf8CString)
  let file = unsafe mkstemp(&template)
  guard file >= 0 else { throw SystemFailure(call: "mkstemp", code: errno) }
  _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  unsafe unlink(template)
  guard unsafe pwrite(file, bytes, bytes.count, 0) == bytes.count else {
    throw SystemFailure(call: "pwrite", code: errno)
  }
  return file
}

private func contents(of file: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe pread(file, &piece, piece.count, off_t(bytes.count))
    if count <= 0 { return bytes }
    bytes += piece[..<count]
  }
}

private func withCStrings<Result>(
  _ strings: [[UInt8]],
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = unsafe []
  for string in strings {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
    for (index, byte) in string.enumerated() { unsafe copy[index] = CChar(bitPattern: byte) }
    unsafe copy[string.count] = 0
    unsafe pointers.append(copy)
  }
  unsafe pointers.append(nil)
  defer {
    for index in unsafe pointers.indices { unsafe pointers[index]?.deallocate() }
  }
  return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
    guard let start = buffer.baseAddress else { preconditionFailure("the list ends in nil") }
    return unsafe body(start)
  }
}
