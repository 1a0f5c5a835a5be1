// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

extension DaemonTests {
  /// The daemon sees what other processes commit, also if they write no snapshot afterwards.
  @Suite struct OtherWriters {
    private let daemon: ServingDaemon
    private let client: TestClient
    private let location: StoreLocation

    init() throws {
      daemon = try ServingDaemon()
      client = try daemon.connect()
      location = try #require(
        StoreLocation(directory: daemon.directory.path + "/.local/state/typed"))
    }

    /// The number of the last commit that the daemon answers from; 0 for none.
    private func seen() throws -> Int64 {
      let reply = try client.ask(#"{"method":"org.typeregistry.handlers.Bindings"}"#)
      guard let name = reply.range(of: "org.example.app") else { return 0 }
      return try #require(Int64(reply[name.upperBound...].prefix(while: \.isNumber)))
    }

    /// The number of the last commit that is in the database.
    private func committed() throws -> Int64 {
      try RegistryStore.open(location, .reading).lastChange()
    }

    /// Whether the daemon soon answers from the last commit.
    private func catchesUp() throws -> Bool {
      let last = try committed()
      let deadline = MonotonicTime.now + .seconds(30)
      while MonotonicTime.now < deadline {
        if try seen() == last { return true }
        sched_yield()
      }
      return false
    }

    /// What a process has committed before it is asked for is part of the answer.
    @Test func aQueryAfterACommitFindsIt() throws {
      let writer = try WritingProcess(location)
      var late = 0
      for _ in 0..<500 {
        let number = try writer.next()
        if try seen() < number { late += 1 }
      }
      #expect(late == 0)
    }

    @Test func everyCommitOfKilledWritersIsSeen() throws {
      var random = SeededRandom(seed: 7)
      let wanted: Int64 = 1_000
      var kills = 0
      while try committed() < wanted {
        let writer = try WritingProcess(location)
        for _ in 0..<Int.random(in: 1...40, using: &random) { _ = try writer.next() }
        // The next commit has begun, and is at a random point of its way.
        usleep(.random(in: 0...3_000, using: &random))
        writer.kill()
        kills += 1
        try #require(try catchesUp(), "after \(kills) kills")
      }
      #expect(kills >= 20)
    }
  }
}

/// A process that commits all the time and writes no snapshot; it is killed with this object.
private final class WritingProcess {
  private let process: ChildProcess
  private let output: OutputLines

  init(_ location: StoreLocation) throws {
    let directory = (location.databasePath as NSString).deletingLastPathComponent
    (process, output) = try OutputLines.start([
      ChildProcess.built("StoreWriter"), "commit", directory,
    ])
  }

  /// The number of the next commit that is acknowledged.
  func next() throws -> Int64 {
    let line = try #require(try output.next(), "the writer has ended")
    return try #require(Int64(line), "\(line)")
  }

  func kill() { process.end() }
}
