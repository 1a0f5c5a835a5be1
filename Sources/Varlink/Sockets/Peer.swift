// SPDX-License-Identifier: MIT

internal import CLinux
public import SystemBase

/// The process at the other end of a connection, as recorded by the kernel when it connected.
public struct Peer: Hashable, Sendable {
  /// The user ID.
  public let user: UInt32

  /// The group ID.
  public let group: UInt32

  /// The process ID, or 0 if the process is not visible in this PID namespace.
  ///
  /// Meanwhile the number may have been reused for another process.
  public let process: Int32

  /// The server's number for the connection.
  public let connection: Int

  /// Creates a peer.
  ///
  /// - Parameters:
  ///   - user: The user ID.
  ///   - group: The group ID.
  ///   - process: The process ID, or 0.
  ///   - connection: The server's number for the connection.
  public init(user: UInt32, group: UInt32, process: Int32, connection: Int = 0) {
    self.user = user
    self.group = group
    self.process = process
    self.connection = connection
  }

  /// The peer of a connected Unix socket.
  ///
  /// - Parameters:
  ///   - socket: The descriptor of the socket.
  ///   - connection: The server's number for the connection.
  /// - Throws: `SystemError` if it is not such a socket.
  public init(of socket: CInt, connection: Int = 0) throws(SystemError) {
    var credentials = tr_peer_credentials()
    let code = unsafe tr_peer_credentials(socket, &credentials)
    guard code == 0 else { throw SystemError(code: code) }
    self.init(
      user: credentials.user, group: credentials.group, process: credentials.process,
      connection: connection)
  }
}
