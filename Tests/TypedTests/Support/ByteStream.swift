// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import SystemBase
import TestSupport
import Varlink

/// Why a test waited in vain.
struct WaitFailure: Error, CustomStringConvertible {
  let description: String
}

/// A socket from which pieces are read that end in a given byte; no read waits forever.
final class ByteStream {
  /// How long a read waits; only a failing test waits that long.
  static let patience = Duration.seconds(60)

  let socket: CInt
  private var received: [UInt8] = []
  private(set) var hasEnded = false

  init(takingOver socket: CInt) {
    self.socket = socket
  }

  deinit { close() }

  private var isClosed = false

  func close() {
    if !isClosed { _ = Glibc.close(socket) }
    isClosed = true
  }

  /// Waits for an event of the socket; false if none happened in time.
  func wait(for events: CInt, by deadline: MonotonicTime) -> Bool {
    var request = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
      let left = deadline.duration(since: .now)
      let count = unsafe poll(&request, 1, CInt(left / .milliseconds(1)) + (left > .zero ? 1 : 0))
      if count > 0 { return true }
      if count == 0, MonotonicTime.now >= deadline { return false }
    }
  }

  /// Reads once, when there is something to read.
  private func fill(by deadline: MonotonicTime) throws {
    guard wait(for: POLLIN, by: deadline) else {
      throw WaitFailure(description: "nothing came after '\(text)'")
    }
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe tr_receive(socket, &piece, piece.count)
    switch count {
    case 1...: received += piece[..<count]
    case 0, Int(-ECONNRESET): hasEnded = true
    case Int(-EAGAIN), Int(-EINTR): break
    default: throw CallFailure("recv", code: CInt(-count))
    }
  }

  /// What was received and not yet returned.
  var text: String { String(decoding: received, as: UTF8.self) }

  /// The next piece, without its last byte; `nil` if the other side has closed.
  func piece(endingWith end: UInt8) throws -> String? {
    let deadline = MonotonicTime.now + Self.patience
    var searched = 0
    while true {
      if let index = received[searched...].firstIndex(of: end) {
        defer { received.removeSubrange(...index) }
        return String(decoding: received[..<index], as: UTF8.self)
      }
      if hasEnded { return nil }
      searched = received.count
      try fill(by: deadline)
    }
  }

  /// Waits until the other side closes, and returns everything received before.
  func rest() throws -> String {
    let deadline = MonotonicTime.now + Self.patience
    while !hasEnded { try fill(by: deadline) }
    defer { received = [] }
    return text
  }

  /// What has been received so far, without waiting.
  func whatIsThere() throws -> String {
    while !hasEnded, wait(for: POLLIN, by: .now) { try fill(by: .now) }
    return text
  }
}

/// Two connected sockets that are closed on exec.
func socketPair() throws -> (CInt, CInt) {
  var ends: [CInt] = [0, 0]
  // SOCK_CLOEXEC has the value of O_CLOEXEC.
  let kind = CInt(SOCK_STREAM.rawValue) | O_CLOEXEC
  guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw CallFailure("socketpair") }
  return (ends[0], ends[1])
}
