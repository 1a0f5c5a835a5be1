// SPDX-License-Identifier: MIT

internal import Varlink

/// One client: its socket, its conversation, and its share of the user's account.
///
/// It lives in turns. In a turn the socket is read once, a few calls are answered, and what there
/// is to say is sent once. Between turns nothing of it runs; the daemon watches the socket for
/// what ``interest`` says, and the clock for ``deadline``.
final class ClientConnection: Queued {
  /// Why a connection is closed.
  enum Reason: Equatable {
    /// The client has closed it, or has all its answers and sends nothing more.
    case over
    /// The client went away before its answers.
    case gone
    /// A message was no call, or too long.
    case malformed(Conversation.Ending)
    /// A call did not come to its end in time.
    case unfinishedCall
    /// Replies waited too long.
    case unreadReplies
    /// The user's calls take too much memory.
    case inputQuota
    /// Too many replies wait for the user.
    case outputQuota
    /// The daemon ends.
    case stopping
  }

  /// What comes after a turn.
  enum Outcome: Equatable {
    /// Another turn, as soon as the others had theirs.
    case again
    /// Nothing, until ``interest``, ``deadline`` or news.
    case wait
    case close(Reason)
  }

  let account: UserAccount
  let slot: Int
  let token: UInt64
  /// Whether the socket is watched, and what for.
  var isWatched = false
  var interest: EventLoop.Interest = .input
  /// Whether it had something to do by a certain time, at the end of its last turn.
  var hasDeadline = false
  /// Whether it stands in line for a turn.
  var waitsForTurn = false
  var isClosed = false
  var next: ClientConnection?

  private let descriptor: Descriptor
  private var exchange: Exchange

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

  /// Who is at the other end.
  var peer: Peer { exchange.peer }

  /// Whether a series of replies waits for something to tell.
  var waitsForNews: Bool { exchange.waitsForNews }

  /// When the client has to have done its part, and what for.
  func deadline(_ limits: Limits) -> (moment: MonotonicTime, reason: Reason)? {
    exchange.deadline(limits)
  }

  /// Reads, answers and sends, once each.
  func turn(_ service: Service, _ limits: Limits, now: MonotonicTime) -> Outcome {
    exchange.turn(on: descriptor.number, of: account, service, limits, now: now)
  }

  /// Gives back memory that a long call took, and says what is to be waited for, and until when.
  func rest(_ limits: Limits) -> (interest: EventLoop.Interest, deadline: MonotonicTime?) {
    exchange.rest(account, limits)
  }

  /// Reads no more; what has been asked is still answered.
  func stop() { exchange.stop() }

  /// Takes what it holds off the user's account.
  func settle() {
    exchange.settle(account)
    isClosed = true
  }
}

extension ClientConnection.Reason: CustomStringConvertible {
  /// What the log says.
  var description: String {
    switch self {
    case .over: "over"
    case .gone: "client gone"
    case .malformed(.refused(let error)): "\(error)"
    case .malformed(.frame(.tooLong(let limit))): "call is longer than \(limit) bytes"
    case .unfinishedCall: "call did not come to its end in time"
    case .unreadReplies: "replies were not read in time"
    case .inputQuota: "calls of this user take too much memory"
    case .outputQuota: "too many replies of this user wait"
    case .stopping: "stopping"
    }
  }
}
