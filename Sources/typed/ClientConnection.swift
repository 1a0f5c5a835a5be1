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

  /// Memory that a buffer keeps while a connection is idle, in bytes.
  private static let keptCapacity = 16_384

  let account: UserAccount
  let slot: Int
  let token: UInt64
  /// What the socket is watched for.
  var interest: EventLoop.Interest = .input
  /// Whether it stands in line for a turn.
  var waitsForTurn = false
  var isClosed = false
  var next: ClientConnection?

  private let descriptor: Descriptor
  private var conversation: Conversation
  private var progress = Conversation.Progress.input
  private var inputEnded = false
  private var isStopping = false
  private var countedInput = 0
  private var countedOutput = 0
  /// When the client last took something, or had nothing to take.
  private var lastProgress = MonotonicTime(nanoseconds: 0)

  init(
    _ descriptor: consuming Descriptor, peer: Peer, account: UserAccount, slot: Int,
    token: UInt64, limits: Limits
  ) {
    self.descriptor = descriptor
    self.account = account
    self.slot = slot
    self.token = token
    conversation = Conversation(
      peer: peer, messageLimit: limits.messageBytes, outputLimit: limits.outputBytes)
  }

  /// The number of the socket.
  var socket: CInt { descriptor.number }

  /// Who is at the other end.
  var peer: Peer { conversation.peer }

  /// Whether a series of replies waits for something to tell.
  var waitsForNews: Bool { progress == .news }

  /// What the socket must be watched for until the next turn.
  var wantedInterest: EventLoop.Interest {
    var interest: EventLoop.Interest = []
    if !conversation.output.isEmpty { interest.insert(.output) }
    switch progress {
    case .input, .turn: if !inputEnded && !isStopping { interest.insert(.input) }
    case .output, .news, .end: break
    }
    return interest
  }

  /// When the client has to have done its part, and what for.
  func deadline(_ limits: Limits) -> (moment: MonotonicTime, reason: Reason)? {
    var deadline: (moment: MonotonicTime, reason: Reason)?
    if progress == .input, let start = conversation.input.startedFrame {
      deadline = (start + .milliseconds(limits.frameTime), .unfinishedCall)
    }
    if !conversation.output.isEmpty {
      let time = hasSeries ? limits.seriesStallTime : limits.stallTime
      let moment = lastProgress + .milliseconds(time)
      if moment < deadline?.moment ?? .never { deadline = (moment, .unreadReplies) }
    }
    return deadline
  }

  private var hasSeries: Bool {
    switch conversation.series {
    case .none: false
    case .some: true
    }
  }

  // MARK: - Turns

  /// Reads, answers and sends, once each.
  func turn(_ service: Service, _ limits: Limits, now: MonotonicTime) -> Outcome {
    do throws(SystemError) {
      // What was read before comes first; so no more is read than is answered.
      if progress == .input, !inputEnded, !isStopping {
        try read(now: now)
        guard account.inputBytes <= limits.inputBytesPerUser else { return .close(.inputQuota) }
      }
      let waited = !conversation.output.isEmpty
      progress = conversation.proceed(with: service, atMost: limits.callsPerTurn)
      countOutput()
      if !waited { lastProgress = now }
      if !conversation.output.isEmpty { try send(now: now) }
      guard account.outputBytes <= limits.outputBytesPerUser else { return .close(.outputQuota) }
    } catch {
      return .close(.gone)
    }
    return outcome
  }

  private var outcome: Outcome {
    let isEmpty = conversation.output.isEmpty
    switch progress {
    case .turn: return .again
    case .output: return isEmpty ? .again : .wait
    case .news:
      // Whoever has a change under way is still told what came of it.
      return isStopping && isEmpty && !conversation.owesReply ? .close(.stopping) : .wait
    case .end(let ending): return isEmpty ? .close(.malformed(ending)) : .wait
    case .input:
      guard isEmpty else { return .wait }
      if isStopping { return .close(.stopping) }
      return inputEnded ? .close(.over) : .wait
    }
  }

  private func read(now: MonotonicTime) throws(SystemError) {
    switch try conversation.input.receive(from: descriptor.number, now: now) {
    case .received, .nothingYet: break
    case .ended: inputEnded = true
    }
    countInput()
  }

  private func send(now: MonotonicTime) throws(SystemError) {
    let length = conversation.output.count
    switch try conversation.output.send(to: descriptor.number) {
    case .emptied:
      lastProgress = now
      if length > Self.keptCapacity { conversation.output.removeAll() }
    case .blocked(let sent): if sent > 0 { lastProgress = now }
    }
    countOutput()
  }

  /// Gives back memory that a long call took, once it is answered.
  func trim() {
    if conversation.input.count == 0, conversation.input.capacity > Self.keptCapacity {
      conversation.input.removeAll()
      countInput()
    }
  }

  /// Reads no more; what has been asked is still answered.
  func stop() {
    isStopping = true
  }

  private func countInput() {
    account.inputBytes += conversation.input.capacity - countedInput
    countedInput = conversation.input.capacity
  }

  private func countOutput() {
    account.outputBytes += conversation.output.count - countedOutput
    countedOutput = conversation.output.count
  }

  /// Takes what it holds off the user's account.
  func settle() {
    account.inputBytes -= countedInput
    account.outputBytes -= countedOutput
    countedInput = 0
    countedOutput = 0
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
