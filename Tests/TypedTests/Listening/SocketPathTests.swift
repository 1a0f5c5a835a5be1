// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import TestSupport
import Testing
import Varlink

extension DaemonTests {
  @Suite struct SocketPaths {
    private let directory: TemporaryDirectory
    private var socket: String { directory.path + "/s" }

    init() throws { directory = try TemporaryDirectory() }

    /// Starts a daemon that must not listen, and returns how it ends.
    private func refusal(_ words: [String]) throws -> DaemonProcess.Ending {
      try DaemonProcess(words, in: directory).end()
    }

    @Test(arguments: ["umask 0", "umask 077", "umask 0177"])
    func makesTheDefaultDirectoryForTheUserAlone(_ prelude: String) throws {
      let setting = DaemonProcess.Setting(prelude: prelude)
      let daemon = try DaemonProcess(listening: [], in: directory, setting)
      let typed = directory.path + "/typed"
      #expect(try FileIdentity(typed).permissions & 0o077 == 0)
      let socket = try FileIdentity(typed + "/org.typeregistry")
      #expect(socket.isSocket && socket.permissions == 0o600)
      #expect(try FileIdentity(typed + "/org.typeregistry.lock").permissions & 0o077 == 0)
      #expect(try TestClient(to: typed + "/org.typeregistry").ask().contains("typed"))
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
      #expect(throws: CallFailure.self) { try FileIdentity(typed + "/org.typeregistry") }
    }

    @Test func servesAlsoWhereItCannotWriteBesideItsSocket() throws {
      // A directory with a file is not replaced.
      try directory.write("s.inputs/file", "")
      let daemon = try DaemonProcess(["--socket", socket], in: directory)
      #expect(
        try daemon.line(with: "failed").contains("cannot write '\(socket).inputs': is a directory"))
      #expect(try daemon.line(with: "listening").contains(" socket=\(socket) "))
      #expect(try TestClient(to: socket).ask().contains("typed"))
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
      #expect(directory.names.contains("s.inputs"))
    }

    @Test func aSystemDaemonServesEveryUser() throws {
      let setting = DaemonProcess.Setting(prelude: "umask 077")
      let daemon = try DaemonProcess(
        listening: ["--system", "--socket", socket], in: directory, setting)
      #expect(try FileIdentity(socket).permissions == 0o666)
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
    }

    @Test func takesOverAStaleSocket() throws {
      let first = try DaemonProcess(listening: ["--socket", socket], in: directory)
      first.send(SIGKILL)
      #expect(try first.end().status == 128 + SIGKILL)
      #expect(try FileIdentity(socket).isSocket)
      let second = try DaemonProcess(listening: ["--socket", socket], in: directory)
      #expect(try TestClient(to: socket).ask().contains("typed"))
      second.send(SIGTERM)
      #expect(try second.end().status == 0)
      #expect(!directory.names.contains("s"))
    }

    @Test func leavesARunningDaemonAlone() throws {
      let first = try DaemonProcess(listening: ["--socket", socket], in: directory)
      let client = try TestClient(to: socket)
      #expect(try client.ask().contains("typed"))
      let identity = try FileIdentity(socket)
      let second = try refusal(["--socket", socket])
      #expect(second.status == 4)
      #expect(second.says("another process listens there"))
      #expect(try FileIdentity(socket) == identity)
      #expect(try client.ask().contains("typed"))
      first.send(SIGTERM)
      #expect(try first.end().status == 0)
    }

    @Test func onlyOneOfManyThatStartAtOnceListens() throws {
      // With a stale socket, which all of them try to remove.
      let number = tr_unix_socket(0)
      try #require(unsafe tr_unix_bind(number, socket) == 0)
      close(number)
      let starters = try (0..<8).map { _ in
        try DaemonProcess(["--socket", socket], in: directory)
      }
      let client = try TestClient.whenListening(at: socket)
      #expect(try client.ask().contains("typed"))
      let server = try Peer(of: client.socket).process
      for starter in starters where starter.process != server {
        let ending = try starter.end()
        #expect(ending.status == 4)
        #expect(ending.says("another process listens there"))
      }
      let living = try #require(starters.first { $0.process == server })
      #expect(try client.ask().contains("typed"))
      living.send(SIGTERM)
      #expect(try living.end().status == 0)
    }

    @Test(arguments: ["file", "directory", "link", "link to a socket", "pipe"])
    func leavesOtherFilesAlone(_ kind: String) throws {
      let made: CInt
      switch kind {
      case "file": made = close(unsafe open(socket, O_CREAT | O_WRONLY, 0o600))
      case "directory": made = unsafe mkdir(socket, 0o700)
      case "link": made = unsafe symlink("/nowhere", socket)
      case "link to a socket":
        let number = tr_unix_socket(0)
        try #require(unsafe tr_unix_bind(number, socket + "-other") == 0)
        close(number)
        made = unsafe symlink(socket + "-other", socket)
      default: made = unsafe mkfifo(socket, 0o600)
      }
      try #require(made == 0)
      let names = directory.names
      let before = try FileIdentity(socket)
      let ending = try refusal(["--socket", socket])
      #expect(ending.status == 4)
      #expect(ending.says("a file that is not a socket exists there"))
      #expect(try FileIdentity(socket) == before)
      #expect(Set(directory.names).subtracting(["s.lock", ".cache"]) == Set(names))
    }

    @Test func takesTheLongestPathOfASocket() throws {
      let room = SocketAddress.pathLimit - directory.path.utf8.count - 1
      let longest = directory.path + "/" + String(repeating: "s", count: room)
      let daemon = try DaemonProcess(listening: ["--socket", longest], in: directory)
      #expect(try TestClient(to: longest).ask().contains("typed"))
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
      let ending = try refusal(["--socket", longest + "s"])
      #expect(ending.status == 2)
      #expect(ending.says("at most \(SocketAddress.pathLimit) bytes"))
    }

    @Test(arguments: [0o777, 0o1777, 0o770, 0o702] as [mode_t])
    func refusesADirectoryThatOthersMayWriteIn(_ mode: mode_t) throws {
      let path = try directory.makeDirectory("d", mode: mode)
      let ending = try refusal(["--socket", path + "/s"])
      #expect(ending.status == 4)
      #expect(ending.says("other users may write to its directory"))
    }

    @Test(arguments: [
      (["--socket", "unix:@name"], "abstract"), (["--socket", ""], "the path is empty"),
      (["--socket", "tcp:127.0.0.1:1"], "expected a path"), (["--socket"], "needs a value"),
      (["--nope"], "--nope"), (["--limit-connections", "0"], "--limit-connections"),
      (["--limit-frame-time", "-1s"], "--limit-frame-time"), (["--idle-exit", "x"], "--idle-exit"),
    ])
    func refusesInvalidOptions(_ words: [String], _ reason: String) throws {
      let ending = try refusal(words)
      #expect(ending.status == 2)
      #expect(ending.says(reason))
    }

    @Test func needsARuntimeDirectory() throws {
      for value in ["", "relative"] {
        let setting = DaemonProcess.Setting(environment: ["XDG_RUNTIME_DIR": value])
        #expect(try DaemonProcess([], in: directory, setting).end().status == 2)
      }
      let gone = DaemonProcess.Setting(environment: ["XDG_RUNTIME_DIR": directory.path + "/none"])
      let ending = try DaemonProcess([], in: directory, gone).end()
      #expect(ending.status == 4)
      #expect(ending.says("no such file or directory"))
    }

    // MARK: - While it runs

    @Test func listensAgainWhenItsSocketIsRemoved() throws {
      let daemon = try DaemonProcess(listening: ["--socket", socket], in: directory)
      let old = try TestClient(to: socket)
      #expect(try old.ask().contains("typed"))
      for _ in 0..<3 {
        try #require(unsafe unlink(socket) == 0)
        try daemon.line(with: "socket gone from its path")
        #expect(try TestClient.whenListening(at: socket).ask().contains("typed"))
        #expect(try FileIdentity(socket).permissions == 0o600)
        #expect(try old.ask().contains("typed"))
      }
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
    }

    /// The runtime directory, or one above it, moved away with all that is in it.
    @Test(arguments: ["above/run", "above"], [true, false])
    func listensInARuntimeDirectoryThatIsMadeAnew(_ moved: String, _ isMadeAtOnce: Bool) throws {
      let run = try directory.makeDirectory("above") + "/run"
      try #require(unsafe mkdir(run, 0o700) == 0)
      let setting = DaemonProcess.Setting(environment: ["XDG_RUNTIME_DIR": run])
      let daemon = try DaemonProcess(listening: [], in: directory, setting)
      let old = try TestClient(to: run + "/typed/org.typeregistry")
      if isMadeAtOnce { try daemon.pause() }
      try #require(unsafe rename(directory.path + "/" + moved, directory.path + "/old") == 0)
      if !isMadeAtOnce { try daemon.line(with: "socket gone from its path") }
      if moved == "above" { try #require(unsafe mkdir(directory.path + "/above", 0o700) == 0) }
      try #require(unsafe mkdir(run, 0o700) == 0)
      if isMadeAtOnce { daemon.send(SIGCONT) }
      let new = try TestClient.whenListening(at: run + "/typed/org.typeregistry")
      #expect(try new.ask().contains("typed"))
      #expect(try old.ask().contains("typed"))
      #expect(try FileIdentity(run + "/typed").permissions == 0o700)
      #expect(throws: Never.self) { try FileIdentity(run + "/typed/org.typeregistry.inputs") }
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
    }

    /// As the way to the socket leads elsewhere, clients look for it there.
    @Test func listensWhereALinkLeadsThatWasReplaced() throws {
      for name in ["one", "two"] {
        try #require(unsafe mkdir(try directory.makeDirectory(name) + "/run", 0o700) == 0)
      }
      let link = directory.path + "/link"
      try #require(unsafe symlink("one", link) == 0)
      let setting = DaemonProcess.Setting(environment: ["XDG_RUNTIME_DIR": link + "/run"])
      let daemon = try DaemonProcess(listening: [], in: directory, setting)
      for target in ["two", "one"] {
        try #require(unsafe symlink(target, link + "-next") == 0)
        try #require(unsafe rename(link + "-next", link) == 0)
        try daemon.line(with: "socket gone from its path")
        let client = try TestClient.whenListening(
          at: "\(directory.path)/\(target)/run/typed/org.typeregistry")
        #expect(try client.ask().contains("typed"))
      }
      daemon.send(SIGTERM)
      #expect(try daemon.end().status == 0)
    }

    @Test func listensAgainWhenItsSocketIsMovedAway() throws {
      let daemon = try DaemonProcess(listening: ["--socket", socket], in: directory)
      try #require(unsafe rename(socket, socket + "-moved") == 0)
      try daemon.line(with: "socket gone from its path")
      #expect(try TestClient.whenListening(at: socket).ask().contains("typed"))
    }

    @Test func leavesThePathToAnotherProcess() throws {
      let daemon = try DaemonProcess(listening: ["--socket", socket], in: directory)
      let number = tr_unix_socket(0)
      defer { close(number) }
      try #require(unsafe tr_unix_bind(number, socket + "-other") == 0)
      try #require(listen(number, 1) == 0)
      let other = try FileIdentity(socket + "-other")
      try #require(unsafe rename(socket + "-other", socket) == 0)
      let ending = try daemon.end()
      #expect(ending.status == 4)
      #expect(ending.says("another process listens there"))
      #expect(try FileIdentity(socket) == other)
    }

    @Test func endsWhenItsDirectoryIsGone() throws {
      let path = try directory.makeDirectory("d")
      let daemon = try DaemonProcess(listening: ["--socket", path + "/s"], in: directory)
      try #require(unsafe rename(path, directory.path + "/e") == 0)
      let ending = try daemon.end()
      #expect(ending.status == 4)
      #expect(ending.says("no such file or directory"))
    }
  }
}
