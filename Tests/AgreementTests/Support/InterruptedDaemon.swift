// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Synchronization
import SystemBase
import Testing

/// A socket whose server does not answer as a daemon does: it passes calls on to another socket, or to
/// none, until one of them contains a text.
///
/// It ends with this object.
final class InterruptedDaemon {
  /// What is done with the call.
  enum Interruption: Sendable {
    /// The call is not passed on, and never answered.
    case silence
    /// The call is not passed on, and the connection is closed.
    case close
    /// The call is passed on; half of the first piece of its answer is returned, and the connection is
    /// closed.
    case closeAmidAnswer
  }

  /// How many calls were interrupted.
  var count: Int { state.count.withLock { $0 } }

  private let state: State
  private let listener: CInt

  private final class State: Sendable {
    let trigger: [UInt8]
    let interruption: Interruption
    let upstream: String?
    let count = Lock(0)
    let connections = Lock<[CInt]>([])

    init(_ trigger: String, _ interruption: Interruption, _ upstream: String?) {
      self.trigger = Array(trigger.utf8)
      self.interruption = interruption
      self.upstream = upstream
    }
  }

  /// Listens at `path`.
  ///
  /// - Parameters:
  ///   - path: Must not exist.
  ///   - trigger: The text in the call that is interrupted.
  ///   - interruption: What is done with that call.
  ///   - upstream: The socket that other calls are passed on to; `nil` for none.
  /// - Throws: If it cannot listen.
  init(
    at path: String, on trigger: String, _ interruption: Interruption,
    before upstream: String? = nil
  ) throws {
    listener = try Self.socket(at: path, listening: true)
    state = State(trigger, interruption, upstream)
    let (listener, state) = (listener, state)
    Thread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        state.connections.withLock { $0.append(client) }
        Thread { Self.serve(client, state) }.start()
      }
    }.start()
  }

  deinit {
    // Shut down only, which ends the threads that use the sockets; closed numbers could be used anew.
    shutdown(listener, CInt(SHUT_RDWR))
    for connection in state.connections.withLock({ $0 }) { shutdown(connection, CInt(SHUT_RDWR)) }
  }

  /// Makes a socket file that no process listens at, as a killed daemon leaves it.
  static func leave(at path: String) throws { close(try socket(at: path, listening: false)) }

  // MARK: - Serving

  private static func serve(_ client: CInt, _ state: State) {
    defer { shutdown(client, CInt(SHUT_RDWR)) }
    guard let path = state.upstream else {
      while let calls = read(client) {
        if contains(calls, state.trigger), interrupt(state) == .close { return }
      }
      return
    }
    guard let daemon = try? connect(to: path) else { return }
    defer { close(daemon) }
    var isInterrupted = false
    while true {
      var ready = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0),
        pollfd(fd: daemon, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&ready, 2, -1) > 0 else { return }
      if ready[0].revents != 0 {
        guard let calls = read(client) else { return }
        if contains(calls, state.trigger) {
          switch interrupt(state) {
          case .silence: continue
          case .close: return
          case .closeAmidAnswer: isInterrupted = true
          }
        }
        guard write(calls, to: daemon) else { return }
      }
      if ready[1].revents != 0 {
        guard let answer = read(daemon) else { return }
        if isInterrupted {
          _ = write(Array(answer.prefix(answer.count / 2)), to: client)
          return
        }
        guard write(answer, to: client) else { return }
      }
    }
  }

  private static func interrupt(_ state: State) -> Interruption {
    state.count.withLock { $0 += 1 }
    return state.interruption
  }

  private static func contains(_ bytes: [UInt8], _ text: [UInt8]) -> Bool {
    bytes.firstRange(of: text) != nil
  }

  // MARK: - Sockets

  private static func read(_ socket: CInt) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe recv(socket, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  private static func write(_ bytes: [UInt8], to socket: CInt) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let rest = Array(bytes[sent...])
      let count = unsafe send(socket, rest, rest.count, CInt(MSG_NOSIGNAL))
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private static func connect(to path: String) throws -> CInt {
    let number = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    try check(number)
    try check(try unsafe withAddress(path) { unsafe Glibc.connect(number, $0, $1) })
    return number
  }

  /// Listens at a path, and accepts nothing: the caller closes the socket.
  static func listen(at path: String) throws -> CInt { try socket(at: path, listening: true) }

  private static func socket(at path: String, listening: Bool) throws -> CInt {
    let number = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    try check(number)
    try check(try unsafe withAddress(path) { unsafe bind(number, $0, $1) })
    if listening { try check(Glibc.listen(number, 16)) }
    return number
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) throws -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8CString)
    try #require(bytes.count <= 108, "the path of the socket is too long")
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      unsafe bytes.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
    }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func check(_ result: CInt) throws {
    guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }
}
