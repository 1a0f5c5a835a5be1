// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import SystemBase
import TestSupport
import Testing
import Varlink

@Suite struct ListeningSocketTests {
  private func mode(_ address: SocketAddress) -> mode_t {
    var status = stat()
    unsafe _ = lstat(address.description, &status)
    return status.st_mode
  }

  @Test(arguments: [0o600, 0o644, 0o666] as [UInt32])
  func listensWithAMode(_ permissions: UInt32) throws {
    let directory = try TemporaryDirectory()
    let address = try directory.address("s")
    let listener = try ListeningSocket(at: address, mode: permissions)
    #expect(mode(address) == S_IFSOCK | permissions)
    let ownsPath = listener.ownsPath
    #expect(ownsPath)
    switch try Acceptor.accept(on: listener.descriptor.number) {
    case .nothingYet: break
    default: Issue.record("expected no pending connection")
    }
    let connection = try Connection(to: address)
    #expect(connection.server.process == getpid())
    switch try Acceptor.accept(on: listener.descriptor.number, connection: 7) {
    case .accepted(let socket, let peer):
      #expect(peer == Peer(user: geteuid(), group: getegid(), process: getpid(), connection: 7))
      #expect(fcntl(socket.number, F_GETFD) == FD_CLOEXEC)
      #expect(fcntl(socket.number, F_GETFL) & O_NONBLOCK != 0)
    default: Issue.record("expected a pending connection")
    }
    listener.unlink()
    #expect(directory.names == ["s.lock"])
    let stillOwnsPath = listener.ownsPath
    #expect(!stillOwnsPath)
  }

  @Test func refusesASecondListener() throws {
    let directory = try TemporaryDirectory()
    let address = try directory.address("s")
    let first = try ListeningSocket(at: address)
    #expect(throws: ListeningError.inUse) { _ = try ListeningSocket(at: address) }
    let ownsPath = first.ownsPath
    #expect(ownsPath)
  }

  @Test func refusesIfAProcessListensWithoutALock() throws {
    let directory = try TemporaryDirectory()
    let address = try directory.address("s")
    let number = tr_unix_socket(0)
    defer { close(number) }
    try #require(unsafe tr_unix_bind(number, address.description) == 0)
    try #require(listen(number, 1) == 0)
    #expect(throws: ListeningError.inUse) { _ = try ListeningSocket(at: address) }
    #expect(mode(address) & S_IFMT == S_IFSOCK)
  }

  @Test func replacesAStaleSocket() throws {
    let directory = try TemporaryDirectory()
    let address = try directory.address("s")
    let number = tr_unix_socket(0)
    try #require(unsafe tr_unix_bind(number, address.description) == 0)
    close(number)
    let listener = try ListeningSocket(at: address)
    _ = try Connection(to: address)
    _ = listener.ownsPath
  }

  @Test func doesNotRemoveOtherFiles() throws {
    let directory = try TemporaryDirectory()
    let address = try directory.address("s")
    let makers: [(String) -> CInt] = [
      { unsafe mkdir($0, 0o700) }, { unsafe mkfifo($0, 0o600) },
      { unsafe symlink("/nowhere", $0) },
      { close(unsafe open($0, O_CREAT | O_WRONLY, 0o600)) },
    ]
    for make in makers {
      try #require(make(address.description) == 0)
      let before = mode(address)
      #expect(throws: ListeningError.notASocket) { _ = try ListeningSocket(at: address) }
      #expect(mode(address) == before)
      unsafe _ = unlink(address.description)
      unsafe _ = rmdir(address.description)
    }
  }

  @Test func doesNotFollowALinkAtThePathOfTheLock() throws {
    let directory = try TemporaryDirectory()
    let address = try directory.address("s")
    try #require(unsafe symlink("\(directory.path)/other", "\(address).lock") == 0)
    #expect(throws: ListeningError.system(SystemError(code: ELOOP), call: "open lock")) {
      _ = try ListeningSocket(at: address)
    }
    #expect(directory.names == ["s.lock"])
  }

  @Test func refusesADirectoryThatOthersMayWriteTo() throws {
    let directory = try TemporaryDirectory()
    let address = try directory.address("s")
    for mode in [0o777, 0o1777, 0o720, 0o702] as [mode_t] {
      try #require(unsafe chmod(directory.path, mode) == 0)
      #expect(throws: ListeningError.unsafeDirectory) { _ = try ListeningSocket(at: address) }
    }
    try #require(unsafe chmod(directory.path, 0o755) == 0)
    _ = try ListeningSocket(at: address)
    try #require(unsafe symlink(directory.path, "\(directory.path)/link") == 0)
    #expect(throws: ListeningError.unsafeDirectory) {
      _ = try ListeningSocket(at: directory.address("link/t"))
    }
    #expect(throws: ListeningError.system(SystemError(code: ENOENT), call: "bind")) {
      _ = try ListeningSocket(at: directory.address("none/t"))
    }
  }

  @Test func refusesADirectoryOfAnotherUser() throws {
    // Only root can give a directory away.
    guard geteuid() == 0 else { return }
    let directory = try TemporaryDirectory()
    try #require(unsafe chown(directory.path, 65_534, 65_534) == 0)
    #expect(throws: ListeningError.unsafeDirectory) {
      _ = try ListeningSocket(at: directory.address("s"))
    }
    #expect(directory.names.isEmpty)
  }

  @Test func refusesAPathThroughAFile() throws {
    let directory = try TemporaryDirectory()
    try directory.write("file", "")
    #expect(throws: ListeningError.unsafeDirectory) {
      _ = try ListeningSocket(at: directory.address("file/s"))
    }
    #expect(throws: ListeningError.system(SystemError(code: ENOTDIR), call: "lstat")) {
      _ = try ListeningSocket(at: directory.address("file/below/s"))
    }
    #expect(directory.names == ["file"])
  }

  @Test func doesNotRemoveASocketOfAnotherKind() throws {
    let directory = try TemporaryDirectory()
    let address = try directory.address("s")
    let datagrams = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    defer { close(datagrams) }
    try #require(unsafe tr_unix_bind(datagrams, address.description) == 0)
    #expect(throws: ListeningError.system(SystemError(code: EPROTOTYPE), call: "connect")) {
      _ = try ListeningSocket(at: address)
    }
    #expect(mode(address) & S_IFMT == S_IFSOCK)
  }

  @Test func listensAtANameInTheWorkingDirectory() async {
    // In a process of its own, whose directory it changes.
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      try #require(unsafe chdir(directory.path) == 0)
      let listener = try ListeningSocket(at: SocketAddress(word: Array("s".utf8)))
      #expect(directory.names == ["s", "s.lock"])
      _ = try Connection(to: SocketAddress("./s"))
      listener.unlink()
      #expect(directory.names == ["s.lock"])
      try #require(unsafe chmod(directory.path, 0o777) == 0)
      #expect(throws: ListeningError.unsafeDirectory) {
        _ = try ListeningSocket(at: SocketAddress(word: Array("t".utf8)))
      }
      try #require(unsafe chdir("/") == 0)
    }
  }

  @Test func noticesAndKeepsASocketOfAnotherProcess() throws {
    let directory = try TemporaryDirectory()
    let address = try directory.address("s")
    let listener = try ListeningSocket(at: address)
    unsafe _ = unlink(address.description)
    // Keeps an inode in use, so that the new socket has another number.
    close(unsafe open("\(directory.path)/filler", O_CREAT | O_WRONLY, 0o600))
    let number = tr_unix_socket(0)
    defer { close(number) }
    try #require(unsafe tr_unix_bind(number, address.description) == 0)
    let ownsPath = listener.ownsPath
    #expect(!ownsPath)
    listener.unlink()
    #expect(mode(address) & S_IFMT == S_IFSOCK)
  }
}
