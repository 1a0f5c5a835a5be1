// SPDX-License-Identifier: MIT

internal import SystemBase

/// When the store is tidied up after changes: at once, but seldom where that takes long.
///
/// The snapshot for one-shot programs is written as a whole, so that its cost grows with the number of
/// choices, and each change removes it. While one change follows another, a tenth of the time is spent
/// on it. Without it nothing is lost: programs read the database.
struct StoreTidying {
  /// The pause after tidying up, as a multiple of the time that it took.
  private static let pauses = 9

  private var wanted = MonotonicTime.never
  private var earliest = MonotonicTime(nanoseconds: 0)
  private var isRunning = false

  /// When to tidy up; `never` if nothing was changed since, or it is being done.
  var nextMoment: MonotonicTime { isRunning ? .never : wanted }

  /// Takes note of a change.
  mutating func noteChange(now: MonotonicTime) {
    if wanted == .never { wanted = max(now, earliest) }
  }

  /// Begins to tidy up if it is time; ``end(after:now:)`` follows.
  ///
  /// - Parameter now: The present time.
  /// - Returns: Whether it begins.
  mutating func begin(now: MonotonicTime) -> Bool {
    guard nextMoment <= now else { return false }
    wanted = .never
    isRunning = true
    return true
  }

  /// Takes note that the store is tidied up.
  ///
  /// - Parameters:
  ///   - duration: How long that took.
  ///   - now: The present time.
  mutating func end(after duration: Duration, now: MonotonicTime) {
    isRunning = false
    earliest = now + duration * Self.pauses
    if wanted != .never { wanted = max(wanted, earliest) }
  }
}
