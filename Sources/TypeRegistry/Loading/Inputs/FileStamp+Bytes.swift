// SPDX-License-Identifier: MIT

/// A stamp as 48 bytes: device, inode, size, modification and change time in seconds (8 bytes each) and
/// nanoseconds (4 each); all little-endian.
extension FileStamp {
  /// The number of bytes.
  static let byteCount = 48

  /// Appends the stamp.
  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: device)
    bytes.append(littleEndian: inode)
    bytes.append(littleEndian: size)
    bytes.append(littleEndian: modified.seconds)
    bytes.append(littleEndian: changed.seconds)
    bytes.append(littleEndian: modified.nanoseconds)
    bytes.append(littleEndian: changed.nanoseconds)
  }

  /// The stamp at `offset`; bytes past the end are 0.
  init(in bytes: ImageBytes, at offset: Int) {
    let nanoseconds = bytes.word(at: offset + 40)
    self.init(
      device: bytes.word(at: offset), inode: bytes.word(at: offset + 8),
      size: bytes.word(at: offset + 16),
      modified: Instant(
        seconds: Int64(bitPattern: bytes.word(at: offset + 24)),
        nanoseconds: UInt32(truncatingIfNeeded: nanoseconds)),
      changed: Instant(
        seconds: Int64(bitPattern: bytes.word(at: offset + 32)),
        nanoseconds: UInt32(nanoseconds >> 32)))
  }
}
