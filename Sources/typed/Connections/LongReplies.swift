// SPDX-License-Identifier: MIT

internal import CLinux
internal import SystemBase
internal import TypeRegistry

/// Writes the replies that take longer than a turn, on a thread of its own.
///
/// So the loop's thread sleeps most of the time, also while clients ask for much, and the kernel lets
/// it run as soon as something arrives. The thread exists only while there are replies to write, and
/// is the nicest of the process.
///
/// Users take turns. The replies of one user are written one after another: of those that wait, each
/// is as long as its first turn made it, as the account of the user's memory has it.
final class LongReplies: Sendable {
  /// The time that a user gets before the next one, in microseconds.
  private static let slice = 1_000

  private struct State {
    /// The replies of each user who has any.
    var users: [[LongReply]] = []
    var done: [LongReply] = []
    var isRunning = false

    mutating func add(_ reply: LongReply) {
      if let user = users.firstIndex(where: { $0[0].user == reply.user }) {
        users[user].append(reply)
      } else {
        users.append([reply])
      }
    }

    /// The reply that is written next.
    mutating func next() -> LongReply? {
      isRunning = !users.isEmpty
      return users.first?.first
    }

    /// The first user's slice is over.
    mutating func endSlice(_ hasMore: Bool) {
      var replies = users.removeFirst()
      if !hasMore { done.append(replies.removeFirst()) }
      if !replies.isEmpty { users.append(replies) }
    }
  }

  private let state = Lock(State())
  private let event: EventDescriptor

  /// No replies; when some are done, that event wakes up the loop.
  init(_ event: EventDescriptor) {
    self.event = event
  }

  /// Queues a reply.
  ///
  /// - Returns: Whether it will be among the ``results()``; false if there is no thread for it.
  func start(_ reply: LongReply) -> Bool {
    let isRunning = state.withLock { state in
      state.add(reply)
      defer { state.isRunning = true }
      return state.isRunning
    }
    if isRunning { return true }
    do throws(SystemError) {
      try Thread.start { [self] in work() }
      return true
    } catch {
      state.withLock { state in
        state.users = []
        state.isRunning = false
      }
      return false
    }
  }

  /// The replies that are done since the last call: they need the loop's thread again.
  func results() -> [LongReply] {
    state.withLock { state in
      defer { state.done = [] }
      return state.done
    }
  }

  private func work() {
    tr_be_nice()
    while let reply = state.withLock({ $0.next() }) {
      let hasMore = reply.advance(until: MonotonicTime.now.advanced(byMicroseconds: Self.slice))
      state.withLock { $0.endSlice(hasMore) }
      if !hasMore { event.signal() }
    }
  }
}
