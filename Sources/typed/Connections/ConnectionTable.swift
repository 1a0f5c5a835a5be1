// SPDX-License-Identifier: MIT

/// The open connections, each in a slot that another one has after it.
///
/// A connection is known to the loop by its token, which no other one of the process ever has: so
/// late news of a connection is not taken for news of the next one in its slot.
struct ConnectionTable {
  /// There are at most a million slots (``Limit``); the rest counts 2⁴⁴ connections.
  private static let slotBits: UInt64 = 20

  private var slots: [ClientConnection?] = []
  private var free: [Int] = []
  /// How many connections there have been.
  private(set) var total: UInt64 = 0

  /// All slots; some may be empty.
  var all: [ClientConnection?] { slots }

  /// The slot and the token for a connection that is then taken in by ``add(_:)``.
  mutating func makePlace() -> (slot: Int, token: UInt64) {
    let slot = free.popLast() ?? slots.count
    if slot == slots.count { slots.append(nil) }
    total += 1
    return (slot, total << Self.slotBits | UInt64(slot))
  }

  /// Takes a connection in, in the place that was made for it.
  mutating func add(_ connection: ClientConnection) {
    slots[connection.slot] = connection
  }

  /// The connection of a token, or nil if it is closed.
  subscript(token: UInt64) -> ClientConnection? {
    let slot = Int(token & (1 << Self.slotBits - 1))
    guard slot < slots.count, let connection = slots[slot], connection.token == token else {
      return nil
    }
    return connection
  }

  /// Forgets a connection, which is closed.
  mutating func remove(_ connection: ClientConnection) {
    slots[connection.slot] = nil
    free.append(connection.slot)
  }
}
