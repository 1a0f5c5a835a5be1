// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// Numbers that any thread may fill in once it has worked them out; 0 means "not yet".
///
/// Threads that find a 0 at the same time work out the same number: whichever is stored last is right.
/// They take no memory before the first is stored.
@safe package struct SharedNumbers: ~Copyable, Sendable {
  /// The address of the numbers; 0 until one is stored.
  private let address = Atomic<UInt>(0)
  /// The number of numbers.
  package let count: Int

  /// `count` numbers, all 0.
  package init(count: Int) { self.count = count }

  deinit { unsafe free(numbers) }

  private var numbers: UnsafeMutablePointer<Atomic<UInt64>>? {
    @inline(__always) get {
      unsafe UnsafeMutablePointer(bitPattern: address.load(ordering: .acquiring))
    }
  }

  /// The number at `index`, or 0 if there is none.
  @inline(__always)
  package func load(at index: Int) -> UInt64 {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let numbers = unsafe numbers else {
      return 0
    }
    // An object whose address it is, is complete when the number is seen.
    return unsafe numbers[index].load(ordering: .acquiring)
  }

  /// Stores a number; has no effect if `index` is out of range, or there is no memory.
  package func store(_ number: UInt64, at index: Int) {
    guard UInt(bitPattern: index) < UInt(bitPattern: count) else { return }
    if unsafe numbers == nil {
      // Bytes of 0 are numbers of 0.
      guard let made = unsafe calloc(count, MemoryLayout<Atomic<UInt64>>.stride) else { return }
      let (isFirst, _) = address.compareExchange(
        expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
      if !isFirst { unsafe free(made) }
    }
    unsafe numbers?[index].store(number, ordering: .releasing)
  }
}
