// SPDX-License-Identifier: MIT

import Glibc

/// Two connected sockets that do not block.
final class SocketPair {
  /// The end of the service.
  let service: CInt
  /// The end of its client.
  let client: CInt

  init() {
    var ends: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    let status = unsafe ends.withUnsafeMutableBufferPointer { buffer in
      unsafe socketpair(AF_UNIX, kind, 0, buffer.baseAddress)
    }
    precondition(status == 0, "a pair of sockets can be made")
    (service, client) = (ends[0], ends[1])
  }

  deinit {
    close(service)
    close(client)
  }

  /// Sends bytes from the client.
  func send(_ bytes: ArraySlice<UInt8>) {
    let sent = unsafe bytes.withUnsafeBytes { unsafe write(client, $0.baseAddress, $0.count) }
    precondition(sent == bytes.count, "a socket accepts a few bytes")
  }

  /// The bytes that the client has received.
  func received() -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe read(client, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return all }
      all += piece[..<count]
    }
  }

  /// Ends what the client sends.
  func endSending() { shutdown(client, CInt(SHUT_WR)) }
}
