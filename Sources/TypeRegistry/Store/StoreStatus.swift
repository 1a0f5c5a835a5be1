// SPDX-License-Identifier: MIT

/// The state of the store of a user's bindings, and its problem.
public struct StoreStatus: Hashable, Sendable {
  /// The file.
  public var path: String
  /// How many bindings it holds.
  public var bindingCount = 0
  /// The number of the last change; 0 if there was none.
  public var lastChange: Int64 = 0
  /// Why bindings cannot be read or written at present; `nil` if they can.
  public var problem: String?
  /// The steps that solve the problem.
  public var hint: String?
  /// The messages of the notices that are not acknowledged, oldest first.
  public var notices: [String] = []
}

extension StoreStatus {
  /// The state of a store, which is opened for this.
  package init(of location: StoreLocation) {
    self.init(path: location.databasePath)
    do throws(StoreError) {
      try read(RegistryStore.open(location, .reading))
      if problem == nil { try location.checkWritable() }
    } catch {
      note(error)
    }
  }

  /// The state of an open store, without a look at whether it can be written.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - bindingCount: How many bindings it holds; `nil` if they are to be read.
  /// - Throws: ``StoreError`` if it cannot be read.
  package init(readFrom store: RegistryStore, bindingCount: Int? = nil) throws(StoreError) {
    self.init(path: store.location.databasePath)
    try read(store, bindingCount: bindingCount)
  }

  /// Takes note of why changes cannot be written at present.
  ///
  /// - Parameters:
  ///   - problem: The reason, if known.
  ///   - location: Where the store is, which is looked at.
  package mutating func noteWriting(_ problem: StoreError?, to location: StoreLocation) {
    if let problem { note(problem) }
    do throws(StoreError) {
      try location.checkWritable()
    } catch {
      note(error)
    }
  }

  /// The state of a store that cannot be opened.
  package init(of location: StoreLocation, _ error: StoreError) {
    self.init(path: location.databasePath)
    note(error)
  }

  private mutating func read(
    _ store: RegistryStore, bindingCount known: Int? = nil
  ) throws(StoreError) {
    notices = try store.notices().map(\.message)
    lastChange = try store.lastChange()
    if let known { bindingCount = known } else { bindingCount = try store.bindings().count }
    if let error = store.writeProblem ?? store.rowDamage.first { note(error) }
  }

  private mutating func note(_ error: StoreError) {
    problem = error.description
    hint = error.advice
  }
}

extension StoreLocation {
  /// Acknowledges all notices of the store in this location.
  ///
  /// A daemon that has the store open sees this at once. Where there is no store, none is created.
  ///
  /// - Returns: The notices that were not acknowledged until now, oldest first.
  /// - Throws: ``StoreError`` if the store cannot be read or written.
  package func acknowledgeNotices() throws(StoreError) -> [StoreNotice] {
    if let present = try? RegistryStore.open(self, .reading), !present.hasDatabase { return [] }
    let store = try RegistryStore.open(self, .writing)
    defer { store.settle() }
    let notices = try store.notices()
    // One by one: another process may add one that is not among those returned.
    for notice in notices { try store.acknowledge(notice.number) }
    return notices
  }
}
