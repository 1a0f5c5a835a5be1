// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

@testable import typed

/// The listening socket at its path, at times that the tests choose.
@Suite struct ConnectionAcceptorTests {
  private let directory: TemporaryDirectory
  private let socket: String

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeDirectory("run")
    socket = directory.path + "/run/s"
  }

  private func acceptor() throws -> ConnectionAcceptor {
    try ConnectionAcceptor(listeningAt: SocketPath(SocketAddress(socket), isSystem: false))
  }

  @Test func withoutASocketNothingIsAccepted() throws {
    var acceptor = ConnectionAcceptor()
    let loop = try EventLoop()
    try acceptor.start(in: loop)
    try acceptor.watchDirectory(in: loop)
    acceptor.noteMount(now: .now)
    let isDue = acceptor.checkPath(now: .now + .seconds(60))
    let isListening = acceptor.isListening
    let path = acceptor.socketPath
    let moment = acceptor.nextMoment
    #expect(!isDue && !isListening && path == nil && moment == .never)
    switch try acceptor.accept(connection: 1, in: loop, now: .now) {
    case .none: break
    default: Issue.record("expected no connection")
    }
    let listens = try acceptor.listenAgain(in: loop, now: .now)
    #expect(listens)
  }

  /// Nothing reports a mount over the socket but the mount itself.
  @Test func aMountMakesItLookForItsSocket() throws {
    var acceptor = try acceptor()
    let loop = try EventLoop()
    try acceptor.start(in: loop)
    try acceptor.watchDirectory(in: loop)
    let now = MonotonicTime.now + .seconds(1)
    // Once, for changes before the directory was watched.
    var isGone = acceptor.checkPath(now: now)
    #expect(!isGone)
    var moment = acceptor.nextMoment
    #expect(moment == .never)
    try #require(unsafe unlink(socket) == 0)
    isGone = acceptor.checkPath(now: now + .seconds(60))
    #expect(!isGone, "it was not asked to look")
    acceptor.noteMount(now: now)
    moment = acceptor.nextMoment
    #expect(moment == now)
    isGone = acceptor.checkPath(now: now)
    #expect(isGone)
    let listens = try acceptor.listenAgain(in: loop, now: now)
    #expect(listens)
    #expect(TestFiles.names(at: directory.path + "/run") == ["s", "s.lock"])
    _ = try Connection(to: SocketAddress(socket))
  }

  @Test func looksForAMissingDirectoryForFiveSeconds() throws {
    var acceptor = try acceptor()
    let loop = try EventLoop()
    try acceptor.start(in: loop)
    TemporaryDirectory.remove(directory.path + "/run")
    let now = MonotonicTime.now + .seconds(1)
    for milliseconds in [0, 250, 4_999] {
      let moment = now + .milliseconds(milliseconds)
      let listens = try acceptor.listenAgain(in: loop, now: moment)
      let isLost = acceptor.isLost
      #expect(!listens && isLost)
      let isListening = acceptor.isListening
      #expect(isListening, "it will listen")
      let early = acceptor.checkPath(now: moment + .milliseconds(249))
      let due = acceptor.checkPath(now: moment + .milliseconds(250))
      #expect(!early && due)
    }
    do throws(Failure) {
      _ = try acceptor.listenAgain(in: loop, now: now + .seconds(5))
      Issue.record("it still looks")
    } catch {
      #expect(error.message.contains("no such file or directory"))
    }
  }

  @Test func listensAgainInADirectoryThatIsBack() throws {
    var acceptor = try acceptor()
    let loop = try EventLoop()
    try acceptor.start(in: loop)
    TemporaryDirectory.remove(directory.path + "/run")
    let now = MonotonicTime.now + .seconds(1)
    var listens = try acceptor.listenAgain(in: loop, now: now)
    #expect(!listens)
    try directory.makeDirectory("run")
    listens = try acceptor.listenAgain(in: loop, now: now + .seconds(1))
    let isLost = acceptor.isLost
    #expect(listens && !isLost)
    _ = try Connection(to: SocketAddress(socket))
    acceptor.stop(in: loop)
    #expect(TestFiles.names(at: directory.path + "/run") == ["s.lock"])
    let moment = acceptor.nextMoment
    #expect(moment == .never)
  }

  @Test(arguments: [("s", true), ("./s", true), ("/nonexistent-directory/s", false)])
  func aNameAloneIsInTheWorkingDirectory(_ word: String, _ hasDirectory: Bool) throws {
    let path = try SocketPath(SocketAddress(word: Array(word.utf8)), isSystem: true)
    #expect(path.hasDirectory == hasDirectory)
    #expect(path.watched.count == 1)
  }
}
