// SPDX-License-Identifier: MIT

internal import CLinux

/// The memory of this process.
package enum ProcessMemory {
  /// Returns freed memory to the system, where whole pages of it are free.
  ///
  /// - Complexity: O(*n*) for *n* bytes of memory that was freed, some milliseconds for 50 MB.
  package static func giveBackFreed() { tr_release_memory() }
}
