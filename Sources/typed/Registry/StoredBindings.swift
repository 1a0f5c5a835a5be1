// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// A user's current bindings, as the loop reads them from the store.
///
/// Belongs to the thread that made it. ``refresh()`` costs no system call unless the store's
/// directory has changed since; only then the store is queried, and read if it differs.
final class StoredBindings {
  /// Where the store is.
  let location: StoreLocation
  /// All bindings, in byte order of their subjects.
  private(set) var bindings: [Binding] = []
  /// The applications that need no confirmation; `nil` if unknown.
  private(set) var known: [HandlerIdentity]?
  /// Why the bindings may be out of date or incomplete; `nil` if they are not.
  private(set) var problem: StoreError?
  /// Whether everything was read except damaged rows.
  var isPartial: Bool { problem != nil && problem == store?.rowDamage.first }
  /// Whether the bindings have ever been read.
  private(set) var wasRead = false
  /// Grows whenever the bindings may have changed.
  private(set) var revision = 0

  private var store: RegistryStore?
  /// What was last read from an existing database.
  private var lastRead: (bindings: [Binding], known: [HandlerIdentity]?)?
  private var watch: StoreWatch?
  private var isChecked = false

  /// How long to wait for another process's lock, in milliseconds; readers rarely meet one.
  private static let patience: Int32 = 50

  init(_ location: StoreLocation) {
    self.location = location
    look()
  }

  /// Readable when the store may have changed; `nil` if its directory cannot be watched.
  var watchNumber: CInt? { watch?.number }

  /// The store, for reading what is not cached here.
  var reading: RegistryStore? { store }

  /// Begins a turn: what is queried in it was sent before.
  func beginTurn() { isChecked = false }

  /// Reads the changes that were made before the turn.
  func refresh() {
    guard !isChecked else { return }
    isChecked = true
    let hasNews = watch?.hasNews() ?? true
    if hasNews || problem?.kind == .busy { look() }
  }

  /// Reads the changes when ``watchNumber`` is readable, with or without a signal.
  func takeNews() {
    if watch?.hasNews(isReadable: true) ?? true { look() }
  }

  /// Queries the store, whether or not the watch reported anything.
  func look() {
    isChecked = true
    // Before reading, so that no change in between is missed.
    if watch == nil { watch = try? StoreWatch(location.directory.description) }
    do throws(StoreError) {
      guard let store, store.hasDatabase else {
        let opened = try RegistryStore.open(location, .reading, timeout: Self.patience)
        store = opened
        return try read(opened)
      }
      do throws(StoreError) {
        let hasChanged = try store.hasChangedElsewhere()
        if hasChanged || problem != nil || !wasRead { try read(store) }
      } catch {
        guard error.kind == .replaced else { throw error }
        watch = try? StoreWatch(location.directory.description)
        try store.reopen()
        try read(store)
      }
    } catch {
      problem = error
      keepLastRead()
    }
  }

  /// Restores what was last read from an existing database.
  ///
  /// A process that replaces the database may remove it first, so an empty store was possibly read
  /// in between.
  private func keepLastRead() {
    guard let lastRead, lastRead.bindings != bindings || lastRead.known != known else { return }
    bindings = lastRead.bindings
    known = lastRead.known
    revision += 1
  }

  private func read(_ store: RegistryStore) throws(StoreError) {
    let bindings = try store.bindings()
    let known = try store.knownApplications()
    problem = store.rowDamage.first
    wasRead = true
    self.bindings = bindings
    self.known = known.map { Array($0) }
    if store.hasDatabase { lastRead = (bindings, self.known) }
    revision += 1
  }
}
