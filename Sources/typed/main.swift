// SPDX-License-Identifier: MIT

internal import Glibc
internal import ProgramStart
internal import TypeRegistry

/// The arguments as bytes: a path need not be UTF-8.
private func words() -> [[UInt8]] {
  (1..<max(program_word_count(), 1)).compactMap { index in
    guard let word = unsafe program_word(index) else { return nil }
    return unsafe UnsafeBufferPointer(start: word, count: strlen(word))
      .map { UInt8(bitPattern: $0) }
  }
}

private func write(_ text: String, to descriptor: CInt) {
  var text = text
  text.withUTF8 { bytes in
    _ = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
  }
}

/// Opens `/dev/null` for each standard descriptor that is closed.
///
/// Otherwise the first socket would get such a number, and the log would be written to it.
private func fillStandardDescriptors() {
  for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
    // Gets this number, because it is the lowest free one.
    _ = unsafe open("/dev/null", O_RDWR)
  }
}

private func run() -> ExitStatus {
  fillStandardDescriptors()
  let words = words()
  if words.first == Array("complete".utf8) {
    // For the completions of shells, which are installed with the program; not among the options.
    let texts = words.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    write(Options.completion(texts), to: STDOUT_FILENO)
    return .ended
  }
  let log = Log()
  do throws(Failure) {
    let options = try Options(words)
    switch options.purpose {
    case .help: write(Options.help, to: STDOUT_FILENO)
    case .version: write("typed \(ProgramVersion.text)\n", to: STDOUT_FILENO)
    case .serve:
      ProcessMemory.useOneHeap()
      return try Daemon(options, log: log).run()
    }
    return .ended
  } catch {
    if error.status == .usage {
      // For the user at the terminal, not for the journal.
      write("typed: \(error.message)\n", to: STDERR_FILENO)
      if let hint = error.hint { write("typed: hint: \(hint)\n", to: STDERR_FILENO) }
    } else {
      log.write(.error, .failed, ["reason": error.message])
    }
    return error.status
  }
}

exit(run().rawValue)
