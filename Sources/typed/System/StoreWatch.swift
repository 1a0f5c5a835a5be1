// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import Synchronization
internal import SystemBase
internal import TypeRegistry

/// Reports that the store may have changed.
///
/// The kernel reports a write before the call that writes returns. So a query that comes after a
/// change, by whatever process, finds that change reported.
///
/// The report may come too early: SQLite writes a commit to its log, which is reported, waits for
/// the disk, and only then makes the commit visible in memory that the processes share, which is
/// not. So a commit may have to be looked for again later (``News/write``).
///
/// While nothing happens, a query costs no system call: for each event the kernel sends a signal
/// (fcntl(2), "O_ASYNC") to the thread that made the watch, which alone may query it. If a process
/// writes and then sends that thread a message, the signal has arrived when the message is read.
/// Two threads that cause the same event at once cause one signal, but a store has one writer at a
/// time.
struct StoreWatch: ~Copyable {
  /// The news of the directory.
  struct News: OptionSet {
    let rawValue: UInt8
    /// Something that may concern the store.
    static let event = News(rawValue: 1)
    /// A commit that may not be visible yet.
    static let write = News(rawValue: 2)
    /// A snapshot was written, under the lock that a commit needs: all commits are visible.
    static let snapshot = News(rawValue: 4)
  }

  /// The names in the directory that matter.
  struct Names {
    /// The database, and the beginning of the names of its log and its shared memory.
    var database: [UInt8]
    var sharedMemory: [UInt8]
    var lock: [UInt8]
    var snapshot: [UInt8]
  }

  private let inotify: Inotify
  private let directory: [CChar]
  private let names: Names
  /// The number of the watch; `nil` while there is no directory, or it cannot be read.
  private var watch: CInt?

  /// The count of signals at the last query; `nil` if the kernel sends none.
  private var signalsSeen: Int?

  /// Watches a directory, if it exists.
  ///
  /// - Throws: `SystemError` if the kernel can watch nothing.
  init(_ directory: [CChar], _ names: Names) throws(SystemError) {
    let inotify = try Inotify()
    self.directory = directory
    self.names = names
    // Before the directory is watched, so that no event goes without a signal.
    if NewsSignal.isCaught, tr_signal_input(inotify.descriptor.number) == 0 {
      signalsSeen = NewsSignal.count
    }
    self.inotify = inotify
    watchDirectory()
  }

  /// Readable when something has happened.
  var number: CInt { inotify.descriptor.number }

  /// Whether the directory is watched; if not, there is no news of it.
  var isWatching: Bool { watch != nil }

  /// Watches the directory that is at the path now, if there is one.
  mutating func watchDirectory() {
    // The directory that was watched may have been moved away.
    if let watch { inotify.endWatch(watch) }
    watch = try? inotify.watch(
      directory,
      for: CInt(
        IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
          | IN_DELETE_SELF | IN_MOVE_SELF))
  }

  /// Takes the news since the last call.
  ///
  /// - Parameter isReadable: Whether the descriptor is known to be readable: then the events are
  ///   read even without a signal.
  /// - Returns: The kinds of changes; empty if none matters.
  mutating func news(isReadable: Bool = false) -> News {
    if let seen = signalsSeen {
      let count = NewsSignal.count
      guard isReadable || count != seen else { return [] }
      // Before the events are read: a later event causes another signal.
      signalsSeen = count
    }
    var news: News = []
    var isGone = false
    inotify.forEachEvent { event in
      if event.isNameless {
        // `IN_IGNORED` follows the event that ended the watch, unless this process ended it.
        if !event.isAny(of: IN_IGNORED) { news.insert(.event) }
        if event.isAny(of: IN_Q_OVERFLOW) { news.insert(.write) }
        if event.isAny(of: IN_DELETE_SELF, IN_MOVE_SELF, IN_UNMOUNT) { isGone = true }
      } else {
        add(event, to: &news)
      }
    }
    if isGone {
      if let watch { inotify.endWatch(watch) }
      watch = nil
    }
    return news
  }

  private func add(_ event: Inotify.Event, to news: inout News) {
    if event.isNamed(names.sharedMemory) {
      // Opening the store alone writes to it.
      if event.isAny(of: IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO) { news.insert(.event) }
    } else if event.isNamed(names.snapshot) {
      if event.isAny(of: IN_MOVED_TO) {
        news.remove(.write)
        news.insert([.event, .snapshot])
      } else {
        news.insert([.event, .write])
      }
    } else if event.isAny(of: IN_ATTRIB) {
      // For root, opening the store alone sets the owner of the log.
      if event.isNamed(names.database) { news.insert(.event) }
    } else if event.isNamed(names.database, isWhole: false), !event.isNamed(names.lock) {
      news.insert([.event, .write])
    }
  }
}

/// Counts SIGIO.
///
/// Shared by all watches of the process, so a signal may be for another watch.
private enum NewsSignal {
  private static let counter = Atomic(0)

  /// How often the signal has arrived.
  static var count: Int { counter.load(ordering: .acquiring) }

  /// Whether the handler is installed, which the first access does.
  static let isCaught: Bool = {
    // A signal handler must not initialize the counter.
    _ = count
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in
      NewsSignal.counter.add(1, ordering: .releasing)
    }
    action.sa_flags = SA_RESTART
    return unsafe sigaction(SIGIO, &action, nil) == 0
  }()
}
