// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Suite struct JSONLimitsTests {
  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  // MARK: - Bytes

  @Test(arguments: [1, 2, 7, 1_048_576])
  func acceptsATextOfTheMaximumLength(_ maximum: Int) throws {
    let text = String(repeating: " ", count: maximum - 1) + "1"
    let options = JSONReaderOptions(limits: JSONLimits(maximumBytes: maximum))
    #expect(try parse(text, options).root.integer == 1)
  }

  @Test(arguments: [0, 1, 2, 7, 1_048_576])
  func refusesATextOneByteTooLong(_ maximum: Int) {
    let text = String(repeating: " ", count: maximum) + "1"
    let options = JSONReaderOptions(limits: JSONLimits(maximumBytes: maximum))
    #expect(throws: JSONError(.tooLong(maximumBytes: maximum), at: maximum)) {
      try parse(text, options)
    }
  }

  @Test func countsTheByteOrderMarkAsBytes() {
    let options = JSONReaderOptions(limits: JSONLimits(maximumBytes: 3), allowsByteOrderMark: true)
    #expect(throws: JSONError(.tooLong(maximumBytes: 3), at: 3)) { try parse("\u{FEFF}1", options) }
  }

  @Test func treatsANegativeLengthAsZero() {
    let options = JSONReaderOptions(limits: JSONLimits(maximumBytes: -1))
    #expect(throws: JSONError(.tooLong(maximumBytes: 0), at: 0)) { try parse("", options) }
  }

  @Test func treatsTheGreatestLengthAsNoLimit() throws {
    let options = JSONReaderOptions(limits: JSONLimits(maximumBytes: .max))
    #expect(try parse("1", options).root.integer == 1)
  }

  // MARK: - Depth

  @Test(arguments: [1, 2, 63, 64, 65, 127, 128, 129, 512, 1000])
  func acceptsTheMaximumDepth(_ maximum: Int) throws {
    let options = JSONReaderOptions(limits: JSONLimits(maximumDepth: maximum))
    var depth = 0
    var value = try parse(Self.nested(maximum), options).root
    while let inner = value[0] {
      value = inner
      depth += 1
    }
    #expect(depth == maximum - 1)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 128, 512])
  func refusesOneLevelTooMany(_ maximum: Int) {
    let options = JSONReaderOptions(limits: JSONLimits(maximumDepth: maximum))
    #expect(throws: JSONError(.tooDeep(maximumDepth: maximum), at: maximum)) {
      try parse(Self.nested(maximum + 1), options)
    }
  }

  @Test(arguments: [65, 512, 513, 100_000])
  func refusesDeepNestingByDefault(_ depth: Int) {
    #expect(throws: JSONError(.tooDeep(maximumDepth: 64), at: 64)) {
      try parse(Self.nested(depth))
    }
  }

  @Test func refusesDeepObjectsByDefault() {
    let text = String(repeating: #"{"a":"#, count: 100_000)
    #expect(throws: JSONError(.tooDeep(maximumDepth: 64), at: 64 * 5)) { try parse(text) }
  }

  @Test func acceptsScalarsAtDepthZero() throws {
    let options = JSONReaderOptions(limits: JSONLimits(maximumDepth: 0))
    #expect(try parse("true", options).root.boolean == true)
  }

  @Test func readsAndReleasesAHundredThousandLevels() throws {
    let limits = JSONLimits(maximumDepth: 100_000)
    let document = try parse(Self.nested(100_000), JSONReaderOptions(limits: limits))
    #expect(document.root.endOffset == 200_000)
  }

  @Test func remembersTheKindsOfDeepContainers() throws {
    var text = "0"
    for level in 0..<200 { text = level % 3 == 0 ? #"{"a":\#(text)}"# : "[\(text)]" }
    let options = JSONReaderOptions(limits: JSONLimits(maximumDepth: 200))
    let document = try parse(text, options)
    #expect(written { $0.value(document.root) } == text)
  }

  // MARK: - Values

  @Test(arguments: [("1", 1), ("[]", 1), ("[1,2]", 3), (#"{"a":[1]}"#, 4)])
  func acceptsTheMaximumOfValues(_ text: String, _ count: Int) throws {
    let options = JSONReaderOptions(limits: JSONLimits(maximumValues: count))
    #expect(throws: Never.self) { try parse(text, options) }
  }

  @Test(arguments: ["1️⃣1", "1️⃣[]", "[1,1️⃣2]", #"{"a":[1️⃣1]}"#, #"{1️⃣"a":1}"#, #"{"a":1️⃣{}}"#])
  func refusesOneValueTooMany(_ text: String) {
    let marked = Marked(text)
    // Names count as values: one before each colon.
    let before = marked.bytes[..<marked.offset]
    let maximum = before.count { [0x5B, 0x7B, 0x2C, 0x3A].contains($0) }
    let options = JSONReaderOptions(limits: JSONLimits(maximumValues: maximum))
    #expect(throws: JSONError(.tooManyValues(maximumValues: maximum), at: marked.offset)) {
      try JSONDocument(parsing: marked.bytes, options: options)
    }
  }

  @Test func treatsANegativeNumberOfValuesAsZero() {
    let options = JSONReaderOptions(limits: JSONLimits(maximumValues: -5))
    #expect(throws: JSONError(.tooManyValues(maximumValues: 0), at: 0)) { try parse("1", options) }
  }

  @Test func limitsTheValuesOfADeclarationFileByDefault() {
    let text = "[" + String(repeating: "0,", count: 262_143) + "0]"
    #expect(throws: JSONError(.tooManyValues(maximumValues: 262_144), at: 524_287)) {
      try parse(text)
    }
  }
}
