// SPDX-License-Identifier: MIT

/// What one user takes of the daemon.
///
/// Users that this system has no number for appear as 65534, and share one account.
final class UserAccount: Queued {
  let user: UInt32
  fileprivate(set) var connections = 0
  /// Memory for calls that have come, in bytes.
  var inputBytes = 0
  /// Replies that wait, in bytes.
  var outputBytes = 0
  /// The connections that wait for their turn.
  var ready = Queue<ClientConnection>()
  var next: UserAccount?

  fileprivate init(user: UInt32) {
    self.user = user
  }
}

/// What all users take, and whether there is room for one more connection.
struct Quotas {
  /// Why a connection is not accepted.
  enum Refusal: String {
    case total = "too many connections"
    case user = "too many connections of this user"
  }

  private static let keptAccounts = 16

  private let total: Int
  private let perUser: Int
  private var accounts: [UInt32: UserAccount] = [:]
  private(set) var connections = 0
  /// How many users have an account, with connections or without.
  var accountCount: Int { accounts.count }

  /// - Parameters:
  ///   - total: Connections in all.
  ///   - perUser: Connections of one user.
  init(total: Int, perUser: Int) {
    self.total = total
    self.perUser = perUser
  }

  /// Counts one more connection of a user.
  mutating func open(user: UInt32) throws(Refused) -> UserAccount {
    guard connections < total else { throw Refused(reason: .total) }
    let account: UserAccount
    if let known = accounts[user] {
      account = known
    } else {
      account = UserAccount(user: user)
      accounts[user] = account
    }
    guard account.connections < perUser else { throw Refused(reason: .user) }
    account.connections += 1
    connections += 1
    return account
  }

  /// Counts one connection less.
  mutating func close(_ account: UserAccount) {
    precondition(account.connections > 0, "only what was opened is closed")
    account.connections -= 1
    connections -= 1
    // A few are kept: whoever was here comes again.
    if account.connections == 0, accounts.count > Self.keptAccounts {
      accounts[account.user] = nil
    }
  }

  /// There is no room.
  struct Refused: Error {
    let reason: Refusal
  }
}
