// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The registry with choices that queries are answered from, and its replacement.
///
/// Belongs to the loop's thread, which publishes what another thread has made: the rows are read and
/// the tables made there, whole, and meanwhile queries are answered from those before. Only where no
/// thread can be had, or the store cannot be read plainly, the loop does both itself.
///
/// Each replacement has a number. What must not be answered from an earlier one waits for it: the
/// reply to a change (``whenMade(_:)``), and a query that was sent after another process's change
/// (``hold``).
final class PublishedChoices {
  /// What a thread hands back.
  struct Made: Sendable {
    /// The tables; `nil` if the store could not be read plainly.
    let chosen: ChosenRegistry?
    /// Whether the rows were read for them.
    let hasRead: Bool
  }

  /// Starts to make tables; false if that is not possible.
  ///
  /// Set by the daemon, which passes the result to ``finish(_:)``.
  var start: (@escaping @Sendable () -> Made) -> Bool = { _ in false }
  /// Has another thread free what is not published any more: that takes long, too.
  ///
  /// Set by the daemon.
  var startFreeing: (@escaping @Sendable () -> Void) -> Void = { _ in }
  /// Takes note of each replacement.
  ///
  /// Set by ``LiveChanges``.
  var didPublish: (ChosenRegistry) -> Void = { _ in }
  /// Whether changes are being made here that have not been acknowledged.
  var hasOwnChanges: () -> Bool = { false }

  private let thread = OwningThread()
  private let base: any RegistrySource
  private let stored: StoredBindings?
  private let writer: BindingWriter?
  private let maker = ChoiceMaker()
  private var current: ChosenRegistry
  /// How many replacements were started, and how many of them are done.
  private var started = 0
  private var done = 0
  /// Whether another one must follow, and must read the rows.
  private var isNeeded = false
  private var mustRead = false
  /// What waits for replacements, in the order of their numbers.
  private var waiting: [(number: Int, action: () -> Void)] = []
  /// The replacement that has every change of another process that is known of.
  private var foreign = 0
  /// The number of the last change that is published, or was made here, or is waited for.
  private var accounted: Int64

  init(_ stored: StoredBindings?, _ writer: BindingWriter?, over base: any RegistrySource) {
    self.base = base
    self.stored = stored
    self.writer = writer
    let rows = stored?.rows ?? StoredRows()
    accounted = rows.lastChange
    current = maker.make(rows, over: base.published, from: base.locations)
    stored?.startRead = { [unowned self] last in startRead(last) }
  }

  /// The tables that are answered from now.
  ///
  /// Made here if the loop itself has read other rows, or was given another registry.
  var published: ChosenRegistry {
    thread.check()
    if started == done, !isCurrent { remakeHere() }
    return current
  }

  /// Whether ``current`` has the rows and the registry of now.
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
    didPublish(next)
    startFreeing { [maker] in maker.free() }
  }

  // MARK: - Replacing

  /// The number of the first replacement that has everything of now.
  private var next: Int { isNeeded ? started + 1 : started }

  /// Starts to read the rows, in which another connection has changed something.
  ///
  /// - Parameter last: The number of the last change in the store.
  /// - Returns: Whether they will be published; false if the loop must read them.
  private func startRead(_ last: Int64) -> Bool {
    guard startMaking(reading: true) else { return false }
    let isOwn =
      hasOwnChanges()
      && (last == accounted || last == accounted + 1 && writer?.committing == last)
    accounted = last
    if !isOwn { foreign = next }
    return true
  }

  /// Makes the tables anew, over another registry; ``whenMade(_:)`` tells when they are published.
  func remake() {
    thread.check()
    _ = startMaking(reading: false)
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
    let maker = maker
    let isStarted: Bool
    if reading {
      guard let writer else { return false }
      isStarted = start {
        let chosen = writer.rows().map { maker.make($0, over: base, from: locations) }
        return Made(chosen: chosen, hasRead: true)
      }
    } else {
      isStarted = start {
        Made(chosen: maker.make(rows, over: base, from: locations), hasRead: false)
      }
    }
    if isStarted { started += 1 }
    return isStarted
  }

  /// Publishes tables that are made, and starts the next ones if something has changed meanwhile.
  func finish(_ made: Made) {
    thread.check()
    done += 1
    if let chosen = made.chosen, !made.hasRead || stored?.take(chosen.rows) == true {
      if chosen.rows.number == stored?.rows.number ?? chosen.rows.number { publish(chosen) }
    } else if made.hasRead {
      stored?.readHere()
    }
    let isBehind = current.base.generation != base.published.generation
    if isNeeded || isBehind {
      let reading = mustRead
      isNeeded = false
      mustRead = false
      if !startMaking(reading: reading), reading { stored?.readHere() }
    }
    while let first = waiting.first, first.number <= done || started == done {
      waiting.removeFirst()
      first.action()
    }
  }

  // MARK: - Waiting

  /// Does something when all that has changed is published; at once if it is.
  func whenMade(_ action: @escaping () -> Void) {
    thread.check()
    if next <= done { action() } else { waiting.append((next, action)) }
  }

  /// What a query has to wait for that was sent before now: for what another process has changed;
  /// `nil` for nothing.
  var hold: Int? {
    stored?.refresh()
    return isOver(foreign) ? nil : foreign
  }

  /// Whether the wait for a ``hold`` is over.
  func isOver(_ hold: Int) -> Bool { hold <= done || started == done }
}
