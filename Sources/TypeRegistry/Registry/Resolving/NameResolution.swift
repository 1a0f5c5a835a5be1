// SPDX-License-Identifier: MIT

/// The type of a file by its name and kind, and how it was found.
public struct NameResolution: Hashable, Sendable {
  /// The type, or the parts of a dynamic type.
  public enum Answer: Hashable, Sendable {
    /// A declared type.
    case type(TypeIndex)
    /// A dynamic type: no declaration has the extension that begins at this byte of the name.
    case dynamic(extensionStart: Int)
    /// The type of every file of this kind, whatever its name.
    case kind(FileKind)
  }

  /// How the name was matched.
  public enum Match: Hashable, Sendable {
    /// By nothing.
    case none
    /// By an extension, which may have several parts.
    case filenameExtension
    /// As a whole.
    case literalName
    /// By a pattern with wildcards.
    case pattern
    /// By a rule about the contents of the file.
    case magic
    /// By the outermost element of an XML text.
    case rootElement
    /// By no rule about name or contents; the contents look like text.
    case text
    /// By no rule about the name; the file is empty.
    case empty
    /// By a rule about the files in a directory.
    case tree
  }

  /// The type, or the parts of a dynamic type.
  public var answer: Answer
  /// Whether only the order of identifiers (in core: of the files) decided.
  public var isTie: Bool
  /// How the name was matched.
  public var match: Match
  /// The slot of the tag that matched.
  package var slot: UInt32

  @inline(__always)
  package init(_ answer: Answer, isTie: Bool = false, match: Match = .none, slot: UInt32 = 0) {
    self.answer = answer
    self.isTie = isTie
    self.match = match
    self.slot = slot
  }

  /// Whether the answer is a dynamic type.
  public var isDynamic: Bool { if case .dynamic = answer { true } else { false } }
}

extension CompiledRegistry {
  /// The type of a file of that kind and name.
  ///
  /// A regular file goes by its name. A directory takes the type of its name if that is a package
  /// or bundle; otherwise it is a folder. All other kinds have a type of their own.
  ///
  /// - Parameters:
  ///   - name: The last component of a path, as bytes.
  ///   - kind: The kind in the file system.
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
  /// First the pattern, by ``PatternRank``; then, of the types with that tag, the one that
  /// ``resolve(_:conformingTo:)`` returns. A pattern whose types do not fit is skipped.
  ///
  /// - Parameter name: The last component of a path, as bytes.
  /// - Returns: `public.data` if no pattern matches and there is no usable extension; a dynamic
  ///   type if the extension is unknown.
  /// - Complexity: O(*n*) for *n* bytes, expected, and O(*m*) for the *m* bytes of the patterns with
  ///   wildcards that the bytes at either end do not rule out. No allocation.
  package func resolve(name: Span<UInt8>) -> NameResolution {
    resolve(name: name, conformingTo: data)
  }

  /// The type of a file of that name among the types that conform to `supertype`.
  ///
  /// Most names take the third exit, after one or two reads of the filters and one of the index:
  ///
  /// 1. a literal name, unless the filter of literal names rules it out;
  /// 2. a pattern with wildcards, merged with the extensions by rank, unless the groups of patterns
  ///    rule all of them out (see `PatternMatches.swift`);
  /// 3. the last extension, of one to seven bytes, that is not the end of a longer extension of this name;
  /// 4. no extension, if the name has no dot;
  /// 5. all extensions, the longest first.
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
    let dots = NameDots(head: head, tail: tail, in: name)
    let mayBeLoose =
      (dots.mayBeSeveral || nameFilter.looseDots < 2) && mayMatchLoosePattern(name, ends)
    if mayBeLoose || mayMatchPattern(ends),
      let found = resolveByPattern(name, ends, mayBeLoose: mayBeLoose, conformingTo: supertype)
    {
      return found
    }
    if let found = resolveLastExtension(name, ends, dots, conformingTo: supertype) { return found }
    if dots.isEmpty { return unmatched(name, lastDot: 0) }
    var extensions = ExtensionSuffixes(of: name, mostDots: Int(nameFilter.extensionDots))
    while let start = extensions.next() {
      if let found = resolveExtension(name, from: start, conformingTo: supertype) { return found }
    }
    return unmatched(name, lastDot: extensions.lastDot)
  }

  /// The answer for a name with an extension of one to seven bytes, if no longer extension of the
  /// name can end in it.
  ///
  /// One word has the position of the dot and, shifted, the key that the index compares.
  ///
  /// - Returns: `nil` if all extensions of the name have to be looked up.
  @inline(__always)
  private func resolveLastExtension(
    _ name: Span<UInt8>, _ ends: NameEnds, _ dots: NameDots, conformingTo supertype: TypeIndex
  ) -> NameResolution? {
    let length = dots.inTail.leadingZeroBitCount / 8
    guard dots.inTail != 0, length > 0, length + 1 < ends.count else { return nil }
    let lastDot = ends.count - 1 - length
    let key = ends.tail >> UInt64(64 - 8 * length)
    guard let entry = entry(short: key, count: length, tagClass: TagClass.filenameExtensionCode)
    else {
      return dots.mayBeSeveral && nameFilter.mayStray(key)
        ? nil : unmatched(name, lastDot: lastDot)
    }
    if dots.mayBeSeveral && entry.endsLonger { return nil }
    let resolution = resolve(entry, conformingTo: supertype)
    guard resolution.type != .none else { return unmatched(name, lastDot: lastDot) }
    return NameResolution(
      .type(resolution.type), isTie: resolution.isTie, match: .filenameExtension, slot: entry.slot)
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

  /// Whether the filter of literal names lets a name pass.
  @inline(__always)
  private func mayBeLiteral(_ ends: NameEnds) -> Bool {
    guard literalFilter.count > 0 else { return false }
    let bit = LiteralFilter.bit(head: ends.head, count: ends.count, words: literalFilter.count)
    return literalFilter[bit >> 6] & 1 << UInt64(bit & 63) != 0
  }

  /// The answer for a name that is declared as a whole, such as `Makefile`.
  private func resolveLiteral(
    _ name: Span<UInt8>, conformingTo supertype: TypeIndex
  ) -> NameResolution? {
    if let entry = entry(name, tagClass: TagClass.caseSensitiveGlobCode, foldingCase: false),
      let found = resolveLiteral(entry, conformingTo: supertype)
    {
      return found
    }
    return entry(name, tagClass: TagClass.filenameGlobCode, foldingCase: true).flatMap {
      resolveLiteral($0, conformingTo: supertype)
    }
  }

  private func resolveLiteral(
    _ entry: TagEntry, conformingTo supertype: TypeIndex
  ) -> NameResolution? {
    guard !entry.isPattern else { return nil }
    let resolution = resolve(entry, conformingTo: supertype)
    guard resolution.type != .none else { return nil }
    return NameResolution(
      .type(resolution.type), isTie: resolution.isTie, match: .literalName, slot: entry.slot)
  }

  /// Whether a pattern with wildcards that fixes the first or last byte may match.
  @inline(__always)
  private func mayMatchPattern(_ ends: NameEnds) -> Bool {
    patternGroups[ends.firstGroup].allows(ends.head)
      || patternGroups[ends.lastGroup].allows(ends.tail)
  }

  /// The answer by patterns and extensions, merged by rank.
  ///
  /// - Returns: `nil` if no pattern matches.
  @inline(never)
  private func resolveByPattern(
    _ name: Span<UInt8>, _ ends: NameEnds, mayBeLoose: Bool, conformingTo supertype: TypeIndex
  ) -> NameResolution? {
    var candidates = PatternCandidates(of: ends, mayBeLoose: mayBeLoose, in: self)
    guard let candidate = candidates.next(ends, in: self) else { return nil }
    return resolve(
      name, ends, byPatternFrom: candidate, of: candidates, conformingTo: supertype)
  }

  // A function of its own, so that a name without a candidate does not touch the matcher's memory.
  @inline(never)
  private func resolve(
    _ name: Span<UInt8>, _ ends: NameEnds, byPatternFrom candidate: GlobRecord,
    of candidates: PatternCandidates, conformingTo supertype: TypeIndex
  ) -> NameResolution? {
    var candidates = candidates
    var matcher = PatternMatcher(name)
    guard
      var glob = matcher.next(from: candidate, of: &candidates, name, ends, in: self)
    else { return nil }
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
      guard let following = matcher.next(from: nil, of: &candidates, name, ends, in: self)
      else { break }
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

  /// Whether the bytes can be an extension tag: UTF-8 without white space, control characters and
  /// slashes, and not the wildcard.
  static func isUsableExtension(_ bytes: Span<UInt8>) -> Bool {
    if bytes.count == 1, bytes[0] == UInt8(ascii: "*") { return false }
    var isASCII = true
    for index in bytes.indices {
      if bytes[index].isBlankOrControl || bytes[index] == UInt8(ascii: "/") { return false }
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
