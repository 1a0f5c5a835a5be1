// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import TypeRegistry

/// Standard output, collected and written in large pieces; `print` would pull in far more than this
/// program's start-up time allows.
struct Output {
  private var buffer: [UInt8] = []
  private static let pieceLength = 1 << 16

  /// Whether a person reads along, so that characters which act on a terminal are escaped.
  let isTerminal: Bool

  /// Where the pieces go.
  private let write: ([UInt8]) -> Void

  /// The process's standard output.
  init() {
    isTerminal = isatty(STDOUT_FILENO) == 1
    write = { Self.write($0, to: STDOUT_FILENO) }
  }

  /// Output that `write` gets, as a pipe would.
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

  /// Appends fields with tabs between and a line feed behind.
  mutating func line(_ fields: [String]) { line(fields.joined(separator: "\t")) }

  /// Lets `body` append bytes of its own.
  mutating func append<Result>(_ body: (inout [UInt8]) -> Result) -> Result {
    let result = body(&buffer)
    flushIfLong()
    return result
  }

  /// Appends one JSON document with keys as `body` writes them, and a line feed.
  mutating func json(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    body(&writer)
    buffer.append(contentsOf: writer.bytes)
    buffer.append(UInt8(ascii: "\n"))
    flushIfLong()
  }

  private mutating func flushIfLong() {
    if buffer.count >= Self.pieceLength { flush() }
  }

  /// Writes out what was collected.
  mutating func flush() {
    write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes all of `bytes`.
  ///
  /// An answer that cannot be written ends the process: what is left of it would mislead. A remark
  /// that cannot be written is lost; the answer is not.
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
            ErrorOutput().line("cannot write the answer: \(SystemError.last)")
          }
          exit(ExitStatus.unwritable.rawValue)
        }
      } else {
        written += count
      }
    }
  }

  /// Waits for a reader of a pipe that somebody else set not to block.
  private static func waitUntilWritable(_ descriptor: Int32) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    unsafe _ = poll(&request, 1, -1)
  }
}

/// Standard error, a line at a time, for people (or as JSON, for programs).
struct ErrorOutput {
  /// Where the lines go; standard error unless somebody else wants them.
  var write: ([UInt8]) -> Void = { Output.write($0, to: STDERR_FILENO) }

  /// Writes one line; foreign text in it cannot end it, nor act on a terminal.
  func line(_ text: String) {
    let line = "utcli: \(TextEscaping.forTerminal(text))\n"
    write(Array(line.utf8))
  }

  /// Writes what went wrong.
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

  /// Writes a remark on an answer that was given.
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

extension JSONWriter {
  /// The number of the form of the answers.
  mutating func schema() { member("schema", 1) }
}
