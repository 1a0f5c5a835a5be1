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
  ///   wildcards are not ruled out by the bytes at either end. No allocation.
  package func resolve(name: Span<UInt8>) -> NameResolution {
    resolve(name: name, conformingTo: data)
  }

  package func resolve(name: Span<UInt8>, conformingTo supertype: TypeIndex) -> NameResolution {
    let count = name.count
    guard count > 0 else { return NameResolution(.kind(.regular)) }
    let head = name.word(at: 0)
    // The last eight bytes, at the top of the word.
    let tail = count >= 8 ? name.word(at: count - 8) : head << UInt64(8 * (8 - count))
    let ends = NameEnds(head: head.asciiLowercased, tail: tail.asciiLowercased, count: count)
    if mayBeLiteral(ends), let found = resolveLiteral(name, conformingTo: supertype) {
      return found
    }
    let marks = tail.matches(of: UInt8(ascii: "."))
    let otherMarks = Self.marksBeforeTail(in: name, head: head)
    // Certain if the tail has a dot, else perhaps.
    let hasSeveralDots = otherMarks | (marks & (marks &- 1)) != 0
    let mayBeLoose =
      (hasSeveralDots || nameFilter.looseDots < 2) && mayMatchLoosePattern(name, ends)
    if mayBeLoose || mayMatchPattern(ends),
      let found = resolveByPattern(name, ends, mayBeLoose: mayBeLoose, conformingTo: supertype)
    {
      return found
    }
    // The usual case: an extension of up to seven bytes in which no longer one of the name can end.
    // One word finds its dot, and is, shifted, the very key that the index compares.
    let length = marks.leadingZeroBitCount / 8
    if marks != 0, length > 0, length + 1 < count {
      let key = ends.tail >> UInt64(64 - 8 * length)
      if let entry = entry(short: key, count: length, tagClass: TagClass.filenameExtensionCode) {
        if !(hasSeveralDots && entry.endsLonger) {
          let resolution = resolve(entry, conformingTo: supertype)
          if resolution.type != .none {
            return NameResolution(
              .type(resolution.type), isTie: resolution.isTie, match: .filenameExtension,
              slot: entry.slot)
          }
          return unmatched(name, lastDot: count - 1 - length)
        }
      } else if !(hasSeveralDots && nameFilter.mayStray(key)) {
        return unmatched(name, lastDot: count - 1 - length)
      }
    }
    if otherMarks | marks == 0 { return unmatched(name, lastDot: 0) }
    var extensions = ExtensionSuffixes(of: name, mostDots: Int(nameFilter.extensionDots))
    while let start = extensions.next() {
      if let found = resolveExtension(name, from: start, conformingTo: supertype) { return found }
    }
    return unmatched(name, lastDot: extensions.lastDot)
  }

  /// A mark for each dot before the last eight bytes, in no particular place; 0 if there is none.
  @inline(__always)
  private static func marksBeforeTail(in name: Span<UInt8>, head: UInt64) -> UInt64 {
    let rest = name.count - 8
    guard rest > 0 else { return 0 }
    let marks = head.matches(of: UInt8(ascii: "."))
    if rest < 8 { return marks & ~(UInt64.max << UInt64(8 * rest)) }
    return rest == 8 ? marks : marks | marksInMiddle(of: name)
  }

  /// The same for what lies between the first eight and the last eight bytes of a long name.
  private static func marksInMiddle(of name: Span<UInt8>) -> UInt64 {
    var marks: UInt64 = 0
    var offset = 8
    while offset < name.count - 8 {
      let rest = name.count - 8 - offset
      let found = name.word(at: offset).matches(of: UInt8(ascii: "."))
      marks |= rest < 8 ? found & ~(UInt64.max << UInt64(8 * rest)) : found
      offset += 8
    }
    return marks
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

  /// Whether a name could be known as a whole.
  @inline(__always)
  private func mayBeLiteral(_ ends: NameEnds) -> Bool {
    guard literalFilter.count > 0 else { return false }
    let bit = LiteralFilter.bit(head: ends.head, count: ends.count, words: literalFilter.count)
    return literalFilter[bit >> 6] & 1 << UInt64(bit & 63) != 0
  }

  /// The answer for a name that is known as a whole, such as `Makefile`.
  private func resolveLiteral(
    _ name: Span<UInt8>, conformingTo supertype: TypeIndex
  ) -> NameResolution? {
    guard let entry = entry(name, tagClass: TagClass.filenameGlobCode, foldingCase: true),
      !entry.isPattern
    else { return nil }
    let resolution = resolve(entry, conformingTo: supertype)
    guard resolution.type != .none else { return nil }
    return NameResolution(
      .type(resolution.type), isTie: resolution.isTie, match: .literalName, slot: entry.slot)
  }

  /// Whether a pattern with a wildcard that fixes one end could match.
  @inline(__always)
  private func mayMatchPattern(_ ends: NameEnds) -> Bool {
    patternGroups[ends.firstGroup].allows(ends.head)
      || patternGroups[ends.lastGroup].allows(ends.tail)
  }

  /// Patterns and extensions merged by weight and length.
  ///
  /// - Returns: `nil` if no pattern matches.
  @inline(never)
  private func resolveByPattern(
    _ name: Span<UInt8>, _ ends: NameEnds, mayBeLoose: Bool, conformingTo supertype: TypeIndex
  ) -> NameResolution? {
    var patterns = PatternMatches(of: ends, mayBeLoose: mayBeLoose, in: self)
    guard var glob = patterns.next(name, ends, in: self) else { return nil }
    var extensions = ExtensionSuffixes(of: name, mostDots: Int(nameFilter.extensionDots))
    var next = extensions.next()
    while true {
      let rank = PatternRank(glob)
      while let start = next, PatternRank(extensionLength: name.count - start) > rank {
        if let found = resolveExtension(name, from: start, conformingTo: supertype) { return found }
        next = extensions.next()
      }
      if let entry = entry(inSlot: glob.slot) {
        let resolution = resolve(entry, conformingTo: supertype)
        if resolution.type != .none {
          return NameResolution(
            .type(resolution.type), isTie: resolution.isTie, match: .pattern, slot: entry.slot)
        }
      }
      guard let following = patterns.next(name, ends, in: self) else { break }
      glob = following
    }
    while let start = next {
      if let found = resolveExtension(name, from: start, conformingTo: supertype) { return found }
      next = extensions.next()
    }
    return unmatched(name, lastDot: extensions.lastDot)
  }

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
