// SPDX-License-Identifier: MIT

internal import Glibc

/// A value that one thread at a time can use.
///
/// It has the functions of the standard library's `Mutex`. That remembers the number of its thread, which is another
/// one after `fork`: the next lock ends the child of a program that uses the library for C. And its futex is not seen by
/// ThreadSanitizer, which would report uses of the value as races.
@safe package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  /// Makes an open lock with a value.
  package init(_ initial: consuming sending Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe value = .allocate(capacity: 1)
    unsafe value.initialize(to: initial)
    let code = unsafe pthread_mutex_init(mutex, nil)
    precondition(code == 0, "a lock could not be made: error \(code)")
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
  }

  /// Calls a function with the value, once no other thread uses it.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let code = unsafe pthread_mutex_lock(mutex)
    precondition(code == 0, "a lock could not be taken: error \(code)")
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&value.pointee)
  }

  /// Calls a function with the value unless another thread uses it; then returns `nil`.
  package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&value.pointee)
  }
}
