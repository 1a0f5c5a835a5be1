// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Suite struct JSONDocumentBuilderTests {
  /// A document with a value of each kind, at rising offsets.
  private func build(hasOffsets: Bool) throws -> JSONDocument {
    var builder = JSONDocumentBuilder(
      source: Array(repeating: 0x0A, count: 20), hasOffsets: hasOffsets)
    builder.beginObject(at: 1)
    builder.memberName(bytes: "a".utf8.span, at: 2, endOffset: 3)
    builder.beginArray(at: 3)
    builder.null(at: 4)
    builder.boolean(true, at: 5)
    try builder.number(text: "1.50", at: 6)
    builder.integer(-7, at: 7)
    builder.double(0.5, at: 8)
    builder.string(bytes: "x\0é".utf8.span, at: 9, endOffset: 11)
    builder.endArray(at: 12)
    builder.endObject(at: 13)
    return builder.finish()
  }

  @Test func buildsEachKindOfValue() throws {
    let document = try build(hasOffsets: true)
    let text = written { $0.value(document.root) }
    #expect(text == #"{"a":[null,true,1.50,-7,0.5,"x\u0000é"]}"#)
  }

  @Test func keepsOffsets() throws {
    let root = try build(hasOffsets: true).root
    #expect(root["a"]?.elements.map(\.offset) == [4, 5, 6, 7, 8, 9])
  }

  @Test func keepsTheEndsOfContainersAndStrings() throws {
    let root = try build(hasOffsets: true).root
    let ends = [root.endOffset, root["a"]?.endOffset, root["a"]?[5]?.endOffset]
    #expect(ends == [13, 12, 11])
  }

  @Test func locatesValuesInItsSource() throws {
    #expect(try build(hasOffsets: true).root.location == SourceLocation(line: 2, column: 1))
  }

  @Test func hasNoOffsetsWithoutASource() throws {
    let document = try build(hasOffsets: false)
    #expect(!document.hasOffsets && document.source.isEmpty)
  }

  @Test func putsEverythingAtTheStartWithoutASource() throws {
    let element = try #require(try build(hasOffsets: false).root["a"]?[5])
    #expect([element.offset, element.endOffset] == [0, 0])
  }

  @Test func locatesEverythingAtTheStartWithoutASource() throws {
    let element = try #require(try build(hasOffsets: false).root["a"]?[5])
    #expect(element.location == SourceLocation(line: 1, column: 1))
  }

  @Test func findsDuplicates() {
    var builder = JSONDocumentBuilder(source: Array("....".utf8), hasOffsets: true)
    builder.beginObject(at: 0)
    for (name, offset) in [("a", 1), ("b", 2), ("a", 3)] {
      builder.memberName(bytes: name.utf8.span, at: offset)
      builder.null(at: offset)
    }
    builder.endObject(at: 4)
    let duplicates = builder.finish().duplicates
    #expect(duplicates.map { [$0.firstOffset, $0.offset] } == [[1, 3]])
  }

  @Test(arguments: JSONWriterTests.repairs.filter { !$0.1.contains("\\") })
  func replacesInvalidBytes(_ bytes: [UInt8], _ text: String) {
    var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
    builder.string(bytes: bytes.span)
    #expect(builder.finish().root.string == text)
  }

  @Test(arguments: ["", " 1", "1 ", "+1", "0x1F", "01", "1.", "nan", "true", "[1]", "1,", "1\0"])
  func refusesAnInvalidNumber(_ text: String) {
    var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
    #expect(throws: JSONError.self) { try builder.number(text: text) }
  }

  @Test func continuesAfterARefusedNumber() throws {
    var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
    #expect(throws: JSONError.self) { try builder.number(text: "+1") }
    try builder.number(text: "1")
    #expect(builder.finish().root.integer == 1)
  }

  @Test func buildsDeepNesting() {
    var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
    for _ in 0..<100_000 { builder.beginArray() }
    for _ in 0..<100_000 { builder.endArray() }
    #expect(builder.finish().root.count == 1)
  }

  // MARK: - Programming errors

  @Test func stopsAtAValueWithoutName() async {
    await #expect(processExitsWith: .failure) {
      var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
      builder.beginObject()
      builder.null()
    }
  }

  @Test func stopsAtANameOutsideAnObject() async {
    await #expect(processExitsWith: .failure) {
      var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
      builder.memberName(bytes: "a".utf8.span)
    }
  }

  @Test func stopsAtANameAfterAName() async {
    await #expect(processExitsWith: .failure) {
      var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
      builder.beginObject()
      builder.memberName(bytes: "a".utf8.span)
      builder.memberName(bytes: "b".utf8.span)
    }
  }

  @Test func stopsAtTheEndOfAnObjectAfterAName() async {
    await #expect(processExitsWith: .failure) {
      var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
      builder.beginObject()
      builder.memberName(bytes: "a".utf8.span)
      builder.endObject()
    }
  }

  @Test func stopsAtTheWrongEnd() async {
    await #expect(processExitsWith: .failure) {
      var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
      builder.beginObject()
      builder.endArray()
    }
  }

  @Test func stopsAtTheEndOfAnObjectInAnArray() async {
    await #expect(processExitsWith: .failure) {
      var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
      builder.beginArray()
      builder.endObject()
    }
  }

  @Test func stopsAtASecondRoot() async {
    await #expect(processExitsWith: .failure) {
      var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
      builder.null()
      builder.null()
    }
  }

  @Test func stopsAtTheFinishOfAnEmptyDocument() async {
    await #expect(processExitsWith: .failure) {
      _ = JSONDocumentBuilder(source: [], hasOffsets: false).finish()
    }
  }

  @Test func stopsAtTheFinishOfAnOpenContainer() async {
    await #expect(processExitsWith: .failure) {
      var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
      builder.beginArray()
      _ = builder.finish()
    }
  }

  @Test func stopsAtAnInfinity() async {
    await #expect(processExitsWith: .failure) {
      var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
      builder.double(.nan)
    }
  }

  @Test func stopsAtAnOffsetOutsideTheSource() async {
    await #expect(processExitsWith: .failure) {
      var builder = JSONDocumentBuilder(source: [0x20], hasOffsets: true)
      builder.null(at: 2)
    }
  }
}
