// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// Reads a file that the user names, or standard input.
enum InputFile {
  /// The most that is read, in bytes.
  static let longest = 64 << 20

  /// All bytes of the file at `path`; of standard input for `-`.
  static func read(_ path: [UInt8]) throws(Failure) -> [UInt8] {
    if path == [UInt8(ascii: "-")] { return try read(STDIN_FILENO, "standard input") }
    let name = TextEscaping.inMessage(path)
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    let descriptor = unsafe open(terminated, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw Failure(.negative, "\(name): \(SystemError.last)") }
    defer { close(descriptor) }
    return try read(descriptor, name)
  }

  private static func read(_ descriptor: Int32, _ name: String) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try StandardInput.read(into: &piece, of: descriptor, name: name)
      if count == 0 { return bytes }
      bytes += piece[..<count]
      guard bytes.count <= longest else {
        throw Failure(.badData, "\(name) is longer than \(longest) bytes")
      }
    }
  }
}
