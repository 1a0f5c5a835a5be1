// SPDX-License-Identifier: MIT

internal import Varlink

/// What becomes of connections.
extension Daemon {
  private static let slotBits: UInt64 = 32

  /// Counts a connection in, and watches it.
  func add(_ descriptor: consuming Descriptor, _ peer: Peer, _ account: UserAccount) {
    let slot = freeSlots.popLast() ?? connections.count
    if slot == connections.count { connections.append(nil) }
    connectionNumber += 1
    // The number tells events of this connection from late ones of another in the same slot.
    let token = connectionNumber << Self.slotBits | UInt64(slot)
    let connection = ClientConnection(
      descriptor, peer: peer, account: account, slot: slot, token: token, limits: limits)
    connections[slot] = connection
    do throws(SystemError) {
      try loop.add(connection.socket, connection.interest, token: token)
    } catch {
      close(connection, .gone, now: .now)
    }
  }

  /// Something has happened to a connection's socket.
  func handleConnection(_ event: EventLoop.Event, now: MonotonicTime) {
    let slot = Int(event.token & (1 << Self.slotBits - 1))
    guard slot < connections.count, let connection = connections[slot],
      connection.token == event.token
    else { return }
    if event.isGone, !connection.interest.contains(.input) {
      // Nothing is expected of it any more, and nothing can be told it.
      close(connection, .gone, now: now)
    } else {
      turns.add(connection)
    }
  }

  /// Gives a connection its turn.
  func serve(_ connection: ClientConnection, now: MonotonicTime) {
    host.bindings.beginTurn()
    let outcome = connection.turn(service, limits, now: now)
    if case .close(let reason) = outcome {
      close(connection, reason, now: now)
      return
    }
    let wanted = connection.wantedInterest
    if wanted != connection.interest {
      loop.change(connection.socket, to: wanted, token: connection.token)
      connection.interest = wanted
    }
    if outcome == .again {
      turns.add(connection)
    } else {
      connection.trim()
      if let deadline = connection.deadline(limits) {
        nextDeadline = min(nextDeadline, deadline.moment)
      }
    }
  }

  /// Asks every series that had nothing to say again.
  func announce() {
    for connection in connections {
      if let connection, connection.waitsForNews { turns.add(connection) }
    }
  }

  /// Closes the connections whose time is up, and finds the next deadline.
  func cutLate(now: MonotonicTime) {
    nextDeadline = .never
    for connection in connections {
      // Whoever stands in line may have done its part already.
      guard let connection, !connection.waitsForTurn else { continue }
      guard let deadline = connection.deadline(limits) else { continue }
      if deadline.moment <= now {
        close(connection, deadline.reason, now: now)
      } else {
        nextDeadline = min(nextDeadline, deadline.moment)
      }
    }
  }

  private func close(
    _ connection: ClientConnection, _ reason: ClientConnection.Reason, now: MonotonicTime
  ) {
    // The socket itself is closed with the last reference, perhaps after its turn has come.
    loop.remove(connection.socket)
    connection.settle()
    connections[connection.slot] = nil
    freeSlots.append(connection.slot)
    quotas.close(connection.account)
    noteClosed(now: now)
    switch reason {
    case .over, .gone, .stopping: break
    case .malformed, .unfinishedCall, .unreadReplies, .inputQuota, .outputQuota:
      log.write(
        .notice, .connectionCut,
        [
          "user": "\(connection.peer.user)", "process": "\(connection.peer.process)",
          "reason": "\(reason)",
        ])
    }
  }
}
