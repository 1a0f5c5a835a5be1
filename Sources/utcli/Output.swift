// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON

/// Standard output, collected and written in large pieces; `print` would pull in far more than this
/// program's start-up time allows.
struct Output {
  private var buffer: [UInt8] = []
  private static let pieceLength = 1 << 16

  /// Whether a person reads along, so that characters which act on a terminal are escaped.
  let isTerminal = isatty(STDOUT_FILENO) == 1

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
    Self.write(buffer, to: STDOUT_FILENO)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes all of `bytes`; ends the process if nobody can read them.
  static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        if descriptor != STDERR_FILENO {
          let reason = errno == EPIPE ? "" : "utcli: cannot write the answer (error \(errno))\n"
          write(Array(reason.utf8), to: STDERR_FILENO)
        }
        exit(1)
      }
      written += count
    }
  }
}

/// Standard error, a line at a time, for people (or as JSON, for programs).
enum ErrorOutput {
  static func line(_ text: String) {
    let escaped = isatty(STDERR_FILENO) == 1 ? TextEscaping.forTerminal(text) : text
    Output.write(Array("utcli: \(escaped)\n".utf8), to: STDERR_FILENO)
  }

  static func report(_ failure: Failure, asJSON: Bool) {
    guard asJSON else {
      line(failure.message)
      if let hint = failure.hint { line("hint: \(hint)") }
      return
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("error")
    writer.string(failure.message)
    if let hint = failure.hint {
      writer.name("hint")
      writer.string(hint)
    }
    writer.name("schema")
    writer.integer(1)
    writer.name("status")
    writer.integer(failure.status.rawValue)
    writer.endObject()
    Output.write(writer.bytes + [UInt8(ascii: "\n")], to: STDERR_FILENO)
  }
}
