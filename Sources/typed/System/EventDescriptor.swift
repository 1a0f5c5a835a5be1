// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import SystemErrors
internal import Varlink

/// Wakes up the loop from other threads: eventfd(2).
final class EventDescriptor: Sendable {
  private let descriptor: Descriptor

  init() throws(SystemError) {
    let number = tr_event_descriptor()
    guard number >= 0 else { throw SystemError(code: -number) }
    descriptor = Descriptor(takingOver: number)
  }

  /// Readable after ``signal()`` until ``clear()``.
  var number: CInt { descriptor.number }

  func signal() {
    var one: UInt64 = 1
    _ = unsafe write(number, &one, MemoryLayout.size(ofValue: one))
  }

  func clear() {
    var count: UInt64 = 0
    _ = unsafe read(number, &count, MemoryLayout.size(ofValue: count))
  }
}
