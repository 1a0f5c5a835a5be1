// SPDX-License-Identifier: MIT

/// A member of at most one queue.
protocol Queued: AnyObject {
  /// The next member of the queue.
  var next: Self? { get set }
}

/// A first-in, first-out queue as a linked list of its members, so it allocates nothing.
struct Queue<Member: Queued> {
  private var first: Member?
  private var last: Member?

  var isEmpty: Bool { first == nil }

  mutating func append(_ member: Member) {
    if let last { last.next = member } else { first = member }
    last = member
  }

  mutating func removeFirst() -> Member? {
    guard let member = first else { return nil }
    first = member.next
    if first == nil { last = nil }
    member.next = nil
    return member
  }
}

/// The connections of one user that wait for a turn of one kind.
final class WaitingConnections: Queued {
  fileprivate var queue = Queue<ClientConnection>()
  var next: WaitingConnections?
}

/// Users in turn, and the connections of each user in turn.
///
/// So a user with a hundred busy connections gets as many turns as a user with one.
private struct Round {
  private var users = Queue<WaitingConnections>()

  var isEmpty: Bool { users.isEmpty }

  mutating func add(_ connection: ClientConnection, to waiting: WaitingConnections) {
    if waiting.queue.isEmpty { users.append(waiting) }
    waiting.queue.append(connection)
  }

  mutating func next() -> ClientConnection? {
    while let user = users.removeFirst() {
      let connection = user.queue.removeFirst()
      if !user.queue.isEmpty { users.append(user) }
      connection?.waitsForTurn = false
      if let connection, !connection.isClosed { return connection }
    }
    return nil
  }
}

/// The order of turns.
///
/// Connections whose last turn left something to do wait in a round of their own. It gets every
/// second turn: so a call that has just arrived does not wait for all the long ones, and none of
/// those waits for ever.
struct Turns {
  private var arrived = Round()
  private var goingOn = Round()
  private var lastWentOn = false

  /// Whether no connection waits for a turn.
  var isEmpty: Bool { arrived.isEmpty && goingOn.isEmpty }

  /// Queues a connection, unless it is queued already or closed.
  ///
  /// - Parameters:
  ///   - connection: A connection.
  ///   - goesOn: Whether its last turn has left work to do.
  mutating func add(_ connection: ClientConnection, goesOn: Bool = false) {
    guard !connection.waitsForTurn, !connection.isClosed else { return }
    connection.waitsForTurn = true
    if goesOn {
      goingOn.add(connection, to: connection.account.goingOn)
    } else {
      arrived.add(connection, to: connection.account.arrived)
    }
  }

  /// Removes and returns the next connection; `nil` if none waits.
  mutating func next() -> ClientConnection? {
    let goesOn = !goingOn.isEmpty && (arrived.isEmpty || !lastWentOn)
    lastWentOn = goesOn
    let first = goesOn ? goingOn.next() : arrived.next()
    return first ?? (goesOn ? arrived.next() : goingOn.next())
  }
}
