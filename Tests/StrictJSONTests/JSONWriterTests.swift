// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Suite struct JSONWriterTests {
  @Test func writesScalars() {
    let text = written { writer in
      writer.beginArray()
      writer.null()
      writer.boolean(true)
      writer.boolean(false)
      writer.integer(-5)
      writer.double(1.5)
      writer.string("a")
      writer.endArray()
    }
    #expect(text == #"[null,true,false,-5,1.5,"a"]"#)
  }

  @Test func writesNestedContainers() {
    let text = written { writer in
      writer.beginObject()
      writer.name("a")
      writer.beginArray()
      writer.beginObject()
      writer.endObject()
      writer.beginArray()
      writer.endArray()
      writer.endArray()
      writer.name("b")
      writer.integer(1)
      writer.endObject()
    }
    #expect(text == #"{"a":[{},[]],"b":1}"#)
  }

  static let strings: [(String, String)] = [
    ("\u{7F}", #""\u007f""#), ("1234567\u{7F}9", #""1234567\u007f9""#),
    ("\u{80}\u{85}\u{9B}\u{9F}\u{A0}", "\"\\u0080\\u0085\\u009b\\u009f\u{A0}\""),
    ("\u{61B}\u{61C}", "\"\u{61B}\\u061c\""),
    ("\u{200A}\u{200B}\u{200F}\u{2010}", "\"\u{200A}\\u200b\\u200f\u{2010}\""),
    ("\u{2027}\u{2028}é\u{202E}x\u{202F}", "\"\u{2027}\\u2028é\\u202ex\u{202F}\""),
    ("\u{205F}\u{2060}\u{2069}\u{206F}\u{2070}", "\"\u{205F}\\u2060\\u2069\\u206f\u{2070}\""),
    ("字\u{FEFF}🍽", "\"字\\ufeff🍽\""),
    ("", #""""#),
    ("plain text, longer than a word", #""plain text, longer than a word""#),
    ("\"\\/", #""\"\\/""#),
    ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#),
    ("\0\u{1}\u{1F}\u{7F}", "\"\\u0000\\u0001\\u001f\\u007f\""),
    ("Thực đơn\nnhà hàng", #""Thực đơn\nnhà hàng""#),
    ("\u{1F600}\"", "\"\u{1F600}\\\"\""),
    ("1234567\n1234567\n", #""1234567\n1234567\n""#),
  ]

  @Test(arguments: strings)
  func escapesStrings(_ string: String, _ text: String) {
    #expect(written { $0.string(string) } == text)
  }

  @Test(arguments: strings)
  func escapesNames(_ name: String, _ text: String) {
    let object = written { writer in
      writer.beginObject()
      writer.name(name)
      writer.null()
      writer.endObject()
    }
    #expect(object == "{\(text):null}")
  }

  static let repairs: [([UInt8], String)] = [
    ([0xFF], "\u{FFFD}"),
    ([0x61, 0xC3], "a\u{FFFD}"),
    ([0xC3, 0xA9, 0xC3, 0x22], "\u{E9}\u{FFFD}\\\""),
    ([0xE2, 0x82, 0x61], "\u{FFFD}\u{FFFD}a"),
    ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
  ]

  @Test(arguments: repairs)
  func replacesInvalidBytes(_ bytes: [UInt8], _ text: String) {
    #expect(written { $0.string(bytes: bytes.span) } == "\"\(text)\"")
  }

  @Test func writesEveryWidthOfInteger() {
    let text = written { writer in
      writer.beginArray()
      writer.integer(Int8.min)
      writer.integer(UInt8.max)
      writer.integer(Int64.min)
      writer.integer(Int64.max)
      writer.integer(UInt64.max)
      writer.integer(Int128.min)
      writer.integer(0)
      writer.endArray()
    }
    let numbers: [any FixedWidthInteger] = [
      Int8.min, UInt8.max, Int64.min, Int64.max, UInt64.max, Int128.min, 0,
    ]
    #expect(text == "[" + numbers.map(\.description).joined(separator: ",") + "]")
  }

  @Test(
    arguments: [0, -0.0, 0.1, 1e300, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, 1e16]
      as [Double])
  func writesDoublesThatReadBackTheSame(_ double: Double) throws {
    #expect(try parse(written { $0.double(double) }).root.double?.bitPattern == double.bitPattern)
  }

  @Test func indentsThePrettyLayout() throws {
    let document = try parse(#"{"a":[1,{"b":[]},[{}]],"c":{}}"#)
    let text = """
      {
        "a": [
          1,
          {
            "b": []
          },
          [
            {}
          ]
        ],
        "c": {}
      }
      """
    #expect(written(.pretty) { $0.value(document.root) } == text)
  }

  @Test func copiesAPartOfADocument() throws {
    let document = try parse(#"{"a":[1.50,{"x":"\u00e9\n"}],"b":2}"#)
    let text = written { writer in
      writer.beginObject()
      for member in document.root.members.prefix(1) {
        writer.name("copy")
        writer.value(member.value)
        writer.name("name")
        writer.value(member.name)
      }
      writer.endObject()
    }
    #expect(text == #"{"copy":[1.50,{"x":"é\n"}],"name":"a"}"#)
  }

  @Test func writesTextAfterText() {
    let text = written { writer in
      writer.integer(1)
      writer.endText(terminator: 0)
      writer.beginArray()
      writer.endArray()
      writer.endText()
      writer.null()
    }
    #expect(text == "1\0[]null")
  }

  @Test func appendsToABuffer() {
    var writer = JSONWriter(appendingTo: Array("x".utf8))
    writer.null()
    #expect(writer.bytes == Array("xnull".utf8))
  }

  @Test func startsAgainWithAnEmptyBuffer() {
    let text = written { writer in
      writer.beginObject()
      writer.name("a")
      writer.removeAll()
      writer.integer(2)
    }
    #expect(text == "2")
  }

  @Test func keepsItsBuffer() {
    var writer = JSONWriter()
    writer.string(String(repeating: "x", count: 5000))
    let capacity = writer.bytes.capacity
    writer.removeAll(keepingCapacity: true)
    #expect(writer.bytes.capacity == capacity)
  }

  // MARK: - Programming errors

  @Test func stopsAtAValueWithoutName() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.null()
    }
  }

  @Test func stopsAtANameOutsideAnObject() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginArray()
      writer.name("a")
    }
  }

  @Test func stopsAtANameAfterAName() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.name("a")
      writer.name("b")
    }
  }

  @Test func stopsAtTheEndOfAnObjectAfterAName() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.name("a")
      writer.endObject()
    }
  }

  @Test func stopsAtTheEndOfAnArrayInAnObject() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.endArray()
    }
  }

  @Test func stopsAtTheEndOfAnObjectThatIsNotOpen() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.endObject()
    }
  }

  @Test func stopsAtASecondValue() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.null()
      writer.null()
    }
  }

  @Test func stopsAtTheEndOfAnIncompleteText() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.beginArray()
      writer.endText()
    }
  }

  @Test func stopsAtTheEndOfAnEmptyText() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.endText()
    }
  }

  @Test func stopsAtAnInfinity() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter()
      writer.double(.infinity)
    }
  }
}
