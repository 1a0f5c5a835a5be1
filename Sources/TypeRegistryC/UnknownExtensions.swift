// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The dynamic types of the short unknown extensions that a batch of names had last.
///
/// The text of a dynamic type, and its number in a generation, take thirty times as long as a known type. In a batch
/// the same extensions return.
struct UnknownExtensions {
  // Pairs of an extension and the number of its type, where a hash of the extension says; allocated for the first one.
  private var slots: [UInt64] = []
  private static let count = 64

  /// An extension of one to seven bytes, with its length; 0 for another one.
  @inline(__always)
  static func key(_ name: Span<UInt8>, from start: Int) -> UInt64 {
    let length = name.count - start
    guard start >= 0, (1...7).contains(length) else { return 0 }
    var key = UInt64(length)
    for position in start..<name.count { key = key << 8 | UInt64(name[position]) }
    return key
  }

  /// The number of the type of an extension; 0 if it is not known here.
  @inline(__always)
  func number(of key: UInt64) -> UInt64 {
    if key == 0 || slots.isEmpty { return 0 }
    let slot = Self.slot(of: key)
    return slots[slot] == key ? slots[slot + 1] : 0
  }

  mutating func keep(_ number: UInt64, of key: UInt64) {
    if key == 0 { return }
    if slots.isEmpty { slots = [UInt64](repeating: 0, count: 2 * Self.count) }
    let slot = Self.slot(of: key)
    slots[slot] = key
    slots[slot + 1] = number
  }

  private static func slot(of key: UInt64) -> Int {
    Int((key &* 0x9E37_79B9_7F4A_7C15) >> 58) * 2
  }
}

extension TypeNumbers {
  /// The number of the type of a name in a batch.
  @inline(__always)
  func number(
    ofName name: Span<UInt8>, _ unknown: inout UnknownExtensions
  ) throws(Failure) -> UInt64 {
    let resolution = registry.resolve(name: name)
    guard case .dynamic(let start) = resolution.answer else {
      return try number(of: resolution, name: name)
    }
    let key = UnknownExtensions.key(name, from: start)
    let known = unknown.number(of: key)
    if known != 0 { return known }
    let number = try number(of: resolution, name: name)
    unknown.keep(number, of: key)
    return number
  }
}
