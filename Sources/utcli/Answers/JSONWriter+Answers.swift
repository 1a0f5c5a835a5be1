// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// The members that documents of this program have besides the values of the socket.

extension JSONWriter {
  /// Writes an operand: as text, and also in base 64 if it is not UTF-8.
  mutating func operand(_ word: [UInt8]) {
    member("operand", String(decoding: word, as: UTF8.self))
    if String(validating: word, as: UTF8.self) == nil {
      member("operandBytes", Base64.encode(word))
    }
  }
}
