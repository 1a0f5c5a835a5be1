// SPDX-License-Identifier: MIT

// Values that JSON does not have become the text that an XML property list has for them.

extension BinaryPropertyList {
  /// The date that many seconds after `2001-01-01T00:00:00Z`, in this form.
  ///
  /// Empty for dates before the year 1 or after 9999, which an XML property list cannot hold.
  static func date(_ secondsSince2001: Double) -> String {
    guard secondsSince2001.magnitude < 1e12 else { return "" }
    // 2001-01-01 is 11,323 days after 1970-01-01.
    let seconds = Int64(secondsSince2001.rounded(.down)) + 11_323 * 86_400
    let date = CivilDate(secondsSince1970: seconds)
    return 1...9_999 ~= date.year ? date.description : ""
  }
}

/// Text in UTF-16.
enum UTF16Text {
  /// The text as UTF-8, or `nil` for an odd number of bytes or half of a surrogate pair.
  static func utf8(of bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: bytes.startIndex, to: bytes.endIndex, by: 2) {
      let first = UInt16(bytes[index])
      let second = UInt16(bytes[index + 1])
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    var text: [UInt8] = []
    text.reserveCapacity(units.count)
    let failed = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true
    ) { text.append($0) }
    return failed ? nil : text
  }
}
