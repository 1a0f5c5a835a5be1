// SPDX-License-Identifier: MIT

internal import Glibc

/// What a program writes while it runs, read from a pipe line by line.
public final class OutputLines {
  /// The end that the program writes to.
  private var writing: CInt
  private let reading: CInt
  private var unread: [UInt8] = []

  private init() throws(CallFailure) {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw CallFailure("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    if writing >= 0 { close(writing) }
  }

  /// Starts a program, whose standard output is read.
  ///
  /// - Parameters:
  ///   - words: Its path and its arguments.
  ///   - environment: Its variables; `nil` for those of this process.
  ///   - input: Its standard input; `nil` for `/dev/null`.
  ///   - errors: Its standard error; `nil` for `/dev/null`.
  ///   - closesOthers: Whether to close what this process has inherited.
  /// - Returns: The process, and its output.
  /// - Throws: ``CallFailure``.
  public static func start(
    _ words: [String], environment: [String: String]? = nil, input: CInt? = nil,
    errors: CInt? = nil, closesOthers: Bool = true
  ) throws(CallFailure) -> (process: ChildProcess, output: OutputLines) {
    let lines = try OutputLines()
    let process = try ChildProcess(
      words, environment: environment, descriptors: [input, lines.writing, errors],
      closesOthers: closesOthers)
    // So that the end of the program is the end of its output.
    close(lines.writing)
    lines.writing = -1
    return (process, lines)
  }

  /// The next line, also an unfinished one at the end; `nil` after the last.
  ///
  /// Waits at most half a minute.
  public func next() throws(CallFailure) -> String? {
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: 0x0A) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      searched = unread.count
      if try !fill() {
        defer { unread = [] }
        return unread.isEmpty ? nil : String(decoding: unread, as: UTF8.self)
      }
    }
  }

  /// The lines that are left.
  public func rest() throws(CallFailure) -> [String] {
    var lines: [String] = []
    while let line = try next() { lines.append(line) }
    return lines
  }

  /// Reads once; `false` at the end of the output.
  private func fill() throws(CallFailure) -> Bool {
    var request = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, 30_000) > 0 else { throw CallFailure("poll", code: ETIMEDOUT) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(reading, &bytes, bytes.count)
    if count > 0 { unread += bytes.prefix(count) }
    return count > 0
  }
}
