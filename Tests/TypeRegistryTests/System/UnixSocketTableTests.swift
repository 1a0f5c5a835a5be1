// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

@Suite struct UnixSocketTableTests {
  private let text = """
    Num               RefCount Protocol Flags    Type St Inode Path
    0000000000000000: 00000002 00000000 00010000 0001 01 1234567 /run/a socket
    0000000000000000: 00000003 00000000 00000000 0001 03 1234568 /run/a socket
    0000000000000000: 00000002 00000000 00000000 0001 02     0 /run/waiting
    0000000000000000: 00000002 00000000 00010000 0001 01    77 /run/waiting
    0000000000000000: 00000003 00000000 00000000 0001 03 1234569
    0000000000000000: 00000002 00000000

    """

  @Test func showsListenersAndConnectionsThatWait() {
    let table = UnixSocketTable(text: Array(text.utf8))
    func listened(_ path: String) -> Bool { table.isListened(at: Array(path.utf8)) }
    func waits(_ path: String) -> Bool { table.hasWaitingConnection(at: Array(path.utf8)) }
    #expect(listened("/run/a socket") && listened("/run/waiting"))
    #expect(!waits("/run/a socket") && waits("/run/waiting"))
    for other in ["/run/a", "socket", "/run", "un/waiting", "", "/run/waiting2"] {
      #expect(!listened(other) && !waits(other))
    }
  }

  @Test func followsASocketOfThisMachine() throws {
    let directory = try TemporaryDirectory()
    let path = Array("\(directory.path)/socket".utf8)
    let table = { try #require(UnixSocketTable()) }
    #expect(try !table().isListened(at: path))
    let socket = try ListeningSocket(at: SocketAddress(path: path), mode: 0o600)
    #expect(try table().isListened(at: path))
    #expect(try !table().hasWaitingConnection(at: path))
    let client = try Connection(to: SocketAddress(path: path))
    #expect(try table().hasWaitingConnection(at: path))
    _ = try Acceptor.accept(on: socket.descriptor.number)
    #expect(try !table().hasWaitingConnection(at: path))
    client.close()
    // What listens is seen where the path is gone.
    #expect(unsafe unlink("\(directory.path)/socket") == 0)
    #expect(try table().isListened(at: path))
  }
}
