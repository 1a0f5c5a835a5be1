// SPDX-License-Identifier: MIT

extension Binding {
  /// The new contents of one slot.
  public struct Assignment: Hashable, Sendable {
    /// The slot.
    public let slot: Slot
    /// The new contents; `nil` empties the slot.
    public let binding: Binding?

    /// Puts a binding into its slot.
    public init(_ binding: Binding) {
      slot = binding.slot
      self.binding = binding
    }

    /// Empties a slot.
    public init(clearing slot: Slot) {
      self.slot = slot
      binding = nil
    }
  }
}
