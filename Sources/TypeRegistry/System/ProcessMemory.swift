// SPDX-License-Identifier: MIT

internal import CLinux

/// The memory of this process.
package enum ProcessMemory {
  /// Returns freed memory to the system, where whole pages of it are free.
  ///
  /// - Complexity: O(*n*) for *n* bytes of memory that was freed, some milliseconds for 50 MB.
  package static func giveBackFreed() { tr_release_memory() }

  /// Lets all threads of this process share one heap, so that ``giveBackFreed()`` returns all that is free.
  ///
  /// For a program that lives on, before its first other thread. Threads that allocate wait for each other.
  package static func useOneHeap() { tr_use_one_heap() }

  /// Prepares the heap of this process for a compilation, which touches tens of megabytes once: it grows in one
  /// step, and in huge pages where the kernel has some.
  ///
  /// For a program that ends soon: what is freed stays with it.
  package static func expectMuch() { tr_expect_much_memory() }
}
