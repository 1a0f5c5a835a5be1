// SPDX-License-Identifier: MIT

/// A member of a queue, which it is at most once.
protocol Queued: AnyObject {
  /// The member behind it.
  var next: Self? { get set }
}

/// A queue without memory of its own: its members know who comes next.
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

/// Who is served next: users in turn, and the connections of each user in turn.
///
/// So a user with a hundred busy connections gets no more than one with a single connection.
struct Turns {
  private var users = Queue<UserAccount>()

  /// Whether nobody waits.
  var isEmpty: Bool { users.isEmpty }

  /// Puts a connection in line, if it is not there yet.
  mutating func add(_ connection: ClientConnection) {
    guard !connection.waitsForTurn, !connection.isClosed else { return }
    connection.waitsForTurn = true
    let user = connection.account
    if user.ready.isEmpty { users.append(user) }
    user.ready.append(connection)
  }

  /// Takes the next connection out of the line.
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
