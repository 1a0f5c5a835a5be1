// SPDX-License-Identifier: MIT

/// The connections and the memory of one user.
///
/// Users without a number on this system appear as 65534, and share one account.
final class UserAccount: MemoryAccount {
  let user: UInt32
  fileprivate(set) var connections = 0
  /// The connections that wait for a turn because something has arrived.
  let arrived = WaitingConnections()
  /// The connections that wait for a turn to continue.
  let goingOn = WaitingConnections()

  fileprivate init(user: UInt32, _ total: MemoryTotal) {
    self.user = user
    super.init(total)
  }
}

/// The accounts of all users, and the limits of their connections.
struct Quotas {
  /// Why a connection is not accepted.
  enum Refusal: String, Error {
    case total = "too many connections"
    case user = "too many connections of this user"
  }

  /// How many accounts are kept when their users have no connection.
  static let keptAccounts = 16

  /// The limit of all connections.
  let total: Int
  private let perUser: Int
  private var accounts: [UInt32: UserAccount] = [:]
  /// The memory of all connections.
  let memory = MemoryTotal()
  private(set) var connections = 0

  /// - Parameters:
  ///   - total: The limit of all connections.
  ///   - perUser: The limit of one user's connections.
  init(total: Int, perUser: Int) {
    self.total = total
    self.perUser = perUser
  }

  /// Counts a new connection of a user.
  mutating func open(user: UInt32) throws(Refusal) -> UserAccount {
    guard connections < total else { throw .total }
    let account: UserAccount
    if let known = accounts[user] {
      account = known
    } else {
      account = UserAccount(user: user, memory)
      accounts[user] = account
    }
    guard account.connections < perUser else { throw .user }
    account.connections += 1
    connections += 1
    return account
  }

  /// Counts a closed connection.
  mutating func close(_ account: UserAccount) {
    precondition(account.connections > 0, "the connection was counted when it was opened")
    account.connections -= 1
    connections -= 1
    // A few accounts are kept, because the same users connect again.
    if account.connections == 0, accounts.count > Self.keptAccounts {
      accounts[account.user] = nil
    }
  }
}
