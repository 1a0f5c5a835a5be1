// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// A program that runs while its output is read, line by line; it is ended with this object.
final class RunningProgram {
  private let process: ChildProcess
  private let output: OutputLines
  private let errors: FileHandle

  /// Starts `utcli`, with standard input from a descriptor.
  init(_ words: [String], input: CInt? = nil, in world: ProgramWorld) throws {
    let path = world.directory + "/errors-\(UUID().uuidString)"
    try Data().write(to: URL(fileURLWithPath: path))
    errors = try #require(FileHandle(forUpdatingAtPath: path))
    (process, output) = try OutputLines.start(
      [ChildProcess.built("utcli")] + words, environment: world.environment(), input: input,
      errors: errors.fileDescriptor)
  }

  /// The next line; `nil` at the end of the output.
  ///
  /// Waits at most half a minute.
  func nextLine() throws -> String? { try output.next() }

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
  func end() throws -> (status: CInt, rest: [String], errors: String) {
    let rest = try output.rest()
    let status = process.wait()
    try errors.seek(toOffset: 0)
    return (status, rest, String(decoding: try errors.readToEnd() ?? Data(), as: UTF8.self))
  }
}
