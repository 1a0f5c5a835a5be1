// SPDX-License-Identifier: MIT

internal import CLinux

/// Who is at the other end of a connection, as the kernel knew it when the connection was made.
public struct Peer: Hashable, Sendable {
  /// The user.
  public let user: UInt32

  /// The group.
  public let group: UInt32

  /// The process, or 0 if it is not to be seen from here.
  ///
  /// By now the number may belong to another process.
  public let process: Int32

  /// What the server calls the connection.
  public let connection: Int

  /// A peer.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - group: The group.
  ///   - process: The process, or 0.
  ///   - connection: What the server calls the connection.
  public init(user: UInt32, group: UInt32, process: Int32, connection: Int = 0) {
    self.user = user
    self.group = group
    self.process = process
    self.connection = connection
  }

  /// The peer of a connected Unix socket.
  ///
  /// - Parameters:
  ///   - socket: The number of the socket.
  ///   - connection: What the server calls the connection.
  /// - Throws: ``SystemError`` if it is no such socket.
  public init(of socket: CInt, connection: Int = 0) throws(SystemError) {
    var credentials = tr_peer_credentials()
    let code = unsafe tr_peer_credentials(socket, &credentials)
    guard code == 0 else { throw SystemError(code: code) }
    self.init(
      user: credentials.user, group: credentials.group, process: credentials.process,
      connection: connection)
  }
}
