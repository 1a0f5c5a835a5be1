// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import SystemErrors
internal import TypeRegistry

/// Standard output, collected and written in large pieces; `print` would link more code than this
/// program's start-up time allows.
struct Output {
  private var buffer: [UInt8] = []
  private static let pieceLength = 1 << 16

  /// Whether standard output is a terminal, so that characters which control it are escaped.
  let isTerminal: Bool

  /// Receives the pieces.
  private let write: ([UInt8]) -> Void

  /// The process's standard output.
  init() {
    isTerminal = isatty(STDOUT_FILENO) == 1
    write = { Self.write($0, to: STDOUT_FILENO) }
  }

  /// Output that goes to `write`, with the form of output to a pipe.
  init(to write: @escaping ([UInt8]) -> Void) {
    isTerminal = false
    self.write = write
  }

  /// Appends `text` and a line feed.
  mutating func line(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    flushIfLong()
  }

  /// Appends fields separated by tabs, and a line feed.
  mutating func line(_ fields: [String]) { line(fields.joined(separator: "\t")) }

  /// Appends the bytes that `body` appends.
  mutating func append<Result>(_ body: (inout [UInt8]) -> Result) -> Result {
    let result = body(&buffer)
    flushIfLong()
    return result
  }

  /// Appends the JSON document that `body` writes, and a line feed.
  mutating func json(_ body: (inout JSONWriter) -> Void) {
    // The writer has the buffer meanwhile, so that nothing is copied.
    var writer = JSONWriter(appendingTo: takeBuffer())
    body(&writer)
    writer.endText(terminator: UInt8(ascii: "\n"))
    buffer = writer.bytes
    flushIfLong()
  }

  private mutating func takeBuffer() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    return taken
  }

  private mutating func flushIfLong() {
    if buffer.count >= Self.pieceLength { flush() }
  }

  /// Writes what was collected.
  mutating func flush() {
    write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes all of `bytes`.
  ///
  /// An answer that cannot be written ends the process: a part of it would mislead. A remark that
  /// cannot be written is dropped, so that the answer is still given.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count < 0 {
        switch errno {
        case EINTR: continue
        case EAGAIN: waitUntilWritable(descriptor)
        default:
          if descriptor == STDERR_FILENO { return }
          if errno != EPIPE {
            ErrorOutput().line("cannot write output: \(reason())")
          }
          exit(ExitStatus.unwritable.rawValue)
        }
      } else {
        written += count
      }
    }
  }

  /// Why the last write to standard output failed.
  private static func reason() -> String {
    errno == EBADF ? "standard output is closed" : "\(SystemError.last)"
  }

  /// Waits for the reader of a pipe that another process made non-blocking.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    unsafe _ = poll(&request, 1, -1)
  }
}

/// Standard error, a line at a time: text for people, JSON for programs.
struct ErrorOutput {
  /// The name of the program, before each line.
  var program = "utcli"
  /// Receives the lines; standard error by default.
  var write: ([UInt8]) -> Void = { Output.write($0, to: STDERR_FILENO) }

  /// Writes one line; text from elsewhere in it is escaped, so that it can neither end the line nor
  /// control a terminal.
  func line(_ text: String) {
    plainLine("\(program): \(text)")
  }

  /// Writes one line without the program's name.
  func plainLine(_ text: String) {
    write(Array((TextEscaping.forTerminal(text) + "\n").utf8))
  }

  /// Writes an error, with its hint.
  func report(_ failure: Failure, asJSON: Bool) {
    guard asJSON else {
      line(failure.message)
      if let hint = failure.hint { line("hint: \(hint)") }
      return
    }
    document { writer in
      writer.member("error", failure.message)
      writer.member("hint", failure.hint)
      writer.schema()
      writer.member("status", Int(failure.status.rawValue))
    }
  }

  /// Writes a remark on an answer.
  func note(_ text: String, asJSON: Bool) {
    guard asJSON else {
      line("note: \(text)")
      return
    }
    document { writer in
      writer.member("note", text)
      writer.schema()
    }
  }

  private func document(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginObject()
    body(&writer)
    writer.endObject()
    write(writer.bytes + [UInt8(ascii: "\n")])
  }
}

/// One line on the terminal that says how far something is, replaced by each next one.
struct ProgressLine: Sendable {
  /// Progress on standard error.
  ///
  /// - Returns: `nil` if standard error is not a terminal, or nothing is to be shown.
  init?(isWanted: Bool) {
    guard isWanted, isatty(STDERR_FILENO) == 1 else { return nil }
  }

  /// Shows a text in the place of the last one.
  func show(_ text: String) {
    Output.write(Array("\r\u{1B}[K\(TextEscaping.forTerminal(text))".utf8), to: STDERR_FILENO)
  }

  /// Removes the line.
  func clear() { Output.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
}

extension JSONWriter {
  /// Writes the version of the form of the answers.
  mutating func schema() { member("schema", 1) }
}
