// SPDX-License-Identifier: MIT

internal import Glibc

/// What the first bytes of a file say where its name says nothing.
enum FileBeginning {
  /// How many bytes are read (Shared MIME-info Database, "Recommended checking order").
  private static let length = 128

  /// `text/plain` for a file that begins without control characters, `application/x-zerosize` for an
  /// empty one, else `application/octet-stream`, also if it cannot be read.
  static func mimeType(ofFileAt path: [UInt8]) -> String {
    guard let bytes = read(path) else { return "application/octet-stream" }
    if bytes.isEmpty { return "application/x-zerosize" }
    return bytes.contains(where: isControl) ? "application/octet-stream" : "text/plain"
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x08...0x0D, 0x1B: false
    case 0..<0x20, 0x7F: true
    default: false
    }
  }

  /// The first bytes of a regular file.
  private static func read(_ path: [UInt8]) -> [UInt8]? {
    // A device or a pipe that takes the file's place is not waited for.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    let file = unsafe open(path.map { CChar(bitPattern: $0) } + [0], flags)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: length)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
    }
    guard count >= 0 else { return nil }
    return Array(bytes[..<count])
  }
}
