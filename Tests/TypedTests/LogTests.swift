// SPDX-License-Identifier: MIT

import SystemBase
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

  /// Five lines about an event in ten seconds; the next line says how many there would have been.
  @Test func frequentEventsAreCountedInstead() {
    let log = Log()
    let start = MonotonicTime.now
    func lines(_ count: Int, after seconds: Int) -> [String] {
      (0..<count).compactMap { _ in
        log.line(.error, .failed, ["reason": "x"], now: start + .seconds(seconds))
      }
    }
    func isShort(_ line: String) -> Bool { line.hasSuffix("failed reason=x") }
    let first = lines(8, after: 0)
    #expect(first.count == 5 && first.allSatisfy(isShort))
    #expect(lines(4, after: 9).isEmpty)
    #expect(log.line(.error, .stopped, [:], now: start + .seconds(9)) != nil)
    let next = lines(7, after: 10)
    #expect(next.count == 5 && next[0].hasSuffix("failed reason=x suppressed=7"))
    #expect(next.dropFirst().allSatisfy(isShort))
    #expect(lines(1, after: 20).map { $0.hasSuffix(" suppressed=2") } == [true])
  }
}
