// SPDX-License-Identifier: MIT

/// A bundle's version (`CFBundleVersion`): numbers with dots between, compared as numbers.
///
/// `3.10` is above `3.9`; missing numbers are 0, so `2` equals `2.0`. Text from the first character
/// on that is neither digit nor dot is shown, but not compared.
public struct BundleVersion: Sendable {
  /// The version, as written.
  public let text: String
  private let numbers: [UInt64]

  /// The version that `text` spells; an empty text is version 0.
  public init(_ text: String) {
    self.text = text
    var numbers: [UInt64] = []
    var number: UInt64 = 0
    for byte in text.utf8 {
      if byte &- 0x30 < 10 {
        let (product, overflow) = number.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt64(byte - 0x30))
        number = overflow || carry ? .max : sum
      } else if byte == UInt8(ascii: ".") {
        numbers.append(number)
        number = 0
      } else {
        break
      }
    }
    numbers.append(number)
    while numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }
}

extension BundleVersion: Comparable, Hashable, CustomStringConvertible {
  /// Lower numbers first.
  public static func < (left: BundleVersion, right: BundleVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  /// Whether both have the same numbers.
  public static func == (left: BundleVersion, right: BundleVersion) -> Bool {
    left.numbers == right.numbers
  }

  /// Hashes the numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(numbers)
  }

  /// The version, as written.
  public var description: String { text }
}
