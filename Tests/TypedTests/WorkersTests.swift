// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing
import TypeRegistry

@testable import typed

@Suite struct WorkersTests {
  /// A job that reads the declarations of nowhere.
  private static func reload() -> Job {
    let locations = RegistryLocations(
      core: nil, environment: Environment(declarations: ""), cache: nil)
    return .reload(
      EmbeddedRegistry(locations), nil, loadedAfter: 0, rereads: true, desktop: nil)
  }

  /// The results that come until one is of the wanted kind.
  private static func results(
    of workers: Workers, _ event: EventDescriptor, until isLast: (JobResult) -> Bool
  ) throws -> [JobResult] {
    var found: [JobResult] = []
    while !found.contains(where: isLast) {
      var events = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
      try #require(unsafe poll(&events, 1, 60_000) == 1)
      event.clear()
      found += workers.takeResults()
    }
    return found
  }

  @Test func aJobIsDoneByAnotherThread() throws {
    let event = try EventDescriptor()
    let workers = Workers(event, log: Log())
    #expect(!workers.isBusy && !workers.isWriting)
    #expect(workers.start(Self.reload()))
    #expect(workers.isWriting && workers.isBusy)
    let found = try Self.results(of: workers, event) {
      if case .reloaded = $0 { true } else { false }
    }
    #expect(found.count == 1)
  }

  /// A reload that cannot be started is reported, since nothing else would make the loop try again.
  @Test func aJobThatCannotBeStartedIsNotKept() async {
    await #expect(processExitsWith: .success) {
      let event = try EventDescriptor()
      let workers = Workers(event, log: Log())
      let reload = Self.reload()
      try withoutNewThreads {
        #expect(!workers.start(.giveBackMemory))
        #expect(!workers.isBusy)
        #expect(workers.takeResults().isEmpty)
        #expect(!workers.start(reload))
        #expect(!workers.isWriting)
      }
      // The loop is woken up.
      let failed = try Self.results(of: workers, event) {
        if case .notReloaded = $0 { true } else { false }
      }
      #expect(failed.count == 1)
      #expect(workers.takeResults().isEmpty)
      #expect(workers.start(reload))
      let found = try Self.results(of: workers, event) {
        if case .reloaded = $0 { true } else { false }
      }
      #expect(found.count == 1)
    }
  }
}
