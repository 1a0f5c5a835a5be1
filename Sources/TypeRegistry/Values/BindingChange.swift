// SPDX-License-Identifier: MIT

/// One change of the bindings, whole or not at all: what, from, to, when, by whom.
///
/// One command is one change, however many places it touches, so that it is undone as one.
public struct BindingChange: Hashable, Sendable {
  /// What was asked for.
  public enum Action: Hashable, Sendable {
    /// Bindings were set.
    case bind
    /// Bindings were removed.
    case unbind
    /// A file of bindings was applied.
    case apply
    /// The change of that number was taken back.
    case undo(Int64)
  }

  /// Who changes something.
  public struct Author: Hashable, Sendable {
    /// The user's number.
    public var uid: UInt32
    /// The program's name, as far as it is known.
    public var program: String

    /// An author of known parts.
    public init(uid: UInt32, program: String) {
      self.uid = uid
      self.program = program
    }
  }

  /// What stood in one place before, and what stands there now; `nil` is nothing.
  public struct Edit: Hashable, Sendable {
    public var slot: Binding.Slot
    public var before: Binding?
    public var after: Binding?

    /// An edit of known parts.
    public init(slot: Binding.Slot, before: Binding?, after: Binding?) {
      self.slot = slot
      self.before = before
      self.after = after
    }
  }

  /// Grows with every change and is never used again: the order of changes, whatever clocks say.
  public var number: Int64
  /// When it was made, in seconds since 1970 by the clock of that moment.
  public var time: Int64
  /// Who made it.
  public var author: Author
  /// What was asked for.
  public var action: Action
  /// The places that it changed, each once.
  public var edits: [Edit]
  /// The number of the change that took this one back; `nil` while it stands, or where that is not
  /// asked for.
  public var undoneBy: Int64?

  /// A change of known parts.
  public init(
    number: Int64, time: Int64, author: Author, action: Action, edits: [Edit],
    undoneBy: Int64? = nil
  ) {
    self.number = number
    self.time = time
    self.author = author
    self.action = action
    self.edits = edits
    self.undoneBy = undoneBy
  }
}
