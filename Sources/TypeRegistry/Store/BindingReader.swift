// SPDX-License-Identifier: MIT

/// Reads the store for one question: from the snapshot where that is good, else from the database.
///
/// A look-up never fails for the store's sake. What cannot be read gives no bindings, and
/// ``problem`` says why, for the program to tell. Nothing is made, moved or repaired.
public final class BindingReader {
  private let place: StoreLocation?
  private let snapshot: BindingSnapshot?
  private var store: RegistryStore?
  private var isOpened = false
  /// The applications that are known, once they were read as a whole.
  private var known: Set<HandlerIdentity>?
  private var hasReadKnown = false
  /// Why bindings could not be read; `nil` as long as they could.
  public private(set) var problem: StoreError?

  /// A reader of a place.
  ///
  /// - Parameter place: `nil` where there is no store: there are no bindings then.
  public init(_ place: StoreLocation?) {
    self.place = place
    snapshot = place.flatMap { BindingSnapshot.open($0) }
  }

  /// Whether answers come from the snapshot.
  package var usesSnapshot: Bool { snapshot != nil && !isOpened }

  /// The bindings of some subjects, in their order, and of each by role and kind.
  public func bindings(of subjects: [Binding.Subject]) -> [Binding] {
    if let snapshot, !isOpened {
      if let found = snapshot.bindings(of: subjects) { return found }
    }
    return read { store throws(StoreError) in try store.bindings(of: subjects) } ?? []
  }

  /// All bindings, in byte order of subject, role and kind.
  public func bindings() -> [Binding] {
    if let snapshot, !isOpened, let all = snapshot.all() {
      return all.bindings.compactMap(\.binding)
    }
    return read { store throws(StoreError) in try store.bindings() } ?? []
  }

  /// What tags mean to the person (`utcli prefer`), in byte order of the tags.
  public func tagChoices() -> [Binding] {
    if let snapshot, !isOpened, !snapshot.hasTagChoices { return [] }
    return bindings().filter { if case .type = $0.choice { true } else { false } }
  }

  /// Whether an application was installed when the store was made, or confirmed later.
  ///
  /// - Returns: `nil` if nothing has been recorded yet, or it cannot be read.
  public func isKnown(_ application: HandlerIdentity) -> Bool? {
    if let snapshot, !isOpened {
      if !snapshot.hasKnown { return nil }
      if let isKnown = snapshot.isKnown(application) { return isKnown }
    }
    if !hasReadKnown {
      hasReadKnown = true
      known = read { store throws(StoreError) in try store.knownApplications() } ?? nil
    }
    return known.map { $0.contains(application) }
  }

  /// How many notices wait for a person.
  public func noticeCount() -> Int {
    if let snapshot, !isOpened { return snapshot.noticeCount }
    return read { store throws(StoreError) in try store.notices().count } ?? 0
  }

  /// The number of the last change; 0 if there was none.
  public func lastChange() -> Int64 {
    if let snapshot, !isOpened { return snapshot.lastChange }
    return read { store throws(StoreError) in try store.lastChange() } ?? 0
  }

  /// Asks the database; from then on nothing else is asked, so that all answers agree.
  private func read<Result>(
    _ body: (RegistryStore) throws(StoreError) -> Result
  ) -> Result? {
    do throws(StoreError) {
      if !isOpened, let place {
        isOpened = true
        store = try RegistryStore.open(place, .reading)
      }
      guard let store else { return nil }
      let result = try body(store)
      if let damage = store.rowDamage.first { problem = damage }
      return result
    } catch {
      problem = error
      return nil
    }
  }
}
