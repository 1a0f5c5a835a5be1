// SPDX-License-Identifier: MIT

extension RegistryCompiler {
  /// Notes the MIME type of each type: its own, or that of its nearest supertype that has one.
  ///
  /// - Parameters:
  ///   - own: The number of each node's own MIME type; negative for none.
  ///   - index: The slots of the tags.
  ///   - number: The number of a tag in the table of all.
  mutating func addMIMETypes(
    _ own: [Int32], _ index: TagIndexBuilder.Index, number: (Int32) -> TagTable.Number
  ) {
    for node in 0..<graph.count where own[node] >= 0 {
      if let name = linked.mimeNames[number(own[node])] {
        typeRecords[node + 1].mimeType = strings.reference(name)
      } else {
        typeRecords[node + 1].mimeType = text(ofTagIn: index.slotOfTag[Int(own[node])], of: index)
      }
    }
    let nearest = nearestSupertypes { own[$0] >= 0 }
    for node in 0..<graph.count where own[node] < 0 && nearest[node] >= 0 {
      let supertype = Int(nearest[node])
      typeRecords[node + 1].mimeType = typeRecords[supertype + 1].mimeType
      typeRecords[node + 1].mimeTypeSource = UInt32(supertype) + 1
    }
  }

  /// Each node's nearest supertype for which `test` holds; -1 for none.
  private func nearestSupertypes(where test: (Int) -> Bool) -> [Int32] {
    var nearest = Array(repeating: Int32(-1), count: graph.count)
    // Parents come before children.
    for node in graph.order.map(Int.init) {
      let parents = graph.parents(of: node)
      guard let first = parents.first else { continue }
      if parents.count == 1 {
        // Most types have one parent, and then the same nearest supertype as the parent.
        let parent = Int(first.parent)
        nearest[node] = test(parent) ? first.parent : nearest[parent]
      } else {
        nearest[node] = graph.nearestSupertype(of: node, where: test).map { Int32($0) } ?? -1
      }
    }
    return nearest
  }

  private mutating func text(
    ofTagIn slot: UInt32, of index: TagIndexBuilder.Index
  ) -> StringReference {
    let slot = index.slots[Int(slot)]
    if slot.flags & TagSlot.long != 0 { return index.longTags[Int(slot.value)].text }
    let bytes = (0..<Int(slot.length)).map { UInt8(truncatingIfNeeded: slot.key >> UInt64(8 * $0)) }
    return strings.reference(bytes.span)
  }
}
