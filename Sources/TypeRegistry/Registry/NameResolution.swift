// SPDX-License-Identifier: MIT

/// What a file's name and kind say of its type.
public struct NameResolution: Hashable, Sendable {
  /// The answer.
  public enum Answer: Hashable, Sendable {
    /// A declared type.
    case type(TypeIndex)
    /// No declaration knows the extension that begins at this byte of the name: a dynamic type.
    case dynamic(extensionStart: Int)
    /// Nothing in the name counts: the type of every file of this kind.
    case kind(FileKind)
  }

  /// How the name was matched.
  public enum Match: Hashable, Sendable {
    /// Not at all.
    case none
    /// By an extension, perhaps of several parts.
    case filenameExtension
    /// As a whole.
    case literalName
    /// By a pattern with wildcards.
    case pattern
  }

  /// The answer.
  public var answer: Answer
  /// Whether only the order of identifiers (in core: of the files) decided.
  public var isTie: Bool
  /// How the name was matched.
  public var match: Match
  /// The slot of the tag that matched.
  package var slot: UInt32

  @inline(__always)
  init(_ answer: Answer, isTie: Bool = false, match: Match = .none, slot: UInt32 = 0) {
    self.answer = answer
    self.isTie = isTie
    self.match = match
    self.slot = slot
  }
}

extension CompiledRegistry {
  /// The type of a file of that kind and name.
  ///
  /// A regular file goes by its name. A directory takes the type of its name if that is a package
  /// or bundle, else it is a folder. Everything else is what it is.
  ///
  /// - Parameters:
  ///   - name: The last component of a path, as bytes.
  ///   - kind: What the file system says of it.
  /// - Returns: The answer, how it was found, and whether it is a tie.
  /// - Complexity: As ``resolve(name:)``.
  package func resolve(name: Span<UInt8>, kind: FileKind) -> NameResolution {
    switch kind {
    case .regular:
      return resolve(name: name)
    case .directory:
      let resolution = resolve(name: name, conformingTo: .packageOrBundle)
      if resolution.match != .none { return resolution }
      return NameResolution(.kind(.directory))
    default:
      return NameResolution(.kind(kind))
    }
  }

  /// The type of a regular file of that name.
  ///
  /// First the pattern: a literal name, then the higher weight, then the longest, then an extension
  /// before other patterns. Then, of the types with that tag, the one that
  /// ``resolve(_:conformingTo:)`` finds. A pattern whose types do not fit is passed over.
  ///
  /// - Parameter name: The last component of a path, as bytes.
  /// - Returns: `public.data` where no pattern matches and there is no usable extension; a dynamic
  ///   type where the extension is unknown.
  /// - Complexity: O(*n*) for *n* bytes, expected, and O(*g* · *n*) where *g* patterns with
  ///   wildcards are not ruled out by the first and last byte. No allocation.
  package func resolve(name: Span<UInt8>) -> NameResolution {
    resolve(name: name, conformingTo: data)
  }

  package func resolve(name: Span<UInt8>, conformingTo supertype: TypeIndex) -> NameResolution {
    let count = name.count
    guard count > 0 else { return NameResolution(.kind(.regular)) }
    let head = name.word(at: 0)
    // The last eight bytes, at the top of the word.
    let tail = count >= 8 ? name.word(at: count - 8) : head << UInt64(8 * (8 - count))
    let dots = Self.dots(in: name)
    if let found = resolveLiteral(name, head: head.asciiLowercased, conformingTo: supertype) {
      return found
    }
    if globs.count > 0,
      mayMatchPattern(name, head: head.asciiLowercased, tail: tail.asciiLowercased, dots: dots)
    {
      return resolveByPattern(
        name, head: head.asciiLowercased, tail: tail.asciiLowercased, conformingTo: supertype)
    }
    // The usual case: one extension of up to seven bytes. One word finds its dot, and is, shifted,
    // the very key that the index compares.
    let marks = tail.matches(of: UInt8(ascii: "."))
    if dots == 1 || nameFilter.extensionDots == 0, marks != 0 {
      let length = marks.leadingZeroBitCount / 8
      if length > 0, length + 1 < count {
        let key = (tail >> UInt64(64 - 8 * length)).asciiLowercased
        if let entry = entry(short: key, count: length, tagClass: TagClass.filenameExtensionCode) {
          let resolution = resolve(entry, conformingTo: supertype)
          if resolution.type != .none {
            return NameResolution(
              .type(resolution.type), isTie: resolution.isTie, match: .filenameExtension,
              slot: entry.slot)
          }
        }
      }
      return unmatched(name, lastDot: count - 1 - length)
    }
    var extensions = ExtensionSuffixes(of: name, mostDots: Int(nameFilter.extensionDots))
    while let start = extensions.next() {
      if let found = resolveExtension(name, from: start, conformingTo: supertype) { return found }
    }
    return unmatched(name, lastDot: extensions.lastDot)
  }

  @inline(__always)
  private static func dots(in name: Span<UInt8>) -> Int {
    var dots = 0
    var offset = 0
    while offset < name.count {
      dots += name.word(at: offset).matches(of: UInt8(ascii: ".")).nonzeroBitCount
      offset += 8
    }
    return dots
  }

  private func resolveExtension(
    _ name: Span<UInt8>, from start: Int, conformingTo supertype: TypeIndex
  ) -> NameResolution? {
    guard
      let entry = entry(
        name.extracting(start..<name.count), tagClass: TagClass.filenameExtensionCode,
        foldingCase: true)
    else { return nil }
    let resolution = resolve(entry, conformingTo: supertype)
    guard resolution.type != .none else { return nil }
    return NameResolution(
      .type(resolution.type), isTie: resolution.isTie, match: .filenameExtension, slot: entry.slot)
  }

  /// The answer for a name that is known as a whole, such as `Makefile`.
  @inline(__always)
  private func resolveLiteral(
    _ name: Span<UInt8>, head: UInt64, conformingTo supertype: TypeIndex
  ) -> NameResolution? {
    guard literalFilter.count > 0 else { return nil }
    let bit = LiteralFilter.bit(head: head, count: name.count, words: literalFilter.count)
    guard literalFilter[bit >> 6] & 1 << UInt64(bit & 63) != 0,
      let entry = entry(name, tagClass: TagClass.filenameGlobCode, foldingCase: true),
      !entry.isPattern
    else { return nil }
    let resolution = resolve(entry, conformingTo: supertype)
    guard resolution.type != .none else { return nil }
    return NameResolution(
      .type(resolution.type), isTie: resolution.isTie, match: .literalName, slot: entry.slot)
  }

  /// Whether a pattern with wildcards could match.
  @inline(__always)
  private func mayMatchPattern(
    _ name: Span<UInt8>, head: UInt64, tail: UInt64, dots: Int
  ) -> Bool {
    // No more than there are patterns, also in a damaged image.
    let firstCount = min(Int(nameFilter.firstCount), globs.count)
    let lastCount = min(Int(nameFilter.lastCount), globs.count - firstCount)
    if firstCount > 0, mayBegin(head) {
      for test in 0..<firstCount where admits(test, head: head, tail: tail, count: name.count) {
        return true
      }
    }
    if lastCount > 0, mayEnd(tail) {
      for test in firstCount..<(firstCount + lastCount)
      where admits(test, head: head, tail: tail, count: name.count) {
        return true
      }
    }
    guard nameFilter.looseCount > 0, dots >= Int(nameFilter.looseDots) else { return false }
    for test in (firstCount + lastCount)..<globs.count {
      let words = globTests[test * GlobTest.words + GlobTest.leastCountAndPattern]
      if Glob.matches(bytes(of: StringReference(words >> 32)), name) { return true }
    }
    return false
  }

  /// Whether some pattern with a fixed first byte begins like a name.
  @inline(__always)
  private func mayBegin(_ head: UInt64) -> Bool {
    let first = UInt8(truncatingIfNeeded: head)
    let pair = PatternFilter.pair(first, UInt8(truncatingIfNeeded: head >> 8))
    return isInFilter(PatternFilter.firstPairs, pair)
      || isInFilter(PatternFilter.firstSingles, Int(first))
  }

  /// Whether some pattern with a known last byte ends like a name.
  @inline(__always)
  private func mayEnd(_ tail: UInt64) -> Bool {
    let last = UInt8(truncatingIfNeeded: tail >> 56)
    let pair = PatternFilter.pair(last, UInt8(truncatingIfNeeded: tail >> 48))
    return isInFilter(PatternFilter.lastPairs, pair)
      || isInFilter(PatternFilter.lastSingles, Int(last))
  }

  @inline(__always)
  private func isInFilter(_ start: Int, _ bit: Int) -> Bool {
    patternFilter[start &+ (bit >> 6)] & 1 << UInt64(bit & 63) != 0
  }

  /// Whether a pattern may match: `head` and `tail` are the name's first and last eight bytes in
  /// lower case.
  @inline(__always)
  private func admits(_ test: Int, head: UInt64, tail: UInt64, count: Int) -> Bool {
    let start = test &* GlobTest.words
    let differences =
      (head ^ globTests[start &+ GlobTest.prefix]) & globTests[start &+ GlobTest.prefixMask]
      | (tail ^ globTests[start &+ GlobTest.suffix]) & globTests[start &+ GlobTest.suffixMask]
    let leastCount = globTests[start &+ GlobTest.leastCountAndPattern] & 0xFFFF_FFFF
    return differences == 0 && UInt64(truncatingIfNeeded: count) >= leastCount
  }

  /// The general way: patterns and extensions merged by weight and length.
  private func resolveByPattern(
    _ name: Span<UInt8>, head: UInt64, tail: UInt64, conformingTo supertype: TypeIndex
  ) -> NameResolution {
    var extensions = ExtensionSuffixes(of: name, mostDots: Int(nameFilter.extensionDots))
    var next = extensions.next()
    for index in 0..<globs.count {
      let glob = globs[index]
      guard admits(Int(glob.test), head: head, tail: tail, count: name.count),
        Glob.matches(bytes(of: glob.pattern), name), let entry = entry(inSlot: glob.slot)
      else { continue }
      // An extension counts as `*.extension` with the usual weight, before a pattern of its length.
      while let start = next,
        Self.extensionWeight > glob.weight
          || Self.extensionWeight == glob.weight && name.count - start + 2 >= Int(glob.length)
      {
        if let found = resolveExtension(name, from: start, conformingTo: supertype) { return found }
        next = extensions.next()
      }
      let resolution = resolve(entry, conformingTo: supertype)
      if resolution.type != .none {
        return NameResolution(
          .type(resolution.type), isTie: resolution.isTie, match: .pattern, slot: entry.slot)
      }
    }
    while let start = next {
      if let found = resolveExtension(name, from: start, conformingTo: supertype) { return found }
      next = extensions.next()
    }
    return unmatched(name, lastDot: extensions.lastDot)
  }

  /// The weight of a pattern that says nothing of it (shared-mime-info specification, "glob").
  package static let extensionWeight: UInt16 = 50

  /// The answer for a name that no pattern matches.
  private func unmatched(_ name: Span<UInt8>, lastDot: Int) -> NameResolution {
    let start = lastDot + 1
    guard lastDot > 0, start < name.count,
      DynamicIdentifier.canSpell(filenameExtension: name.extracting(start..<name.count)),
      Self.isUsableExtension(name.extracting(start..<name.count))
    else {
      return data == .none
        ? NameResolution(.kind(.regular)) : NameResolution(.type(data))
    }
    return NameResolution(.dynamic(extensionStart: start))
  }

  /// Whether the bytes are UTF-8 without white space or control characters.
  static func isUsableExtension(_ bytes: Span<UInt8>) -> Bool {
    var isASCII = true
    for index in bytes.indices {
      if bytes[index].isBlankOrControl { return false }
      if bytes[index] >= 0x80 { isASCII = false }
    }
    if isASCII { return true }
    guard let text = try? UTF8Span(validating: bytes) else { return false }
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        return false
      }
    }
    return true
  }
}

/// Where the extensions of a name begin, the longest first: `tar.gz`, then `gz`.
///
/// An extension needs something before its dot and something behind it.
struct ExtensionSuffixes {
  /// The most dots within an extension that are considered.
  static let mostDots = 3
  private var dots: InlineArray<4, Int> = [0, 0, 0, 0]
  private var remaining = 0
  /// The place of the last dot that has something before it; 0 if there is none.
  private(set) var lastDot = 0

  init(of name: borrowing Span<UInt8>, mostDots: Int) {
    let most = min(mostDots, Self.mostDots) + 1
    var index = name.count - 1
    while index > 0, remaining < most {
      if name[index] == UInt8(ascii: ".") {
        if remaining == 0 { lastDot = index }
        if index + 1 == name.count { return }
        dots[remaining] = index
        remaining += 1
      }
      index -= 1
    }
  }

  mutating func next() -> Int? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    return dots[remaining] + 1
  }
}

/// A filter for literal names: a bit for the first eight bytes and the length of each.
///
/// It holds no name that it should not, and lets one foreign name in sixteen or fewer pass.
package enum LiteralFilter {
  /// The bits to a literal name, at least.
  package static let bitsPerName = 16

  /// The bit of a name in a filter of `words` words, a power of two.
  @inline(__always)
  package static func bit(head: UInt64, count: Int, words: Int) -> Int {
    let hash = Hashing.short(head, count: count, tagClass: TagClass.filenameGlobCode, seed: 0)
    return Int(truncatingIfNeeded: hash) & (words &* 64 &- 1)
  }
}
