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

/// The order of turns: users in turn, and the connections of each user in turn.
///
/// So a user with a hundred busy connections gets as many turns as a user with one.
struct Turns {
  private var users = Queue<UserAccount>()

  /// Whether no connection waits for a turn.
  var isEmpty: Bool { users.isEmpty }

  /// Queues a connection, unless it is queued already or closed.
  mutating func add(_ connection: ClientConnection) {
    guard !connection.waitsForTurn, !connection.isClosed else { return }
    connection.waitsForTurn = true
    let user = connection.account
    if user.ready.isEmpty { users.append(user) }
    user.ready.append(connection)
  }

  /// Removes and returns the next connection; `nil` if none waits.
  mutating func next() -> ClientConnection? {
    while let user = users.removeFirst() {
      let connection = user.ready.removeFirst()
      if !user.ready.isEmpty { users.append(user) }
      connection?.waitsForTurn = false
      if let connection, !connection.isClosed { return connection }
    }
    return nil
  }
}
