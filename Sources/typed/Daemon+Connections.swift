// SPDX-License-Identifier: MIT

internal import Varlink

/// What becomes of connections.
extension Daemon {
  /// Counts a connection in, and has it served: most clients have asked by now.
  ///
  /// It is watched when it has had its first turn. So the answer is not kept waiting for that, and
  /// a client that asks and leaves at once is never watched at all.
  func add(
    _ descriptor: consuming Descriptor, _ peer: Peer, _ account: UserAccount, now: MonotonicTime
  ) {
    let (slot, token) = connections.reserveSlot()
    let connection = ClientConnection(
      descriptor, peer: peer, account: account, slot: slot, token: token, limits: limits)
    connections.add(connection)
    takeTurn(connection, now: now)
  }

  /// Gives a connection its turn at once where all is quiet, and puts it in line otherwise.
  private func takeTurn(_ connection: ClientConnection, now: MonotonicTime) {
    if isQuiet { serve(connection, now: now) } else { turns.add(connection) }
  }

  /// Something has happened to a connection's socket.
  func handleConnection(_ event: EventLoop.Event, now: MonotonicTime) {
    guard let connection = connections[event.token] else { return }
    if event.isGone, !connection.interest.contains(.input) {
      // Nothing is expected of it any more, and nothing can be told it.
      close(connection, .gone, now: now)
    } else {
      takeTurn(connection, now: now)
    }
  }

  /// Gives a connection its turn.
  func serve(_ connection: ClientConnection, now: MonotonicTime) {
    bindings.beginTurn()
    let outcome = connection.exchange.turn(
      on: connection.socket, of: connection.account, service, limits, now: now)
    if case .close(let reason) = outcome {
      close(connection, reason, now: now)
      return
    }
    let rest = connection.exchange.rest(connection.account, limits)
    guard watch(connection, for: rest.interest) else {
      close(connection, .gone, now: now)
      return
    }
    if outcome == .again {
      turns.add(connection)
    } else {
      note(rest.deadline, of: connection)
    }
  }

  /// Notes until when a connection has to have done its part; nil if it has nothing to do.
  ///
  /// The last one that does its part stops the clock: whoever is idle is not woken up by it.
  private func note(_ deadline: MonotonicTime?, of connection: ClientConnection) {
    if connection.hasDeadline != (deadline != nil) {
      connection.hasDeadline.toggle()
      deadlines += connection.hasDeadline ? 1 : -1
    }
    if let deadline {
      nextDeadline = min(nextDeadline, deadline)
    } else if deadlines == 0 {
      nextDeadline = .never
    }
  }

  /// Has a connection watched for what it waits for; false if the system refuses.
  private func watch(
    _ connection: ClientConnection, for wanted: EventLoop.Interest
  ) -> Bool {
    if !connection.isWatched {
      do throws(SystemError) {
        try loop.add(connection.socket, wanted, token: connection.token)
      } catch {
        return false
      }
      connection.isWatched = true
    } else if wanted != connection.interest {
      loop.change(connection.socket, to: wanted, token: connection.token)
    }
    connection.interest = wanted
    return true
  }

  /// Asks every series that had nothing to say again.
  func announce() {
    for connection in connections.all {
      if let connection, connection.exchange.waitsForNews { turns.add(connection) }
    }
  }

  /// Closes the connections whose time is up, and finds the next deadline.
  func cutLate(now: MonotonicTime) {
    nextDeadline = .never
    for connection in connections.all {
      // Whoever stands in line may have done its part already.
      guard let connection, !connection.waitsForTurn else { continue }
      guard let deadline = connection.exchange.deadline(limits) else { continue }
      if deadline.moment <= now {
        close(connection, deadline.reason, now: now)
      } else {
        nextDeadline = min(nextDeadline, deadline.moment)
      }
    }
  }

  private func close(
    _ connection: ClientConnection, _ reason: CloseReason, now: MonotonicTime
  ) {
    // The socket itself is closed with the last reference, perhaps after its turn has come. That
    // ends its being watched, too: nobody else holds it.
    connection.settle()
    note(nil, of: connection)
    connections.remove(connection)
    quotas.close(connection.account)
    noteClosed(now: now)
    switch reason {
    case .over, .gone, .stopping: break
    case .malformed, .unfinishedCall, .unreadReplies, .inputQuota, .outputQuota:
      let peer = connection.exchange.peer
      log.write(
        .notice, .connectionCut,
        ["user": "\(peer.user)", "process": "\(peer.process)", "reason": "\(reason)"])
    }
  }
}
