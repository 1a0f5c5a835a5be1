// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// A registry and a person's bindings over it, as the daemon's methods see them.
///
/// It belongs to the loop, which reads the store. The worker writes it: what is to be done goes
/// through ``startJob``, and what came of it comes back to ``finish(_:)``.
final class LiveBindings: BindingSource {
  /// The user who may change bindings.
  let owner: UInt32
  /// The store as the loop reads it; nil where there is no place for one.
  let stored: StoredBindings?
  /// The store as the worker writes it.
  let writer: BindingWriter?
  /// Why changes would be refused, as far as is known.
  private(set) var writeProblem: StoreError?
  /// Set by the daemon: the notices of the store that its log has.
  var loggedNotices: [String] = []
  /// Set by the daemon; false if there is nobody to do the work.
  var startJob: (@escaping @Sendable () -> BindingJob.Result) -> Bool = { _ in false }

  private let base: () -> PublishedRegistry
  /// Work that calls wait for, in the order in which it is done.
  private var waiting: [PendingJob] = []
  /// The directory that was made last, and the state of the store that it is of.
  private var directory: (revision: Int, published: PublishedDirectory)?
  /// The registry with the choices that were read last.
  private var chosen: (published: PublishedRegistry, base: UInt64, revision: Int)?
  private var choices: [Binding]?
  private var choiceChanges: UInt64 = 0

  /// Opens a store.
  ///
  /// - Parameters:
  ///   - store: Where bindings are kept; nil where there is no place for them.
  ///   - owner: The user who may change them.
  ///   - base: Gives the registry of a moment, as it is without anybody's choices.
  init(_ store: StoreLocation?, owner: UInt32, over base: @escaping () -> PublishedRegistry) {
    self.owner = owner
    self.base = base
    writer = store.map { BindingWriter($0) }
    // Made, migrated or repaired before it is read.
    writeProblem = writer?.open(over: base().registry)
    stored = store.map { StoredBindings($0) }
  }

  // MARK: - Questions

  /// A turn begins: whatever is asked in it was sent before.
  func beginTurn() { stored?.beginTurn() }

  /// The registry, in which tags mean what the person chose.
  ///
  /// Its number grows with each registry that differs and with each change of these choices.
  var published: PublishedRegistry {
    stored?.refresh()
    let base = base()
    let revision = stored?.revision ?? 0
    if let chosen, chosen.base == base.generation, chosen.revision == revision {
      return chosen.published
    }
    let choices = (stored?.bindings ?? []).filter {
      if case .type = $0.choice { true } else { false }
    }
    if let known = self.choices, known != choices { choiceChanges += 1 }
    self.choices = choices
    let published = base.choosing(choices, generation: base.generation + choiceChanges)
    chosen = (published, base.generation, revision)
    return published
  }

  var publishedDirectory: PublishedDirectory {
    let published = published
    let revision = stored?.revision ?? 0
    let problem = bindingsProblem
    if let known = directory, known.revision == revision,
      known.published.generation == published.generation, known.published.problem == problem
    {
      return known.published
    }
    let fresh = PublishedDirectory(
      directory: HandlerDirectory(
        published.registry, bindings: stored?.bindings ?? [], known: stored?.known),
      generation: published.generation, problem: problem)
    directory = (revision, fresh)
    return fresh
  }

  /// What to tell with answers that hang on bindings.
  private var bindingsProblem: String? {
    guard let stored, let problem = stored.problem else { return nil }
    let what =
      if stored.isPartial {
        "a part of the store is left out"
      } else if stored.wasRead {
        "choices are those that were read before"
      } else {
        "choices are not taken into account"
      }
    return "\(what): \(problem); \(problem.advice)"
  }

  func bindings() throws(StoreError) -> [Binding] {
    guard let stored else { return [] }
    stored.refresh()
    if let problem = stored.problem, !stored.isPartial { throw problem }
    return stored.bindings
  }

  func history(before number: Int64?, limit: Int) throws(StoreError) -> [BindingChange] {
    guard let stored else { return [] }
    stored.refresh()
    if let problem = stored.problem, !stored.isPartial { throw problem }
    guard let store = stored.reading else { return [] }
    return try store.history(before: number, limit: limit).map(\.marked)
  }

  var notices: [String] {
    stored?.refresh()
    return ((try? stored?.reading?.notices()) ?? []).map(\.message)
  }

  var storeStatus: StoreStatus? {
    guard let stored else { return nil }
    stored.refresh()
    guard let store = stored.reading else {
      return stored.problem.map { StoreStatus(of: stored.place, $0) }
        ?? StoreStatus(of: stored.place)
    }
    return StoreStatus(of: store, writing: writeProblem ?? stored.problem)
  }

  // MARK: - Changes

  func perform(_ job: BindingJob, for author: BindingChange.Author) -> PendingJob {
    let pending = PendingJob()
    guard let writer else {
      pending.outcome = .failed(.other(.noStore))
      return pending
    }
    let registry = base().registry
    waiting.append(pending)
    let isStarted = startJob { writer.perform(job, over: registry, for: author) }
    if !isStarted {
      waiting.removeLast()
      pending.outcome = .failed(
        .store(StoreError(.io, path: writer.path, message: "there is no thread to write with")))
    }
    return pending
  }

  /// The piece of work that was begun first is done.
  ///
  /// - Returns: Whether nobody waits for another one.
  func finish(_ result: BindingJob.Result) -> Bool {
    stored?.look()
    writeProblem = result.problem
    if !waiting.isEmpty { waiting.removeFirst().outcome = result.outcome }
    return waiting.isEmpty
  }
}
