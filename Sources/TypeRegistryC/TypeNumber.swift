// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The number of a type for a C program: the registry's number in the high half; in the low half the type's
/// index, or, with the highest bit, the number of a dynamic type.
struct TypeNumber {
  private static let dynamicBit: UInt32 = 1 << 31

  let value: UInt64

  @inline(__always)
  init(_ value: UInt64) { self.value = value }

  @inline(__always)
  init(_ type: TypeIndex, in registry: CompiledRegistry) {
    value = UInt64(registry.number) << 32 | UInt64(type.value)
  }

  init(dynamic number: UInt32, in registry: CompiledRegistry) {
    value = UInt64(registry.number) << 32 | UInt64(number | Self.dynamicBit)
  }

  @inline(__always)
  private var low: UInt32 { UInt32(truncatingIfNeeded: value) }

  /// The type in `registry`; none for a dynamic type, and for a type of another registry.
  @inline(__always)
  func type(in registry: CompiledRegistry) -> TypeIndex {
    let isOwn = value >> 32 == UInt64(registry.number) && low < UInt32(registry.typeCount + 1)
    return TypeIndex(isOwn ? low : 0)
  }

  /// The number of the dynamic type; `nil` for another type, and for a type of another registry.
  func dynamicNumber(in registry: CompiledRegistry) -> UInt32? {
    guard value >> 32 == UInt64(registry.number), low & Self.dynamicBit != 0 else { return nil }
    return low & ~Self.dynamicBit
  }
}

/// The result of a function that did not fail, as named in the header.
enum Code {
  static let ok: CInt = 0
  static let none: CInt = 1
}

/// The longest texts, as the header names them.
enum Longest {
  static let text = 65_536
  static let names = 1 << 28
}
