// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import SystemBase

/// Standard output, collected and written in large pieces; `print` would link more code than this
/// program's start-up time allows.
struct Output {
  private var buffer: [UInt8] = []
  private static let pieceLength = 1 << 16

  /// Whether standard output is a terminal, so that characters which control it are escaped.
  let isTerminal: Bool

  /// How people see rows; `nil` where programs read them, as in a pipe.
  private var presentation: Presentation?

  /// Receives the pieces.
  private let write: ([UInt8]) -> Void

  /// The process's standard output.
  init() {
    isTerminal = isatty(STDOUT_FILENO) == 1
    write = { Self.write($0, to: STDOUT_FILENO) }
  }

  /// Output that goes to `write`, with the form of output to a pipe, or to a terminal.
  init(isTerminal: Bool = false, to write: @escaping ([UInt8]) -> Void) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Shows rows to people from now on.
  mutating func present(as presentation: Presentation) { self.presentation = presentation }

  /// Sets the columns of the next rows, for headings; none for lines of FIELD and VALUE.
  mutating func head(_ columns: @autoclosure () -> [Column]) {
    guard let presentation else { return }
    layOut()
    presentation.columns = columns()
    presentation.hasHeading = false
  }

  /// Appends `text` and a line feed.
  mutating func line(_ text: String) {
    layOut()
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    flushIfLong()
  }

  /// Appends a sentence and a line feed; on a terminal it continues below a column where it is too
  /// long.
  ///
  /// - Parameters:
  ///   - text: One line, which may have colours.
  ///   - column: Where further lines begin, from 0.
  mutating func sentence(_ text: String, under column: Int) {
    guard let presentation else { return line(text) }
    layOut()
    for part in presentation.lines(of: text, under: column) { line(part) }
  }

  /// Appends fields separated by tabs, and a line feed; on a terminal a row of a table.
  ///
  /// - Parameters:
  ///   - fields: Without tabs or line ends.
  ///   - meaning: The meaning of the first field in this row, if that is more than its column's.
  mutating func line(_ fields: [String], meaning: Meaning? = nil) {
    guard let presentation else {
      append { buffer in
        buffer.append(tabbed: fields)
        buffer.append(UInt8(ascii: "\n"))
      }
      return
    }
    presentation.rows.append(TableLayout.Row(fields: fields, meaning: meaning))
    // Without a terminal nothing has to be aligned with later rows.
    if presentation.screen == nil { layOut() }
  }

  /// Appends a row with the name of a file or an operand, which need not be UTF-8.
  ///
  /// - Parameters:
  ///   - name: Escaped already; `nil` if there is none.
  ///   - fields: The fields after it, without tabs or line ends.
  ///   - first: The fields before it.
  ///   - meaning: As of a row without a name.
  ///   - terminator: The end of the line; with a NUL it is for programs, also on a terminal.
  mutating func line(
    _ name: [UInt8]?, _ fields: [String], after first: [String] = [], meaning: Meaning? = nil,
    terminator: UInt8 = UInt8(ascii: "\n")
  ) {
    if isTerminal, terminator != 0 {
      let name = name.map { [String(decoding: $0, as: UTF8.self)] } ?? []
      return line(first + name + fields, meaning: meaning)
    }
    append { buffer in
      for field in first { buffer += "\(field)\t".utf8 }
      if let name {
        buffer += name
        buffer.append(UInt8(ascii: "\t"))
      }
      buffer.append(tabbed: fields)
      buffer.append(terminator)
    }
  }

  /// The headings of columns that the terminal is too narrow for, of the rows so far.
  mutating func headingsLeftOut() -> [String] {
    layOut()
    return presentation?.headingsLeftOut ?? []
  }

  /// `text` in the colour of its meaning, where there are colours.
  func painted(_ text: String, _ meaning: Meaning) -> String {
    presentation?.isColored == true ? meaning.painted(text) : text
  }

  /// Appends the rows that wait for the widths of the others.
  private mutating func layOut() {
    guard let presentation, !presentation.rows.isEmpty else { return }
    for line in presentation.takeLines() {
      buffer.append(contentsOf: line.utf8)
      buffer.append(UInt8(ascii: "\n"))
    }
    flushIfLong()
  }

  /// Appends the bytes that `body` appends.
  mutating func append(_ body: (inout [UInt8]) -> Void) {
    layOut()
    body(&buffer)
    flushIfLong()
  }

  /// Appends the JSON document that `body` writes, and a line feed.
  mutating func json(_ body: (inout JSONWriter) -> Void) {
    layOut()
    // The writer has the buffer meanwhile, so that nothing is copied.
    var writer = JSONWriter(appendingTo: takeBuffer())
    body(&writer)
    writer.endText(terminator: UInt8(ascii: "\n"))
    buffer = writer.bytes
    flushIfLong()
  }

  /// Appends each object of the list in the JSON document that `body` writes on a line of its own; the
  /// document itself if it has no list.
  mutating func jsonLines(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    body(&writer)
    writer.endText()
    let lines = JSONLines(of: writer.bytes)
    append { buffer in
      for line in lines.ranges {
        buffer += lines.document[line]
        buffer.append(UInt8(ascii: "\n"))
      }
    }
  }

  private mutating func takeBuffer() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &buffer)
    return taken
  }

  private mutating func flushIfLong() {
    // A text that a pager may show is collected as a whole.
    guard buffer.count >= Self.pieceLength, presentation?.pager == nil else { return }
    write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the collected output: a reader waits for it, and more may follow.
  mutating func flush() {
    layOut()
    presentation?.pager = nil
    write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes the collected output, all of it; through the pager if it does not fit a terminal.
  mutating func finish() {
    layOut()
    if let presentation, let pager = presentation.pager, presentation.exceedsScreen(buffer),
      pager.show(buffer)
    {
      buffer.removeAll()
    }
    flush()
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

extension [UInt8] {
  /// Appends fields with tabs between them.
  ///
  /// Not joined: a start looks for the conformances of the elements that it joins.
  fileprivate mutating func append(tabbed fields: [String]) {
    for index in fields.indices {
      if index > 0 { append(UInt8(ascii: "\t")) }
      append(contentsOf: fields[index].utf8)
    }
  }
}

extension Screen {
  /// The terminal of standard output; `nil` if it is not a terminal.
  static func ofStandardOutput() -> Screen? { of(STDOUT_FILENO) }

  /// The terminal of standard error; `nil` if it is not a terminal.
  static func ofStandardError() -> Screen? { of(STDERR_FILENO) }
}

/// Standard error, a line at a time: text for people, JSON for programs.
struct ErrorOutput {
  /// The name of the program, before each line.
  var program = "utcli"
  /// Whether programs read the lines.
  var isJSON = false
  /// Whether remarks are left out; errors are not.
  var isQuiet = false
  /// Receives the lines; standard error by default.
  var write: ([UInt8]) -> Void = { Output.write($0, to: STDERR_FILENO) }
  /// The terminal on which people read the lines, if it is one.
  var screen: () -> Screen? = { .ofStandardError() }

  /// Writes one line, on a terminal as many as it needs; text from elsewhere in it is escaped, so that
  /// it can neither end the line nor control a terminal.
  func line(_ text: String) {
    write("\(program): \(text)", under: program.utf8.count + 2)
  }

  /// Writes one line without the program's name.
  func plainLine(_ text: String) { write(text, under: 0) }

  private func write(_ text: String, under column: Int) {
    let escaped = TextEscaping.forTerminal(text)
    let lines = screen().map { Prose(width: $0.columns).lines(escaped, under: column) }
    write(Array(((lines ?? [escaped]).joined(separator: "\n") + "\n").utf8))
  }

  /// Writes an error, with its hint.
  func report(_ failure: Failure) {
    guard isJSON else {
      line(failure.message)
      if let hint = failure.hint { line("hint: \(hint)") }
      return
    }
    document {
      $0.member("error", failure.message)
      $0.member("hint", failure.hint)
    } rest: {
      $0.member("status", Int(failure.status.rawValue))
    }
  }

  /// Writes a remark on an answer.
  func note(_ text: String) {
    if isQuiet { return }
    guard isJSON else {
      line("note: \(text)")
      return
    }
    document { $0.member("note", text) }
  }

  private func document(
    _ members: (inout JSONWriter) -> Void, rest: (inout JSONWriter) -> Void = { _ in }
  ) {
    var writer = JSONWriter()
    writer.document(members, rest: rest)
    write(writer.bytes + [UInt8(ascii: "\n")])
  }
}

/// One line on the terminal about the progress of something, replaced by each next one.
struct ProgressLine: Sendable {
  /// Progress on standard error.
  ///
  /// - Returns: `nil` if standard error is not a terminal, or nothing is to be shown.
  init?(isWanted: Bool) {
    guard isWanted, isatty(STDERR_FILENO) == 1 else { return nil }
  }

  /// Shows a text instead of the last one.
  func show(_ text: String) {
    Output.write(Array("\r\u{1B}[K\(TextEscaping.forTerminal(text))".utf8), to: STDERR_FILENO)
  }

  /// Removes the line.
  func clear() { Output.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO) }
}
