// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// Reads from standard input, or from a file that is open.
enum StandardInput {
  /// Reads what is there into `bytes` from index `start` on, at least one byte.
  ///
  /// - Parameters:
  ///   - bytes: Receives the bytes; longer than `start`.
  ///   - start: The index of the first byte.
  ///   - descriptor: Standard input, or an open file.
  ///   - name: The file's name in messages.
  /// - Returns: The number of bytes; 0 at the end.
  /// - Throws: ``Failure`` if it cannot be read.
  static func read(
    into bytes: inout [UInt8], from start: Int = 0, of descriptor: Int32 = STDIN_FILENO,
    name: String = "standard input"
  ) throws(Failure) -> Int {
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(
          descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
      }
      if count >= 0 { return count }
      guard errno == EINTR else {
        throw Failure(.badData, "\(name) cannot be read: \(SystemError.last)")
      }
    }
  }
}
