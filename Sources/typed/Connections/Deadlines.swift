// SPDX-License-Identifier: MIT

internal import SystemBase

/// When the next client runs out of time.
///
/// Noting a deadline compares two numbers, so the earliest one may already be over: then all
/// connections are searched for the next one.
struct Deadlines {
  /// The earliest deadline of a connection, or an earlier moment; `never` if no connection has one.
  private(set) var next = MonotonicTime.never
  /// How many connections have a deadline.
  private var count = 0

  /// Replaces the deadline of one connection.
  ///
  /// With the last deadline the timer stops, so that idle clients do not wake the daemon.
  ///
  /// - Parameters:
  ///   - hadDeadline: Whether the connection had a deadline before.
  ///   - deadline: Its new deadline; `nil` if nothing is expected of the client.
  mutating func replace(_ hadDeadline: Bool, with deadline: MonotonicTime?) {
    if hadDeadline != (deadline != nil) { count += hadDeadline ? -1 : 1 }
    if let deadline {
      next = min(next, deadline)
    } else if count == 0 {
      next = .never
    }
  }

  /// Begins a search through all connections: ``include(_:)`` gets the deadlines that remain.
  mutating func beginSearch() { next = .never }

  /// Takes a deadline into account that was noted before.
  mutating func include(_ deadline: MonotonicTime) { next = min(next, deadline) }
}
