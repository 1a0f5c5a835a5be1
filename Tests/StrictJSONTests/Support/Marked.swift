// SPDX-License-Identifier: MIT

/// A text with marked positions, as in `Marked("[1️⃣42]")`.
///
/// The marks are the keycaps 1️⃣ to 9️⃣. They are removed from the text, and their offsets stored.
struct Marked: Sendable, CustomStringConvertible {
  /// The text without marks.
  private(set) var bytes: [UInt8] = []

  /// The offsets of the marks in bytes, in the order of the text.
  private(set) var offsets: [Int] = []

  let description: String

  init(_ marked: String) {
    description = marked
    for character in marked {
      // A keycap is a digit, a variation selector, and a combining keycap.
      let scalars = Array(character.unicodeScalars)
      if scalars.count == 3, scalars[2] == "\u{20E3}" {
        offsets.append(bytes.count)
      } else {
        bytes.append(contentsOf: String(character).utf8)
      }
    }
  }

  /// The offset of the first mark, or the end of the text if there is none.
  var offset: Int { offsets.first ?? bytes.count }
}
