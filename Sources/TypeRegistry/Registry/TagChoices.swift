// SPDX-License-Identifier: MIT

/// The user's choices of types for tags, as slots of one image's tag index and types.
///
/// Only a type that has the tag can be chosen. The choice of another type has no effect until a declaration
/// adds the tag to that type.
package struct TagChoices: Sendable {
  private let choices: [(slot: UInt32, type: UInt32)]

  /// No choices.
  package static let none = TagChoices([])

  /// The choices of these slots, in any order.
  package init(_ choices: [(slot: UInt32, type: UInt32)]) {
    self.choices = choices.sorted { $0.slot < $1.slot }
  }

  @inline(__always)
  package var isEmpty: Bool { choices.isEmpty }

  /// The type chosen for the tag in a slot of the index; 0 if none is.
  package func type(ofSlot slot: UInt32) -> UInt32 {
    let index = choices.indices.partitioningIndex { choices[$0].slot >= slot }
    return index < choices.count && choices[index].slot == slot ? choices[index].type : 0
  }
}
