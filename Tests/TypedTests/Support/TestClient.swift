// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import StrictJSON
import SystemBase
import TestSupport
import Varlink

/// A client that may misbehave: it can write any bytes.
final class TestClient {
  static let info = #"{"method":"org.varlink.service.GetInfo"}"#

  /// Kept alive as long as the client.
  var daemon: ServingDaemon?

  private let stream: ByteStream

  /// Connects to a socket.
  init(to path: String) throws {
    let socket = tr_unix_socket(0)
    guard socket >= 0 else { throw CallFailure("socket", code: -socket) }
    stream = ByteStream(takingOver: socket)
    let code = unsafe tr_unix_connect(socket, path)
    guard code == 0 else { throw CallFailure("connect", code: code) }
  }

  /// Connects as soon as a process listens.
  static func whenListening(at path: String) throws -> TestClient {
    let deadline = MonotonicTime.now + ByteStream.patience
    while true {
      do {
        return try TestClient(to: path)
      } catch {
        guard MonotonicTime.now < deadline else { throw error }
        sched_yield()
      }
    }
  }

  /// Takes over one end of a connection.
  init(takingOver socket: CInt) {
    stream = ByteStream(takingOver: socket)
  }

  var socket: CInt { stream.socket }

  func close() { stream.close() }

  /// Closes the direction for sending.
  func endSending() { _ = shutdown(socket, CInt(SHUT_WR)) }

  // MARK: - Sending

  /// Writes as many bytes as the socket takes at once, and returns their number.
  func offer(_ bytes: ArraySlice<UInt8>) throws -> Int {
    let count = unsafe bytes.withUnsafeBytes { bytes in
      unsafe tr_send(socket, bytes.baseAddress, bytes.count)
    }
    if count == Int(-EAGAIN) { return 0 }
    guard count >= 0 else { throw CallFailure("send", code: CInt(-count)) }
    return count
  }

  /// Writes all bytes of a text.
  func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    let deadline = MonotonicTime.now + ByteStream.patience
    while !rest.isEmpty {
      guard stream.wait(for: POLLOUT, by: deadline) else {
        throw WaitFailure(description: "the daemon reads no more")
      }
      rest.removeFirst(try offer(rest))
    }
  }

  /// Whether the socket takes bytes within a time.
  func canWrite(within time: Duration) -> Bool {
    stream.wait(for: POLLOUT, by: MonotonicTime.now + time)
  }

  /// Sends whole messages.
  func send(_ messages: String...) throws {
    try write(messages.map { $0 + "\0" }.joined())
  }

  /// Sends a message with descriptors; false if the kernel rejects them.
  func send(_ message: String, with descriptors: [CInt]) throws -> Bool {
    var text = Array((message + "\0").utf8)
    let headerLength = MemoryLayout<cmsghdr>.size
    let length = headerLength + descriptors.count * MemoryLayout<CInt>.size
    var header = cmsghdr()
    header.cmsg_len = length
    header.cmsg_level = SOL_SOCKET
    header.cmsg_type = 1  // SCM_RIGHTS
    var control = [UInt64](repeating: 0, count: (length + 7) / 8)
    let count = unsafe text.withUnsafeMutableBytes { text in
      unsafe control.withUnsafeMutableBytes { control in
        unsafe control.storeBytes(of: header, as: cmsghdr.self)
        for (index, descriptor) in descriptors.enumerated() {
          unsafe control.storeBytes(
            of: descriptor, toByteOffset: headerLength + 4 * index, as: CInt.self)
        }
        var piece = unsafe iovec(iov_base: text.baseAddress, iov_len: text.count)
        return unsafe withUnsafeMutablePointer(to: &piece) { piece in
          var message = unsafe msghdr()
          unsafe message.msg_iov = piece
          unsafe message.msg_iovlen = 1
          unsafe message.msg_control = control.baseAddress
          unsafe message.msg_controllen = length
          return unsafe sendmsg(socket, &message, CInt(MSG_NOSIGNAL))
        }
      }
    }
    if count == text.count { return true }
    guard errno == EPERM else { throw CallFailure("sendmsg") }
    return false
  }

  // MARK: - Receiving

  /// The next reply.
  func reply() throws -> String {
    guard let reply = try stream.piece(endingWith: 0) else {
      throw WaitFailure(description: "the daemon has closed the connection")
    }
    return reply
  }

  /// The reply to a call.
  func ask(_ message: String = TestClient.info) throws -> String {
    try send(message)
    return try reply()
  }

  /// Waits until the daemon closes, and returns everything received before.
  func rest() throws -> String { try stream.rest() }

  /// What has been received so far, without waiting.
  func whatIsThere() throws -> String { try stream.whatIsThere() }

  /// Whether the daemon closes the connection instead of answering a call.
  func isRefused() throws -> Bool {
    _ = try? send(Self.info)
    return try rest().isEmpty
  }
}

/// Calls that can be told apart by their replies.
enum Numbered {
  static func call(_ number: Int) -> String {
    #"{"method":"org.typeregistry.types.Missing\#(number)"}"#
  }

  /// The number of the call that a reply belongs to.
  static func number(_ reply: String) throws -> Int? {
    let root = try JSONDocument(parsing: Array(reply.utf8)).root
    let method = root["parameters"]?["method"]?.string
    return method.flatMap { Int($0.drop { !$0.isNumber }) }
  }
}
