// SPDX-License-Identifier: MIT

/// One change of the bindings, made as a whole or not at all, with its time and its program.
///
/// One command is one change, however many slots it touches, so that it is undone as one.
public struct BindingChange: Hashable, Sendable {
  /// The action that was requested.
  public enum Action: Hashable, Sendable {
    /// Bindings were set.
    case bind
    /// Bindings were removed.
    case unbind
    /// A file of bindings was applied.
    case apply
    /// The change of that number was undone.
    case undo(Int64)
  }

  /// The author of a change.
  public struct Author: Hashable, Sendable {
    /// The numeric user identifier.
    public var uid: UInt32
    /// The program's name, if known.
    public var program: String

    /// An author of known parts.
    public init(uid: UInt32, program: String) {
      self.uid = uid
      self.program = program
    }
  }

  /// The binding in one slot before and after the change; `nil` means no binding.
  public struct Edit: Hashable, Sendable {
    /// The slot.
    public var slot: Binding.Slot
    /// The binding before the change.
    public var before: Binding?
    /// The binding after the change.
    public var after: Binding?

    /// An edit of known parts.
    public init(slot: Binding.Slot, before: Binding?, after: Binding?) {
      self.slot = slot
      self.before = before
      self.after = after
    }
  }

  /// The order of changes, independent of clocks: grows with every change and is never reused.
  public var number: Int64
  /// When it was made, in seconds since 1970 by the clock of that moment.
  public var time: Int64
  /// Who made it.
  public var author: Author
  /// The action that was requested.
  public var action: Action
  /// The slots that it changed, each once.
  public var edits: [Edit]
  /// Its changes of the user's `mimeapps.list`.
  public var entryEdits: [MIMEAppsEdit]
  /// The edits of the user's `mimeapps.list` that it lacks to have its effect.
  ///
  /// Known of a change that has just removed or undone a choice without edits of the list, and not stored.
  public var entriesLeft: [MIMEAppsEdit] = []
  /// The number of the change that undid this one; `nil` if it was not undone, or if the query does
  /// not include that.
  public var undoneBy: Int64?

  /// A change of known parts.
  public init(
    number: Int64, time: Int64, author: Author, action: Action, edits: [Edit],
    entryEdits: [MIMEAppsEdit] = [], undoneBy: Int64? = nil
  ) {
    self.number = number
    self.time = time
    self.author = author
    self.action = action
    self.edits = edits
    self.entryEdits = entryEdits
    self.undoneBy = undoneBy
  }
}

extension BindingChange.Action {
  /// The name of the action, without the number of the change that is undone.
  package var name: String {
    switch self {
    case .bind: "bind"
    case .unbind: "unbind"
    case .apply: "apply"
    case .undo: "undo"
    }
  }
}
