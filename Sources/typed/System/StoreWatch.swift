// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import Synchronization
internal import SystemErrors
internal import Varlink

/// Reports that the store may have changed.
///
/// The kernel reports a write before the call that writes returns. So a query that comes after a
/// change, by whatever process, finds that change reported.
///
/// While nothing happens, a query costs no system call: for each event the kernel sends a signal
/// (fcntl(2), "O_ASYNC") to the thread that made the watch, which alone may query it. If a process
/// writes and then sends that thread a message, the signal has arrived when the message is read.
/// Two threads that cause the same event at once cause one signal, but a store has one writer at a
/// time.
struct StoreWatch: ~Copyable {
  private let inotify: Inotify

  /// The count of signals at the last query; `nil` if the kernel sends none.
  private var signalsSeen: Int?

  /// Watches an existing directory.
  init(_ directory: String) throws(SystemError) {
    let inotify = try Inotify()
    // Before the directory is watched, so that no event goes without a signal.
    if NewsSignal.isCaught, tr_signal_input(inotify.descriptor.number) == 0 {
      signalsSeen = NewsSignal.count
    }
    try inotify.watch(
      Array(directory.utf8CString),
      for: CInt(
        IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF
          | IN_MOVE_SELF))
    self.inotify = inotify
  }

  /// Readable when something has happened.
  var number: CInt { inotify.descriptor.number }

  /// Whether anything has happened since the last call.
  ///
  /// - Parameter isReadable: Whether the descriptor is known to be readable: then the events are
  ///   read even without a signal.
  /// - Returns: Whether there was any event.
  mutating func hasNews(isReadable: Bool = false) -> Bool {
    if let seen = signalsSeen {
      let count = NewsSignal.count
      guard isReadable || count != seen else { return false }
      // Before the events are read: a later event causes another signal.
      signalsSeen = count
    }
    return inotify.drain()
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
