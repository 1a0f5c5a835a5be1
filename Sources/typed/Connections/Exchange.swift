// SPDX-License-Identifier: MIT

internal import Varlink

/// What is said over one connection: the conversation, how far either side has come with it, and
/// what of it counts against the user.
///
/// A turn is one change of it from end to end: the daemon's hot path is a single access.
struct Exchange: ~Copyable {
  /// Memory that a buffer keeps while a connection is idle, in bytes.
  private static let keptCapacity = 16_384

  private var conversation: Conversation
  private var progress = Conversation.Progress.input
  private var inputEnded = false
  private var isStopping = false
  private var countedInput = 0
  private var countedOutput = 0
  /// When the client last took something, or had nothing to take.
  private var lastProgress = MonotonicTime(nanoseconds: 0)

  init(with peer: Peer, limits: Limits) {
    conversation = Conversation(
      peer: peer, messageLimit: limits.messageBytes, outputLimit: limits.outputBytes)
  }

  /// Who is at the other end.
  var peer: Peer { conversation.peer }

  /// Whether a series of replies waits for something to tell.
  var waitsForNews: Bool { progress == .news }

  /// What the socket must be watched for until the next turn.
  private var wantedInterest: EventLoop.Interest {
    var interest: EventLoop.Interest = []
    if !conversation.output.isEmpty { interest.insert(.output) }
    switch progress {
    case .input, .turn: if !inputEnded && !isStopping { interest.insert(.input) }
    case .output, .news, .end: break
    }
    return interest
  }

  /// When the client has to have done its part, and what for.
  func deadline(
    _ limits: Limits
  ) -> (moment: MonotonicTime, reason: ClientConnection.Reason)? {
    var deadline: (moment: MonotonicTime, reason: ClientConnection.Reason)?
    if progress == .input, let start = conversation.input.startedFrame {
      deadline = (start.advanced(byMilliseconds: limits.frameTime), .unfinishedCall)
    }
    if !conversation.output.isEmpty {
      let time = hasSeries ? limits.seriesStallTime : limits.stallTime
      let moment = lastProgress.advanced(byMilliseconds: time)
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
  ///
  /// - Parameters:
  ///   - socket: The connection's socket.
  ///   - account: Whom buffers are counted against.
  ///   - service: What answers.
  ///   - limits: How far the client may go.
  ///   - now: When the turn begins.
  /// - Returns: What comes after the turn.
  mutating func turn(
    on socket: CInt, of account: UserAccount, _ service: Service, _ limits: Limits,
    now: MonotonicTime
  ) -> ClientConnection.Outcome {
    do throws(SystemError) {
      // What was read before comes first; so no more is read than is answered.
      if progress == .input, !inputEnded, !isStopping {
        switch try conversation.input.receive(from: socket, now: now) {
        case .received, .nothingYet: break
        case .ended: inputEnded = true
        }
        countInput(account)
        guard account.inputBytes <= limits.inputBytesPerUser else { return .close(.inputQuota) }
      }
      let waited = !conversation.output.isEmpty
      // Calls differ a thousandfold in what they cost.
      progress = conversation.proceed(
        with: service, atMost: limits.callsPerTurn,
        until: now.advanced(byMilliseconds: limits.turnTime))
      if !waited { lastProgress = now }
      if !conversation.output.isEmpty { try send(on: socket, now: now) }
      countOutput(account)
      guard account.outputBytes <= limits.outputBytesPerUser else { return .close(.outputQuota) }
    } catch {
      return .close(.gone)
    }
    return outcome
  }

  private var outcome: ClientConnection.Outcome {
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

  private mutating func send(on socket: CInt, now: MonotonicTime) throws(SystemError) {
    let length = conversation.output.count
    switch try conversation.output.send(to: socket) {
    case .emptied:
      lastProgress = now
      if length > Self.keptCapacity { conversation.output.removeAll() }
    case .blocked(let sent): if sent > 0 { lastProgress = now }
    }
  }

  /// Gives back memory that a long call took, and says what is to be waited for, and until when.
  mutating func rest(
    _ account: UserAccount, _ limits: Limits
  ) -> (interest: EventLoop.Interest, deadline: MonotonicTime?) {
    if conversation.input.count == 0, conversation.input.capacity > Self.keptCapacity {
      conversation.input.removeAll()
      countInput(account)
    }
    return (wantedInterest, deadline(limits)?.moment)
  }

  /// Reads no more; what has been asked is still answered.
  mutating func stop() {
    isStopping = true
  }

  private mutating func countInput(_ account: UserAccount) {
    account.inputBytes += conversation.input.capacity - countedInput
    countedInput = conversation.input.capacity
  }

  private mutating func countOutput(_ account: UserAccount) {
    account.outputBytes += conversation.output.count - countedOutput
    countedOutput = conversation.output.count
  }

  /// Takes what it holds off the user's account.
  mutating func settle(_ account: UserAccount) {
    account.inputBytes -= countedInput
    account.outputBytes -= countedOutput
    countedInput = 0
    countedOutput = 0
  }
}
