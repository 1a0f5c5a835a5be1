// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Suite struct TruncationTests {
  static let sample = """
    {
      "CFBundleIdentifier": "org.bistro.restaurant",
      "Escapes": "\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00",
      "Thực đơn": ["nhà hàng", "\u{1F600}", ""],
      "Numbers": [0, -1, 1.5, -2.5e+10, 3E-7],
      "Words": [true, false, null, {}, []]
    }
    """

  @Test(arguments: 0..<Array(sample.utf8).count)
  func refusesATextThatEndsTooEarly(_ length: Int) throws {
    let bytes = Array(Array(Self.sample.utf8)[..<length])
    let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
    switch error.reason {
    case .unexpectedEnd: #expect(error.offset == length)
    // For half a character or half a surrogate pair the error is at its start.
    case .invalidUTF8: #expect(error.offset > length - 4)
    case .loneSurrogate: #expect(error.offset > length - 12)
    default: Issue.record("\(error)")
    }
  }

  @Test func acceptsTheWholeText() {
    #expect(throws: Never.self) { try parse(Self.sample) }
  }
}
