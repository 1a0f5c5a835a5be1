// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
public import SystemBase

/// A socket that was passed to the process at its start (UAPI.20, "Socket Activation").
public struct SocketActivation: ~Copyable {
  /// The kind of a passed socket.
  public enum Kind: Hashable, Sendable {
    /// A socket that accepts connections.
    case listening
    /// A connected socket.
    case connected
  }

  /// Why a passed socket cannot be used.
  public enum ActivationError: Error, Hashable, Sendable {
    /// `LISTEN_FDS` is not a number, or too large.
    case invalidCount
    /// Several descriptors were passed, and not exactly one of them is named `varlink`.
    case notNamed
    /// The descriptor is not a Unix stream socket.
    case notAStream
    /// The socket neither listens nor is connected.
    case notInUse
    /// A system call failed.
    case system(SystemError)
  }

  /// The passed descriptors according to the environment.
  struct Request: Equatable {
    /// The number of the descriptor to use.
    let number: CInt
    /// The number of passed descriptors.
    let count: Int
  }

  private static let firstDescriptor = 3
  private static let countLimit = 1_024

  /// The socket, which is non-blocking and closed on exec.
  public let descriptor: Descriptor

  /// The kind of the socket.
  public let kind: Kind

  /// Takes over the socket that the environment describes, and unsets the variables.
  ///
  /// - Returns: `nil` if no socket was passed, or the variables are for another process.
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

  /// The descriptors that environment variables pass to a process.
  ///
  /// - Parameters:
  ///   - process: The number of the process.
  ///   - processDescriptor: The inode of its pidfd, or 0 if the kernel has none.
  ///   - variable: Returns the value of a variable.
  /// - Returns: `nil` if no descriptor was passed, or not to this process.
  /// - Throws: ``ActivationError``.
  static func request(
    process: Int32, processDescriptor: UInt64, _ variable: (String) -> String?
  ) throws(ActivationError) -> Request? {
    guard let process2 = variable("LISTEN_PID"), number(process2) == Int(process) else {
      return nil
    }
    if let inode = variable("LISTEN_PIDFDID"), processDescriptor != 0,
      UInt64(inode) != processDescriptor
    {
      return nil
    }
    guard let text = variable("LISTEN_FDS") else { return nil }
    guard let count = number(text), (0...countLimit).contains(count) else { throw .invalidCount }
    if count == 0 { return nil }
    guard count > 1 else { return Request(number: CInt(firstDescriptor), count: 1) }
    let names = (variable("LISTEN_FDNAMES") ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    let matching = names.indices.filter { names[$0] == "varlink" }
    guard names.count == count, matching.count == 1 else { throw .notNamed }
    return Request(number: CInt(firstDescriptor + matching[0]), count: count)
  }

  /// The number of decimal digits, without a sign.
  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(text) : nil
  }

  /// The path that the socket is bound to; `nil` if it has none.
  public var path: [UInt8]? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    // Safe because the kernel writes at most `length` bytes, the size of the address.
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe getsockname(descriptor.number, address, &length)
      }
    }
    guard code == 0 else { return nil }
    let path = unsafe withUnsafeBytes(of: address.sun_path) { unsafe Array($0.prefix { $0 != 0 }) }
    return path.isEmpty ? nil : path
  }

  /// Checks a passed socket.
  ///
  /// - Parameter descriptor: The socket.
  /// - Throws: ``ActivationError``; then the socket is closed.
  public init(takingOver descriptor: consuming Descriptor) throws(ActivationError) {
    kind = try Self.check(descriptor.number)
    self.descriptor = descriptor
  }

  private static func check(_ number: CInt) throws(ActivationError) -> Kind {
    guard try option(TR_SO_DOMAIN, of: number) == AF_UNIX,
      try option(TR_SO_TYPE, of: number) == CInt(SOCK_STREAM.rawValue)
    else { throw .notAStream }
    let isListening = try option(TR_SO_ACCEPTCONN, of: number) != 0
    if !isListening {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let isConnected = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe getpeername(number, address, &length) == 0
        }
      }
      // A client that has left already was connected, too.
      guard isConnected || errno != ENOTCONN else { throw .notInUse }
    }
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
