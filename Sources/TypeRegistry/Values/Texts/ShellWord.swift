// SPDX-License-Identifier: MIT

extension String {
  /// The text as one word of a command line that is shown to be copied: unchanged if every shell takes it as
  /// one plain word, else in single quotes.
  package var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "%+,-./:@_".utf8.contains(byte)
    }
    if isPlain, !isEmpty { return self }
    // A quotation mark ends the quotation, comes after a backslash, and begins another one.
    return "'\(split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
