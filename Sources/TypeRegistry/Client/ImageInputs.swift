// SPDX-License-Identifier: MIT

/// What a registry image was made of: the state of every file and directory that was looked at.
///
/// An entry is 56 bytes and the path: device, inode, size, modification and change time in seconds
/// (8 bytes each) and nanoseconds (4 each), kind (4), length of the path (4); all little-endian.
/// The path is followed by a NUL and filled up to a multiple of 8.
struct ImageInputs {
  /// One input; without a stamp it did not exist, or could not be read.
  struct Entry: Equatable {
    var path: FilePath
    var stamp: FileStamp?
  }

  private static let fixedLength = 56

  /// The entries as bytes.
  static func encode(_ entries: [Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ value: some FixedWidthInteger) {
      for shift in stride(from: 0, to: value.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    for entry in entries {
      let stamp = entry.stamp
      append(stamp?.device ?? 0)
      append(stamp?.inode ?? 0)
      append(stamp?.size ?? 0)
      append(stamp?.modified.seconds ?? 0)
      append(stamp?.changed.seconds ?? 0)
      append(stamp?.modified.nanoseconds ?? 0)
      append(stamp?.changed.nanoseconds ?? 0)
      append(UInt32(stamp == nil ? 0 : 1))
      append(UInt32(entry.path.bytes.count))
      bytes.append(contentsOf: entry.path.bytes)
      repeat { bytes.append(0) } while bytes.count % 8 != 0
    }
    return bytes
  }

  /// Whether everything that `bytes` tell of is still as it was.
  ///
  /// A stamp that is not older than the image proves nothing: the file may have been written again
  /// within one tick of the clock (the problem that Git calls "racy"). Read in place, because every
  /// start of a program does this.
  static func areUnchanged(_ bytes: ImageBytes, builtAt: Int64) -> Bool {
    // The time comes from the image's head, which may be damaged like the rest.
    guard bytes.count > 0, builtAt > 0 else { return false }
    let built = FileStamp.Instant(
      seconds: builtAt / 1_000_000_000, nanoseconds: UInt32(builtAt % 1_000_000_000))
    var offset = 0
    while offset < bytes.count {
      let tail = bytes.word(at: offset + 48)
      let length = Int(tail >> 32)
      let now = unsafe bytes.withCString(at: offset + fixedLength, length: length) { path in
        unsafe FileStatus.stamp(atPath: path)
      }
      // Without a text in bounds the image is damaged.
      guard length > 0, let now, now == stamp(in: bytes, at: offset) else { return false }
      if let now, now.modified >= built || now.changed >= built { return false }
      offset += (fixedLength + length + 8) & ~7
    }
    return true
  }

  /// The stamp of the entry at `offset`, or `nil` if there was no file.
  private static func stamp(in bytes: ImageBytes, at offset: Int) -> FileStamp? {
    guard bytes.word(at: offset + 48) & 0xFFFF_FFFF != 0 else { return nil }
    let nanoseconds = bytes.word(at: offset + 40)
    return FileStamp(
      device: bytes.word(at: offset), inode: bytes.word(at: offset + 8),
      size: bytes.word(at: offset + 16),
      modified: FileStamp.Instant(
        seconds: Int64(bitPattern: bytes.word(at: offset + 24)),
        nanoseconds: UInt32(truncatingIfNeeded: nanoseconds)),
      changed: FileStamp.Instant(
        seconds: Int64(bitPattern: bytes.word(at: offset + 32)),
        nanoseconds: UInt32(nanoseconds >> 32)))
  }
}
