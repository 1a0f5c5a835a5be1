// SPDX-License-Identifier: MIT

extension [UInt8] {
  /// Appends the bytes of a number, the least significant one first.
  mutating func append(littleEndian value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
