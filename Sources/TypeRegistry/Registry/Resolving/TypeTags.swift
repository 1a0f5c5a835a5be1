// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// The tags of a type in declared order; of a dynamic type the tag that it is made from.
  public func tags(of identifier: TypeIdentifier) -> [Tag] {
    switch reference(identifier) {
    case .registered(let type): tags(of: type)
    case .dynamic(let dynamic): dynamic.tags
    case .unknown: []
    }
  }

  /// The tags of a type in declared order.
  package func tags(of type: TypeIndex) -> [Tag] {
    tagSlots(of: type).compactMap(tag(inSlot:))
  }

  /// The slots of a type's tags in the tag index, in declared order.
  package func tagSlots(of type: TypeIndex) -> [UInt32] {
    tagRun(of: type).map { typeTags[$0] }
  }
}
