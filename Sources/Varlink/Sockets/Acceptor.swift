// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// Accepts connections.
public enum Acceptor {
  /// What came of accepting.
  public enum Outcome: ~Copyable {
    /// A connection that does not block, and who made it.
    case accepted(Descriptor, Peer)
    /// Nobody waits.
    case nothingYet
    /// The process or the system has no descriptor or memory left: wait before trying again.
    case exhausted(SystemError)
  }

  /// Accepts one connection, with the peer's credentials.
  ///
  /// - Parameters:
  ///   - listener: The number of a listening socket that does not block.
  ///   - connection: What the server calls the connection.
  ///   - isRefusing: Whether the listening socket is a ``ListeningSocket``: its connections take over
  ///     from it that they accept no descriptors.
  /// - Returns: A connection that broke before it was accepted is passed over.
  /// - Throws: ``SystemError`` if the listening socket is of no use.
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
