// SPDX-License-Identifier: MIT

/// What calls are answered from, where a call may have to wait until it has what was changed before.
protocol HeldAnswers: AnyObject {
  /// What a query has to wait for that was sent before now; `nil` for nothing.
  var hold: Int? { get }

  /// Whether the wait for a ``hold`` is over.
  func isOver(_ hold: Int) -> Bool
}
