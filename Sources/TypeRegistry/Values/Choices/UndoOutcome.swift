// SPDX-License-Identifier: MIT

/// The result of undoing a change.
public enum UndoOutcome: Hashable, Sendable {
  /// The change was undone; the value is the change that did so, which can itself be undone.
  case undone(BindingChange)
  /// No change is left to undo.
  case nothingToUndo
  /// No change has this number.
  case noSuchChange(Int64)
  /// The change of this number was undone before.
  case alreadyUndone(Int64)
  /// These slots no longer have their contents from after the change of this number; no change was made.
  case changedSince(Int64, [Binding.Slot])
}
