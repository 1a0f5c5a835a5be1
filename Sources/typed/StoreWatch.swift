// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import Varlink

/// Tells that the store may have been changed: inotify(7) on its directory.
///
/// The kernel tells of a write before the call that writes returns. So whoever asks after a change
/// that was made, by whatever process, is told of it, and looks at the store itself only then.
struct StoreWatch: ~Copyable {
  /// Readable when something has happened.
  let descriptor: Descriptor

  private static let events = UInt32(
    IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)

  /// Watches a directory, which has to be there.
  init(_ directory: String) throws(SystemError) {
    let result = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard result >= 0 else { throw SystemError(code: errno) }
    let descriptor = Descriptor(takingOver: result)
    guard unsafe inotify_add_watch(result, directory, Self.events | UInt32(IN_ONLYDIR)) >= 0
    else {
      throw SystemError(code: errno)
    }
    self.descriptor = descriptor
  }

  /// Whether anything has happened since the last call.
  func hasNews() -> Bool {
    var hasNews = false
    // This is asked in every turn: more than 1,024 bytes would not be on the stack.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 8) { buffer in
      while unsafe read(descriptor.number, buffer.baseAddress, buffer.count) > 0 { hasNews = true }
    }
    return hasNews
  }
}
