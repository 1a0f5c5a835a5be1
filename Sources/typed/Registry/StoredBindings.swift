// SPDX-License-Identifier: MIT

internal import TypeRegistry
internal import Varlink

/// The store as it is read by the loop: a person's bindings as they are now.
///
/// ``refresh()`` costs no system call while nothing happens; only when something has, the store
/// itself is asked, and read if it has changed. It belongs to the thread that made it.
final class StoredBindings {
  /// Where the store is.
  let place: StoreLocation
  /// All bindings, in byte order of what is bound.
  private(set) var bindings: [Binding] = []
  /// The applications that need no confirmation; nil if that is not known.
  private(set) var known: [HandlerIdentity]?
  /// Why the bindings are not those of this moment.
  private(set) var problem: StoreError?
  /// Whether all is read but rows that are not what was written.
  var isPartial: Bool { problem != nil && problem == store?.rowDamage.first }
  /// Whether they have ever been read.
  private(set) var wasRead = false
  /// Grows with each change of what is read.
  private(set) var revision = 0

  private var store: RegistryStore?
  /// What was read last of a database that was there.
  private var lastRead: (bindings: [Binding], known: [HandlerIdentity]?)?
  private var watch: StoreWatch?
  private var isChecked = false

  /// How long another process's lock is waited for, in milliseconds: readers hardly ever meet one.
  private static let patience: Int32 = 50

  init(_ place: StoreLocation) {
    self.place = place
    look()
  }

  /// Readable when the store may have changed; nil if its directory cannot be watched.
  var watchNumber: CInt? { watch?.descriptor.number }

  /// The store, for reading what is not kept here.
  var reading: RegistryStore? { store }

  /// A turn begins: whatever is asked in it was sent before.
  func beginTurn() { isChecked = false }

  /// Makes sure that all changes are seen which were made before the turn.
  func refresh() {
    guard !isChecked else { return }
    isChecked = true
    let hasNews = watch?.hasNews() ?? true
    if hasNews || problem?.kind == .busy { look() }
  }

  /// ``watchNumber`` is readable: sees what has changed, also where no signal told of it.
  func takeNews() {
    if watch?.hasNews(isReadable: true) ?? true { look() }
  }

  /// Looks at the store in any case.
  func look() {
    isChecked = true
    // Before anything is read, so that nothing happens unseen in between.
    if watch == nil { watch = try? StoreWatch(place.directory.description) }
    do throws(StoreError) {
      guard let store, store.hasDatabase else {
        let opened = try RegistryStore.open(place, .reading, timeout: Self.patience)
        store = opened
        return try read(opened)
      }
      do throws(StoreError) {
        let hasChanged = try store.hasChangedElsewhere()
        if hasChanged || problem != nil || !wasRead { try read(store) }
      } catch {
        guard error.kind == .replaced else { throw error }
        watch = try? StoreWatch(place.directory.description)
        try store.reopen()
        try read(store)
      }
    } catch {
      problem = error
      keepLastRead()
    }
  }

  /// Goes on with what was read last, also if there was no database for a moment since: whoever
  /// puts another thing into its place removes it first.
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
