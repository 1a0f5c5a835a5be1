// SPDX-License-Identifier: MIT

internal import SystemBase

/// The units of many declaration files in one file, so that a file that did not change is not parsed
/// again.
///
/// Eight words: `magic`, version, length in bytes, checksum of the table, number of entries, and
/// three that are 0. Then the table, sorted by the hashes of the keys; then key and unit of each
/// entry, from a multiple of eight bytes on. The key has everything that a unit follows from: see
/// ``UnitKey``. A process that may write the file decides the registry's answers, as with an image;
/// so the file is used only if its owner is the caller, and damaged parts are ignored.
struct UnitFile {
  /// One entry of the table.
  struct Entry: ImageRecord {
    var keyHash: UInt64 = 0
    /// The checksum of key, unit and time.
    var checksum: UInt64 = 0
    /// When reading the declaration file began, in nanoseconds since 1970.
    var readAt: Int64 = 0
    /// The position of the key; the unit follows.
    var offset: UInt64 = 0
    var keyCount: UInt32 = 0
    var unitCount: UInt32 = 0
  }

  /// "TYPEUNIT".
  private static let magic: UInt64 = 0x5449_4E55_4550_5954
  private static let headerLength = 64
  private static let entryLength = MemoryLayout<Entry>.stride

  /// The version of a file: units of other programs are not used, which may parse otherwise.
  private static let version: UInt64 = {
    let text = CompilerVersion.current
    return text.span.hash
  }()

  private let memory: MappedMemory
  private let table: ImageSection<Entry>
  /// Whether the bytes are a part of the program, so that nothing can have damaged them.
  private let isOfProgram: Bool
  /// The number of units.
  var count: Int { table.count }

  /// The units in the bytes of a file; `nil` if they are not of this version.
  ///
  /// - Parameters:
  ///   - memory: The bytes.
  ///   - isOfProgram: Whether they are constant data of the program, which need no check.
  init?(_ memory: MappedMemory, isOfProgram: Bool = false) {
    self.isOfProgram = isOfProgram
    let header = memory.section(of: UInt64.self, at: 0, count: Self.headerLength / 8)
    guard header[0] == Self.magic, header[1] == Self.version, header[2] == UInt64(memory.count),
      let count = Int(exactly: header[4]), count <= memory.count / Self.entryLength
    else { return nil }
    self.memory = memory
    table = memory.section(of: Entry.self, at: Self.headerLength, count: count)
    guard table.count == count,
      memory.bytes(at: Self.headerLength, count: count * Self.entryLength).hash == header[3]
    else { return nil }
  }

  /// The unit with that key, and the time when its file was read; `nil` if there is none, or it is
  /// damaged.
  func unit(withKey key: [UInt8]) -> UnitFileEntry? {
    let hash = key.span.hash
    var index = (0..<table.count).partitioningIndex { table[$0].keyHash >= hash }
    while index < table.count, table[index].keyHash == hash {
      if let entry = self.entry(index), entry.key.equals(key.span) { return entry }
      index += 1
    }
    return nil
  }

  /// The units that are not damaged, in no order that means anything.
  var entries: [UnitFileEntry] { (0..<table.count).compactMap { entry($0) } }

  private func entry(_ index: Int) -> UnitFileEntry? {
    let entry = table[index]
    guard let offset = Int(exactly: entry.offset), offset % 8 == 0 else { return nil }
    let start = offset + Self.padded(Int(entry.keyCount))
    let count = start - offset + Int(entry.unitCount)
    let bytes = memory.bytes(at: offset, count: count)
    guard bytes.count == count else { return nil }
    let unit = DeclarationUnit(in: memory, at: start, count: Int(entry.unitCount))
    guard
      isOfProgram
        || Self.checksum(of: bytes, readAt: entry.readAt) == entry.checksum && unit.isSound
    else { return nil }
    return UnitFileEntry(
      key: bytes.slice(at: 0, count: Int(entry.keyCount)), unit: unit, readAt: entry.readAt,
      memory: memory, bytes: bytes, checksum: entry.checksum)
  }

  fileprivate static func checksum(of bytes: ImageBytes, readAt: Int64) -> UInt64 {
    let sum = bytes.withSpan { unsafe Hashing.wideDigest(of: $0.bytes) }
    return sum.high &+ UInt64(bitPattern: readAt) &* 31
  }

  fileprivate static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

  // MARK: - Writing

  /// The bytes of a file with these units, in pieces.
  static func pieces(_ entries: [UnitFileEntry]) -> [MappedMemory.Piece] {
    let sorted = entries.map { (hash: $0.key.hash, entry: $0) }.sorted { $0.hash < $1.hash }
    var offset = headerLength + sorted.count * entryLength
    var table: [Entry] = []
    for (hash, entry) in sorted {
      var record = Entry()
      record.keyHash = hash
      record.checksum = entry.checksum
      record.readAt = entry.readAt
      record.offset = UInt64(offset)
      record.keyCount = UInt32(entry.key.count)
      record.unitCount = UInt32(entry.unit.count)
      table.append(record)
      offset += entry.bytes.count
    }
    let head = DraftMemory(count: headerLength + table.count * entryLength)
    head.write(table, at: headerLength)
    let checksum = head.read { memory in
      memory.bytes(at: headerLength, count: table.count * entryLength).hash
    }
    head.write([magic, version, UInt64(offset), checksum, UInt64(table.count)], at: 0)
    return [MappedMemory.Piece(MappedMemory(head))]
      + sorted.map { MappedMemory.Piece($0.entry.memory, $0.entry.bytes) }
  }

  /// Writes a file with these units.
  ///
  /// Nothing waits for the disk: damage by a loss of power is recognised by its checksum.
  ///
  /// - Throws: As ``PrivateFile/replace(_:mode:durability:_:)``.
  static func write(
    _ entries: [UnitFileEntry], to path: FilePath
  ) throws(PrivateFile.Problem) {
    try PrivateFile.replace(path, mode: 0o600, durability: .none) {
      (descriptor) throws(SystemError) in try write(entries, to: descriptor)
    }
  }

  /// Writes the contents of a file with these units to a descriptor.
  static func write(_ entries: [UnitFileEntry], to descriptor: CInt) throws(SystemError) {
    for piece in pieces(entries) { try piece.bytes.write(to: descriptor) }
  }
}

/// One unit of a ``UnitFile``, read from one or to be written to one.
struct UnitFileEntry {
  /// The inputs that the unit follows from: ``UnitKey``.
  let key: ImageBytes
  let unit: DeclarationUnit
  /// When reading the declaration file began, in nanoseconds since 1970.
  let readAt: Int64
  /// Holds the bytes.
  fileprivate let memory: MappedMemory
  /// The key, zeroes up to a multiple of eight, and the unit.
  fileprivate let bytes: ImageBytes
  fileprivate let checksum: UInt64
}

extension UnitFileEntry {
  /// A unit that was made just now.
  init(key: [UInt8], unit: DeclarationUnit, readAt: Int64) {
    var all = key + [UInt8](repeating: 0, count: UnitFile.padded(key.count) - key.count)
    let start = all.count
    unit.bytes.append(to: &all)
    memory = MappedMemory(copying: all)
    bytes = memory.bytes(at: 0, count: memory.count)
    self.key = bytes.slice(at: 0, count: key.count)
    // Of this memory, so that the unit is not kept twice.
    self.unit = DeclarationUnit(in: memory, at: start, count: unit.count)
    self.readAt = readAt
    checksum = UnitFile.checksum(of: bytes, readAt: readAt)
  }
}

extension MappedMemory {
  /// Some of its bytes.
  struct Piece {
    private let memory: MappedMemory
    let bytes: ImageBytes

    init(_ memory: MappedMemory) {
      self.init(memory, memory.bytes(at: 0, count: memory.count))
    }

    init(_ memory: MappedMemory, _ bytes: ImageBytes) {
      self.memory = memory
      self.bytes = bytes
    }
  }
}
