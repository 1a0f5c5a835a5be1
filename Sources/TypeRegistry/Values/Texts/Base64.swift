// SPDX-License-Identifier: MIT

/// Base 64 of RFC 4648 section 4, with padding and without line breaks.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of `bytes`.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for digit in 0..<4 {
        text.append(
          digit <= group.count
            ? alphabet[Int(bits >> UInt32(18 - 6 * digit) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that `text` encodes.
  ///
  /// - Returns: `nil` for anything that ``encode(_:)`` does not write: other characters, missing
  ///   padding, bits left over.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var start = 0
    while start < text.count {
      var padding = 0
      if start + 4 == text.count, text[start + 3] == UInt8(ascii: "=") {
        padding = text[start + 2] == UInt8(ascii: "=") ? 2 : 1
      }
      var bits: UInt32 = 0
      for index in start..<(start + 4 - padding) {
        guard let digit = digit(text[index]) else { return nil }
        bits = bits << 6 | digit
      }
      bits <<= UInt32(6 * padding)
      guard padding == 0 || bits & (padding == 1 ? 0xFF : 0xFFFF) == 0 else { return nil }
      for shift in [16, 8, 0].prefix(3 - padding) {
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(shift)))
      }
      start += 4
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 97 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 48 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
