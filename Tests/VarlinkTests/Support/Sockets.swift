// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import SystemBase
import TestSupport
import Testing
import Varlink

extension TemporaryDirectory {
  /// The address of a socket in it.
  func address(_ name: String) throws -> SocketAddress { try SocketAddress("\(path)/\(name)") }
}

/// Two connected sockets.
func socketPair() throws -> (CInt, CInt) {
  var numbers: [CInt] = [0, 0]
  let result = unsafe numbers.withUnsafeMutableBufferPointer { buffer in
    unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, buffer.baseAddress)
  }
  try #require(result == 0)
  return (numbers[0], numbers[1])
}

/// A server of one connection in its own thread, which ends with the connection.
struct Responder {
  /// Replies to each message with the bytes that `answer` returns; closes the connection for `nil`.
  static func start(_ socket: CInt, _ answer: @escaping @Sendable (String) -> [UInt8]?) {
    let box = Box(socket: socket, answer: answer)
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(box).toOpaque()
    unsafe _ = pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument)
    pthread_detach(thread)
  }

  private final class Box: Sendable {
    let socket: CInt
    let answer: @Sendable (String) -> [UInt8]?

    init(socket: CInt, answer: @escaping @Sendable (String) -> [UInt8]?) {
      self.socket = socket
      self.answer = answer
    }

    func run() {
      defer { close(socket) }
      var buffer = FrameBuffer(limit: 64 << 20)
      while true {
        do {
          while let message = try buffer.next() {
            guard let bytes = answer(message.text) else { return }
            if !write(bytes) { return }
          }
          wait(POLLIN)
          if try buffer.receive(from: socket, now: .now) == .ended { return }
        } catch {
          return
        }
      }
    }

    private func wait(_ events: CInt) {
      var request = pollfd(fd: socket, events: Int16(events), revents: 0)
      unsafe _ = poll(&request, 1, 10_000)
    }

    private func write(_ bytes: [UInt8]) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { all in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: all[sent...])
          return unsafe tr_send(socket, rest.baseAddress, rest.count)
        }
        if count == Int(-EAGAIN) {
          wait(POLLOUT)
        } else if count < 0 {
          return false
        } else {
          sent += count
        }
      }
      return true
    }
  }
}
