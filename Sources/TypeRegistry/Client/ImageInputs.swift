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

  /// The entries that `bytes` hold, or `nil` if they are damaged.
  static func decode(_ bytes: ImageBytes) -> [Entry]? {
    var entries: [Entry] = []
    var offset = 0
    while offset < bytes.count {
      guard offset + fixedLength < bytes.count else { return nil }
      let times = bytes.word(at: offset + 40)
      let tail = bytes.word(at: offset + 48)
      let length = Int(tail >> 32)
      guard length > 0, length < bytes.count - offset - fixedLength else { return nil }
      let path = (0..<length).map { bytes[offset + fixedLength + $0] }
      guard let path = FilePath(bytes: path) else { return nil }
      let stamp = FileStamp(
        device: bytes.word(at: offset), inode: bytes.word(at: offset + 8),
        size: bytes.word(at: offset + 16),
        modified: FileStamp.Instant(
          seconds: Int64(bitPattern: bytes.word(at: offset + 24)),
          nanoseconds: UInt32(truncatingIfNeeded: times)),
        changed: FileStamp.Instant(
          seconds: Int64(bitPattern: bytes.word(at: offset + 32)),
          nanoseconds: UInt32(times >> 32)))
      entries.append(Entry(path: path, stamp: tail & 0xFFFF_FFFF == 0 ? nil : stamp))
      offset += (fixedLength + length + 8) & ~7
    }
    return entries
  }

  /// Whether everything that `bytes` tell of is still as it was.
  ///
  /// A stamp that is not older than the image proves nothing: the file may have been written again
  /// within one tick of the clock (the problem that Git calls "racy").
  static func areUnchanged(_ bytes: ImageBytes, builtAt: Int64) -> Bool {
    guard let entries = decode(bytes), !entries.isEmpty else { return false }
    let built = FileStamp.Instant(
      seconds: builtAt / 1_000_000_000, nanoseconds: UInt32(builtAt % 1_000_000_000))
    return entries.allSatisfy { entry in
      let now = try? FileStatus(of: entry.path).stamp
      guard now == entry.stamp else { return false }
      guard let now else { return true }
      return now.modified < built && now.changed < built
    }
  }
}
