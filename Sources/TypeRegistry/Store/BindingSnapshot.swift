// SPDX-License-Identifier: MIT

internal import SystemBase

/// A flat copy of the store for programs that make one query: it is read without SQLite, in a few
/// pages.
///
/// It is a cache, and never older than the database:
///
/// - A process that changes the database removes the snapshot first, while it holds the database's
///   lock and before it commits; a snapshot is only written under that lock. So a snapshot that
///   exists includes every change that this program made.
/// - It holds the stamps of the database and its log, which are compared with those of the files.
///   So it includes every change that other programs made.
///
/// A damaged, foreign or stale snapshot is treated as none: then the database is read.
///
/// It is also a second copy of the bindings: a lost database is restored from it.
///
/// The file, all numbers little-endian, in words of 8 bytes: magic; checksum over everything from
/// the next word to the end of the index; schema version; number of the last change; counts of
/// bindings (lower 32 bits) and known applications; count of notices, with bit 32 set if
/// applications were recorded and bit 33 if a binding decides the type of a tag; length of the
/// file; stamps of database and log (5 words each: device, inode, size, modified in seconds and in
/// nanoseconds; of a missing log all zero). Then the index: for each row, ordered by the first
/// word, the hash of its key, its offset (lower 32 bits) and length, and the sum over its bytes.
/// Then the rows: texts, each a length of 4 bytes and UTF-8. A binding's key is its subject, a
/// known application's its three texts.
@safe struct BindingSnapshot {
  static let magic: UInt64 = 0x0031_444E_4942_5254  // "TRBIND1"
  static let headLength = 136
  static let entryLength = 24
  /// The longest file that is mapped, in bytes.
  static let maximumLength = 64 << 20

  private let memory: MappedMemory
  private let bytes: ImageBytes

  /// The number of bindings.
  var count: Int { Int(bytes.word(at: 32) & 0xFFFF_FFFF) }
  /// The number of the last change that it includes.
  var lastChange: Int64 { Int64(bitPattern: bytes.word(at: 24)) }
  /// The number of notices that were not acknowledged.
  var noticeCount: Int { Int(bytes.word(at: 40) & 0xFFFF_FFFF) }
  /// Whether known applications were recorded.
  var hasKnown: Bool { bytes.word(at: 40) >> 32 & 1 != 0 }

  /// Whether a binding chooses the type of a tag.
  var hasTagChoices: Bool { bytes.word(at: 40) >> 33 & 1 != 0 }

  private var rowCount: Int {
    let counts = bytes.word(at: 32)
    return Int(counts & 0xFFFF_FFFF) + Int(counts >> 32)
  }

  /// The snapshot of a store.
  ///
  /// - Parameters:
  ///   - location: The store.
  ///   - comparingStamps: Whether its stamps must be those of the files.
  /// - Returns: `nil` if there is no valid one.
  static func open(_ location: StoreLocation, comparingStamps: Bool = true) -> BindingSnapshot? {
    guard let file = try? OpenedFile(location.snapshot),
      let count = file.ownLength(atMost: maximumLength), count >= headLength,
      let memory = MappedMemory(mapping: file.descriptor.number, count: count)
    else { return nil }
    let snapshot = BindingSnapshot(memory)
    guard snapshot.isHeadSound, !comparingStamps || snapshot.isCurrent(in: location) else {
      return nil
    }
    return snapshot
  }

  private init(_ memory: MappedMemory) {
    self.memory = memory
    bytes = memory.bytes(at: 0, count: memory.count)
  }

  /// Whether the head and the index are undamaged.
  private var isHeadSound: Bool {
    guard bytes.word(at: 0) == Self.magic, bytes.word(at: 16) == UInt64(Schema.currentVersion),
      bytes.word(at: 48) == UInt64(bytes.count),
      rowCount <= (bytes.count - Self.headLength) / Self.entryLength
    else { return false }
    let end = Self.headLength + rowCount * Self.entryLength
    return sum(from: 16, to: end) == bytes.word(at: 8)
  }

  private func sum(from start: Int, to end: Int) -> UInt64 {
    memory.withSpan { span in Hashing.digest(of: span.extracting(start..<end)).high }
  }

  /// Whether the database and its log have not changed since the snapshot was made.
  func isCurrent(in location: StoreLocation) -> Bool {
    guard let now = StoreFingerprint(of: location).words else { return false }
    return words(at: 56) == now.database && words(at: 96) == now.log
  }

  /// The stamp of a file at `offset`.
  private func words(at offset: Int) -> StoreFingerprint.Words {
    StoreFingerprint.Words(
      device: bytes.word(at: offset), inode: bytes.word(at: offset + 8),
      size: bytes.word(at: offset + 16), seconds: bytes.word(at: offset + 24),
      nanoseconds: bytes.word(at: offset + 32))
  }

  // MARK: - Rows

  // The first use of each kind of array costs a one-shot program time, so few are used here.

  /// The bindings of `subjects`, in their order, and of each by role and kind; `nil` if a row is
  /// damaged.
  func bindings(of subjects: [Binding.Subject]) -> [Binding]? {
    var bindings: [Binding] = []
    for (index, subject) in subjects.enumerated() where !subjects[..<index].contains(subject) {
      let text = SlotRow.text(of: subject)
      let hash = StoreText.hash(Array(text.utf8))
      var row = firstRow(of: hash)
      while self.hash(ofRow: row) == hash {
        guard let texts = texts(ofRow: row) else { return nil }
        // Another key may have the same hash.
        if texts.count == 8, texts[0].utf8.elementsEqual(text.utf8) {
          let stored = BindingRow(texts)
          guard let slot = stored.slot.slot(of: subject),
            let binding = stored.choice.binding(in: slot)
          else { return nil }
          bindings.append(binding)
        }
        row += 1
      }
    }
    return bindings
  }

  /// Whether an application is known; `nil` if a row is damaged.
  func isKnown(_ application: HandlerIdentity) -> Bool? {
    let wanted = [application.bundle.asciiLowercased, application.origin.name, application.path]
    let hash = StoreText.hash(StoreText.joined(wanted))
    var row = firstRow(of: hash)
    while self.hash(ofRow: row) == hash {
      guard let texts = texts(ofRow: row) else { return nil }
      if texts.count == 4, zip(texts, wanted).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) {
        return true
      }
      row += 1
    }
    return false
  }

  /// All rows; `nil` if one is damaged.
  func all() -> (bindings: [BindingRow], known: [KnownRow])? {
    var bindings: [BindingRow] = []
    var known: [KnownRow] = []
    for index in 0..<rowCount {
      guard let texts = texts(ofRow: index) else { return nil }
      if texts.count == 8 {
        let row = BindingRow(texts)
        guard row.binding != nil else { return nil }
        bindings.append(row)
      } else {
        guard texts.count == 4, let since = Int64(texts[3]),
          let application = StoreText.handler(
            bundle: texts[0], origin: texts[1], path: texts[2])
        else { return nil }
        known.append(KnownRow(application, since: since))
      }
    }
    guard bindings.count == count else { return nil }
    bindings.sort { $0.slot.precedes($1.slot) }
    known.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return (bindings, known)
  }

  /// The hash of a row's key; `nil` after the last row.
  private func hash(ofRow index: Int) -> UInt64? {
    index < rowCount ? bytes.word(at: Self.headLength + index * Self.entryLength) : nil
  }

  /// The texts of a row; `nil` if they are damaged.
  private func texts(ofRow index: Int) -> [String]? {
    let entry = Self.headLength + index * Self.entryLength
    let extent = bytes.word(at: entry + 8)
    let start = Int(extent & 0xFFFF_FFFF)
    let end = start + Int(extent >> 32)
    guard end <= bytes.count, sum(from: start, to: end) == bytes.word(at: entry + 16) else {
      return nil
    }
    var texts: [String] = []
    var offset = start
    while offset < end {
      let length = Int(bytes.word(at: offset) & 0xFFFF_FFFF)
      guard offset + 4 + length <= end else { return nil }
      texts.append(bytes.slice(at: offset + 4, count: length).text)
      offset += 4 + length
    }
    return texts
  }

  /// The first row whose key has this hash or a greater one; the number of rows if there is none.
  private func firstRow(of hash: UInt64) -> Int {
    (0..<rowCount).partitioningIndex { self.hash(ofRow: $0).map { $0 >= hash } ?? true }
  }
}
