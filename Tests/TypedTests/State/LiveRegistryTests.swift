// SPDX-License-Identifier: MIT

import Testing
import TypeRegistry

@testable import typed

/// When the daemon vouches for its registry; the worker's jobs are done by hand here.
@Suite("The registry that changes")
struct LiveRegistryTests {
  private let registry: LiveRegistry
  private let jobs = JobsByHand()

  init() {
    registry = LiveRegistry(
      EmbeddedRegistry(
        RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil)),
      nil, loadedAfter: 0, jobs: jobs)
  }

  /// Something happens after the first job compared the inputs: only the second job sees it.
  @Test func aQueuedJobIsDoneBeforeTheRegistryIsCurrent() {
    _ = registry.requestReload()
    _ = registry.requestCheck()
    registry.beginQuietPeriod()
    #expect(registry.quietPeriod == nil)
    registry.finish()
    #expect(jobs.reloads == 2)
    registry.beginQuietPeriod()
    registry.finish()
    #expect(registry.quietPeriod != nil)
  }

  @Test func aJobThatIsAloneLeavesTheRegistryCurrent() {
    _ = registry.requestCheck()
    registry.beginQuietPeriod()
    registry.finish()
    #expect(registry.quietPeriod != nil && jobs.reloads == 1)
  }

  /// Without a thread nothing is compared, and the next request is started, not queued.
  @Test func aJobThatCannotBeStartedIsNotWaitedFor() {
    jobs.hasReloader = false
    #expect(registry.requestCheck() == registry.reloads + 1)
    #expect(jobs.reloads == 0)
    jobs.hasReloader = true
    #expect(registry.requestCheck() == registry.reloads + 1)
    #expect(jobs.reloads == 1)
  }

  @Test func aReloadKeepsItsDesktopUntilItIsStarted() {
    jobs.hasReloader = false
    _ = registry.requestReload(forDesktop: Array("KDE".utf8))
    jobs.hasReloader = true
    _ = registry.requestCheck()
    #expect(jobs.desktops == [Array("KDE".utf8)])
  }
}
