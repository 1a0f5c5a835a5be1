// SPDX-License-Identifier: MIT

internal import Glibc

/// The thread that a value belongs to, if only one thread may use it.
///
/// In a debug build ``check()`` ends the process on any other thread; a release build checks nothing.
///
/// ```swift
/// final class Counter {
///   private let thread = OwningThread()
///   private(set) var count = 0
///
///   func increment() {
///     thread.check()
///     count += 1
///   }
/// }
/// ```
package struct OwningThread: Sendable {
  #if DEBUG
    private let number = UInt(pthread_self())
  #endif

  /// The calling thread.
  package init() {}

  /// Ends the process if the calling thread is another one.
  package func check() {
    #if DEBUG
      precondition(number == UInt(pthread_self()), "the value belongs to another thread")
    #endif
  }
}
