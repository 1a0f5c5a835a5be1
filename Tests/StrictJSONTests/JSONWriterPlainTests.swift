// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Suite struct JSONWriterPlainTests {
  @Test(arguments: [
    (JSONWriter.Layout.compact, #"{"a":"x","b":["y"],"c":10}"#),
    (.pretty, "{\n  \"a\": \"x\",\n  \"b\": [\n    \"y\"\n  ],\n  \"c\": 10\n}"),
  ])
  func agreesWithTheGeneralMethods(_ layout: JSONWriter.Layout, _ text: String) {
    var writer = JSONWriter(layout: layout)
    writer.beginObject()
    #expect(writer.member(quoted: "\"a\":") { append("x", to: &$0) })
    #expect(!writer.member(quoted: "\"none\":") { _ in false })
    writer.name(quoted: "\"b\":")
    writer.beginArray()
    writer.string(appending: { _ = append("y", to: &$0) })
    writer.endArray()
    writer.name(quoted: "\"c\":")
    writer.integer(UInt64(10))
    writer.endObject()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
  }

  @Test(arguments: ["", "a", "\"", "plain then\n", "é", "a\u{0}b", "longer than eight bytes \\"])
  func escapesAppendedText(_ text: String) {
    var expected = JSONWriter()
    expected.beginArray()
    expected.string(text)
    expected.endArray()
    var writer = JSONWriter()
    writer.beginArray()
    writer.string(appending: { _ = append(text, to: &$0) })
    writer.endArray()
    #expect(writer.bytes == expected.bytes)
  }

  @Test func repairsInvalidUTF8() {
    var writer = JSONWriter()
    writer.string(appending: { $0.append(0xFF) })
    #expect(writer.bytes == Array("\"\u{FFFD}\"".utf8))
  }

  @Test(arguments: [0, 9, 10, 99, 100, UInt64.max])
  func writesWholeNumbers(_ number: UInt64) {
    var writer = JSONWriter()
    writer.integer(number)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "\(number)")
  }

  @Test(arguments: [0, -1, -9, -10, 9, 10, Int.min, Int.max])
  func writesNegativeNumbers(_ number: Int) {
    var writer = JSONWriter()
    writer.integer(number)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "\(number)")
  }

  private func append(_ text: String, to bytes: inout [UInt8]) -> Bool {
    bytes.append(contentsOf: text.utf8)
    return true
  }
}
