// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Recently read identifiers, so that `public.data` is checked and stored once per file.
///
/// Direct-mapped by length and a few of the bytes: a miss costs as much as without a cache.
struct IdentifierCache {
  private static let slots = 128
  private var identifiers = [TypeIdentifier?](repeating: nil, count: slots)

  /// The identifier that `value` spells in lower case, if it is in the cache.
  func find(_ value: JSONValue) -> TypeIdentifier? {
    guard value.kind == .string else { return nil }
    let slot = value.withUTF8 { Self.slot(of: $0) }
    guard let identifier = identifiers[slot],
      value.equals(bytes: identifier.text.utf8.span)
    else { return nil }
    return identifier
  }

  mutating func insert(_ identifier: TypeIdentifier) {
    identifiers[Self.slot(of: identifier.text.utf8.span)] = identifier
  }

  private static func slot(of bytes: Span<UInt8>) -> Int {
    guard !bytes.isEmpty else { return 0 }
    // Identifiers often have the same start and differ at the end.
    let last = UInt(bytes[bytes.count - 1])
    let middle = UInt(bytes[bytes.count / 2])
    let other = UInt(bytes[bytes.count - 1 - bytes.count / 4])
    return Int((UInt(bytes.count) &* 31 ^ last &* 7 ^ middle &* 13 ^ other &* 29) % UInt(slots))
  }
}
