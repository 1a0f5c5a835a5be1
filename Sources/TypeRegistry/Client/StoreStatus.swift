// SPDX-License-Identifier: MIT

/// How a person's choices are kept, and what is wrong with that.
public struct StoreStatus: Hashable, Sendable {
  /// The file.
  public var path: String
  /// How many bindings it holds.
  public var bindingCount: Int
  /// The number of the last change; 0 if there was none.
  public var lastChange: Int64
  /// Why choices cannot be read or kept at present; `nil` if they can.
  public var problem: String?
  /// What to do about it.
  public var hint: String?
  /// What happened to the file and no person has acknowledged yet, the oldest first.
  public var notices: [String]
}

extension StoreStatus {
  /// The state of the store of a place, by a look at it.
  package init(of place: StorePlace) {
    self.init(
      path: place.databasePath, bindingCount: 0, lastChange: 0, problem: nil, hint: nil,
      notices: [])
    do throws(StoreError) {
      try read(RegistryStore.open(place, .reading))
    } catch {
      note(error)
    }
  }

  /// The state of a store that is open, and of the one that changes are written to.
  package init(of store: RegistryStore, writing problem: StoreError?) {
    self.init(
      path: store.place.databasePath, bindingCount: 0, lastChange: 0, problem: nil, hint: nil,
      notices: [])
    do throws(StoreError) {
      try read(store)
      if let problem { note(problem) }
    } catch {
      note(error)
    }
  }

  /// The state of a store that cannot be opened.
  package init(of place: StorePlace, _ error: StoreError) {
    self.init(
      path: place.databasePath, bindingCount: 0, lastChange: 0, problem: nil, hint: nil,
      notices: [])
    note(error)
  }

  private mutating func read(_ store: RegistryStore) throws(StoreError) {
    notices = try store.notices().map(\.message)
    lastChange = try store.lastChange()
    bindingCount = try store.bindings().count
    if let error = store.writeProblem ?? store.rowDamage.first { note(error) }
  }

  private mutating func note(_ error: StoreError) {
    problem = error.description
    hint = error.advice
  }
}

extension RegistryStore {
  /// Whether there is a database.
  package var hasDatabase: Bool { connection != nil }
}

extension RegistryStore.HistoryEntry {
  /// The change with what became of it.
  package var marked: BindingChange {
    var marked = change
    marked.undoneBy = undoneBy
    return marked
  }
}
