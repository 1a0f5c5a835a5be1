// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// The registries that the calling thread read last, which the thread holds.
///
/// A registry that another thread may replace has to be retained before it is read, and between the
/// read of a shared reference and its retaining it could be freed. So each thread holds references of its
/// own, in its thread-specific data: only the thread itself replaces them, by taking other registries or
/// by ending. A number identifies each: no other registry of the process has the same.
///
/// There are two, so that a thread which reads a second registry, or compares values of two generations,
/// does not take them in turns. A registry that was replaced goes first. A thread that takes no more
/// registries keeps those alive until it ends.
@safe package enum HeldRegistry {
  /// The registries that a thread holds; a number is 0 where there is none.
  @safe private struct Pair {
    var number: UInt32 = 0
    var otherNumber: UInt32 = 0
    var registry: Unmanaged<CompiledRegistry>?
    var other: Unmanaged<CompiledRegistry>?
  }

  /// The key of the thread-specific data; `nil` if the system has none left.
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key) { held in
      guard let held = unsafe held?.assumingMemoryBound(to: Pair.self) else { return }
      unsafe held.pointee.registry?.release()
      unsafe held.pointee.other?.release()
      unsafe held.deallocate()
    }
    guard status == 0 else { return nil }
    madeKey.store(1 << 32 | UInt64(key), ordering: .relaxed)
    return key
  }()
  /// The key in the low half once there is one; 0 before.
  // Constant at first, so that reading it takes no check whether it is initialised.
  private static let madeKey = Atomic<UInt64>(0)

  /// The held registry of that number, valid until the thread holds another one; no registry has 0.
  @inline(__always)
  package static func reference(number: UInt32) -> Unmanaged<CompiledRegistry>? {
    let key = madeKey.load(ordering: .relaxed)
    guard key != 0,
      let held = unsafe pthread_getspecific(pthread_key_t(truncatingIfNeeded: key))
    else { return nil }
    let pair = unsafe held.assumingMemoryBound(to: Pair.self)
    if unsafe pair.pointee.number == number { return unsafe pair.pointee.registry }
    return unsafe pair.pointee.otherNumber == number ? pair.pointee.other : nil
  }

  /// The held registry of that number.
  @inline(__always)
  static func registry(number: UInt32) -> CompiledRegistry? {
    unsafe reference(number: number)?.takeUnretainedValue()
  }

  /// Holds `registry`, too.
  package static func hold(_ registry: CompiledRegistry) {
    guard let key else { return }
    guard let pair = unsafe pair(key), unsafe pair.pointee.number != registry.number,
      unsafe pair.pointee.otherNumber != registry.number
    else { return }
    let before = unsafe pair.pointee
    var next = unsafe Pair(number: registry.number, registry: Unmanaged.passRetained(registry))
    // The one before stays beside this one, unless it was replaced and the other was not.
    if unsafe !isReplaced(before.registry) {
      next.otherNumber = before.number
      unsafe next.other = unsafe before.registry
    } else if unsafe !isReplaced(before.other) {
      next.otherNumber = before.otherNumber
      unsafe next.other = unsafe before.other
    }
    unsafe pair.pointee = next
    // Last: to free a registry may take time.
    unsafe release(before.registry, unlessIn: next)
    unsafe release(before.other, unlessIn: next)
  }

  private static func release(_ registry: Unmanaged<CompiledRegistry>?, unlessIn pair: Pair) {
    guard let registry = unsafe registry else { return }
    if unsafe pair.other?.toOpaque() != registry.toOpaque() { unsafe registry.release() }
  }

  private static func isReplaced(_ registry: Unmanaged<CompiledRegistry>?) -> Bool {
    guard let registry = unsafe registry else { return true }
    return unsafe registry._withUnsafeGuaranteedRef { $0.isReplaced }
  }

  /// The registries that this thread holds; `nil` if there is no memory for them.
  private static func pair(_ key: pthread_key_t) -> UnsafeMutablePointer<Pair>? {
    if let held = unsafe pthread_getspecific(key) {
      return unsafe held.assumingMemoryBound(to: Pair.self)
    }
    let made = UnsafeMutablePointer<Pair>.allocate(capacity: 1)
    unsafe made.initialize(to: Pair())
    guard unsafe pthread_setspecific(key, made) == 0 else {
      unsafe made.deallocate()
      return nil
    }
    return unsafe made
  }
}
