// SPDX-License-Identifier: MIT

import Foundation
import SystemBase
import TestSupport
import Testing
import TypeRegistry
import Varlink

@testable import typed

/// A directory of declarations into which files are copied: slowly one by one, then all at once.
///
/// The files are real, the clock is not.
@Suite struct CopiedFilesTests {
  private let directory: TemporaryDirectory
  private let registry: EmbeddedRegistry

  init() throws {
    directory = try TemporaryDirectory()
    let path = directory.path
    registry = EmbeddedRegistry(
      RegistryLocations(
        core: path + "/core", environment: Environment(declarations: "user=\(path)/documents"),
        cache: nil))
  }

  /// What the daemon does with the events, without its loop: the times of its comparisons.
  private struct Follower {
    let watch: InputWatch
    let registry: EmbeddedRegistry
    var news = InputDebounce()
    var now = MonotonicTime(nanoseconds: 0)
    var comparisons: [MonotonicTime] = []

    /// Lets time pass, and does what is due meanwhile.
    mutating func pass(_ duration: Duration) {
      let end = now + duration
      readEvents()
      while news.nextMoment <= end {
        now = news.nextMoment
        if news.nextLook <= now { readEvents() }
        guard news.due <= now else { continue }
        news.clear(now: now)
        comparisons.append(now)
        compare()
      }
      now = end
      readEvents()
    }

    private mutating func readEvents() {
      if news.nextLook == .never || news.nextLook <= now {
        news.note(watch.takeEvents(), now: now)
      }
    }

    mutating func compare() {
      let result = RegistryUpdate(
        bringing: registry, watch, loadedAfter: WallClock.nanoseconds, rereads: false)
      #expect(result.watchProblem == nil)
    }
  }

  /// Puts a file there at once, with all events that there will be.
  private func copy(_ number: Int) throws {
    let made = directory.path + "/\(number).json"
    try #"{"CFBundleIdentifier":"org.example.document\#(number)"}"#.write(
      toFile: made, atomically: false, encoding: .utf8)
    Writers.waitForNone(of: made)
    try #require(unsafe rename(made, directory.path + "/documents/\(number).json") == 0)
  }

  private func follower() throws -> Follower {
    var follower = Follower(watch: try InputWatch(), registry: registry)
    follower.compare()
    #expect(registry.published.registry.bundleRecords.count == 0)
    _ = try directory.makeDirectory("documents")
    return follower
  }

  @Test func filesThatFollowEachOtherAreComparedOnceASecond() throws {
    var follower = try follower()
    for number in 0..<100 {
      try copy(number)
      follower.pass(.milliseconds(50))
    }
    follower.pass(.seconds(2))
    // Five seconds without a pause.
    #expect((5...6).contains(follower.comparisons.count))
    #expect(registry.published.registry.bundleRecords.count == 100)
  }

  @Test func filesThatComeSeldomAreKnownSoonEach() throws {
    var follower = try follower()
    for number in 0..<20 {
      try copy(number)
      let copied = follower.now
      follower.pass(.milliseconds(400))
      #expect(registry.published.registry.bundleRecords.count == number + 1)
      #expect(follower.comparisons.count == number + 1)
      let wait = try #require(follower.comparisons.last).duration(since: copied)
      #expect(wait <= InputDebounce.quiet + InputDebounce.pause)
    }
  }

  @Test func filesThatComeAtOnceAreComparedOnce() throws {
    var follower = try follower()
    for number in 0..<500 { try copy(number) }
    follower.pass(.seconds(3))
    #expect(follower.comparisons.count == 1)
    #expect(registry.published.registry.bundleRecords.count == 500)
    // Nothing wakes up any more.
    #expect(follower.news.nextMoment == .never)
  }
}

extension DaemonTests {
  /// The same with a daemon and the real clock.
  @Suite struct CopiedFiles {
    /// Reading and compiling is done by other threads than the one that answers.
    @Test func answersGoOnWhileManyFilesAreCopied() throws {
      let daemon = try ServingDaemon()
      let client = try daemon.served()
      let documents = daemon.directory.path + "/.local/share/typed/declarations"
      try FileManager.default.createDirectory(atPath: documents, withIntermediateDirectories: true)
      // What the calls take that are made while files are copied, and those that wait for the last.
      let idle = try daemon.process.processorTimes()
      let question = #"""
        {"method":"org.typeregistry.types.Describe","parameters":{"identifiers":["org.example.d199.t49"],"brief":true}}
        """#
      for _ in 0..<200 { _ = try client.ask(question) }
      let started = MonotonicTime.now
      let before = try daemon.process.processorTimes()
      let perCall = (before.firstThread - idle.firstThread) / 200
      var calls = 200
      for number in 0..<200 {
        let name = "org.example.d\(number)"
        let types = (0..<50).map { type in
          #"{"UTTypeIdentifier":"\#(name).t\#(type)","UTTypeConformsTo":"public.data"}"#
        }.joined(separator: ",")
        try #"{"CFBundleIdentifier":"\#(name)","UTExportedTypeDeclarations":[\#(types)]}"#
          .write(toFile: "\(documents)/\(number).json", atomically: false, encoding: .utf8)
        _ = try client.ask(question)
      }
      #expect(
        try daemon.eventually {
          calls += 1
          return try client.ask(question).contains(#""state":"declared""#)
        })
      let after = try daemon.process.processorTimes()
      let copying = MonotonicTime.now.duration(since: started)
      let loop = after.firstThread - before.firstThread
      let others = after.all - before.all - loop
      // If it reads and compiles nothing, the calls and the publishing are left.
      #expect(loop - perCall * calls < others, "\(loop) with \(calls) calls, others \(others)")
      try daemon.process.line(with: "reloaded")
      daemon.process.send(SIGTERM)
      let reloads = 1 + (try daemon.process.end().log.filter { $0.contains("reloaded") }.count)
      #expect(reloads <= Int(copying / InputDebounce.quiet) + 1, "\(reloads) in \(copying)")
    }
  }
}
