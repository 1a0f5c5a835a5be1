// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// The first tag of that class that a type has: its preferred extension, its preferred MIME type.
  package func preferredTag(of type: TypeIndex, tagClass: TagClassCode) -> Tag? {
    for slot in tagSlots(of: type) where tagSlots[slot].tagClass == tagClass {
      return tag(inSlot: slot)
    }
    return nil
  }

  /// Appends the first tag of that class that a type has; the way for many types.
  ///
  /// - Returns: Whether it has one.
  /// - Complexity: O(*t*) for *t* tags before it. No allocation once `text` has grown.
  package func appendPreferredTag(
    of type: TypeIndex, tagClass: TagClassCode, to text: inout [UInt8]
  ) -> Bool {
    let start = types[type.value].tags
    let end = types[type.value + 1].tags
    guard start < end, end <= typeTags.count else { return false }
    for index in start..<end {
      let slot = tagSlots[typeTags[index]]
      guard slot.tagClass == tagClass else { continue }
      if slot.flags & TagSlot.long != 0 {
        bytes(of: longTags[slot.value].text).append(to: &text)
      } else {
        for place in 0..<min(Int(slot.length), 8) {
          text.append(UInt8(truncatingIfNeeded: slot.key >> UInt64(8 * place)))
        }
      }
      return true
    }
    return false
  }
}
