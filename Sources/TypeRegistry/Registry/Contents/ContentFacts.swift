// SPDX-License-Identifier: MIT

/// The facts about a file that rules ask for, as small scanners find them.
///
/// There is room for a bounded number of facts, each with a text of bounded length, whatever the file is.
package struct ContentFacts {
  /// The most facts of a file.
  static let maximum = 512
  /// The most bytes of one text; the rest is cut off.
  static let maximumText = 255
  /// The most bytes of all texts.
  static let capacity = 24 << 10

  private struct Entry {
    var start: UInt16
    var count: UInt8
    /// Whether the text is a part of ``textSample``, and not of ``text``.
    var isOfSample: Bool
    /// The next fact in the same bucket.
    var next = ContentFacts.none
  }

  /// The first and the last of some facts.
  private struct Bucket {
    var first = ContentFacts.none
    var last = ContentFacts.none
  }

  /// For each fact the raw value of its kind, and the first byte of its text.
  private var keys: [UInt16] = []
  private var entries: [Entry] = []
  /// The first and last facts of each bucket: those of one kind that begin with one byte are in one.
  private var buckets = [Bucket](repeating: Bucket(), count: 256)
  /// For each kind its first and last facts; those of other kinds are mostly not between them.
  private var bounds = [Bucket](repeating: Bucket(), count: ContentFact.allCases.count + 1)
  /// No fact.
  private static let none = UInt16.max
  private var text: [UInt8] = []
  /// The kinds that have a fact with a text of its own, and not a part of ``textSample``: a bit each.
  private var ownKinds: UInt64 = 0
  /// The end of the last fact in ``textSample``.
  private var sampleEnd = 0
  /// The bytes of all texts, also of those that are not in ``text``.
  private var textCount = 0
  /// The kinds that have at least one fact: a bit each.
  private(set) var kinds: UInt64 = 0
  /// The first and last bytes of each kind's facts: a bit each.
  private var firstBytes = [UInt64](repeating: 0, count: 4 * (ContentFact.allCases.count + 1))
  private var lastBytes = [UInt64](repeating: 0, count: 4 * (ContentFact.allCases.count + 1))
  /// The file as a text.
  private var sample = TextSample()
  private var isText = false
  /// How much more of the members of an archive is decompressed, or copied.
  var inflatingBudget = Inflating.budget
  /// Counts the words of a text.
  var languageScores = LanguageScores()

  /// How many facts there are.
  var count: Int { entries.count }

  /// The file as a text; `nil` if it is none.
  var textSample: TextSample? { isText ? sample : nil }

  /// Forgets all facts, and keeps what was allocated.
  mutating func removeAll() {
    if kinds != 0 {
      for index in firstBytes.indices { (firstBytes[index], lastBytes[index]) = (0, 0) }
      for index in buckets.indices { buckets[index].first = Self.none }
      for index in bounds.indices { bounds[index].first = Self.none }
    }
    keys.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    (textCount, kinds, isText, inflatingBudget) = (0, 0, false, Inflating.budget)
    (ownKinds, sampleEnd) = (0, 0)
  }

  /// Adds the fact whose text is `bytes`.
  ///
  /// - Returns: Whether there is room for more.
  @discardableResult
  mutating func add(_ fact: ContentFact, _ bytes: Span<UInt8>) -> Bool {
    let part = bytes.extracting(first: Self.maximumText)
    guard add(fact, part, at: text.count, isOfSample: false) else { return false }
    unsafe part.withUnsafeBufferPointer { unsafe text.append(contentsOf: $0) }
    return true
  }

  /// Adds the fact whose text is a part of the file as a text.
  ///
  /// - Returns: Whether there is room for more.
  mutating func add(_ fact: ContentFact, _ text: TextSample, _ range: Range<Int>) -> Bool {
    let range = range.prefix(Self.maximumText)
    return add(
      fact, text.bytes.span.extracting(range), at: range.lowerBound, isOfSample: true)
  }

  private mutating func add(
    _ fact: ContentFact, _ bytes: Span<UInt8>, at start: Int, isOfSample: Bool
  ) -> Bool {
    guard entries.count < Self.maximum, textCount + bytes.count <= Self.capacity else {
      return false
    }
    let kind = Int(fact.rawValue)
    textCount += bytes.count
    let first = bytes.isEmpty ? 0 : bytes[0]
    let key = UInt16(kind) << 8 | UInt16(first)
    let (number, bucket) = (UInt16(keys.count), Self.bucket(key))
    if buckets[bucket].first == Self.none {
      buckets[bucket].first = number
    } else {
      entries[Int(buckets[bucket].last)].next = number
    }
    buckets[bucket].last = number
    if bounds[kind].first == Self.none { bounds[kind].first = number }
    bounds[kind].last = number
    keys.append(key)
    entries.append(
      Entry(start: UInt16(start), count: UInt8(bytes.count), isOfSample: isOfSample))
    kinds |= 1 << UInt64(kind)
    if isOfSample {
      sampleEnd = max(sampleEnd, start + bytes.count)
    } else {
      ownKinds |= 1 << UInt64(kind)
    }
    guard !bytes.isEmpty else { return true }
    let last = bytes[bytes.count - 1]
    firstBytes[4 * kind + Int(first >> 6)] |= 1 << UInt64(first & 63)
    lastBytes[4 * kind + Int(last >> 6)] |= 1 << UInt64(last & 63)
    return true
  }

  /// The bucket of a key: the same for a small letter and its capital.
  private static func bucket(_ key: UInt16) -> Int { Int(((key | 0x20) &* 0x9E37) >> 8) }

  /// Whether the bit of a byte is set for a kind.
  @inline(__always)
  private static func has(_ bits: [UInt64], _ kind: Int, _ byte: UInt8) -> Bool {
    guard 4 * kind + 3 < bits.count else { return false }
    return bits[4 * kind + Int(byte >> 6)] & 1 << UInt64(byte & 63) != 0
  }

  /// Whether there is a fact with this text.
  func has(_ fact: ContentFact, _ bytes: Span<UInt8>) -> Bool {
    guard kinds & 1 << UInt64(fact.rawValue) != 0 else { return false }
    for index in keys.indices where keys[index] >> 8 == UInt16(fact.rawValue) {
      if withText(of: index, { $0.isEqual(to: bytes) }) { return true }
    }
    return false
  }

  /// Calls `body` with the text of a fact, in place.
  @inline(__always)
  private func withText<Result>(of index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    let entry = entries[index]
    let range = Int(entry.start)..<Int(entry.start) + Int(entry.count)
    return entry.isOfSample
      ? body(sample.bytes.span.extracting(range)) : body(text.span.extracting(range))
  }

  /// Adds the fact whose text is `bytes`.
  mutating func add(_ fact: ContentFact, bytes: [UInt8]) { add(fact, bytes.span) }

  /// Adds the fact with a text of the program.
  mutating func add(_ fact: ContentFact, _ words: StaticString) {
    _ = words.withUTF8Buffer { add(fact, unsafe Span(_unsafeElements: $0)) }
  }

  /// The raw value of a fact's kind, and the first four bytes of its text in lower case, the first one lowest.
  @inline(__always)
  func beginning(of index: Int) -> (kind: Int, start: UInt32) {
    let start = withText(of: index) { text in
      UInt32(truncatingIfNeeded: text.word(at: 0).asciiLowercased)
    }
    return (Int(keys[index] >> 8), start)
  }

  /// The text of a fact.
  func text(of index: Int) -> [UInt8] {
    guard entries.indices.contains(index) else { return [] }
    return withText(of: index) { text in text.indices.map { text[$0] } }
  }

  /// The first fact of a kind whose text a test accepts.
  ///
  /// - Parameters:
  ///   - fact: The kind.
  ///   - test: How the text is compared.
  ///   - value: The pattern without its star.
  ///   - split: How many bytes of `value` are before the star.
  ///   - budget: Gets less by what was compared.
  /// - Returns: The index of the fact.
  func first(
    _ fact: ContentFact, _ test: ContentTest, _ value: ImageBytes, split: Int, budget: inout Int
  ) -> Int? {
    guard kinds & 1 << UInt64(fact.rawValue) != 0 else { return nil }
    budget -= keys.count
    let folds = test.ignoresCase
    let form = test.form
    // Most patterns are ruled out by their first byte, or by their last one.
    guard value.count == 0 || form == .part || mayHave(fact, form, value, split: split, folds)
    else {
      return nil
    }
    let isPlain = value.count > 0 && (form == .whole || form == .ends && split > 0)
    let first = isPlain ? value[0] : 0
    let mask: UInt16 = !isPlain ? 0xFF00 : folds && first.isLetter ? 0xFFDF : 0xFFFF
    let key = (UInt16(fact.rawValue) << 8 | UInt16(first)) & mask
    if isPlain {
      var index = Int(buckets[Self.bucket(key)].first)
      while index < entries.count {
        if keys[index] & mask == key,
          withText(of: index, { Self.holds($0, form, value, split, folds) })
        {
          return index
        }
        index = Int(entries[index].next)
      }
      return nil
    }
    if !folds, ownKinds & 1 << UInt64(fact.rawValue) == 0 {
      let text = sample.bytes.span.extracting(first: sampleEnd)
      guard Self.has(value, in: text, budget: &budget) else { return nil }
    }
    let bounds = bounds[Int(fact.rawValue)]
    for index in Int(bounds.first)...Int(bounds.last) where keys[index] & mask == key {
      if form == .part { budget -= max(Int(entries[index].count) - value.count, 0) }
      if withText(of: index, { Self.holds($0, form, value, split, folds) }) { return index }
    }
    return nil
  }

  /// Whether there is a fact that begins as a pattern does, or ends as it does if that begins with a star.
  @inline(__always)
  private func mayHave(
    _ fact: ContentFact, _ form: ContentTest.Form, _ value: ImageBytes, split: Int, _ folds: Bool
  ) -> Bool {
    let isEnd = form == .ends && split == 0
    let byte = isEnd ? value[value.count - 1] : value[0]
    let bytes = isEnd ? lastBytes : firstBytes
    let kind = Int(fact.rawValue)
    return Self.has(bytes, kind, byte)
      || folds && byte.isLetter && Self.has(bytes, kind, byte ^ 0x20)
  }

  /// Whether a text fits a pattern.
  @inline(__always)
  private static func holds(
    _ text: Span<UInt8>, _ form: ContentTest.Form, _ value: ImageBytes, _ split: Int, _ folds: Bool
  ) -> Bool {
    let last = text.count - value.count
    guard last >= 0 else { return false }
    switch form {
    case .whole: return last == 0 && isEqual(text, 0, value, 0..<value.count, folds)
    case .ends:
      let split = min(split, value.count)
      return isEqual(text, 0, value, 0..<split, folds)
        && isEqual(text, last, value, split..<value.count, folds)
    case .part:
      guard !folds, value.count > 0 else {
        for start in 0...last where isEqual(text, start, value, 0..<value.count, folds) {
          return true
        }
        return false
      }
      let starts = text.extracting(...last)
      var start = starts.firstIndex(of: value[0], from: 0)
      while start <= last {
        if isEqual(text, start, value, 1..<value.count, folds) { return true }
        start = starts.firstIndex(of: value[0], from: start + 1)
      }
      return false
    }
  }

  /// Whether a text has `value` somewhere: a search for the byte of it that texts have least often.
  private static func has(_ value: ImageBytes, in text: Span<UInt8>, budget: inout Int) -> Bool {
    var rare = 0
    while rare < value.count, value[rare].isFrequent { rare += 1 }
    if rare >= value.count { rare = 0 }
    let end = text.count - value.count + rare
    guard value.count > 0 else { return true }
    var place = rare
    while true {
      place = text.farIndex(of: value[rare], from: place)
      guard place <= end else { return false }
      if isEqual(text, place - rare, value, 0..<value.count, false) { return true }
      place += 1
      budget -= 1
      guard budget > 0 else { return false }
    }
  }

  /// Whether bytes of `value` are in the text at the same distance from `start`.
  @inline(__always)
  private static func isEqual(
    _ text: Span<UInt8>, _ start: Int, _ value: ImageBytes, _ range: Range<Int>, _ folds: Bool
  ) -> Bool {
    for index in range {
      let (own, wanted) = (text[start + index], value[index])
      if own != wanted, !folds || own.asciiLowercased != wanted.asciiLowercased { return false }
    }
    return true
  }

  // MARK: - Text

  /// Takes the file as a text.
  ///
  /// - Returns: The text; `nil` if it is none.
  mutating func takeText(_ file: FileSample) -> TextSample? {
    isText = sample.read(file)
    return textSample
  }
}

extension UInt8 {
  /// Whether texts have many of this byte: small letters and blanks.
  fileprivate var isFrequent: Bool { self &- 0x61 < 26 || self <= 0x20 }
}
