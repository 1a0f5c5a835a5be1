// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

/// The registry with choices that queries are answered from, and its replacement.
///
/// Belongs to the loop's thread, which publishes the results of another thread: the rows are read
/// and the tables made there, whole, and meanwhile queries are answered from those before. Only
/// where no thread can be had, or the store cannot be read plainly, the loop does both itself.
///
/// Each replacement has a number. Replies that must not follow from an earlier one wait for it: the
/// reply to a change (``acknowledge(_:_:)``), and the answer to a query that was sent after another
/// process's change (``findHold()``).
///
/// It looks at the store for the loop, and takes the steps that the store needs
/// (``StoredBindings/Need``).
final class PublishedChoices {
  /// Something that waits for a replacement.
  private enum Waiter {
    /// A change that was made here, to be acknowledged with its outcome.
    case change(Pending<BindingJob.Outcome>, BindingJob.Outcome)
    /// A reload that the replacement makes visible.
    case reload(RegistryUpdate)
  }

  private let thread = OwningThread()
  private let base: any RegistrySource
  private let stored: StoredBindings?
  private let writer: BindingWriter?
  private let changes: LiveChanges
  private let jobs: any Jobs
  private let maker = ChoiceMaker()
  private var current: ChosenRegistry
  /// How many replacements were started, and how many of them are done.
  private var started = 0
  private var done = 0
  /// Whether another one must follow, and must read the rows.
  private var isNeeded = false
  private var mustRead = false
  /// Everything that waits for replacements, in the order of their numbers.
  private var waiting: [(number: Int, waiter: Waiter)] = []
  /// The replacement that will include every change of another process known so far.
  private var foreign = 0
  /// The number of the last change that is published, or was made here, or is waited for.
  private var accounted: Int64
  /// How many changes are being made here, or are not acknowledged yet.
  private var ownChanges = 0

  /// The tables over the rows that were read.
  ///
  /// - Parameters:
  ///   - stored: The rows; `nil` without a store.
  ///   - writer: Writes the store; `nil` without one.
  ///   - base: The registry without any user's choices.
  ///   - changes: Takes note of each replacement.
  ///   - jobs: The threads that make the tables.
  init(
    _ stored: StoredBindings?, _ writer: BindingWriter?, over base: any RegistrySource,
    _ changes: LiveChanges, jobs: any Jobs
  ) {
    self.base = base
    self.stored = stored
    self.writer = writer
    self.changes = changes
    self.jobs = jobs
    let rows = stored?.rows ?? StoredRows()
    accounted = rows.lastChange
    current = maker.make(rows, over: base.published, from: base.locations)
  }

  /// Takes the tables that queries are answered from, after a look at the store.
  func take() -> ChosenRegistry {
    refresh()
    return update()
  }

  /// Makes the tables here if the loop itself has read other rows, or was given another registry.
  ///
  /// - Returns: The tables that queries are answered from.
  func update() -> ChosenRegistry {
    thread.check()
    if started == done, !isCurrent { remakeHere() }
    return current
  }

  /// Whether ``current`` was made from the newest rows and registry.
  private var isCurrent: Bool {
    current.base.generation == base.generation
      && stored?.rows.number ?? current.rows.number == current.rows.number
  }

  @inline(never)
  private func remakeHere() {
    let rows = stored?.rows ?? current.rows
    publish(maker.make(rows, over: base.published, from: base.locations))
    accounted = max(accounted, rows.lastChange)
  }

  private func publish(_ next: ChosenRegistry) {
    current = next
    changes.note(next)
    _ = jobs.start(.freeTables(maker))
  }

  // MARK: - Store

  /// Looks for the changes of the store that were made before the turn.
  func refresh() {
    if let stored { meet(stored.refresh()) }
  }

  /// Looks at the store, whether or not its watch reported anything.
  func look() {
    if let stored { meet(stored.look()) }
  }

  /// Looks at the store when its watch has news.
  func takeNews() {
    if let stored { meet(stored.takeNews()) }
  }

  /// Looks at the store again if it is time.
  func lookAgain(now: MonotonicTime) {
    if let stored, stored.nextLook <= now { meet(stored.lookAgain(now: now)) }
  }

  /// Opens the store again, which the writer has closed.
  func endRelease() {
    if let stored { meet(stored.endRelease()) }
  }

  /// Reads the rows that no other thread could read.
  private func readHere() {
    if let stored { meet(stored.readHere()) }
  }

  private func meet(_ need: StoredBindings.Need) {
    switch need {
    case .nothing: break
    case .rows(let last): if !startRead(last) { readHere() }
    case .release:
      guard let writer, jobs.start(.release(writer)) else { return endRelease() }
    }
  }

  // MARK: - Replacing

  /// The first replacement that will include everything known so far.
  private var next: Int { isNeeded ? started + 1 : started }

  /// Starts to read the rows, in which another connection has changed something.
  ///
  /// - Parameter last: The number of the last change in the store.
  /// - Returns: Whether they will be published; false if the loop must read them.
  private func startRead(_ last: Int64) -> Bool {
    guard startMaking(reading: true) else { return false }
    let isOwn =
      ownChanges > 0
      && (last == accounted || last == accounted + 1 && writer?.committing == last)
    accounted = last
    if !isOwn { foreign = next }
    return true
  }

  /// Makes the tables again, over the registry that a reload has read.
  ///
  /// - Returns: Whether queries are answered from them already; if not, ``finish(_:)`` returns the
  ///   reload when they are.
  func remake(for reload: RegistryUpdate) -> Bool {
    thread.check()
    _ = startMaking(reading: false)
    if next <= done { return true }
    waiting.append((next, .reload(reload)))
    return false
  }

  private func startMaking(reading: Bool) -> Bool {
    if started > done {
      isNeeded = true
      mustRead = mustRead || reading
      return true
    }
    let rows = stored?.rows ?? current.rows
    let locations = base.locations
    let base = base.published
    let job: Job
    if reading {
      guard let writer else { return false }
      job = .readTables(maker, writer, over: base, from: locations)
    } else {
      job = .makeTables(maker, rows, over: base, from: locations)
    }
    guard jobs.start(job) else { return false }
    started += 1
    return true
  }

  /// Publishes tables that are made, and starts the next ones if something has changed meanwhile.
  ///
  /// - Returns: The reloads that queries are answered from now.
  func finish(_ made: MadeTables) -> [RegistryUpdate] {
    thread.check()
    done += 1
    if let chosen = made.chosen, !made.hasRead || stored?.take(chosen.rows) == true {
      if chosen.rows.number == stored?.rows.number ?? chosen.rows.number { publish(chosen) }
    } else if made.hasRead {
      readHere()
    }
    let isBehind = current.base.generation != base.published.generation
    if isNeeded || isBehind {
      let reading = mustRead
      isNeeded = false
      mustRead = false
      if !startMaking(reading: reading), reading { readHere() }
    }
    var reloads: [RegistryUpdate] = []
    while let first = waiting.first, first.number <= done || started == done {
      waiting.removeFirst()
      switch first.waiter {
      case .change(let pending, let outcome): endChange(pending, outcome)
      case .reload(let reload): reloads.append(reload)
      }
    }
    return reloads
  }

  // MARK: - Changes made here

  /// Takes note that a change is about to be made here.
  func beginChange() { ownChanges += 1 }

  /// Acknowledges a change when everything is published that is known so far; at once if it is.
  func acknowledge(_ pending: Pending<BindingJob.Outcome>, _ outcome: BindingJob.Outcome) {
    thread.check()
    if next <= done {
      endChange(pending, outcome)
    } else {
      waiting.append((next, .change(pending, outcome)))
    }
  }

  /// Passes the outcome of a change to its caller.
  func endChange(_ pending: Pending<BindingJob.Outcome>, _ outcome: BindingJob.Outcome) {
    ownChanges -= 1
    pending.outcome = outcome
  }

  // MARK: - Waiting

  /// Finds the replacement that a query must wait for which was sent before now: the one with the
  /// changes of another process; `nil` for none.
  func findHold() -> Int? {
    refresh()
    return isOver(foreign) ? nil : foreign
  }

  /// Whether the wait for a replacement is over.
  func isOver(_ hold: Int) -> Bool { hold <= done || started == done }
}
