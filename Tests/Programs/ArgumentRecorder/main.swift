// SPDX-License-Identifier: MIT

// Takes the part of an application in tests of launching: records how it was started, and ends.
//
// RECORD_ARGUMENTS names a file; a record is appended to it: the number of arguments, then each
// argument, with a NUL after each. RECORD_STATE names a file for the state that the process found
// itself in, a line for each fact. RECORD_STATUS is the status that it ends with; a negative number
// is a signal.

import Glibc

private func variable(_ name: String) -> String? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe String(cString: value)
}

/// Appends all in one call, so that no other process's record comes between.
private func append(_ bytes: [UInt8], to path: String) {
  let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
  guard file >= 0, unsafe write(file, bytes, bytes.count) == bytes.count else { exit(99) }
  close(file)
}

private func arguments() -> [[UInt8]] {
  (0..<Int(CommandLine.argc)).compactMap { index in
    guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
    return unsafe UnsafeBufferPointer(start: word, count: strlen(word)).map {
      UInt8(bitPattern: $0)
    }
  }
}

private func state() -> [String] {
  var lines = ["session \(getsid(0) == getpid() ? "own" : "inherited")"]
  if let directory = unsafe getcwd(nil, 0) {
    lines.append("directory \(unsafe String(cString: directory))")
    unsafe free(directory)
  }
  for descriptor in Int32(0)..<256 where fcntl(descriptor, F_GETFD) >= 0 {
    var target = [CChar](repeating: 0, count: 4_096)
    let count = unsafe readlink("/proc/self/fd/\(descriptor)", &target, target.count)
    let bytes = target.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
    lines.append("descriptor \(descriptor) \(String(decoding: bytes, as: UTF8.self))")
  }
  for signal in Int32(1)..<32 where signal != SIGKILL && signal != SIGSTOP {
    var action = sigaction()
    unsafe sigaction(signal, nil, &action)
    // SIG_IGN is the address 1; functions cannot be compared.
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    if handler == 1 { lines.append("ignored \(signal)") }
  }
  var mask = sigset_t()
  unsafe sigprocmask(SIG_BLOCK, nil, &mask)
  for signal in Int32(1)..<32 where unsafe sigismember(&mask, signal) == 1 {
    lines.append("blocked \(signal)")
  }
  return lines
}

if let path = variable("RECORD_ARGUMENTS") {
  let words = arguments()
  var record = Array("\(words.count)".utf8) + [0]
  for word in words { record += word + [0] }
  append(record, to: path)
}
if let path = variable("RECORD_STATE") {
  append(Array(state().map { $0 + "\n" }.joined().utf8), to: path)
}
let status = variable("RECORD_STATUS").flatMap { Int32($0) } ?? 0
if status < 0 { kill(getpid(), -status) }
exit(status)
