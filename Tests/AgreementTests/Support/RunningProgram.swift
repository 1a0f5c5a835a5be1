// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Testing

/// A program that runs while its output is read, line by line; it is ended with this object.
final class RunningProgram {
  private let process: Process
  private let output = Pipe()
  private let errors: URL
  private var unread: [UInt8] = []

  /// Starts `utcli`.
  init(_ words: [String], in world: ProgramWorld) throws {
    process = world.process("utcli", words)
    errors = URL(fileURLWithPath: world.directory + "/errors-\(UUID().uuidString)")
    try Data().write(to: errors)
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    // So that the end of the program is the end of its output.
    try output.fileHandleForWriting.close()
  }

  deinit {
    if process.isRunning {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// The next line; `nil` at the end of the output.
  ///
  /// Waits at most half a minute.
  func nextLine() throws -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let descriptor = output.fileHandleForReading.fileDescriptor
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      try #require(unsafe poll(&request, 1, 30_000) > 0, "no further line")
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = unsafe read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return nil }
      unread += bytes.prefix(count)
    }
  }

  /// The lines up to and including the first that fulfils a condition.
  func lines(through isLast: (String) -> Bool) throws -> [String] {
    var lines: [String] = []
    while let line = try nextLine() {
      lines.append(line)
      if isLast(line) { return lines }
    }
    Issue.record("the output ended before that: \(lines)")
    return lines
  }

  /// Waits for the end: the exit status, the rest of the output, and what was written to standard error.
  func end() throws -> (status: Int32, rest: [String], errors: String) {
    var rest: [String] = []
    while let line = try nextLine() { rest.append(line) }
    process.waitUntilExit()
    return (
      process.terminationStatus, rest, String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    )
  }
}
