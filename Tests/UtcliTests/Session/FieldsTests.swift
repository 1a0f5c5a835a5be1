// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@testable import utcli

@Suite("The fields of an answer are lines and members")
struct FieldsTests {
  @Test(arguments: [
    ("loaded-from", "loadedFrom"), ("a", "a"), ("a-bc-d", "aBcD"), ("", ""), ("types", "types"),
  ])
  func aMemberIsNamedAfterItsLine(_ name: String, _ member: String) {
    #expect(Fields.member(of: name) == member)
  }

  @Test func eachFactIsALineAndAMember() {
    var fields = Fields()
    fields.add("count", 3, line: "three")
    fields.add("missing", nil)
    fields.add("core", nil, otherwise: "none")
    fields.add("text", "a", line: "b", as: "other")
    fields.add("hidden", if: false, "x")
    fields.add("shown", if: true, "y")
    #expect(
      fields.lines == [
        ["count", "three"], ["core", "none"], ["text", "b"],
        ["shown", "y"],
      ])
    func json(before version: Bool) -> String {
      var writer = JSONWriter()
      writer.beginObject()
      fields.write(before: version, to: &writer)
      writer.endObject()
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    // By name, around the version of the document.
    #expect(json(before: true) == #"{"count":3,"other":"a"}"#)
    #expect(json(before: false) == #"{"shown":true}"#)
  }
}
