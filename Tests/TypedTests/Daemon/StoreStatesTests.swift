// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import StrictJSON
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

/// Whether this process may make namespaces and mount in them.
private let canMount =
  geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare")
  && FileManager.default.isExecutableFile(atPath: "/usr/bin/nsenter")

/// A bad state of a store in which a daemon is started, and how it is mended while it runs.
///
/// The commands run in a mount namespace of the daemon's own, in which `$1` is the store's directory.
private struct BadState: CustomTestStringConvertible {
  let testDescription: String
  var make: String
  var mend: String
  /// Whether look-ups know the earlier choice while the state is bad.
  var isReadable = true
  /// Whether changes are refused while the state is bad; otherwise the loss is made good at once, and
  /// a notice says so.
  var isRefused = true

  static let all: [BadState] = [
    BadState(
      testDescription: "on a read-only file system",
      make: #"mount --bind "$1" "$1" && mount -o remount,bind,ro "$1""#,
      mend: #"mount -o remount,bind,rw "$1""#),
    BadState(
      testDescription: "on a read-only file system, without the files beside the database",
      make: #"rm "$1"/*-wal "$1"/*-shm; mount --bind "$1" "$1" && mount -o remount,bind,ro "$1""#,
      mend: #"mount -o remount,bind,rw "$1""#),
    BadState(
      testDescription: "on a full disk, for the first time",
      make: #"mount -t tmpfs -o size=64k,mode=700 tmpfs "$1""#,
      mend: #"mount -o remount,size=8m "$1""#, isReadable: false),
    BadState(
      testDescription: "with a directory in the place of the shared memory",
      make: #"rm "$1"/*-shm; mkdir "$1/registry.sqlite-shm""#,
      mend: #"rmdir "$1/registry.sqlite-shm""#),
    BadState(
      testDescription: "with a directory in the place of the lock",
      make: #"rm "$1"/*.lock; mkdir "$1/registry.sqlite.lock""#,
      mend: #"rmdir "$1/registry.sqlite.lock""#),
    BadState(
      testDescription: "where others may write",
      make: #"chmod 777 "$1""#, mend: #"chmod 700 "$1""#, isReadable: false),
    BadState(
      testDescription: "with a file in the place of its parent",
      make: #"mv "$HOME/.local/state" "$HOME/.local/aside" && : >"$HOME/.local/state""#,
      mend: #"rm "$HOME/.local/state" && mv "$HOME/.local/aside" "$HOME/.local/state""#,
      isReadable: false),
    BadState(
      testDescription: "without its log",
      make: #"rm "$1"/*-wal"#, mend: ":", isRefused: false),
    BadState(
      testDescription: "without its database",
      make: #"rm "$1/registry.sqlite""#, mend: ":", isRefused: false),
  ]
}

extension DaemonTests {
  /// A daemon that was started in a bad state answers rightly once the state is mended.
  @Suite struct StoreStates {
    private let directory: TemporaryDirectory
    private let store: String

    /// A directory with two applications.
    init() throws {
      directory = try TemporaryDirectory()
      store = directory.path + "/.local/state/typed"
      let declarations = directory.path + "/.local/share/typed/declarations"
      try FileManager.default.createDirectory(
        atPath: declarations, withIntermediateDirectories: true)
      for name in ["a", "b"] {
        let text = """
          {"CFBundleIdentifier":"org.test.\(name)",
           "CFBundleDocumentTypes":[{"LSItemContentTypes":["public.data"]}],
           "TRLaunch":{"Arguments":["/bin/true","%F"]}}
          """
        try text.write(
          toFile: declarations + "/\(name).json", atomically: false, encoding: .utf8)
      }
    }

    private func start(_ prelude: String = ":") throws -> (DaemonProcess, TestClient) {
      let socket = directory.path + "/s"
      let process = try DaemonProcess(
        listening: ["--socket", socket], in: directory, .init(prelude: prelude))
      return (process, try TestClient(to: socket))
    }

    /// Connects until the daemon answers: while it starts, it may have no descriptor for a client, and rejects it.
    private func servedClient() throws -> TestClient {
      var client: TestClient?
      _ = try isSoon {
        client = try? TestClient(to: directory.path + "/s")
        if (try? client?.ask()) == nil { client = nil }
        return client != nil
      }
      return try #require(client)
    }

    /// Makes a choice; the error, if it is refused.
    private func bind(
      _ name: String, _ application: String, _ client: TestClient
    ) throws -> (text: String, error: String?) {
      let text = try client.ask(
        """
        {"method":"org.typeregistry.handlers.Bind","parameters":{"requests":[\
        {"extension":"\(name)","handler":"org.test.\(application)"}]}}
        """)
      return (text, try text.error)
    }

    /// The application that opens files with this extension.
    private func first(_ name: String, _ client: TestClient) throws -> String? {
      let text = try client.ask(
        #"{"method":"org.typeregistry.handlers.Rank","parameters":{"items":[{"extension":"\#(name)"}]}}"#
      )
      let root = try JSONDocument(parsing: Array(text.utf8)).root
      let handlers = root["parameters"]?["answers"]?[0]?["handlers"]
      return handlers?[0]?["bundle"]?.string.map { String($0.dropFirst("org.test.".count)) }
    }

    /// What the daemon reports of the store.
    private func storeStatus(_ client: TestClient) throws -> JSONValue? {
      let text = try client.ask(#"{"method":"org.typeregistry.registry.Status"}"#)
      return try JSONDocument(parsing: Array(text.utf8)).root["parameters"]?["store"]
    }

    /// Whether a condition holds within ten seconds.
    private func isSoon(_ condition: () throws -> Bool) throws -> Bool {
      let deadline = MonotonicTime.now + .seconds(10)
      repeat {
        if try condition() { return true }
        usleep(20_000)
      } while MonotonicTime.now < deadline
      return false
    }

    /// Runs shell commands in the namespace of a process.
    private func run(_ commands: String, in process: DaemonProcess) throws {
      let outcome = try ChildProcess.run(
        [
          "/usr/bin/nsenter", "--mount", "--target", "\(process.process)", "/bin/sh", "-c",
          commands, "sh", store,
        ], environment: ["HOME": directory.path, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
      try #require(outcome.status == 0, "\(commands): \(outcome.errorText)")
    }

    @Test(
      .enabled(if: canMount, "needs root, unshare and nsenter, to mount file systems"),
      arguments: BadState.all)
    fileprivate func answersRightlyOnceTheStateIsMended(_ state: BadState) throws {
      do {
        let (process, client) = try start()
        for name in ["other", "kept"] { #expect(try bind(name, "b", client).error == nil) }
        #expect(try isSoon { FileManager.default.fileExists(atPath: store + "/registry.bindings") })
        // Killed, it leaves everything in the log.
        process.send(state.isRefused ? SIGTERM : SIGKILL)
        _ = try process.end()
        if state.isRefused {
          let location = try #require(StoreLocation(directory: store))
          try RegistryStore.open(location, .writing).close()
        }
      }
      let (process, client) = try start(
        """
        set -- unshare -m sh -c 'store=$1; shift; set -- "$store" "$@"; { \(state.make); } \
        || { echo no-mount; exit 77; }; shift; exec "$@"' sh '\(store)' "$@"
        """)
      #expect(try first("kept", client) == (state.isReadable ? "b" : "a"))
      if state.isRefused { #expect(try bind("new", "b", client).error == "StoreProblem") }
      #expect(try storeStatus(client)?[state.isRefused ? "problem" : "notices"] != nil)
      // All of it at once for the daemon: between two commands it could make what is missing anew.
      process.send(SIGSTOP)
      do {
        defer { process.send(SIGCONT) }
        try run(state.mend, in: process)
      }

      let isFresh = state.make.contains("tmpfs")
      #expect(try isSoon { try isFresh || first("kept", client) == "b" })
      #expect(try isSoon { try bind("new", "b", client).error == nil })
      #expect(try first("new", client) == "b")
      #expect(try isSoon { try storeStatus(client)?["problem"] == nil })
      // Not once only.
      for application in ["a", "b", "a"] {
        #expect(try bind("new", application, client).error == nil)
        #expect(try first("new", client) == application)
      }
      #expect(try first("kept", client) == (isFresh ? "a" : "b"))
    }

    /// The check after a change fails where descriptors run out, and the change was made.
    @Test func aChangeThatWasMadeIsNeverRefused() throws {
      var unverified = 0
      for limit in 18...36 {
        try? FileManager.default.removeItem(atPath: store)
        guard let (process, _) = try? start("ulimit -n \(limit)") else { continue }
        let client = try servedClient()
        // Each time another name, for which "a" is the answer without a choice.
        for name in ["new", "newer", "newest"] {
          let reply = try bind(name, "b", client)
          let isMade = try first(name, client) == "b"
          // With fewer than 20 it may not be able to read what it has written, and then it says so.
          let isSaid = try limit < 20 && storeStatus(client)?["problem"] != nil
          #expect(isMade == (reply.error == nil) || !isMade && isSaid, "\(limit): \(reply.text)")
          if reply.text.contains("could not be verified") { unverified += 1 }
        }
        process.send(SIGTERM)
        _ = try process.end()
      }
      #expect(unverified > 0)
    }
  }
}
