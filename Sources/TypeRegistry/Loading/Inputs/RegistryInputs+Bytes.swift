// SPDX-License-Identifier: MIT

// An entry is the 56 bytes of its head and the path: the stamp (see `FileStamp`), kind (2), scope
// (2), and length of the path (4); all little-endian. The path is followed by a NUL and zeroes up
// to a multiple of 8. The kind is 0 if the file did not exist or could not be read, 1 if it could,
// and 2 for a directory: the relative paths after it start there, up to the next entry of kind 2 or
// another scope. Entries are in the order of their scopes.

extension RegistryInputs {
  enum Kind: UInt16 { case missing, present, start }

  /// The head of an entry.
  struct EntryHead {
    static let length = FileStamp.byteCount + 8

    let kind: Kind
    let scope: Scope
    private let offset: Int
    /// The length of the path.
    let length: Int

    /// The head at `offset`; `nil` if it is damaged.
    init?(in bytes: ImageBytes, at offset: Int) {
      let tail = bytes.word(at: offset + FileStamp.byteCount)
      guard let kind = Kind(rawValue: UInt16(truncatingIfNeeded: tail)),
        let scope = Scope(rawValue: UInt16(truncatingIfNeeded: tail >> 16))
      else { return nil }
      self.kind = kind
      self.scope = scope
      self.offset = offset
      length = Int(tail >> 32)
    }

    /// The position of the path.
    var path: Int { offset + Self.length }
    /// The position of the next entry.
    var end: Int { offset + (Self.length + length + 8) & ~7 }

    /// The stamp; `nil` if there was no file.
    func stamp(in bytes: ImageBytes) -> FileStamp? {
      kind == .missing ? nil : FileStamp(in: bytes, at: offset)
    }
  }

  /// The least number of entries below a directory for which it is opened: that costs two system
  /// calls, and shortens the path of each entry.
  private static let manyBelow = 8

  // MARK: - Writing

  /// The entries as bytes.
  static func encode(_ entries: [Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    for scope in Scope.allCases { encode(entries.filter { $0.scope == scope }, to: &bytes) }
    return bytes
  }

  /// Appends entries of one scope.
  private static func encode(_ entries: [Entry], to bytes: inout [UInt8]) {
    let groups = groups(of: entries)
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
    if let stamp = entry.stamp {
      stamp.append(to: &bytes)
    } else {
      bytes += [UInt8](repeating: 0, count: FileStamp.byteCount)
    }
    bytes.append(littleEndian: UInt32(kind.rawValue) | UInt32(entry.scope.rawValue) << 16)
    bytes.append(littleEndian: UInt32(path.count))
    bytes.append(contentsOf: path)
    repeat { bytes.append(0) } while bytes.count % 8 != 0
  }

  // MARK: - Reading

  /// The entries in their order; those before the first damaged one.
  var entries: [Entry] { locatedEntries.map(\.entry) }

  /// The entries, and the positions of their heads.
  private var locatedEntries: [(entry: Entry, position: Int)] {
    var entries: [(Entry, Int)] = []
    var start: FilePath?
    var scope = Scope.types
    var offset = 0
    while offset + EntryHead.length < bytes.count {
      guard let head = EntryHead(in: bytes, at: offset), head.length < bytes.count - head.path,
        let path = FilePath(bytes: (head.path..<head.path + head.length).map { bytes[$0] })
      else { break }
      if head.scope != scope {
        scope = head.scope
        start = nil
      }
      var whole = path
      if head.kind == .start {
        start = path
      } else if let start, !path.isAbsolute {
        whole = start.appending(path.bytes)
      }
      entries.append(
        (Entry(path: whole, stamp: head.stamp(in: bytes), scope: scope), offset))
      offset = head.end
    }
    return entries
  }

  /// The inputs that may have changed since the registry was made.
  ///
  /// - Complexity: O(*n*) for *n* inputs: one system call for each.
  var changed: [Entry] {
    entries.filter { entry in
      let now = (try? FileStatus(of: entry.path))?.stamp
      return now != entry.stamp || now.map { !Self.isTrusted($0, builtAt: builtAt) } ?? false
    }
  }

  /// The bytes of the same inputs, with other stamps of some that existed.
  func encoded(with stamps: [FilePath: FileStamp]) -> [UInt8] {
    var encoded = bytes.withSpan { span in unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
    for (entry, position) in locatedEntries where entry.stamp != nil {
      guard let stamp = stamps[entry.path] else { continue }
      var head: [UInt8] = []
      stamp.append(to: &head)
      encoded.replaceSubrange(position..<position + head.count, with: head)
    }
    return encoded
  }
}
