// SPDX-License-Identifier: MIT

import Testing

/// A text of JSONTestSuite, as a literal.
///
/// The names and texts are those of github.com/nst/JSONTestSuite, Copyright (c) 2016 Nicolas
/// Seriot, MIT licence, as of 2024-11-22: 95 texts to accept, 188 to refuse, and 35 for
/// which RFC 8259 leaves the decision to the reader.
struct SuiteCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }

  init(_ name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  init(_ name: String, _ text: String) {
    self.init(name, bytes: Array(text.utf8))
  }
}
