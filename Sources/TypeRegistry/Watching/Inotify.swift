// SPDX-License-Identifier: MIT

internal import Glibc
package import SystemBase

/// Reports changes in directories: inotify(7).
package struct Inotify: ~Copyable, Sendable {
  /// An event of a watched directory.
  @safe package struct Event {
    /// The number of the watch; -1 if events were lost.
    package let watch: CInt
    /// The kind of event, such as `IN_CREATE`.
    package let mask: UInt32
    /// The name in the directory, padded by zero bytes; empty for the directory itself.
    fileprivate let name: UnsafeRawBufferPointer

    /// Whether the event is of the directory itself, or of none because events were lost.
    package var isNameless: Bool { unsafe name.isEmpty }

    /// The name in the directory, without the padding.
    package var nameBytes: [UInt8] { unsafe name.prefix { $0 != 0 }.map(\.self) }

    /// Whether one of `masks` has happened.
    package func isAny(of masks: Int32...) -> Bool {
      masks.contains { mask & UInt32(bitPattern: $0) != 0 }
    }

    /// Whether the name begins with `text`, or is equal to it if `isWhole`.
    package func isNamed(_ text: [UInt8], isWhole: Bool = true) -> Bool {
      guard unsafe name.count >= text.count else { return false }
      for index in text.indices where unsafe name[index] != text[index] { return false }
      return unsafe !isWhole || name.count == text.count || name[text.count] == 0
    }
  }

  /// Readable when something has happened.
  package let descriptor: Descriptor

  package init() throws(SystemError) {
    let result = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard result >= 0 else { throw SystemError(code: errno) }
    descriptor = Descriptor(takingOver: result)
  }

  /// Watches a directory, or a file.
  ///
  /// - Parameters:
  ///   - path: Its path, terminated by a zero byte.
  ///   - events: The events that are reported, such as `IN_CREATE`.
  ///   - isFile: Whether it is not a directory.
  /// - Returns: The number of the watch.
  /// - Throws: `SystemError` if it cannot be watched.
  @discardableResult
  package func watch(
    _ path: [CChar], for events: CInt, isFile: Bool = false
  ) throws(SystemError) -> CInt {
    let mask = UInt32(bitPattern: events) | (isFile ? 0 : UInt32(IN_ONLYDIR))
    let number = unsafe inotify_add_watch(descriptor.number, path, mask)
    guard number >= 0 else { throw SystemError(code: errno) }
    return number
  }

  /// Ends a watch, which may have ended by itself.
  package func endWatch(_ number: CInt) {
    _ = inotify_rm_watch(descriptor.number, number)
  }

  /// Takes the events that have happened.
  package func forEachEvent(_ body: (Event) -> Void) {
    // More than 1,024 bytes would not be on the stack.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 8) { buffer in
      let headLength = MemoryLayout<inotify_event>.size
      while true {
        let count = unsafe read(descriptor.number, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset + headLength <= count {
          let head = unsafe buffer.load(fromByteOffset: offset, as: inotify_event.self)
          let end = offset + headLength + Int(head.len)
          guard end <= count else { break }
          unsafe body(
            Event(
              watch: head.wd, mask: head.mask,
              name: UnsafeRawBufferPointer(rebasing: buffer[(offset + headLength)..<end])))
          offset = end
        }
      }
    }
  }
}
