// SPDX-License-Identifier: MIT

internal import SystemBase
internal import Varlink

/// The calls and replies of one connection: its buffers, its progress, and its share of the user's
/// account.
///
/// A turn is one `mutating` call, so exclusivity is checked once per turn.
struct Exchange: ~Copyable {
  /// The next step after a turn.
  enum Outcome: Equatable {
    /// Another turn, after those of the connections that wait.
    case again
    /// No turn until the socket is ready, the deadline is over, or a series has news.
    case wait
    case close(CloseReason)
  }

  /// The most memory that a buffer keeps while a connection is idle, in bytes.
  private static let keptCapacity = 16_384

  private var conversation: Conversation
  private var progress = Conversation.Progress.input
  private var inputEnded = false
  private var isStopping = false
  private var countedInput = 0
  private var countedOutput = 0
  /// The replacement that its next call waits for: tables with a change that was made before the call
  /// was sent.
  private var hold: Int?
  /// When the client last read something, or had nothing to read.
  private var lastProgress = MonotonicTime(nanoseconds: 0)

  init(with peer: Peer, limits: Limits) {
    conversation = Conversation(
      peer: peer, messageLimit: limits.messageBytes, outputLimit: limits.outputBytes)
  }

  /// The client's process.
  var peer: Peer { conversation.peer }

  /// Whether a series of replies waits for the next change.
  var waitsForNews: Bool { progress == .news }

  /// The events that the socket must be watched for until the next turn.
  private var wantedInterest: EventLoop.Interest {
    var interest: EventLoop.Interest = []
    if !conversation.output.isEmpty { interest.insert(.output) }
    switch progress {
    case .input, .turn: if !inputEnded && !isStopping { interest.insert(.input) }
    case .output, .news, .end: break
    }
    return interest
  }

  /// When the connection is closed unless the client does something, and the reason for that.
  func deadline(_ limits: Limits) -> (moment: MonotonicTime, reason: CloseReason)? {
    var deadline: (moment: MonotonicTime, reason: CloseReason)?
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

  /// Whether the rest of a call has not come in its time, judged by the bytes that were read.
  ///
  /// It may be unread because of the daemon: only a turn that finds nothing more shows that the
  /// client is late.
  private func isLate(_ limits: Limits, now: MonotonicTime) -> Bool {
    guard readsInput, let start = conversation.input.startedFrame else { return false }
    return start.advanced(byMilliseconds: limits.frameTime) <= now
  }

  /// Whether a turn reads from the socket.
  var readsInput: Bool { progress == .input && !inputEnded && !isStopping }

  private var hasSeries: Bool { conversation.isStreaming }

  // MARK: - Turns

  /// Reads, answers and sends, once each.
  ///
  /// - Parameters:
  ///   - socket: The connection's socket.
  ///   - account: The account of the user, which the buffers are added to.
  ///   - service: Answers the calls.
  ///   - choices: The tables that they are answered from; `nil` for nothing that changes.
  ///   - limits: The limits of one client.
  ///   - now: When the turn begins.
  /// - Returns: The step after the turn.
  mutating func turn(
    on socket: CInt, of account: MemoryAccount, _ service: Service,
    over choices: PublishedChoices? = nil, _ limits: Limits, now: MonotonicTime
  ) -> Outcome {
    do throws(SystemError) {
      // Calls that were read before come first: the daemon reads only as much as it answers.
      if readsInput {
        switch try conversation.input.receive(from: socket, now: now) {
        case .received, .nothingYet: break
        case .ended: inputEnded = true
        }
        countInput(account)
        if let reason = account.excess(limits) { return .close(reason) }
      }
      conversation.outputLimit = account.outputLimit(limits)
      let waited = !conversation.output.isEmpty
      // The costs of calls differ by a factor of a thousand, so time is limited, too.
      progress =
        takeHold(of: choices)
        ? .news
        : conversation.proceed(
          with: service, atMost: limits.callsPerTurn,
          until: now.advanced(byMicroseconds: limits.turnTime))
      if !waited { lastProgress = now }
      if !conversation.output.isEmpty { try send(on: socket, now: now) }
      countInput(account)
      countOutput(account)
      if let reason = account.excess(limits) { return .close(reason) }
      if isLate(limits, now: now), !conversation.input.mayHaveMore {
        return .close(.unfinishedCall)
      }
    } catch {
      return .close(.gone)
    }
    return outcome
  }

  /// Holds the next call back until it can be answered from all changes before it.
  ///
  /// It waits once, for the changes that were known when its turn first came.
  ///
  /// - Returns: Whether it has to wait.
  private mutating func takeHold(of choices: PublishedChoices?) -> Bool {
    guard let choices, !hasSeries, conversation.input.count > 0 else { return false }
    if let hold {
      if choices.isOver(hold) { self.hold = nil }
    } else {
      hold = choices.findHold()
    }
    return hold != nil
  }

  private var outcome: Outcome {
    let isEmpty = conversation.output.isEmpty
    switch progress {
    case .turn: return .again
    case .output: return isEmpty ? .again : .wait
    case .news:
      // A client whose change is not finished still gets its reply.
      let isOver = isStopping && isEmpty && hold == nil && !conversation.owesReply
      return isOver ? .close(.stopping) : .wait
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

  /// Takes out the rest of the last turn's replies, so that another thread continues them; `nil` if
  /// it cannot.
  mutating func detachSeries() -> DetachedSeries? {
    guard progress == .turn, let series = conversation.detachSeries() else { return nil }
    progress = .news
    return series
  }

  /// Takes the rest back; the next turn continues it.
  mutating func attach(_ series: consuming DetachedSeries) {
    conversation.attach(series)
    progress = .turn
  }

  /// Frees the memory of long calls, and returns the event that the connection waits for, and until
  /// when.
  mutating func rest(
    _ account: MemoryAccount, _ limits: Limits
  ) -> (interest: EventLoop.Interest, deadline: MonotonicTime?) {
    if conversation.input.count == 0, conversation.input.capacity > Self.keptCapacity {
      conversation.input.removeAll()
      countInput(account)
    }
    return (wantedInterest, deadline(limits)?.moment)
  }

  /// Reads no further calls; those that were read are still answered.
  mutating func stop() {
    isStopping = true
  }

  private mutating func countInput(_ account: MemoryAccount) {
    let bytes = conversation.inputBytes
    guard bytes != countedInput else { return }
    account.addInput(bytes - countedInput)
    countedInput = bytes
  }

  private mutating func countOutput(_ account: MemoryAccount) {
    let pending = conversation.pendingBytes
    guard pending != countedOutput else { return }
    account.addOutput(pending - countedOutput)
    countedOutput = pending
  }

  /// Subtracts its memory from the user's account.
  mutating func settle(_ account: MemoryAccount) {
    account.addInput(-countedInput)
    account.addOutput(-countedOutput)
    countedInput = 0
    countedOutput = 0
  }
}
