// SPDX-License-Identifier: MIT

import TypeRegistry

@testable import typed

/// Jobs that a test does when it says so, on its own thread.
///
/// As in a daemon for which the kernel starts no reader, the loop makes tables and compares by itself,
/// unless the test takes over.
final class JobsByHand: Jobs {
  /// Whether changes of the store can be started.
  var hasWriter = true
  /// Whether reading the declarations can be started.
  var hasReloader = true
  /// Whether registrations, and checks and closings of the store, can be started.
  var hasOthers = true
  /// Whether tables are made by hand.
  var hasReader = false
  /// Whether registries are compared by hand.
  var hasComparer = false
  /// Whether the store is checked and closed by hand, and not at once.
  var checksByHand = false
  /// The outcome of each registration; `nil` leaves them unfinished.
  var registrationOutcome: RegistrationJob.Outcome? = .removed([])

  /// Changes of the store that are not made.
  private(set) var changes: [Job] = []
  /// Tables that are not made.
  private(set) var tables: [Job] = []
  /// Comparisons that are not made.
  private(set) var comparisons: [Job] = []
  /// Checks and closings of the store that are not done.
  private(set) var checks: [Job] = []
  /// The registrations that were requested.
  private(set) var registrations: [RegistrationJob] = []
  /// The desktops for which the declarations were to be read.
  private(set) var desktops: [[UInt8]?] = []
  /// How many registries were to be freed.
  private(set) var freed = 0

  /// How often the declarations were to be read.
  var reloads: Int { desktops.count }

  private weak var bindings: LiveBindings?
  private weak var served: LiveRegistrations?

  /// Passes the results on to these from now on.
  func serve(_ bindings: LiveBindings, _ registrations: LiveRegistrations? = nil) {
    self.bindings = bindings
    served = registrations
  }

  func start(_ job: Job) -> Bool {
    switch job {
    case .change:
      if hasWriter { changes.append(job) }
      return hasWriter
    case .makeTables, .readTables:
      if hasReader { tables.append(job) }
      return hasReader
    case .compare:
      if hasComparer { comparisons.append(job) }
      return hasComparer
    case .check, .release:
      guard hasOthers else { return false }
      if checksByHand { checks.append(job) } else { finish(job.run()) }
      return true
    case .register(let job, _):
      guard hasOthers else { return false }
      registrations.append(job)
      if let registrationOutcome { finish(.registered(registrationOutcome)) }
      return true
    case .reload(_, _, _, _, let desktop):
      if hasReloader { desktops.append(desktop) }
      return hasReloader
    case .free:
      freed += 1
      return true
    case .freeTables, .writeStamps, .tidyUp, .giveBackMemory: return false
    }
  }

  /// Passes a result on.
  ///
  /// - Returns: The reloads whose tables are published.
  @discardableResult
  func finish(_ result: JobResult) -> [RegistryUpdate] {
    switch result {
    case .made(let made): return bindings?.choices.finish(made) ?? []
    case .compared(let comparison): bindings?.changes.finish(comparison)
    case .changed(let result): _ = bindings?.finish(result)
    case .registered(let outcome): served?.finish(outcome)
    case .checked(let problem): bindings?.finishCheck(problem)
    case .released: bindings?.choices.endRelease()
    case .reloaded, .notReloaded, .stamped, .freed, .tidied: break
    }
    return []
  }

  /// Makes all changes, also those that are repeated.
  func makeChanges() {
    while !changes.isEmpty { finish(changes.removeFirst().run()) }
  }

  /// Makes the first tables that are not made.
  @discardableResult
  func makeTables() -> [RegistryUpdate] { finish(tables.removeFirst().run()) }

  /// Takes out the first comparison that is not made; `nil` if there is none.
  func takeComparison() -> Job? { comparisons.isEmpty ? nil : comparisons.removeFirst() }

  /// Makes all comparisons.
  func compare() {
    while !comparisons.isEmpty { finish(comparisons.removeFirst().run()) }
  }

  /// Does all checks and closings.
  func doChecks() {
    while !checks.isEmpty { finish(checks.removeFirst().run()) }
  }
}
