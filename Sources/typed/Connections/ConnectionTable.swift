// SPDX-License-Identifier: MIT

/// The open connections, in slots that are used again.
///
/// The loop identifies a connection by its token, which is never used again: so a late event of a
/// closed connection is not mistaken for one of the next connection in the same slot.
struct ConnectionTable {
  /// At most a million slots (``Limit``); the remaining bits count 2⁴⁴ connections.
  private static let slotBits: UInt64 = 20

  private var slots: [ClientConnection?] = []
  private var free: [Int] = []
  /// How many connections there have been, open or closed.
  private(set) var total: UInt64 = 0

  /// All slots; some may be empty.
  var all: [ClientConnection?] { slots }

  /// Reserves a slot and a token for a connection, which is then added by ``add(_:)``.
  mutating func reserveSlot() -> (slot: Int, token: UInt64) {
    let slot = free.popLast() ?? slots.count
    if slot == slots.count { slots.append(nil) }
    total += 1
    return (slot, total << Self.slotBits | UInt64(slot))
  }

  /// Adds a connection in the slot that was reserved for it.
  mutating func add(_ connection: ClientConnection) {
    slots[connection.slot] = connection
  }

  /// The connection of a token; `nil` if it is closed.
  subscript(token: UInt64) -> ClientConnection? {
    let slot = Int(token & (1 << Self.slotBits - 1))
    guard slot < slots.count, let connection = slots[slot], connection.token == token else {
      return nil
    }
    return connection
  }

  /// Removes a closed connection.
  mutating func remove(_ connection: ClientConnection) {
    slots[connection.slot] = nil
    free.append(connection.slot)
  }
}
