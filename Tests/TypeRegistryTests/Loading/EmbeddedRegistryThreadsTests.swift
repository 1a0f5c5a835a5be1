// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import SystemBase
import TestSupport
import Testing

@testable import TypeRegistry

/// Threads take the current registry without a lock while another thread publishes the next one.
@Suite struct EmbeddedRegistryThreadsTests {
  private let directory: TemporaryDirectory
  private let registry: EmbeddedRegistry

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      "declarations/app.json", exporting("\"UTTypeIdentifier\": \"org.acme.kept\""))
    // No core, which takes longer to compile than these threads need.
    try FileManager.default.createDirectory(
      atPath: directory.path + "/core", withIntermediateDirectories: true)
    registry = EmbeddedRegistry(
      RegistryLocations(
        core: directory.path + "/core",
        environment: Environment(declarations: "user=\(directory.path)/declarations"),
        cache: nil))
  }

  /// Runs `body` on threads of their own, which end before this returns.
  private func withThreads(
    _ count: Int, _ body: @escaping @Sendable () -> Void, during work: () -> Void
  ) {
    let ended = DispatchSemaphore(value: 0)
    let threads = (0..<count).map { _ in
      Thread {
        body()
        ended.signal()
      }
    }
    for thread in threads { thread.start() }
    work()
    for _ in threads { ended.wait() }
  }

  /// Publishes another registry: without a change the present one is kept.
  private func publishAnother(_ number: Int = 0) {
    #expect(throws: Never.self) {
      try directory.write(
        "declarations/app.json",
        exporting(
          "\"UTTypeIdentifier\": \"org.acme.kept\", \"UTTypeVersion\": \"1.\(number)\""))
    }
    #expect(registry.refresh())
  }

  private final class Counts: Sendable {
    let isDone = Atomic(false)
    let questions = Atomic(0)
    let wrong = Atomic(0)
    let registries = Atomic(0)
  }

  @Test func readersSeeWholeRegistriesAndNeverAnOlderOneAfterANewer() throws {
    let (registry, counts) = (registry, Counts())
    let kept = try TypeIdentifier("org.acme.kept")
    withThreads(3) {
      var newest: UInt32 = 0
      var rounds = 0
      while rounds < 1_000 || !counts.isDone.load(ordering: .acquiring) {
        let current = registry.current
        if current.number < newest || !current.isDeclared(kept) {
          counts.wrong.add(1, ordering: .relaxed)
        }
        if current.number != newest { counts.registries.add(1, ordering: .relaxed) }
        newest = current.number
        rounds += 1
      }
      counts.questions.add(rounds, ordering: .relaxed)
    } during: {
      for number in 0..<50 { publishAnother(number) }
      counts.isDone.store(true, ordering: .releasing)
    }
    #expect(counts.wrong.load(ordering: .relaxed) == 0)
    #expect(counts.questions.load(ordering: .relaxed) >= 3_000)
    #expect(counts.registries.load(ordering: .relaxed) >= 3)
  }

  @Test func aRefreshIsSeenByTheNextQuestionOfEveryThread() throws {
    let registry = registry
    let before = registry.current
    try directory.write(
      "declarations/app.json", exporting("\"UTTypeIdentifier\": \"org.acme.other\""))
    let other = try TypeIdentifier("org.acme.other")
    let counts = Counts()
    withThreads(1) {
      if registry.current !== before { counts.wrong.add(1, ordering: .relaxed) }
      registry.refresh()
      if !registry.current.isDeclared(other) { counts.wrong.add(1, ordering: .relaxed) }
    } during: {
    }
    #expect(counts.wrong.load(ordering: .relaxed) == 0)
    #expect(registry.current.isDeclared(other) && !before.isDeclared(other))
    #expect(registry.current === registry.current)
  }

  /// What a thread took is freed when it takes another one, or ends.
  @Test func aRegistryIsFreedOnceNoThreadHoldsIt() {
    final class Taken: Sendable {
      let registry = Lock<WeakRegistry>(WeakRegistry())
      struct WeakRegistry { weak var value: CompiledRegistry? }
      var value: CompiledRegistry? { registry.withLock { $0.value } }
    }
    let (registry, taken) = (registry, Taken())
    withThreads(1) {
      taken.registry.withLock { $0.value = registry.current }
    } during: {
    }
    // The thread has said that it ended, and ends soon after.
    #expect(taken.value != nil)
    publishAnother(1)
    for _ in 0..<10_000_000 where taken.value != nil { sched_yield() }
    #expect(taken.value == nil)

    weak let second = registry.current
    publishAnother(2)
    #expect(second != nil, "this thread holds it")
    let third = registry.current
    #expect(second == nil && third === registry.current)
  }

  /// A thread that goes from one registry to another gets the one that it asks for.
  @Test func twoRegistriesAreNotMistakenForEachOther() {
    let other = EmbeddedRegistry(registry.locations)
    let (first, second) = (registry.current, other.current)
    #expect(first !== second)
    for _ in 0..<3 {
      #expect(registry.current === first)
      #expect(other.current === second)
    }
  }
}
