// SPDX-License-Identifier: MIT

/// What came of taking a change back.
public enum UndoOutcome: Hashable, Sendable {
  /// It is taken back by this change.
  case undone(BindingChange)
  /// There is no change that is not taken back.
  case nothingToUndo
  /// No change has the number.
  case noSuchChange(Int64)
  /// The change is taken back already.
  case alreadyUndone(Int64)
  /// These places hold something else since; nothing was changed.
  case changedSince(Int64, [Binding.Slot])
}
