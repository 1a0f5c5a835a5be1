// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

/// A user's bindings, as last read from the store.
///
/// Belongs to the thread that made it. ``refresh()`` costs no system call unless the store's
/// directory has changed shortly before; only then the store is queried. If it differs, all rows must
/// be read: by another thread, if there is one, and the store is as it should be.
///
/// A connection is kept only while it notices every change. If it is read-only, damaged, or of
/// files that were replaced, it is closed: SQLite shares its state among all connections of a
/// process, so it would keep the daemon from writing.
final class StoredBindings {
  /// The step that must follow a look at the store.
  enum Need: Equatable {
    case nothing
    /// All rows are read, by another thread or with ``StoredBindings/readHere()``: another connection
    /// has changed something, last in the change of that number.
    case rows(through: Int64)
    /// Every other connection of this process is closed, and then ``StoredBindings/endRelease()`` is
    /// called: the files were replaced or cannot be read.
    case release
  }

  /// Where the store is.
  let location: StoreLocation
  /// The rows of the store.
  private(set) var rows = StoredRows()
  /// Why the bindings may be out of date or incomplete; `nil` if they are not.
  private(set) var problem: StoreError?
  /// Whether everything was read except damaged rows.
  private(set) var isPartial = false
  /// Whether the bindings are those of the second copy.
  private(set) var usesSecondCopy = false
  /// Whether the bindings have ever been read.
  private(set) var wasRead = false
  /// How often all rows were read here, and not by another thread.
  private(set) var readsHere = 0
  /// When to call ``lookAgain(now:)``, for a commit that may not be visible yet.
  private(set) var nextLook = MonotonicTime.never

  private let thread = OwningThread()
  private var store: RegistryStore?
  /// The files whose bindings were read by a connection that could not be kept.
  private var provisional: StoreFingerprint?
  /// The rows last read from an existing database.
  private var lastRead: StoredRows?
  /// The state of the open store; `nil` if it may have changed.
  private var known: StoreStatus?
  private var watch: StoreWatch?
  private var isChecked = false
  /// Whether the rows that were last asked for elsewhere are newer than those read here.
  private var isBeingRead = false
  /// Whether the other connections of this process are being closed; nothing is opened until then.
  private var isReleasing = false
  /// How long the loop waits before it looks again; `nil` if it does not wait for a commit.
  private var pause: Duration?
  /// When to try again where no event may report a change, such as a file system that becomes
  /// writable.
  private var nextTry = MonotonicTime.never

  /// How long to wait for another process's lock, in milliseconds; readers rarely meet one.
  private static let patience: Int32 = 50
  /// The first pause before the loop looks again for a commit; each is twice the one before.
  private static let firstPause = Duration.milliseconds(20)
  /// The longest such pause.
  ///
  /// A commit waits for the disk, which takes seconds at worst.
  private static let lastPause = Duration.seconds(6)
  /// The least time between two tries to read a store that could not be read properly.
  private static let tryInterval = Duration.seconds(1)

  init(_ location: StoreLocation) {
    self.location = location
    watch = StoreWatch.ofStore(location)
    // No connection is open yet: whatever there is, is read here.
    _ = look()
  }

  /// Readable when the store may have changed; `nil` if nothing can be watched.
  var watchNumber: CInt? { watch?.number }

  /// The store, for reading rows that are not cached here.
  func reading() throws(StoreError) -> RegistryStore {
    thread.check()
    if let store { return store }
    return try RegistryStore.open(location, .reading, timeout: Self.patience)
  }

  /// The state of the store.
  ///
  /// Read once after each change, because a query of the store takes longer than most calls.
  ///
  /// - Parameter bindingCount: How many bindings it holds; `nil` if they are to be read.
  /// - Returns: The state, whether or not changes can be written.
  /// - Throws: ``StoreError`` if it cannot be read.
  func status(bindingCount: Int?) throws(StoreError) -> StoreStatus {
    thread.check()
    if store != nil, var known, let bindingCount {
      known.bindingCount = bindingCount
      return known
    }
    let status = try StoreStatus(readFrom: reading(), bindingCount: bindingCount)
    known = store == nil ? nil : status
    return status
  }

  // MARK: - Occasions

  /// Begins a turn: its queries were sent before.
  func beginTurn() { isChecked = false }

  /// Looks for the changes that were made before the turn.
  func refresh() -> Need {
    thread.check()
    guard !isChecked else { return .nothing }
    isChecked = true
    if takeNews(isReadable: false) || problem?.kind == .busy || isTryDue { return look() }
    return pause == nil ? .nothing : lookForCommit()
  }

  /// Looks for changes when ``watchNumber`` is readable, with or without a signal.
  func takeNews() -> Need {
    thread.check()
    return takeNews(isReadable: true) ? look() : .nothing
  }

  /// Looks again when ``nextLook`` has come.
  func lookAgain(now: MonotonicTime) -> Need {
    thread.check()
    guard nextLook <= now else { return .nothing }
    let need = lookForCommit()
    if let pause { waitForCommit(pause >= Self.lastPause ? nil : pause * 2) }
    return need
  }

  /// Looks for a commit that was not visible when it was reported.
  private func lookForCommit() -> Need {
    let before = rows.number
    let need = look()
    var isFound = rows.number != before
    if case .rows = need { isFound = true }
    // There was no later write, so it was the last commit.
    if isFound { waitForCommit(nil) }
    return need
  }

  private var isTryDue: Bool { nextTry != .never && nextTry <= .now }

  /// Takes the reports of the watch; false if they cannot concern the store.
  private func takeNews(isReadable: Bool) -> Bool {
    guard watch?.isWatching == true, let news = watch?.news(isReadable: isReadable) else {
      return true
    }
    if news.contains(.write) {
      waitForCommit(Self.firstPause)
    } else if news.contains(.snapshot) {
      waitForCommit(nil)
    }
    return !news.isEmpty
  }

  private func waitForCommit(_ pause: Duration?) {
    self.pause = pause
    nextLook = pause.map { .now + $0 } ?? .never
  }

  // MARK: - Looking

  /// Queries the store, whether or not the watch reported anything.
  func look() -> Need {
    thread.check()
    isChecked = true
    guard !isReleasing else { return .nothing }
    var need = Need.nothing
    // Before reading, so that no change in between is missed.
    if watch == nil { watch = StoreWatch.ofStore(location) }
    if watch?.isWatching == false { watch?.watchDirectory() }
    do throws(StoreError) {
      if let store, store.hasDatabase {
        if try store.hasChangedElsewhere() {
          known = nil
          need = .rows(through: try store.lastChange())
          isBeingRead = true
        } else if problem != nil, !isPartial {
          try read(store)
        }
      } else {
        try open()
      }
    } catch {
      need = fail(error)
    }
    planNextTry()
    return need
  }

  private func planNextTry() {
    let mayRecover = provisional != nil || problem?.mayEndSilently == true
    nextTry = mayRecover ? .now + Self.tryInterval : .never
  }

  /// Takes the rows that were read by another thread, after ``Need/rows(through:)``.
  ///
  /// - Returns: Whether they are the rows of the store; false if they were read here meanwhile, or the
  ///   store was lost.
  func take(_ rows: StoredRows) -> Bool {
    thread.check()
    guard isBeingRead, store?.hasDatabase == true else { return false }
    set(rows, hasDatabase: true)
    return true
  }

  /// Reads the rows that no other thread could read.
  func readHere() -> Need {
    thread.check()
    guard let store, store.hasDatabase else { return look() }
    do throws(StoreError) {
      try read(store)
      return .nothing
    } catch {
      defer { planNextTry() }
      // Another process has it locked: the rows are not read yet that were reported.
      if error.kind == .busy { waitForCommit(Self.firstPause) }
      return fail(error)
    }
  }

  /// Closes the store until ``look()``, so that this process can open it again.
  func close() {
    thread.check()
    store = nil
    known = nil
  }

  /// Opens the store again after ``Need/release``.
  func endRelease() -> Need {
    thread.check()
    isReleasing = false
    return look()
  }

  private func open() throws(StoreError) {
    // Before reading, so that no change in between is missed.
    let files = StoreFingerprint(of: location)
    let isSame = files == provisional && pause == nil
    if isSame, usesSecondCopy || problem == nil && !location.isWritable { return }
    let opened = try RegistryStore.open(location, .reading, timeout: Self.patience)
    if !opened.hasDatabase, !opened.usesSecondCopy, lastRead != nil {
      // A process that replaces the database may remove it first.
      throw StoreError(.replaced, path: location.databasePath, message: "is gone")
    }
    try read(opened)
    known = nil
    store = opened.isProvisional ? nil : opened
    provisional = opened.isProvisional ? files : nil
  }

  private func fail(_ error: StoreError) -> Need {
    problem = error
    known = nil
    isBeingRead = false
    isPartial = false
    usesSecondCopy = false
    if let lastRead { rows = lastRead }
    // Another process has a lock, which is not a fault of the connection.
    guard error.kind != .busy else { return .nothing }
    let wasOpen = store != nil
    store = nil
    provisional = nil
    guard wasOpen else { return .nothing }
    isReleasing = true
    return .release
  }

  private func read(_ store: RegistryStore) throws(StoreError) {
    readsHere += 1
    isBeingRead = false
    // Reading may have found damaged rows.
    known = nil
    set(try StoredRows(of: store), hasDatabase: store.hasDatabase)
  }

  private func set(_ rows: StoredRows, hasDatabase: Bool) {
    problem = rows.damage
    isPartial = problem != nil
    usesSecondCopy = rows.usesSecondCopy
    wasRead = true
    self.rows = rows
    if hasDatabase { lastRead = rows }
  }
}

extension StoreError {
  /// Whether it may end without an event in the directory of the store.
  fileprivate var mayEndSilently: Bool {
    switch kind {
    case .full, .readOnly, .notWritable, .untrusted, .busy, .replaced, .io: true
    case .damaged, .newerSchema, .unstorable: false
    }
  }
}

extension StoreWatch {
  /// A watch of the directory of a store; `nil` if the kernel can watch nothing.
  fileprivate static func ofStore(_ location: StoreLocation) -> StoreWatch? {
    try? StoreWatch(
      location.directory.bytes.map { CChar(bitPattern: $0) } + [0],
      Names(
        database: Array(location.database.name), sharedMemory: Array(location.sharedMemory.name),
        lock: Array(location.lock.name), snapshot: Array(location.snapshot.name)))
  }
}
