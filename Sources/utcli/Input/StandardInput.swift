// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// Standard input as a whole.
enum StandardInput {
  /// All bytes up to the end.
  ///
  /// - Throws: ``Failure`` if it cannot be read.
  static func read() throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(STDIN_FILENO, &piece, piece.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(.badData, "standard input cannot be read: \(SystemError.last)")
      }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }
}
