// SPDX-License-Identifier: MIT

import Testing

@testable import typed

@Suite struct LogTests {
  @Test(arguments: [
    ("word", "word"), ("/run/s", "/run/s"), ("", "\"\""), ("two words", "\"two words\""),
    ("a=b", "\"a=b\""), ("\"\\", #""\"\\""#), ("\n", #""\u{A}""#), ("\u{1B}[2J", #""\u{1B}[2J""#),
    ("\u{202E}x", #""\u{202E}x""#), ("\u{200B}", #""\u{200B}""#), ("\u{85}", #""\u{85}""#),
    ("é", "é"), ("\u{E000}", #""\u{E000}""#), ("\u{378}x", #""\u{378}x""#),
  ])
  func escapesWhatCouldDeceive(_ value: String, _ text: String) {
    #expect(Log.escaped(value) == text)
  }

  @Test(arguments: [(255, false), (256, false), (257, true)])
  func cutsLongValues(_ length: Int, _ isCut: Bool) {
    let text = Log.escaped(String(repeating: "x", count: length))
    #expect(text.hasSuffix("…") == isCut)
    #expect(text.count == min(length, 256) + (isCut ? 1 : 0))
  }
}
