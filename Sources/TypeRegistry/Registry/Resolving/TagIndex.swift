// SPDX-License-Identifier: MIT

// The tag index: an open-addressed hash table from a tag to the types that have it.
//
// A slot is 16 bytes, four to a cache line. The probe begins at the first slot of the line that the
// hash names and ends at the tag or at a free slot.
//
//     byte 0                     8         12        14       15     16
//          +---------------------+---------+---------+--------+------+
//          | key                 | value   | class   | length | flags|
//          +---------------------+---------+---------+--------+------+
//     jpg  | "jpg" 00 00 00 00 00| type    | 1       | 3      |      |   one type has the tag
//     ts   | "ts"  00 …          | run ────┼─┐ 1     | 2      | S    |   S: several types
//     long | hash of the tag     | index ──┼─│─┐     | 16     | L    |   L: more than eight bytes
//     free | 0                   | 0       | │ │     | 0      |      |
//                                            │ │
//                       candidates: count, winner; type, source; …    (`CandidateRecord`)
//                                              │
//                       longTags: text, value as in a slot            (`LongTag`)
//
// `TagIndexBuilder` fills the table; it takes another hash seed if a probe would be long.

/// The code of a tag class within one registry: its index in the table of classes, plus 1.
package typealias TagClassCode = UInt16

// The codes that look-ups use, the same in every registry: of ``TagClass/wellKnown``.
extension TagClass {
  package static let filenameExtensionCode: TagClassCode = 1
  package static let mimeTypeCode: TagClassCode = 2
  package static let filenameGlobCode: TagClassCode = 6
  package static let caseSensitiveGlobCode: TagClassCode = 7
}

/// The entry of the tag index for one tag.
package struct TagEntry: Equatable, Sendable {
  /// The tag's slot; types list their tags by it.
  package var slot: UInt32
  /// The only type with the tag; none if there are several.
  package var single: TypeIndex
  /// The index of the first candidate record, if there are several types.
  package var run: UInt32
  /// Whether the only type conforms to `public.data`.
  package var conformsToData: Bool
  /// Whether the tag is a glob with a wildcard.
  package var isPattern: Bool
  /// Whether the tag is an extension that is the end of a longer one.
  package var endsLonger: Bool
}

// MARK: - Tags to entries

extension CompiledRegistry {
  /// The entry for a tag of at most eight bytes, given as a word.
  @inline(__always)
  package func entry(short key: UInt64, count: Int, tagClass: TagClassCode) -> TagEntry? {
    let hash = Hashing.short(key, count: count, tagClass: tagClass, seed: hashSeed)
    return probe(hash, key: key, count: count, tagClass: tagClass, isLong: false) { _ in true }
  }

  /// The entry for a tag.
  ///
  /// - Parameters:
  ///   - tag: The tag's spelling.
  ///   - tagClass: Its class.
  ///   - foldingCase: Whether capitals are treated as small letters; the index holds tags of the classes that
  ///     ignore case in lower case.
  /// - Returns: `nil` if no type has the tag.
  /// - Complexity: O(*n*) for *n* bytes, expected; no allocation.
  package func entry(
    _ tag: Span<UInt8>, tagClass: TagClassCode, foldingCase: Bool
  ) -> TagEntry? {
    guard !tag.isEmpty, tag.count <= Tag.maximumLength else { return nil }
    if tag.count <= 8 {
      let word = tag.word(at: 0)
      return entry(
        short: foldingCase ? word.asciiLowercased : word, count: tag.count, tagClass: tagClass)
    }
    let hash = Hashing.long(tag, foldingCase: foldingCase, tagClass: tagClass, seed: hashSeed)
    return probe(hash, key: hash, count: tag.count, tagClass: tagClass, isLong: true) { slot in
      bytes(of: longTags[slot.value].text).equals(tag, foldingCase: foldingCase)
    }
  }

  /// The entry for `tag`, compared with its case.
  package func entry(_ tag: Tag) -> TagEntry? {
    guard let code = code(of: tag.tagClass) else { return nil }
    return entry(tag.value.utf8.span, tagClass: code, foldingCase: false)
  }

  /// The entry for a tag as a caller spells it: in any case where its class ignores it, a MIME type
  /// with or without parameters.
  ///
  /// - Returns: `nil` if no type has the tag, or it is not a tag of that class.
  /// - Complexity: As ``entry(_:tagClass:foldingCase:)``.
  package func entry(spelled tag: Span<UInt8>, of tagClass: TagClass) -> TagEntry? {
    guard let code = code(of: tagClass) else { return nil }
    var count = tag.count
    if code == TagClass.mimeTypeCode { count = Tag.countWithoutParameters(tag) }
    return entry(
      tag.extracting(0..<count), tagClass: code, foldingCase: tagClass.ignoresCase)
  }

  /// The entry in a slot, or `nil` if the slot is free.
  package func entry(inSlot index: UInt32) -> TagEntry? {
    let slot = tagSlots[index]
    return slot.length == 0 ? nil : entry(slot, at: Int(index))
  }

  /// The entry of the first slot from the line of `hash` on with this key, for which `isTag` holds.
  // Inlined with its closure, so that a short tag is compared by its key alone.
  @inline(__always)
  private func probe(
    _ hash: UInt64, key: UInt64, count: Int, tagClass: TagClassCode, isLong: Bool,
    isTag: (TagSlot) -> Bool
  ) -> TagEntry? {
    let long = isLong ? TagSlot.long : 0
    var index = Hashing.line(of: hash, capacity: tagSlots.count)
    for _ in 0..<tagSlots.count {
      let slot = tagSlots[index]
      if slot.length == 0 { return nil }
      if slot.key == key, Int(slot.length) == count, slot.tagClass == tagClass,
        slot.flags & TagSlot.long == long, isTag(slot)
      {
        return entry(slot, at: index)
      }
      index += 1
      if index == tagSlots.count { index = 0 }
    }
    return nil
  }

  @inline(__always)
  private func entry(_ slot: TagSlot, at index: Int) -> TagEntry {
    let value = slot.flags & TagSlot.long != 0 ? longTags[slot.value].value : slot.value
    let several = slot.flags & TagSlot.several != 0
    return TagEntry(
      slot: UInt32(truncatingIfNeeded: index), single: TypeIndex(several ? 0 : value),
      run: several ? value : 0, conformsToData: slot.flags & TagSlot.conformsToData != 0,
      isPattern: slot.flags & TagSlot.pattern != 0,
      endsLonger: slot.flags & TagSlot.endsLonger != 0)
  }
}

// MARK: - Slots to tags

extension CompiledRegistry {
  /// The code of a class, or `nil` if no type has a tag of that class.
  package func code(of tagClass: TagClass) -> TagClassCode? {
    if let index = TagClass.wellKnown.firstIndex(of: tagClass) { return TagClassCode(index + 1) }
    for index in 0..<min(tagClasses.count, RegistryLimits.maximumTagClasses)
    where text(tagClasses[index]) == tagClass.text {
      return TagClassCode(index + 1)
    }
    return nil
  }

  /// The class of a code.
  package func tagClass(of code: TagClassCode) -> TagClass {
    if code > 0, code <= TagClass.wellKnown.count { return TagClass.wellKnown[Int(code) - 1] }
    return TagClass(trusted: text(tagClasses[Int(code) - 1]))
  }

  /// The tag in a slot of the index, or `nil` if the slot is free.
  package func tag(inSlot index: UInt32) -> Tag? {
    let slot = tagSlots[index]
    guard slot.length != 0 else { return nil }
    return Tag(trusted: tagClass(of: slot.tagClass), value(of: slot))
  }

  /// The spelling of the tag in a slot.
  package func value(of slot: TagSlot) -> String {
    if slot.flags & TagSlot.long != 0 { return text(longTags[slot.value].text) }
    // In memory the first character comes first.
    return unsafe withUnsafeBytes(of: slot.key.littleEndian) { bytes in
      unsafe String(decoding: bytes.prefix(Int(slot.length)), as: UTF8.self)
    }
  }
}
