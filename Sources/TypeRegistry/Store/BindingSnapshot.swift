// SPDX-License-Identifier: MIT

internal import Glibc

/// A flat copy of the store for programs that ask one question: no SQLite, a few pages read.
///
/// It is a cache. Two things keep it from ever being older than the database. Whoever changes the
/// database removes it first, while holding the database's lock and before committing, and only
/// somebody who holds that lock writes it; so a snapshot that exists has seen every change of this
/// program. And it holds the stamps of the database and its log, which must be those of the files;
/// so it has seen every change of other programs as well. A damaged, foreign or stale snapshot is
/// as good as none: then the database is asked.
///
/// It is also a second copy of the bindings, from which a database that is lost is restored.
///
/// The file, all numbers little-endian, in words of 8 bytes: magic; sum over everything from the
/// next word to the end of the index; schema version; number of the last change; counts of bindings
/// (lower 32 bits) and known applications; count of notices, with bit 32 set if applications were
/// recorded and bit 33 if a binding says what a tag means; length of the file; stamps of database
/// and log (5 words each: device, inode, size, modified in seconds and in nanoseconds; of a missing
/// log all zero). Then the index:
/// for each row, ordered by the first word, the hash of its key, its offset (lower 32 bits) and
/// length, and the sum over its bytes. Then the rows: texts, each a length of 4 bytes and UTF-8. A
/// binding's key is its subject, a known application's its three texts.
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
  /// The number of the last change that it has seen.
  var lastChange: Int64 { Int64(bitPattern: bytes.word(at: 24)) }
  /// How many notices nobody had acknowledged.
  var noticeCount: Int { Int(bytes.word(at: 40) & 0xFFFF_FFFF) }
  /// Whether known applications have been recorded.
  var hasKnown: Bool { bytes.word(at: 40) >> 32 & 1 != 0 }

  /// Whether a binding says which type a tag means.
  var hasTagChoices: Bool { bytes.word(at: 40) >> 33 & 1 != 0 }

  private var rowCount: Int {
    let counts = bytes.word(at: 32)
    return Int(counts & 0xFFFF_FFFF) + Int(counts >> 32)
  }

  /// The snapshot of a place.
  ///
  /// - Parameters:
  ///   - place: The store.
  ///   - comparingStamps: Whether it must be of the files as they are.
  /// - Returns: `nil` if there is none that can be relied on.
  static func open(_ place: StoreLocation, comparingStamps: Bool = true) -> BindingSnapshot? {
    let descriptor = unsafe place.snapshot.withCString { pointer in
      unsafe Glibc.open(pointer, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW)
    }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let status = try? FileStatus(ofDescriptor: descriptor), status.kind == .regular,
      status.owner == geteuid(), status.mode & 0o022 == 0,
      status.stamp.size <= UInt64(maximumLength), status.stamp.size >= UInt64(headLength),
      let memory = MappedMemory(mapping: descriptor, count: Int(status.stamp.size))
    else { return nil }
    let snapshot = BindingSnapshot(memory)
    guard snapshot.isHeadSound, !comparingStamps || snapshot.isCurrent(in: place) else {
      return nil
    }
    return snapshot
  }

  private init(_ memory: MappedMemory) {
    self.memory = memory
    bytes = memory.bytes(at: 0, count: memory.count)
  }

  /// Whether the head and the index are what was written.
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

  /// Whether the database and its log are in the state that the snapshot is of.
  func isCurrent(in place: StoreLocation) -> Bool {
    guard let now = StoreFingerprint(of: place).words else { return false }
    return words(at: 56) == now.database && words(at: 96) == now.log
  }

  /// The stamp of a file at `offset`.
  private func words(at offset: Int) -> StoreFingerprint.Words {
    StoreFingerprint.Words(
      device: bytes.word(at: offset), inode: bytes.word(at: offset + 8),
      size: bytes.word(at: offset + 16), seconds: bytes.word(at: offset + 24),
      nanoseconds: bytes.word(at: offset + 32))
  }

  // MARK: Rows

  // A one-shot program pays for every kind of array that it is the first to use, so these get by
  // with few of them.

  /// The bindings of some subjects, in their order, and of each by role and kind; `nil` if a row is
  /// not what was written.
  func bindings(of subjects: [Binding.Subject]) -> [Binding]? {
    var bindings: [Binding] = []
    for (index, subject) in subjects.enumerated() where !subjects[..<index].contains(subject) {
      let text = SlotRow.text(of: subject)
      let hash = StoreText.hash(Array(text.utf8))
      var place = firstRow(of: hash)
      while self.hash(ofRow: place) == hash {
        guard let texts = texts(ofRow: place) else { return nil }
        // Another key may have the same hash.
        if texts.count == 7, texts[0].utf8.elementsEqual(text.utf8) {
          let row = BindingRow(snapshot: texts)
          guard let slot = row.slot.slot(of: subject), let binding = row.choice.binding(in: slot)
          else { return nil }
          bindings.append(binding)
        }
        place += 1
      }
    }
    return bindings
  }

  /// Whether an application is known; `nil` if a row is not what was written.
  func isKnown(_ application: HandlerIdentity) -> Bool? {
    let wanted = [application.bundle, application.origin.name, application.path]
    let hash = StoreText.hash(StoreText.joined(wanted))
    var place = firstRow(of: hash)
    while self.hash(ofRow: place) == hash {
      guard let texts = texts(ofRow: place) else { return nil }
      if texts.count == 4, zip(texts, wanted).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) {
        return true
      }
      place += 1
    }
    return false
  }

  /// All texts; `nil` if a row is not what was written.
  func all() -> (bindings: [BindingRow], known: [KnownRow])? {
    var bindings: [BindingRow] = []
    var known: [KnownRow] = []
    for index in 0..<rowCount {
      guard let texts = texts(ofRow: index) else { return nil }
      if texts.count == 7 {
        let row = BindingRow(snapshot: texts)
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

  /// The hash of a row's key; `nil` where there is no row.
  private func hash(ofRow index: Int) -> UInt64? {
    index < rowCount ? bytes.word(at: Self.headLength + index * Self.entryLength) : nil
  }

  /// The texts of a row, or `nil` if they are not what was written.
  private func texts(ofRow index: Int) -> [String]? {
    let entry = Self.headLength + index * Self.entryLength
    let place = bytes.word(at: entry + 8)
    let start = Int(place & 0xFFFF_FFFF)
    let end = start + Int(place >> 32)
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

  /// The first row whose key has that hash, or a later one; behind the last if there is none.
  private func firstRow(of hash: UInt64) -> Int {
    var low = 0
    var high = rowCount
    while low < high {
      let middle = (low + high) / 2
      if let found = self.hash(ofRow: middle), found < hash {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

extension BindingRow {
  /// The binding of the seven texts of a snapshot's row.
  fileprivate init(snapshot texts: [String]) {
    self.init(
      slot: SlotRow(subject: texts[0], role: texts[1], kind: texts[2], never: texts[3]),
      choice: ChoiceRow(target: texts[4], origin: texts[5], path: texts[6]))
  }
}
