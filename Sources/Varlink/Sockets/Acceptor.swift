// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
public import SystemBase

/// Accepts connections.
public enum Acceptor {
  /// The result of accepting.
  public enum Outcome: ~Copyable {
    /// A non-blocking connection, and its peer.
    case accepted(Descriptor, Peer)
    /// No connection is pending.
    case nothingYet
    /// The process or the system has no descriptor or memory left: wait before trying again.
    case exhausted(SystemError)
  }

  /// Accepts one connection, with the peer's credentials.
  ///
  /// - Parameters:
  ///   - listener: The descriptor of a non-blocking listening socket.
  ///   - connection: The server's number for the connection.
  ///   - isRefusing: Whether the listening socket is a ``ListeningSocket``: its connections inherit
  ///     from it that they accept no descriptors.
  /// - Returns: The first pending connection that is not broken.
  /// - Throws: `SystemError` if the listening socket is unusable.
  public static func accept(
    on listener: CInt, connection: Int = 0, isRefusing: Bool = false
  ) throws(SystemError) -> Outcome {
    while true {
      let number = tr_accept(listener)
      switch -number {
      case EINTR, ECONNABORTED, EPERM: continue
      case EAGAIN: return .nothingYet
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(SystemError(code: -number))
      default: break
      }
      let descriptor = try Descriptor(result: number)
      if !isRefusing { tr_refuse_descriptors(number) }
      guard let peer = try? Peer(of: number, connection: connection) else { continue }
      return .accepted(descriptor, peer)
    }
  }
}
