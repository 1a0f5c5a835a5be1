// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

// The bindings as the daemon's methods see them.
extension RegistryHost: BindingSource {
  var publishedDirectory: PublishedDirectory {
    let published = published
    let revision = stored?.revision ?? 0
    if let known = directory, known.revision == revision,
      known.published.generation == published.generation
    {
      return known.published
    }
    let fresh = PublishedDirectory(
      directory: HandlerDirectory(
        published.registry, bindings: stored?.bindings ?? [], known: stored?.known),
      generation: published.generation, problem: bindingsProblem)
    directory = (revision, fresh)
    return fresh
  }

  /// What to tell with answers that hang on bindings.
  private var bindingsProblem: String? {
    guard let stored, let problem = stored.problem else { return nil }
    let what =
      !stored.wasRead
      ? "choices are not taken into account"
      : stored.reading?.rowDamage.isEmpty == false
        ? "a part of the choices is left out" : "choices are those that were read before"
    return "\(what): \(problem); \(problem.advice)"
  }

  func bindings() throws(StoreError) -> [Binding] {
    guard let stored else { return [] }
    stored.refresh()
    if let problem = stored.problem, stored.reading?.rowDamage.isEmpty != false { throw problem }
    return stored.bindings
  }

  func history(before number: Int64?, limit: Int) throws(StoreError) -> [BindingChange] {
    guard let stored else { return [] }
    stored.refresh()
    guard let store = stored.reading else {
      if let problem = stored.problem { throw problem }
      return []
    }
    return try store.history(before: number, limit: limit).map(\.marked)
  }

  func perform(_ work: BindingWork, for author: BindingChange.Author) -> PendingWork {
    let pending = PendingWork()
    guard let writer else {
      pending.outcome = .failed(.other(.noStore))
      return pending
    }
    let registry = registry.published.registry
    let isStarted = startWork {
      let (outcome, problem) = writer.perform(work, over: registry, for: author)
      return .bindings(outcome, problem)
    }
    if isStarted {
      waiting.append(pending)
    } else {
      pending.outcome = .failed(
        .store(StoreError(.io, path: writer.path, message: "there is no thread to write with")))
    }
    return pending
  }

  /// The piece of work that was begun first is done.
  ///
  /// - Returns: Whether nobody waits for another one.
  func finish(_ outcome: BindingOutcome, _ problem: StoreError?) -> Bool {
    stored?.look()
    writeProblem = problem
    if !waiting.isEmpty { waiting.removeFirst().outcome = outcome }
    return waiting.isEmpty
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
}
