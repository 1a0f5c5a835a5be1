// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// Ends a connection from another thread, which may be waiting for a reply.
public final class ConnectionEnd: Sendable {
  /// A second descriptor of the socket, so that its number cannot belong to another file meanwhile.
  private let descriptor: Descriptor

  init(_ socket: CInt) throws(SystemError) {
    let number = fcntl(socket, F_DUPFD_CLOEXEC, 3)
    guard number >= 0 else { throw SystemError.last }
    descriptor = Descriptor(takingOver: number)
  }

  /// Shuts the socket down: calls that wait for a reply fail.
  public func shutDown() { _ = shutdown(descriptor.number, CInt(SHUT_RDWR)) }
}
