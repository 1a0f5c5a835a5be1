// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase
internal import TypeRegistry

extension Launcher {
  /// The longest output that is read, in bytes.
  private static let longestOutput = 1 << 16

  /// Starts a program with `input` as its standard input, and waits for its output.
  ///
  /// - Parameters:
  ///   - words: The vector; the first word is the program's absolute path.
  ///   - input: Written as a whole before the output is read, as by programs that show a list.
  /// - Returns: The output; empty if the program failed.
  /// - Throws: The error of the system if the program does not run.
  static func output(of words: [[UInt8]], input: [UInt8]) throws(SystemError) -> [UInt8] {
    let toProgram = try pipe()
    var unclosed = [toProgram.reading, toProgram.writing]
    defer { for descriptor in unclosed { close(descriptor) } }
    let fromProgram = try pipe()
    unclosed += [fromProgram.reading, fromProgram.writing]
    // A program that ends before it has read everything ends no more than itself.
    let former = signal(SIGPIPE, SIG_IGN)
    defer { _ = signal(SIGPIPE, former) }
    let process = try start(
      words, isAwaited: true, reading: toProgram.reading, writing: fromProgram.writing)
    unclosed = [fromProgram.reading]
    close(toProgram.reading)
    close(fromProgram.writing)
    try? PrivateFile.write(input.span, to: toProgram.writing)
    close(toProgram.writing)
    let output = read(fromProgram.reading)
    return statuses(of: [process]) == [0] ? output : []
  }

  private static func read(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < longestOutput {
      let count = unsafe Glibc.read(descriptor, &piece, piece.count)
      if count > 0 {
        bytes += piece[..<count]
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    return bytes
  }
}
