// SPDX-License-Identifier: MIT

internal import Glibc

/// The output and status of a program that ended.
public struct Outcome: Sendable {
  /// The exit status, or 128 and the number of the signal that ended it.
  public var status: CInt
  /// What it wrote to standard output.
  public var output: [UInt8]
  /// What it wrote to standard error.
  public var errors: [UInt8]

  /// Standard output as text.
  public var text: String { String(decoding: output, as: UTF8.self) }
  /// Standard error as text.
  public var errorText: String { String(decoding: errors, as: UTF8.self) }
  /// The lines of standard output.
  public var lines: [String] { text.split(separator: "\n").map(String.init) }
}

extension ChildProcess {
  /// Runs a program to its end.
  ///
  /// Files take the output, so that no pipe can fill up.
  ///
  /// - Parameters:
  ///   - words: Its path and its arguments.
  ///   - environment: Its variables; `nil` for those of this process.
  ///   - directory: The directory in which it starts; `nil` for that of this process.
  ///   - input: Its standard input.
  /// - Returns: What it wrote, and how it ended.
  /// - Throws: ``CallFailure``.
  public static func run(
    _ words: [[UInt8]], environment: [String: String]? = nil, directory: String? = nil,
    input: [UInt8] = []
  ) throws(CallFailure) -> Outcome {
    let files = [try temporaryFile(input), try temporaryFile(), try temporaryFile()]
    defer { for file in files { close(file) } }
    let process = try ChildProcess(
      words, environment: environment, directory: directory, descriptors: files)
    return Outcome(
      status: process.wait(), output: contents(of: files[1]), errors: contents(of: files[2]))
  }

  /// Runs a program whose words are text to its end.
  public static func run(
    _ words: [String], environment: [String: String]? = nil, directory: String? = nil,
    input: String = ""
  ) throws(CallFailure) -> Outcome {
    try run(
      words.map { Array($0.utf8) }, environment: environment, directory: directory,
      input: Array(input.utf8))
  }

  /// A file without a name that holds `bytes`, at its beginning.
  private static func temporaryFile(_ bytes: [UInt8] = []) throws(CallFailure) -> CInt {
    guard let stream = unsafe tmpfile() else { throw CallFailure("tmpfile") }
    defer { unsafe fclose(stream) }
    let file = unsafe fcntl(fileno(stream), F_DUPFD_CLOEXEC, 3)
    guard file >= 0, unsafe pwrite(file, bytes, bytes.count, 0) == bytes.count else {
      throw CallFailure("pwrite")
    }
    return file
  }

  private static func contents(of file: CInt) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe pread(file, &piece, piece.count, off_t(bytes.count))
      if count <= 0 { return bytes }
      bytes += piece[..<count]
    }
  }
}
