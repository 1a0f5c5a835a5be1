// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import SystemBase

/// Waits for descriptors: epoll(7), level-triggered.
///
/// The caller chooses a token for each descriptor, which its events carry.
@safe struct EventLoop: ~Copyable {
  /// The events that a descriptor is watched for; ``Event/isGone`` is always reported.
  struct Interest: OptionSet {
    let rawValue: UInt32
    static let input = Interest(rawValue: UInt32(TR_EPOLLIN))
    static let output = Interest(rawValue: UInt32(TR_EPOLLOUT))
  }

  /// An event of a descriptor.
  struct Event {
    let token: UInt64
    fileprivate let events: UInt32

    /// Whether both directions are closed, or the descriptor is broken.
    var isGone: Bool { events & UInt32(TR_EPOLLHUP | TR_EPOLLERR) != 0 }
  }

  /// The most events of one ``wait(until:now:)``.
  static let capacity = 64

  private let epoll: Descriptor
  /// The events of the last wait.
  ///
  /// Their memory is allocated once, so that waiting changes no property.
  private let events: UnsafeMutableBufferPointer<tr_event>

  init() throws(SystemError) {
    epoll = try Descriptor(result: tr_epoll_create())
    unsafe events = .allocate(capacity: Self.capacity)
    unsafe events.initialize(repeating: tr_event())
  }

  deinit {
    unsafe events.deallocate()
  }

  /// Watches a descriptor.
  func add(_ descriptor: CInt, _ interest: Interest, token: UInt64) throws(SystemError) {
    let code = tr_epoll_add(epoll.number, descriptor, interest.rawValue, token)
    guard code == 0 else { throw SystemError(code: code) }
  }

  /// Changes the events that a descriptor is watched for.
  func change(_ descriptor: CInt, to interest: Interest, token: UInt64) {
    let code = tr_epoll_modify(epoll.number, descriptor, interest.rawValue, token)
    precondition(code == 0, "the descriptor is open and watched")
  }

  /// Stops watching a descriptor.
  func remove(_ descriptor: CInt) {
    _ = tr_epoll_remove(epoll.number, descriptor)
  }

  /// Waits for events.
  ///
  /// - Parameters:
  ///   - moment: When to return even without an event; ``MonotonicTime/never`` for unlimited.
  ///   - now: The current time.
  /// - Returns: The number of events, which ``subscript(_:)`` returns.
  func wait(until moment: MonotonicTime, now: MonotonicTime) -> Int {
    var milliseconds: CInt = -1
    if moment <= now {
      milliseconds = 0
    } else if moment != .never {
      // Rounded up: after waking slightly too early, it would have to wait again.
      let left = (moment.nanoseconds - now.nanoseconds + 999_999) / 1_000_000
      milliseconds = CInt(clamping: left)
    }
    let count = unsafe tr_epoll_wait(
      epoll.number, events.baseAddress, CInt(events.count), milliseconds)
    precondition(count >= 0 || count == -EINTR, "epoll_wait(2) fails only with wrong arguments")
    return Int(max(count, 0))
  }

  /// An event of the last ``wait(until:now:)``.
  subscript(index: Int) -> Event {
    precondition(index >= 0 && index < Self.capacity, "the index is less than the number of events")
    return unsafe Event(token: events[index].token, events: events[index].events)
  }
}
