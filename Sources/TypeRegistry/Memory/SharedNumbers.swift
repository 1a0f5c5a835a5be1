// SPDX-License-Identifier: MIT

internal import Synchronization

/// Numbers that any thread may fill in once it has worked them out; 0 means "not yet".
///
/// Threads that find a 0 at the same time work out the same number: whichever is stored last is right.
@safe package struct SharedNumbers: ~Copyable, Sendable {
  // Atomic, so threads can share them safely; freed with this value, which nothing copies.
  private nonisolated(unsafe) let base: UnsafeMutablePointer<Atomic<UInt64>>
  /// The number of numbers.
  package let count: Int

  /// `count` numbers, all 0.
  package init(count: Int) {
    self.count = count
    unsafe base = UnsafeMutablePointer.allocate(capacity: count)
    for index in 0..<count { unsafe base.advanced(by: index).initialize(to: Atomic(0)) }
  }

  deinit { unsafe base.deallocate() }

  /// The number at `index`, or 0 if there is none.
  @inline(__always)
  package func load(at index: Int) -> UInt64 {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return 0 }
    return unsafe base[index].load(ordering: .relaxed)
  }

  /// Stores a number; has no effect if `index` is out of range.
  package func store(_ number: UInt64, at index: Int) {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return }
    unsafe base[index].store(number, ordering: .relaxed)
  }
}
