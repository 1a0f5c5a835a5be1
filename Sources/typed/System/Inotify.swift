// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemErrors
internal import Varlink

/// Reports that something happened in a directory, not what: inotify(7).
struct Inotify: ~Copyable {
  /// Readable when something has happened.
  let descriptor: Descriptor

  init() throws(SystemError) {
    let result = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard result >= 0 else { throw SystemError(code: errno) }
    descriptor = Descriptor(takingOver: result)
  }

  /// Watches a directory.
  ///
  /// - Parameters:
  ///   - directory: Its path, terminated by a zero byte.
  ///   - events: The events that are reported, such as `IN_CREATE`.
  /// - Throws: `SystemError` if the directory cannot be watched.
  func watch(_ directory: [CChar], for events: CInt) throws(SystemError) {
    let mask = UInt32(bitPattern: events) | UInt32(IN_ONLYDIR)
    guard unsafe inotify_add_watch(descriptor.number, directory, mask) >= 0 else {
      throw SystemError(code: errno)
    }
  }

  /// Discards the events that have happened, and returns whether there were any.
  func drain() -> Bool {
    var hasEvents = false
    // More than 1,024 bytes would not be on the stack.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 8) { buffer in
      while unsafe read(descriptor.number, buffer.baseAddress, buffer.count) > 0 {
        hasEvents = true
      }
    }
    return hasEvents
  }
}
