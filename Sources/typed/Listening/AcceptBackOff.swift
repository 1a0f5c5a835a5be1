// SPDX-License-Identifier: MIT

internal import SystemBase

/// Pauses accepting after the process or the system has run out of descriptors.
///
/// The first pause takes 50 ms, and each further one twice as long, up to a second. An accepted
/// connection resets the length. ``ConnectionAcceptor`` rejects and pauses by it.
struct AcceptBackOff {
  /// The first pause.
  static let shortest = Duration.milliseconds(50)
  /// The longest pause, and the one before another attempt to watch the socket.
  static let longest = Duration.seconds(1)

  /// When accepting continues; `nil` while it is not paused.
  private(set) var end: MonotonicTime?
  private var length = Duration.zero

  /// Begins a pause, and returns its length.
  mutating func pause(now: MonotonicTime) -> Duration {
    length = min(max(length * 2, Self.shortest), Self.longest)
    end = now + length
    return length
  }

  /// Ends a pause; the next one is still longer.
  mutating func resume() { end = nil }

  /// Pauses again because the socket could not be watched.
  mutating func retryLater(now: MonotonicTime) { end = now + Self.longest }

  /// Makes the next pause a short one: a connection was accepted.
  mutating func reset() { length = .zero }
}
