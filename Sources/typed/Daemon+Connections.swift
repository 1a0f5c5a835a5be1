// SPDX-License-Identifier: MIT

internal import SystemBase
internal import Varlink

/// Serves, watches and closes client connections.
extension Daemon {
  /// Adds a connection, and serves it at once: most clients have sent a call by now.
  ///
  /// The loop watches it only after its first turn. So the reply is not delayed, and a client that
  /// calls once and leaves is never watched.
  func add(
    _ descriptor: consuming Descriptor, _ peer: Peer, _ account: UserAccount, now: MonotonicTime
  ) {
    let (slot, token) = connections.reserveSlot()
    let connection = ClientConnection(
      descriptor, peer: peer, account: account, slot: slot, token: token, limits: limits)
    connections.add(connection)
    takeTurn(connection, now: now)
  }

  /// Serves a connection at once in a quiet pass, and queues it otherwise.
  private func takeTurn(_ connection: ClientConnection, now: MonotonicTime) {
    if isQuiet { serve(connection, now: now) } else { turns.add(connection) }
  }

  /// Handles an event of a connection's socket.
  func handleConnection(_ event: EventLoop.Event, now: MonotonicTime) {
    guard let connection = connections[event.token] else { return }
    if event.isGone, !connection.interest.contains(.input) {
      // The client can neither send a call nor read a reply.
      close(connection, .gone, now: now)
    } else {
      takeTurn(connection, now: now)
    }
  }

  /// Gives a connection its turn, and then waits for the events that it needs.
  func serve(_ connection: ClientConnection, now: MonotonicTime) {
    bindings.beginTurn()
    let outcome = connection.exchange.turn(
      on: connection.socket, of: connection.account, service, over: bindings.choices, limits,
      now: now)
    if case .close(let reason) = outcome {
      close(connection, reason, now: now)
      return
    }
    let goesOn = outcome == .again && !writeElsewhere(connection)
    let rest = connection.exchange.rest(connection.account, limits)
    guard watch(connection, for: rest.interest) else {
      close(connection, .gone, now: now)
      return
    }
    if goesOn {
      turns.add(connection, goesOn: true)
    } else {
      setDeadline(rest.deadline, of: connection)
    }
  }

  /// Passes a reply that takes long on to another thread; false if there is none.
  private func writeElsewhere(_ connection: ClientConnection) -> Bool {
    guard let series = connection.exchange.detachSeries() else { return false }
    let reply = LongReply(series, for: connection.token)
    if longReplies.start(reply) {
      connection.longReply = reply
      return true
    }
    // Without a thread it waits here, if it must.
    _ = reply.advance(until: .now)
    takeBack(reply, for: connection)
    return false
  }

  /// Takes the replies that another thread has written.
  func takeLongReplies() {
    for reply in longReplies.results() {
      guard let connection = connections[reply.token] else { continue }
      connection.longReply = nil
      takeBack(reply, for: connection)
      turns.add(connection)
    }
  }

  private func takeBack(_ reply: LongReply, for connection: ClientConnection) {
    guard let series = reply.takeSeries() else { return }
    connection.exchange.attach(series)
  }

  private func setDeadline(_ deadline: MonotonicTime?, of connection: ClientConnection) {
    // Most turns end without a deadline, as they began.
    if deadline == nil, !connection.hasDeadline { return }
    deadlines.replace(connection.hasDeadline, with: deadline)
    connection.hasDeadline = deadline != nil
  }

  /// Watches a connection's socket; false if that is not possible.
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

  /// Queues every connection with a series that waits for news.
  func announce() {
    for connection in connections.all {
      if let connection, connection.exchange.waitsForNews { turns.add(connection) }
    }
  }

  /// Closes the connections whose deadline is over, and finds the next deadline.
  func closeLate(now: MonotonicTime) {
    deadlines.beginSearch()
    for connection in connections.all {
      // A queued connection may have met its deadline: its turn will show.
      guard let connection, !connection.waitsForTurn else { continue }
      guard let deadline = connection.exchange.deadline(limits) else { continue }
      if deadline.moment <= now {
        if deadline.reason == .unfinishedCall, connection.exchange.readsInput {
          // Its turn reads once more, and closes it if there is nothing.
          serve(connection, now: now)
        } else {
          close(connection, deadline.reason, now: now)
        }
      } else {
        deadlines.include(deadline.moment)
      }
    }
  }

  private func close(
    _ connection: ClientConnection, _ reason: CloseReason, now: MonotonicTime
  ) {
    // The socket is closed with the last reference, perhaps the one in the queue of turns. With
    // that the kernel also stops watching it.
    connection.settle()
    setDeadline(nil, of: connection)
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
