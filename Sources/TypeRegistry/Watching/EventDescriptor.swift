// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
package import SystemBase

/// Wakes up a thread that waits for descriptors: eventfd(2).
package final class EventDescriptor: Sendable {
  private let descriptor: Descriptor

  package init() throws(SystemError) {
    descriptor = try Descriptor(result: tr_event_descriptor())
  }

  /// Readable after ``signal()`` until ``clear()``.
  package var number: CInt { descriptor.number }

  package func signal() {
    var one: UInt64 = 1
    _ = unsafe write(number, &one, MemoryLayout.size(ofValue: one))
  }

  package func clear() {
    var count: UInt64 = 0
    _ = unsafe read(number, &count, MemoryLayout.size(ofValue: count))
  }
}
