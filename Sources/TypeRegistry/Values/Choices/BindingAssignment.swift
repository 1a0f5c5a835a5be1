// SPDX-License-Identifier: MIT

extension Binding {
  /// What one slot is to hold.
  public struct Assignment: Hashable, Sendable {
    /// The slot.
    public let slot: Slot
    /// What it is to hold; `nil` empties it.
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
