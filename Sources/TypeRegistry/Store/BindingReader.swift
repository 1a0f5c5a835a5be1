// SPDX-License-Identifier: MIT

/// Reads the store for one query: from a valid snapshot, else from the database.
///
/// A look-up never fails because of the store: if it cannot be read there are no bindings, and
/// ``problem`` has the reason. Nothing is created, moved or repaired.
package final class BindingReader {
  private let location: StoreLocation?
  private let snapshot: BindingSnapshot?
  private var store: RegistryStore?
  private var hasOpenedStore = false
  /// All known applications, once they are read.
  private var known: Set<HandlerIdentity>?
  private var hasReadKnown = false
  /// Why bindings could not be read; `nil` if they could.
  package private(set) var problem: StoreError?
  /// Whether there is no store: nothing was ever chosen.
  let isAbsent: Bool
  /// Whether everything was read except damaged rows.
  package var isPartial: Bool { problem != nil && problem == store?.rowDamage.first }
  /// Whether the bindings are those of the snapshot because the database is gone or damaged.
  package var usesSecondCopy: Bool { store?.usesSecondCopy == true }

  /// A reader of the store in a location.
  ///
  /// - Parameter location: `nil` where there is no store; then there are no bindings.
  package init(_ location: StoreLocation?) {
    self.location = location
    snapshot = location.flatMap { BindingSnapshot.open($0) }
    // Usually there is none, and then nothing of the database is needed to know it.
    isAbsent = snapshot == nil && location.map { !$0.mayExist } ?? true
  }

  /// Whether answers come from the snapshot.
  package var usesSnapshot: Bool { snapshot != nil && !hasOpenedStore }

  /// The bindings of `subjects`, in their order, and of each by role and kind.
  package func bindings(of subjects: [Binding.Subject]) -> [Binding] {
    if let snapshot, !hasOpenedStore {
      if let found = snapshot.bindings(of: subjects) { return found }
    }
    return read { store throws(StoreError) in try store.bindings(of: subjects) } ?? []
  }

  /// All bindings, in byte order of subject, role and kind.
  package func bindings() -> [Binding] {
    if let snapshot, !hasOpenedStore, let all = snapshot.all() {
      return all.bindings.compactMap(\.binding)
    }
    return read { store throws(StoreError) in try store.bindings() } ?? []
  }

  /// The bindings that choose the types of tags, in byte order of the tags.
  package func tagChoices() -> [Binding] {
    if let snapshot, !hasOpenedStore, !snapshot.hasTagChoices { return [] }
    return bindings().filter { if case .type = $0.choice { true } else { false } }
  }

  /// Whether an application was installed when the store was created, or confirmed later.
  ///
  /// - Returns: `nil` if no applications were recorded yet, or they cannot be read.
  package func isKnown(_ application: HandlerIdentity) -> Bool? {
    if let snapshot, !hasOpenedStore {
      if !snapshot.hasKnown { return nil }
      if let isKnown = snapshot.isKnown(application) { return isKnown }
    }
    return storedKnown().map { $0.contains(application) }
  }

  /// The applications that were installed when the store was created, or confirmed later.
  ///
  /// - Returns: `nil` if none were recorded yet, or they cannot be read.
  package func knownApplications() -> Set<HandlerIdentity>? {
    if let snapshot, !hasOpenedStore {
      if !snapshot.hasKnown { return nil }
      if let all = snapshot.all() { return Set(all.known.compactMap(\.application)) }
    }
    return storedKnown()
  }

  private func storedKnown() -> Set<HandlerIdentity>? {
    if !hasReadKnown {
      hasReadKnown = true
      known = read { store throws(StoreError) in try store.knownApplications() } ?? nil
    }
    return known
  }

  /// Reads the database; all later reads use it too, so that all answers agree.
  private func read<Result>(
    _ body: (RegistryStore) throws(StoreError) -> Result
  ) -> Result? {
    if isAbsent { return nil }
    do throws(StoreError) {
      if !hasOpenedStore, let location {
        hasOpenedStore = true
        store = try RegistryStore.open(location, .reading)
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
