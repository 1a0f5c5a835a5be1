// SPDX-License-Identifier: MIT

extension RegistryCompiler {
  /// Notes the MIME type of each type: its own, or that of its nearest supertype that has one.
  ///
  /// - Parameters:
  ///   - own: The number of each node's own MIME type; negative for none.
  ///   - index: The slots of the tags.
  mutating func addMIMETypes(_ own: [Int32], _ index: TagIndexBuilder.Index) {
    for node in 0..<graph.count where own[node] >= 0 {
      typeRecords[node + 1].mimeType = text(ofTagIn: index.slotOfTag[Int(own[node])], of: index)
    }
    for node in 0..<graph.count where own[node] < 0 {
      guard let supertype = graph.nearestSupertype(of: node, where: { own[$0] >= 0 }) else {
        continue
      }
      typeRecords[node + 1].mimeType = typeRecords[supertype + 1].mimeType
      typeRecords[node + 1].mimeTypeSource = UInt32(supertype) + 1
    }
  }

  private mutating func text(
    ofTagIn slot: UInt32, of index: TagIndexBuilder.Index
  ) -> StringReference {
    let slot = index.slots[Int(slot)]
    if slot.flags & TagSlot.long != 0 { return index.longTags[Int(slot.value)].text }
    let bytes = (0..<Int(slot.length)).map { UInt8(truncatingIfNeeded: slot.key >> UInt64(8 * $0)) }
    return strings.reference(String(decoding: bytes, as: UTF8.self))
  }
}
