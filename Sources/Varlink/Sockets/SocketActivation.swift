// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// A socket that the process was started with (UAPI.20, "Socket Activation").
public struct SocketActivation: ~Copyable {
  /// What kind of socket it is.
  public enum Kind: Hashable, Sendable {
    /// Connections are accepted on it.
    case listening
    /// It is a connection.
    case connected
  }

  /// Why a socket that was passed cannot be used.
  public enum ActivationError: Error, Hashable, Sendable {
    /// `LISTEN_FDS` is no number, or too great.
    case invalidCount
    /// Several descriptors were passed, and not exactly one of them is named `varlink`.
    case notNamed
    /// The descriptor is no Unix stream socket.
    case notAStream
    /// A system call has failed.
    case system(SystemError)
  }

  /// What the environment says.
  struct Request: Equatable {
    /// The number of the descriptor to be used.
    let number: CInt
    /// How many descriptors were passed.
    let count: Int
  }

  private static let firstDescriptor = 3
  private static let countLimit = 1_024

  /// The socket; it does not block, and is closed on exec.
  public let descriptor: Descriptor

  /// What kind of socket it is.
  public let kind: Kind

  /// Takes the socket that the environment speaks of, and forgets the variables.
  ///
  /// - Returns: Nil if the process was not started with a socket, or the variables are meant for
  ///   another process.
  /// - Throws: ``ActivationError``.
  public static func take() throws(ActivationError) -> SocketActivation? {
    let names = ["LISTEN_FDS", "LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDNAMES"]
    defer { for name in names { unsafe _ = unsetenv(name) } }
    let request = try request(
      process: getpid(), processDescriptor: tr_own_process_inode()
    ) { name in
      guard let value = unsafe getenv(name) else { return nil }
      return unsafe String(cString: value)
    }
    guard let request else { return nil }
    return try SocketActivation(takingOver: Descriptor(takingOver: request.number))
  }

  /// What variables say to a process.
  ///
  /// - Parameters:
  ///   - process: The number of the process.
  ///   - processDescriptor: The inode of its pidfd, or 0 where there is none.
  ///   - variable: The value of a variable.
  /// - Returns: Nil if nothing was passed, or not to this process.
  /// - Throws: ``ActivationError``.
  static func request(
    process: Int32, processDescriptor: UInt64, _ variable: (String) -> String?
  ) throws(ActivationError) -> Request? {
    guard let process2 = variable("LISTEN_PID"), Int32(process2) == process else { return nil }
    if let inode = variable("LISTEN_PIDFDID"), processDescriptor != 0,
      UInt64(inode) != processDescriptor
    {
      return nil
    }
    guard let text = variable("LISTEN_FDS") else { return nil }
    guard let count = Int(text), (0...countLimit).contains(count) else { throw .invalidCount }
    if count == 0 { return nil }
    guard count > 1 else { return Request(number: CInt(firstDescriptor), count: 1) }
    let names = (variable("LISTEN_FDNAMES") ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    let matching = names.indices.filter { names[$0] == "varlink" }
    guard names.count == count, matching.count == 1 else { throw .notNamed }
    return Request(number: CInt(firstDescriptor + matching[0]), count: count)
  }

  /// Checks a socket that was passed.
  ///
  /// - Parameter descriptor: The socket.
  /// - Throws: ``ActivationError``; then it is closed.
  public init(takingOver descriptor: consuming Descriptor) throws(ActivationError) {
    kind = try Self.check(descriptor.number)
    self.descriptor = descriptor
  }

  private static func check(_ number: CInt) throws(ActivationError) -> Kind {
    guard try option(TR_SO_DOMAIN, of: number) == AF_UNIX,
      try option(TR_SO_TYPE, of: number) == CInt(SOCK_STREAM.rawValue)
    else { throw .notAStream }
    let isListening = try option(TR_SO_ACCEPTCONN, of: number) != 0
    let flags = fcntl(number, F_GETFL)
    guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0, flags >= 0,
      fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0
    else { throw .system(.last) }
    tr_refuse_descriptors(number)
    return isListening ? .listening : .connected
  }

  private static func option<Name: BinaryInteger>(
    _ name: Name, of number: CInt
  ) throws(ActivationError) -> CInt {
    var value: CInt = 0
    let code = unsafe tr_socket_option(number, CInt(name), &value)
    guard code != ENOTSOCK else { throw .notAStream }
    guard code == 0 else { throw .system(SystemError(code: code)) }
    return value
  }
}
