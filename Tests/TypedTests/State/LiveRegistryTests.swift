// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@testable import typed

/// When the daemon vouches for its registry; the worker's jobs are done by hand here.
@Suite("The registry that changes")
struct LiveRegistryTests {
  private let registry: LiveRegistry
  private let jobs = Jobs()

  private final class Jobs {
    var started = 0
  }

  init() {
    registry = LiveRegistry(
      EmbeddedRegistry(
        RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil)))
    let jobs = jobs
    registry.startJob = { _, _ in
      jobs.started += 1
      return true
    }
  }

  /// Something happens after the first job compared the inputs: only the second job sees it.
  @Test func aQueuedJobIsDoneBeforeTheRegistryIsCurrent() {
    _ = registry.requestReload()
    _ = registry.requestCheck()
    registry.beginQuietPeriod()
    #expect(registry.quietPeriod == nil)
    registry.finish()
    #expect(jobs.started == 2)
    registry.beginQuietPeriod()
    registry.finish()
    #expect(registry.quietPeriod != nil)
  }

  @Test func aJobThatIsAloneLeavesTheRegistryCurrent() {
    _ = registry.requestCheck()
    registry.beginQuietPeriod()
    registry.finish()
    #expect(registry.quietPeriod != nil && jobs.started == 1)
  }
}
