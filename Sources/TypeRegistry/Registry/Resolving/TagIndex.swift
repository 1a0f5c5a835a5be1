// SPDX-License-Identifier: MIT

// The tag index: an open-addressed table from a tag to the types that have it.

/// The code of a tag class within one registry: an index into its table of classes, plus 1.
package typealias TagClassCode = UInt16

extension TagClass {
  /// The codes of the classes with rules of their own, the same in every registry.
  package static let filenameExtensionCode: TagClassCode = 1
  package static let mimeTypeCode: TagClassCode = 2
  package static let urlSchemeCode: TagClassCode = 3
  package static let osTypeCode: TagClassCode = 4
  package static let pasteboardTypeCode: TagClassCode = 5
  package static let filenameGlobCode: TagClassCode = 6
}

/// What the tag index holds for one tag.
package struct TagEntry: Equatable, Sendable {
  /// The tag's slot, by which types list their tags.
  package var slot: UInt32
  /// The only type with the tag; none if there are several.
  package var single: TypeIndex
  /// Where the run of candidates begins, if there are several.
  package var run: UInt32
  /// Whether the only type conforms to `public.data`.
  package var conformsToData: Bool
  /// Whether the tag is a glob with a wildcard.
  package var isPattern: Bool
  /// Whether the tag is an extension in which a longer one ends.
  package var endsLonger: Bool
}

extension CompiledRegistry {
  /// What the index holds for a tag of up to eight bytes, given as a word.
  @inline(__always)
  package func entry(short key: UInt64, count: Int, tagClass: TagClassCode) -> TagEntry? {
    let hash = Hashing.short(key, count: count, tagClass: tagClass, seed: hashSeed)
    var index = Hashing.line(of: hash, capacity: tagSlots.count)
    for _ in 0..<tagSlots.count {
      let slot = tagSlots[index]
      if slot.length == 0 { return nil }
      if slot.key == key, Int(slot.length) == count, slot.tagClass == tagClass,
        slot.flags & TagSlot.long == 0
      {
        return entry(slot, at: index)
      }
      index += 1
      if index == tagSlots.count { index = 0 }
    }
    return nil
  }

  /// What the index holds for a tag.
  ///
  /// - Parameters:
  ///   - tag: The tag's spelling.
  ///   - tagClass: Its class.
  ///   - foldingCase: Whether capitals count as small letters; the index holds tags of the classes
  ///     that ignore case in lower case.
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
    var index = Hashing.line(of: hash, capacity: tagSlots.count)
    for _ in 0..<tagSlots.count {
      let slot = tagSlots[index]
      if slot.length == 0 { return nil }
      if slot.key == hash, Int(slot.length) == tag.count, slot.tagClass == tagClass,
        slot.flags & TagSlot.long != 0
      {
        let text = bytes(of: longTags[slot.value].text)
        if foldingCase ? text.equalsFoldingCase(tag) : text.equals(tag) {
          return entry(slot, at: index)
        }
      }
      index += 1
      if index == tagSlots.count { index = 0 }
    }
    return nil
  }

  /// What the index holds for `tag`.
  package func entry(_ tag: Tag) -> TagEntry? {
    guard let code = code(of: tag.tagClass) else { return nil }
    return entry(tag.value.utf8.span, tagClass: code, foldingCase: false)
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

  /// The entry in a slot, or `nil` if the slot is free.
  package func entry(inSlot index: UInt32) -> TagEntry? {
    let slot = tagSlots[index]
    return slot.length == 0 ? nil : entry(slot, at: Int(index))
  }

  /// The code of a class, or `nil` if no type has a tag of that class.
  package func code(of tagClass: TagClass) -> TagClassCode? {
    for index in 0..<min(tagClasses.count, RegistryLimits.maximumTagClasses)
    where text(tagClasses[index]) == tagClass.text {
      return TagClassCode(index + 1)
    }
    return nil
  }

  /// The class of a code.
  package func tagClass(of code: TagClassCode) -> TagClass {
    TagClass(trusted: text(tagClasses[Int(code) - 1]))
  }

  /// The tag in a slot of the index, or `nil` if the slot is free.
  package func tag(inSlot index: UInt32) -> Tag? {
    let slot = tagSlots[index]
    guard slot.length != 0 else { return nil }
    return Tag(trusted: tagClass(of: slot.tagClass), value(of: slot))
  }

  private func value(of slot: TagSlot) -> String {
    guard slot.flags & TagSlot.long == 0 else { return text(longTags[slot.value].text) }
    let bytes = (0..<min(Int(slot.length), 8)).map {
      UInt8(truncatingIfNeeded: slot.key >> UInt64(8 * $0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The slots of a type's tags, in declared order.
  package func tagSlots(of type: TypeIndex) -> [UInt32] {
    tagRun(of: type).map { typeTags[$0] }
  }

  /// A type's tags, in declared order.
  package func tags(of type: TypeIndex) -> [Tag] {
    tagSlots(of: type).compactMap(tag(inSlot:))
  }
}
