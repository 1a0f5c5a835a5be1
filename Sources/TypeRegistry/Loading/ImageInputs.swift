// SPDX-License-Identifier: MIT

/// The inputs of a registry image: the state of every file and directory that was read for it.
///
/// An entry is 56 bytes and the path: device, inode, size, modification and change time in seconds
/// (8 bytes each) and nanoseconds (4 each), kind (4), length of the path (4); all little-endian.
/// The path is followed by a NUL and zeroes up to a multiple of 8. The kind is 0 if the file did not
/// exist or could not be read, 1 if it could, and 2 for a directory from which the relative paths
/// after it start, up to the next entry of kind 2.
struct ImageInputs {
  /// One input; without a stamp if it did not exist or could not be read.
  struct Entry: Equatable {
    var path: FilePath
    var stamp: FileStamp?
  }

  private enum Kind: UInt32 { case missing, present, start }

  private static let fixedLength = 56

  /// The least number of entries below a directory for which it is opened: that costs two system
  /// calls, and shortens the path of each entry.
  private static let manyBelow = 8

  // MARK: - Writing

  /// The entries as bytes.
  static func encode(_ entries: [Entry]) -> [UInt8] {
    let groups = groups(of: entries)
    var bytes: [UInt8] = []
    // Entries without a start directory come first, because a search path may be relative itself.
    for group in groups where group.below.count < manyBelow {
      for entry in [group.first] + group.below {
        append(entry, entry.stamp == nil ? .missing : .present, entry.path.bytes[...], to: &bytes)
      }
    }
    for group in groups where group.below.count >= manyBelow {
      append(group.first, .start, group.first.path.bytes[...], to: &bytes)
      for entry in group.below {
        let path = entry.path.path(below: group.first.path) ?? entry.path.bytes[...]
        append(entry, entry.stamp == nil ? .missing : .present, path, to: &bytes)
      }
    }
    return bytes
  }

  /// The entries in their order, each with the entries below it.
  private static func groups(of entries: [Entry]) -> [(first: Entry, below: [Entry])] {
    var groups: [(first: Entry, below: [Entry])] = []
    for entry in entries {
      let above = groups.firstIndex { group in
        group.first.stamp != nil && entry.path.path(below: group.first.path) != nil
      }
      if let above { groups[above].below.append(entry) } else { groups.append((entry, [])) }
    }
    return groups
  }

  private static func append(
    _ entry: Entry, _ kind: Kind, _ path: ArraySlice<UInt8>, to bytes: inout [UInt8]
  ) {
    func append(_ value: some FixedWidthInteger) {
      for shift in stride(from: 0, to: value.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    let stamp = entry.stamp
    append(stamp?.device ?? 0)
    append(stamp?.inode ?? 0)
    append(stamp?.size ?? 0)
    append(stamp?.modified.seconds ?? 0)
    append(stamp?.changed.seconds ?? 0)
    append(stamp?.modified.nanoseconds ?? 0)
    append(stamp?.changed.nanoseconds ?? 0)
    append(kind.rawValue)
    append(UInt32(path.count))
    bytes.append(contentsOf: path)
    repeat { bytes.append(0) } while bytes.count % 8 != 0
  }

  /// The longest time that reading all inputs may take, in seconds.
  private static let longestReading: Int64 = 600

  // MARK: - Comparing

  /// Whether all inputs in `bytes` are unchanged.
  ///
  /// A stamp that was made while the inputs were read counts as changed: the file may have been
  /// written again within one tick of the clock (the problem that Git calls "racy"). Only the time of
  /// change decides, which the kernel sets with every write; the time of modification can be set to
  /// any value. A time of change far after the image is from a clock that was wrong: a change since
  /// then would have set it to another value. The bytes are read in place, because every start of a
  /// program does this.
  static func areUnchanged(_ bytes: ImageBytes, builtAt: Int64) -> Bool {
    // The time is from the image's header, which may be damaged too.
    guard bytes.count > 0, builtAt > 0 else { return false }
    var start = StartDirectory()
    var offset = 0
    while offset < bytes.count {
      let tail = bytes.word(at: offset + 48)
      let length = Int(tail >> 32)
      guard let kind = Kind(rawValue: UInt32(truncatingIfNeeded: tail)) else { return false }
      let now: FileStamp?? = unsafe bytes.withCString(at: offset + fixedLength, length: length) {
        path in
        guard kind == .start else { return unsafe start.stamp(atPath: path) }
        guard let directory = unsafe StartDirectory(atPath: path) else { return nil }
        start = directory
        return start.stamp
      }
      // Without a path within the bytes the image is damaged.
      guard length > 0, let now, now == stamp(in: bytes, at: offset) else { return false }
      if let now, !isTrusted(now, builtAt: builtAt) { return false }
      offset += (fixedLength + length + 8) & ~7
    }
    return true
  }

  /// Whether an unchanged stamp shows that the contents are those that were read.
  ///
  /// - Parameters:
  ///   - stamp: The stamp.
  ///   - builtAt: When reading began, in nanoseconds since 1970.
  /// - Returns: `false` also if the file may have been written again within one tick of the clock.
  static func isTrusted(_ stamp: FileStamp, builtAt: Int64) -> Bool {
    guard builtAt > 0 else { return false }
    let built = FileStamp.Instant(
      seconds: builtAt / 1_000_000_000, nanoseconds: UInt32(builtAt % 1_000_000_000))
    let finished = FileStamp.Instant(
      seconds: built.seconds + longestReading, nanoseconds: built.nanoseconds)
    return stamp.changed < built || stamp.changed > finished
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

  // MARK: - Reading

  /// The entries in `bytes`, in their order; those before the first damaged one.
  static func entries(in bytes: ImageBytes) -> [Entry] {
    var entries: [Entry] = []
    var start: FilePath?
    var offset = 0
    while offset + fixedLength < bytes.count {
      let tail = bytes.word(at: offset + 48)
      let length = Int(tail >> 32)
      let text = offset + fixedLength
      guard let kind = Kind(rawValue: UInt32(truncatingIfNeeded: tail)),
        length < bytes.count - text,
        let path = FilePath(bytes: (text..<text + length).map { bytes[$0] })
      else { break }
      var whole = path
      if kind == .start {
        start = path
      } else if let start, !path.isAbsolute {
        whole = start.appending(path.bytes)
      }
      entries.append(Entry(path: whole, stamp: stamp(in: bytes, at: offset)))
      offset += (fixedLength + length + 8) & ~7
    }
    return entries
  }
}
