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
  package init(of place: StoreLocation) {
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
  package init(of place: StoreLocation, _ error: StoreError) {
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

extension StoreLocation {
  /// Records that a person has read what happened to the store kept here.
  ///
  /// A daemon that has the store open sees it at once. Where there is no store, none is made.
  ///
  /// - Returns: The notices that were open until now, the oldest first.
  /// - Throws: ``StoreError`` if the store cannot be read or written.
  public func acknowledgeNotices() throws(StoreError) -> [StoreNotice] {
    if let present = try? RegistryStore.open(self, .reading), !present.hasDatabase { return [] }
    let store = try RegistryStore.open(self, .writing)
    defer { store.settle() }
    let notices = try store.notices()
    // One by one: another process may add one that is not among those that are told.
    for notice in notices { try store.acknowledge(notice.number) }
    return notices
  }
}
