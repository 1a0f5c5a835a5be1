// SPDX-License-Identifier: MIT

internal import Synchronization
internal import SystemBase
internal import TypeRegistry

/// The open registries of this process, in slots that are never freed: so any number that a caller takes for
/// a registry can be checked without being followed.
///
/// A registry's number has its slot in the lowest ten bits, and above them how often a registry was opened.
/// The number of a closed registry recurs after 2⁵⁴ others.
@safe enum RegistryTable {
  static let capacity = 1_024

  private struct Slot: ~Copyable {
    /// The number of the registry here; 0 for none.
    let number = Atomic<UInt>(0)
    /// The number of the present generation's registry.
    ///
    /// A thread compares it with the one that it holds.
    let current = Atomic<UInt>(0)
    /// The address of the registry, retained by this table.
    let open = Atomic<UInt>(0)
  }

  private nonisolated(unsafe) static let slots: UnsafeMutablePointer<Slot> = {
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    for index in 0..<capacity { unsafe (slots + index).initialize(to: Slot()) }
    return unsafe slots
  }()

  /// How often a registry was opened; held while one is opened or closed.
  private static let opened = Lock<UInt>(0)

  /// Assigns a slot to a registry; `nil` if all are taken.
  static func add(_ registry: OpenRegistry) -> UInt? {
    opened.withLock { opened in
      for index in 0..<capacity {
        let slot = unsafe slots + index
        guard unsafe slot.pointee.number.load(ordering: .relaxed) == 0 else { continue }
        opened += 1
        let number = opened * UInt(capacity) + UInt(index)
        publish(registry.current.registry, at: index)
        let address = unsafe UInt(bitPattern: Unmanaged.passRetained(registry).toOpaque())
        unsafe slot.pointee.open.store(address, ordering: .relaxed)
        unsafe slot.pointee.number.store(number, ordering: .releasing)
        return number
      }
      return nil
    }
  }

  private static func publish(_ registry: CompiledRegistry, at index: Int) {
    unsafe (slots + index).pointee.current.store(UInt(registry.number), ordering: .releasing)
  }

  /// Takes over the next generation of a registry, if there is one.
  static func refresh(_ number: UInt, _ registry: OpenRegistry) -> Bool {
    registry.refresh { publish($0, at: index(of: number)) }
  }

  /// Takes a registry out; false if it is not open.
  static func remove(_ number: UInt) -> Bool {
    let address: UInt = opened.withLock { _ in
      let slot = unsafe slots + index(of: number)
      guard number != 0, unsafe slot.pointee.number.load(ordering: .relaxed) == number else {
        return 0
      }
      unsafe slot.pointee.number.store(0, ordering: .releasing)
      unsafe slot.pointee.current.store(0, ordering: .relaxed)
      return unsafe slot.pointee.open.exchange(0, ordering: .relaxed)
    }
    guard let open = unsafe UnsafeRawPointer(bitPattern: address) else { return false }
    unsafe Unmanaged<OpenRegistry>.fromOpaque(open).release()
    return true
  }

  @inline(__always)
  private static func index(of number: UInt) -> Int { Int(number % UInt(capacity)) }

  /// The registry of that number; `nil` if it is not open.
  static func open(_ number: UInt) -> OpenRegistry? {
    let slot = unsafe slots + index(of: number)
    guard number != 0, unsafe slot.pointee.number.load(ordering: .acquiring) == number,
      let open = unsafe UnsafeRawPointer(
        bitPattern: slot.pointee.open.load(ordering: .acquiring))
    else { return nil }
    return unsafe Unmanaged<OpenRegistry>.fromOpaque(open).takeUnretainedValue()
  }

  /// Calls `body` with the present generation of the registry of that number, which the thread then holds:
  /// further calls with the same registry retain nothing.
  ///
  /// - Returns: `nil` if the registry is not open.
  @inline(__always)
  static func withCurrent<Result>(
    _ number: UInt, _ body: (CompiledRegistry) -> Result
  ) -> Result? {
    let slot = unsafe slots + index(of: number)
    guard number != 0, unsafe slot.pointee.number.load(ordering: .acquiring) == number else {
      return nil
    }
    let current = unsafe UInt32(
      truncatingIfNeeded: slot.pointee.current.load(ordering: .acquiring))
    if let held = unsafe HeldRegistry.reference(number: current) {
      return unsafe held._withUnsafeGuaranteedRef(body)
    }
    return takeCurrent(number).map(body)
  }

  @inline(never)
  private static func takeCurrent(_ number: UInt) -> CompiledRegistry? {
    guard let registry = open(number)?.current.registry else { return nil }
    HeldRegistry.hold(registry)
    return registry
  }
}
