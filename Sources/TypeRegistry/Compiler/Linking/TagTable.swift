// SPDX-License-Identifier: MIT

/// The tags that all units name, each once, by numbers.
struct TagTable {
  /// The number of a tag.
  typealias Number = Int32

  /// A tag.
  struct Entry {
    /// Its bytes if there are at most eight, else their hash.
    var key: UInt64
    var offset: UInt32
    /// The class, an index of ``classes``.
    var tagClass: UInt32
    var count: UInt16
  }

  private(set) var entries: [Entry] = []
  /// The classes: those with rules of their own in the order of their codes, then the others.
  private(set) var classes = TagClass.wellKnown
  private var classNumbers: [TagClass: UInt32] = [:]
  private var text: [UInt8] = []
  /// The numbers of tags plus 1, by their hashes; 0 where there is none.
  private var slots: [Int32] = Array(repeating: 0, count: 64)
  // Declarations cannot be made to collide; the numbers do not depend on it.
  private let seed = UInt64.random(in: .min ... .max)

  init() {
    for (index, tagClass) in classes.enumerated() { classNumbers[tagClass] = UInt32(index) }
  }

  /// The number of a class, added if it is new.
  mutating func number(of tagClass: TagClass) -> UInt32 {
    if let known = classNumbers[tagClass] { return known }
    let number = UInt32(classes.count)
    classNumbers[tagClass] = number
    classes.append(tagClass)
    return number
  }

  /// The number of a tag, added if it is new.
  mutating func number(of value: Span<UInt8>, in tagClass: UInt32) -> Number {
    let (key, slot) = find(value, in: tagClass)
    if slots[slot] != 0 { return slots[slot] - 1 }
    var entry = Entry(key: key, offset: 0, tagClass: tagClass, count: 0)
    entry.offset = UInt32(text.count)
    // A tag has at most 255 bytes.
    entry.count = UInt16(clamping: value.count)
    unsafe value.extracting(0..<Int(entry.count)).withUnsafeBufferPointer {
      unsafe text.append(contentsOf: $0)
    }
    entries.append(entry)
    slots[slot] = Int32(entries.count)
    if entries.count * 2 > slots.count { grow() }
    return Number(entries.count - 1)
  }

  /// Whether a tag is a pattern of names or a whole name.
  func isPatternOrName(_ tag: Number) -> Bool {
    isOf(TagClass.filenameGlobCode, tag) || isOf(TagClass.caseSensitiveGlobCode, tag)
  }

  /// The number of a tag; `nil` if no unit names it.
  func known(_ value: Span<UInt8>, in tagClass: UInt32) -> Number? {
    let slot = find(value, in: tagClass).slot
    return slots[slot] == 0 ? nil : slots[slot] - 1
  }

  private func find(_ value: Span<UInt8>, in tagClass: UInt32) -> (key: UInt64, slot: Int) {
    let isShort = value.count <= 8
    let key =
      isShort
      ? value.word(at: 0)
      : Hashing.long(
        value, foldingCase: false, tagClass: UInt16(truncatingIfNeeded: tagClass), seed: seed)
    var slot = self.slot(key, count: value.count, tagClass)
    while slots[slot] != 0 {
      let entry = entries[Int(slots[slot] - 1)]
      if entry.key == key, Int(entry.count) == value.count, entry.tagClass == tagClass,
        isShort || isEqual(entry, value)
      {
        break
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return (key, slot)
  }

  private func slot(_ key: UInt64, count: Int, _ tagClass: UInt32) -> Int {
    let tagClass = UInt16(truncatingIfNeeded: tagClass)
    let hash =
      count <= 8 ? Hashing.short(key, count: count, tagClass: tagClass, seed: seed) : key
    return Int(truncatingIfNeeded: hash) & (slots.count - 1)
  }

  private func isEqual(_ entry: Entry, _ value: Span<UInt8>) -> Bool {
    let start = Int(entry.offset)
    return text.span.extracting(start..<start + Int(entry.count)).isEqual(to: value)
  }

  /// Makes room for so many tags.
  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(count)
    while count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = slot(entry.key, count: Int(entry.count), entry.tagClass)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index + 1)
    }
  }

  // MARK: - Reading

  /// Calls `body` with the bytes of a tag.
  @inline(__always)
  func withBytes<Result>(of number: Number, _ body: (Span<UInt8>) -> Result) -> Result {
    let entry = entries[Int(number)]
    let start = Int(entry.offset)
    return body(text.span.extracting(start..<start + Int(entry.count)))
  }

  /// The bytes of a tag.
  func bytes(of number: Number) -> ArraySlice<UInt8> {
    let entry = entries[Int(number)]
    return text[Int(entry.offset)..<Int(entry.offset) + Int(entry.count)]
  }

  /// The spelling of a tag.
  func spelling(of number: Number) -> String { String(decoding: bytes(of: number), as: UTF8.self) }

  /// The class of a tag.
  func tagClass(of number: Number) -> TagClass { classes[Int(entries[Int(number)].tagClass)] }

  /// Whether the tag is of that class, one of those with rules of their own.
  @inline(__always)
  func isOf(_ code: TagClassCode, _ number: Number) -> Bool {
    entries[Int(number)].tagClass == UInt32(code) - 1
  }

  /// The tag of a number.
  func tag(_ number: Number) -> Tag {
    Tag(trusted: tagClass(of: number), spelling(of: number))
  }
}
