// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// The registry that the calling thread took last, which the thread holds.
///
/// A registry that another thread may replace has to be retained before it is read, and between the
/// read of a shared reference and its retaining it could be freed. So each thread holds one
/// reference of its own, in its thread-specific data: only the thread itself replaces it, by taking
/// a later registry or by ending. Its number shows whether it is still the current one: no other
/// registry of the process has the same.
///
/// A thread that takes no more registries keeps one alive until it ends: at most one for each thread.
package enum HeldRegistry {
  /// The key of the thread-specific data; `nil` if the system has none left.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key) { held in
      if let held = unsafe held { unsafe Unmanaged<CompiledRegistry>.fromOpaque(held).release() }
    }
    guard status == 0 else { return nil }
    madeKey.store(1 << 32 | UInt64(key), ordering: .relaxed)
    return key
  }()
  /// The key in the low half once there is one; 0 before.
  // Constant at first, so that reading it takes no check whether it is initialised.
  private static let madeKey = Atomic<UInt64>(0)

  /// The held registry, if it has that number; valid until the thread holds another one.
  @inline(__always)
  package static func reference(number: UInt32) -> Unmanaged<CompiledRegistry>? {
    let key = madeKey.load(ordering: .relaxed)
    guard key != 0,
      let held = unsafe pthread_getspecific(pthread_key_t(truncatingIfNeeded: key))
    else { return nil }
    let registry = unsafe Unmanaged<CompiledRegistry>.fromOpaque(held)
    let isCurrent = unsafe registry._withUnsafeGuaranteedRef { $0.number == number }
    return unsafe isCurrent ? registry : nil
  }

  /// The held registry, if it has that number.
  @inline(__always)
  static func registry(number: UInt32) -> CompiledRegistry? {
    unsafe reference(number: number)?.takeUnretainedValue()
  }

  /// Holds `registry` instead of the one before.
  package static func hold(_ registry: CompiledRegistry) {
    guard let key else { return }
    let before = unsafe pthread_getspecific(key)
    let held = unsafe Unmanaged.passRetained(registry)
    guard unsafe pthread_setspecific(key, held.toOpaque()) == 0 else {
      unsafe held.release()
      return
    }
    if let before = unsafe before {
      unsafe Unmanaged<CompiledRegistry>.fromOpaque(before).release()
    }
  }
}
