// SPDX-License-Identifier: MIT

// Conformance in constant time, by *packed encoding*: the compiler gives every type that has
// subtypes a slot such that no two supertypes of any one type share a slot. A type's display is the
// run of its supertypes by slot; whether it conforms to another is then one comparison at the
// other's slot. (Vitek, Horspool, Krall: "Efficient Type Inclusion Tests", OOPSLA 1997.)

extension CompiledRegistry {
  /// Whether `type` is `other` or conforms to it.
  ///
  /// - Complexity: O(1); no allocation.
  @inline(__always)
  package func conforms(_ type: TypeIndex, to other: TypeIndex) -> Bool {
    let own = Int(type.value) &* ConformanceLayout.words
    let slot = Int(conformanceSlots[other.value])
    var entry = conformances[own &+ slot]
    if slot >= ConformanceLayout.directSlots {
      let start = Int(conformances[own &+ ConformanceLayout.overflowStart])
      let place = slot &- ConformanceLayout.directSlots
      entry = place < Int(overflowSlots[start]) ? overflowSlots[start &+ 1 &+ place] : 0
    }
    // No branch on the answer, which no processor could foresee: the product is zero exactly if one
    // of its factors is. To none, which has the index 0, nothing conforms.
    let wanted = other.value &- (other.value == 0 ? 1 : 0)
    return UInt64(entry ^ wanted) &* UInt64(type.value ^ wanted) == 0
  }

  /// The types that `type` conforms to directly, in declared order.
  package func parents(of type: TypeIndex) -> [TypeIndex] {
    run(in: parentRuns, from: types[type.value].parents, to: types[type.value &+ 1].parents)
  }

  /// The types that conform to `type` directly, in byte order of their identifiers.
  package func children(of type: TypeIndex) -> [TypeIndex] {
    run(in: subtypeRuns, from: types[type.value].subtypes, to: types[type.value &+ 1].subtypes)
  }

  /// The types that `type` conforms to, itself excluded: breadth first, in declared order.
  ///
  /// - Complexity: O(*e* + *s*²) for *s* supertypes joined by *e* edges; *s* is 255 at most.
  package func supertypes(of type: TypeIndex) -> [TypeIndex] {
    // No set: in a program that asks one question, the first of its kind costs more than the walk.
    var found: [TypeIndex] = []
    var visited = 0
    var current = type
    // Checked even though the compiler leaves no cycle and at most so many: images can be damaged.
    while true {
      for parent in parents(of: current)
      where found.count < 255 && parent != type && !found.contains(parent) {
        found.append(parent)
      }
      guard visited < found.count else { return found }
      current = found[visited]
      visited += 1
    }
  }

  /// The first of the types that ``supertypes(of:)`` gives for which `test` holds.
  ///
  /// - Returns: Nil if there is none among the nearest 255, which are all in an undamaged image.
  /// - Complexity: O(*e* + *s*²) for *s* supertypes joined by *e* edges. No allocation.
  package func nearestSupertype(
    of type: TypeIndex, where test: (TypeIndex) -> Bool
  ) -> TypeIndex? {
    // Those that have been seen, in the order in which they are to be visited; the type first.
    var seen = InlineArray<256, UInt32>(repeating: 0)
    seen[0] = type.value
    var count = 1
    var visited = 0
    while visited < count {
      let current = seen[visited]
      if visited > 0, test(TypeIndex(current)) { return TypeIndex(current) }
      visited += 1
      let (start, end) = (types[current].parents, types[current &+ 1].parents)
      guard start < end, end <= parentRuns.count else { continue }
      for index in start..<end {
        let parent = parentRuns[index]
        var place = 0
        while place < count, seen[place] != parent { place += 1 }
        guard place == count, count < seen.count else { continue }
        seen[count] = parent
        count += 1
      }
    }
    return nil
  }

  /// The types that conform to `type`, itself excluded: breadth first, each level's types in byte
  /// order of their identifiers below each parent.
  ///
  /// - Complexity: O(*e* + *s*) for *s* subtypes joined by *e* edges.
  package func subtypes(of type: TypeIndex) -> [TypeIndex] {
    var found: [TypeIndex] = []
    // Visited even though the compiler leaves no cycle: images can be damaged.
    var visited: Set<TypeIndex> = [type]
    var queue = children(of: type)
    while !queue.isEmpty {
      var following: [TypeIndex] = []
      for current in queue where visited.insert(current).inserted {
        found.append(current)
        following.append(contentsOf: children(of: current))
      }
      queue = following
    }
    return found
  }

  /// The edges on a shortest way from `type` up to `other`, both included; empty if there is none.
  package func path(from type: TypeIndex, to other: TypeIndex) -> [TypeIndex] {
    guard conforms(type, to: other) else { return [] }
    var cameFrom: [TypeIndex: TypeIndex] = [type: type]
    var queue = [type]
    var head = 0
    while head < queue.count, cameFrom[other] == nil {
      for parent in parents(of: queue[head]) where cameFrom[parent] == nil {
        cameFrom[parent] = queue[head]
        queue.append(parent)
      }
      head += 1
    }
    var path = [other]
    while let last = path.last, last != type, let before = cameFrom[last] { path.append(before) }
    return path.reversed()
  }

  private func run(
    in section: ImageSection<UInt32>, from start: UInt32, to end: UInt32
  ) -> [TypeIndex] {
    guard start < end, end <= section.count else { return [] }
    return (start..<end).map { TypeIndex(section[$0]) }
  }
}
