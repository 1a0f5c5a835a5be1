// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import Synchronization
internal import Varlink

/// Tells that the store may have been changed: inotify(7) on its directory.
///
/// The kernel tells of a write before the call that writes returns. So whoever asks after a change
/// that was made, by whatever process, is told of it, and looks at the store itself only then.
///
/// That there is nothing to tell costs no system call: the kernel raises a signal when there is
/// (fcntl(2), "O_ASYNC"), for the thread that made the watch, which alone may ask. Of a writer that
/// afterwards sends that thread a message, the signal has come when the message is received. Two
/// that make the same event at once share one signal; a store has one writer at a time.
struct StoreWatch: ~Copyable {
  /// Readable when something has happened.
  let descriptor: Descriptor

  /// How often the signal had come when this was last asked; nil if it is not raised.
  private var signalsSeen: Int?

  private static let events = UInt32(
    IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)

  /// Watches a directory, which has to be there.
  init(_ directory: String) throws(SystemError) {
    let result = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard result >= 0 else { throw SystemError(code: errno) }
    let descriptor = Descriptor(takingOver: result)
    if NewsSignal.isCaught, tr_signal_input(result) == 0 { signalsSeen = NewsSignal.count }
    guard unsafe inotify_add_watch(result, directory, Self.events | UInt32(IN_ONLYDIR)) >= 0
    else {
      throw SystemError(code: errno)
    }
    self.descriptor = descriptor
  }

  /// Whether anything has happened since the last call.
  ///
  /// - Parameter isReadable: Whether the descriptor is known to be readable; then no signal is
  ///   waited for.
  /// - Returns: Whether there was any event.
  mutating func hasNews(isReadable: Bool = false) -> Bool {
    if let seen = signalsSeen {
      let count = NewsSignal.count
      guard isReadable || count != seen else { return false }
      // Before the events are read: what happens from here on raises the signal again.
      signalsSeen = count
    }
    var hasNews = false
    // More than 1,024 bytes would not be on the stack.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 8) { buffer in
      while unsafe read(descriptor.number, buffer.baseAddress, buffer.count) > 0 { hasNews = true }
    }
    return hasNews
  }
}

/// SIGIO, counted.
///
/// All watches of the process share it: one that is not meant reads in vain.
private enum NewsSignal {
  private static let counter = Atomic(0)

  /// How often it has come.
  static var count: Int { counter.load(ordering: .acquiring) }

  /// Whether it is caught, from the first question on.
  static let isCaught: Bool = {
    // A handler may not be the one that makes it.
    _ = count
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = { _ in
      NewsSignal.counter.add(1, ordering: .releasing)
    }
    action.sa_flags = SA_RESTART
    return unsafe sigaction(SIGIO, &action, nil) == 0
  }()
}
