// SPDX-License-Identifier: MIT

// Conformance in constant time, by *packed encoding*: the compiler assigns a slot to every type that has
// subtypes, so that no two supertypes of any type share a slot. A row holds the supertypes of a type by slot;
// a conformance test is one comparison at the other type's slot. (Vitek, Horspool, Krall: "Efficient Type
// Inclusion Tests", OOPSLA 1997.)
//
// A row does not hold the type itself, so all types with the same supertypes share it: most types are
// leaves, and siblings. The rows of 100,000 types then fit into the second-level cache.

extension CompiledRegistry {
  /// Whether `type` is `other` or conforms to it.
  ///
  /// - Complexity: O(1); no allocation.
  @inline(__always)
  package func conforms(_ type: TypeIndex, to other: TypeIndex) -> Bool {
    let row = Int(conformanceRows[type.value]) &* ConformanceLayout.words
    let slot = Int(conformanceSlots[other.value])
    var entry = conformances[row &+ slot]
    if slot >= ConformanceLayout.directSlots {
      let start = Int(conformances[row &+ ConformanceLayout.overflowStart])
      let index = slot &- ConformanceLayout.directSlots
      entry = index < Int(overflowSlots[start]) ? overflowSlots[start &+ 1 &+ index] : 0
    }
    // No branch on the answer, which a processor cannot predict: the product is zero exactly if one
    // of its factors is. Nothing conforms to the type "none", which has the index 0.
    let wanted = other.value &- (other.value == 0 ? 1 : 0)
    return UInt64(entry ^ wanted) &* UInt64(type.value ^ wanted) == 0
  }

  /// Whether one type is another or conforms to it, both by numbers that have the ``number`` of their
  /// registry in the high half and the index in the low one, as programs in C hold them.
  ///
  /// - Returns: 1 or 0; -1 if one of them is not the number of a type of this registry.
  /// - Complexity: O(1); no allocation.
  package func conformance(ofNumbered type: UInt64, to other: UInt64) -> Int32 {
    let base = UInt64(number) << 32
    let (own, wanted) = (type &- base, other &- base)
    let end = UInt64(types.count - 1)
    // Each is between 1 and the last index.
    guard own &- 1 < end &- 1, wanted &- 1 < end &- 1 else { return -1 }
    return conforms(TypeIndex(UInt32(own)), to: TypeIndex(UInt32(wanted))) ? 1 : 0
  }

  /// Whether one type is the other or conforms to it; an unknown type conforms to itself only.
  ///
  /// - Complexity: O(1) for types of the registry, after finding them by their identifiers.
  public func conforms(_ identifier: TypeIdentifier, to other: TypeIdentifier) -> Bool {
    if identifier == other { return true }
    switch reference(identifier) {
    case .registered(let type): return conforms(type, to: find(other))
    case .dynamic(let dynamic): return dynamic.supertype.map { conforms($0, to: other) } ?? false
    case .unknown: return false
    }
  }
}
