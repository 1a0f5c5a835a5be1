// SPDX-License-Identifier: MIT

internal import SystemBase
internal import Varlink

/// One client: its socket, its ``exchange``, and the daemon's notes about it between turns.
///
/// In a turn the socket is read once, a few calls are answered, and replies are sent once. Between
/// turns the loop watches the socket for ``interest``, and ``Deadlines`` the time.
final class ClientConnection: Queued {
  let account: UserAccount
  let slot: Int
  let token: UInt64
  /// Whether the loop watches the socket.
  var isWatched = false
  /// The events that the socket is watched for.
  var interest: EventLoop.Interest = .input
  /// Whether there was a deadline at the end of the last turn.
  var hasDeadline = false
  /// Whether it is queued for a turn.
  var waitsForTurn = false
  private(set) var isClosed = false
  /// The reply that another thread writes for it; `nil` if none.
  var longReply: LongReply?
  var next: ClientConnection?

  /// The calls and replies: one exclusive access for each turn.
  var exchange: Exchange

  private let descriptor: Descriptor

  init(
    _ descriptor: consuming Descriptor, peer: Peer, account: UserAccount, slot: Int,
    token: UInt64, limits: Limits
  ) {
    self.descriptor = descriptor
    self.account = account
    self.slot = slot
    self.token = token
    exchange = Exchange(with: peer, limits: limits)
  }

  /// The number of the socket.
  var socket: CInt { descriptor.number }

  /// Marks it as closed, and subtracts its memory from the user's account.
  func settle() {
    exchange.settle(account)
    longReply?.cancel()
    isClosed = true
  }
}
