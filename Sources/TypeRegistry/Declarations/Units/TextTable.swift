// SPDX-License-Identifier: MIT

/// The texts of a unit that are of one kind, each once, by numbers from 0.
struct TextTable {
  /// The texts by their numbers.
  private(set) var texts: [UnitText] = []
  /// The numbers of texts plus 1, by their hashes; 0 where there is none.
  private var slots: [UInt32] = Array(repeating: 0, count: 16)
  // The numbers do not depend on it.
  private let seed = Hashing.processSeed

  /// The number of a text, which is appended to `all` if it is new.
  mutating func number(of text: Span<UInt8>, in all: inout [UInt8]) -> UInt32 {
    var slot = slot(of: text)
    while slots[slot] != 0 {
      if Self.isEqual(texts[Int(slots[slot] - 1)], text, in: all) { return slots[slot] - 1 }
      slot = (slot + 1) & (slots.count - 1)
    }
    texts.append(UnitText(offset: UInt32(all.count), count: UInt32(text.count)))
    unsafe text.withUnsafeBufferPointer { unsafe all.append(contentsOf: $0) }
    slots[slot] = UInt32(texts.count)
    if texts.count * 2 > slots.count { grow(all) }
    return UInt32(texts.count - 1)
  }

  /// Puts the texts into byte order, after which none may be added.
  ///
  /// - Returns: The new number of each text, by the one that ``number(of:in:)`` gives.
  mutating func putInByteOrder(_ all: [UInt8]) -> [UInt32] {
    let order = texts.indices.sorted { left, right in
      let (left, right) = (Self.range(of: texts[left]), Self.range(of: texts[right]))
      return all.span.extracting(left).order(all.span.extracting(right)) == .before
    }
    var numbers = Array(repeating: UInt32(0), count: texts.count)
    for (number, index) in order.enumerated() { numbers[index] = UInt32(number) }
    sorted = order.map { texts[$0] }
    return numbers
  }

  /// The texts in byte order, once they are sorted.
  private(set) var sorted: [UnitText] = []

  private static func range(of text: UnitText) -> Range<Int> {
    Int(text.offset)..<Int(text.offset + text.count)
  }

  private static func isEqual(_ text: UnitText, _ other: Span<UInt8>, in all: [UInt8]) -> Bool {
    Int(text.count) == other.count && all.span.extracting(range(of: text)).isEqual(to: other)
  }

  private func slot(of text: Span<UInt8>) -> Int {
    let hash = Hashing.long(text, foldingCase: false, tagClass: 0, seed: seed)
    return Int(truncatingIfNeeded: hash) & (slots.count - 1)
  }

  private mutating func grow(_ all: [UInt8]) {
    slots = Array(repeating: 0, count: slots.count * 4)
    for (number, text) in texts.enumerated() {
      var slot = slot(of: all.span.extracting(Self.range(of: text)))
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }
}
