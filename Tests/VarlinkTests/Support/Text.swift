// SPDX-License-Identifier: MIT

import StrictJSON
import SystemBase
import Varlink

extension Message {
  /// Creates a message of a text.
  init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// The bytes as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension FrameBuffer {
  mutating func append(_ text: String, at seconds: UInt64 = 0) {
    append(
      Array(text.utf8).span, now: MonotonicTime(nanoseconds: seconds * 1_000_000_000))
  }
}

extension OutputBuffer {
  /// The pending replies, each of which ends with a NUL.
  var replies: [String] {
    String(decoding: bytes, as: UTF8.self).split(
      separator: "\0", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
  }
}

/// JSON text as a document.
func document(_ text: String) throws -> JSONDocument {
  try JSONDocument(parsing: Array(text.utf8))
}
