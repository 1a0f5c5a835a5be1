// SPDX-License-Identifier: MIT

import StrictJSON

/// Checks that values made of the bytes read back as they were written.
func checkWriting(_ bytes: [UInt8]) {
  let word = bytes.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
  for layout in [JSONWriter.Layout.compact, .pretty] {
    checkIntegers(word, layout)
    checkMembers(bytes, word, layout)
  }
  checkDouble(Double(bitPattern: word))
  checkBuffer(bytes)
}

private func document(of text: [UInt8]) -> JSONDocument {
  guard let document = try? JSONDocument(parsing: text, options: .unlimited) else {
    preconditionFailure("a written text can be read")
  }
  return document
}

private func checkIntegers(_ word: UInt64, _ layout: JSONWriter.Layout) {
  let (signed, short) = (Int64(truncatingIfNeeded: word), Int8(truncatingIfNeeded: word))
  var writer = JSONWriter(layout: layout)
  writer.beginArray()
  writer.integer(word)
  writer.integer(Int(signed))
  writer.integer(short)
  writer.integer(UInt16(truncatingIfNeeded: word))
  writer.endArray()
  let elements = document(of: writer.bytes).root.elements
  let texts = [
    String(word), String(signed), String(short), String(UInt16(truncatingIfNeeded: word)),
  ]
  precondition(elements.map(\.numberText) == texts, "whole numbers are in decimal")
  let numbers = [
    Int64(exactly: word), signed, Int64(short), Int64(UInt16(truncatingIfNeeded: word)),
  ]
  precondition(elements.map(\.integer) == numbers, "whole numbers read back")
}

private func checkDouble(_ double: Double) {
  guard double.isFinite else { return }
  var writer = JSONWriter()
  writer.double(double)
  let read = document(of: writer.bytes).root.double
  precondition(read?.bitPattern == double.bitPattern, "a number reads back as the same number")
  var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
  builder.double(double)
  let built = builder.finish().root
  precondition(text(of: built, .compact) == writer.bytes, "builder and writer spell it alike")
}

private func checkMembers(_ bytes: [UInt8], _ word: UInt64, _ layout: JSONWriter.Layout) {
  let text = String(decoding: bytes, as: UTF8.self)
  let words = text.split(separator: "\n").map(String.init)
  var writer = JSONWriter(layout: layout)
  writer.beginObject()
  writer.member("text", text)
  writer.member("none", nil as String?)
  writer.member("flag", word & 1 == 1)
  writer.member("integer", Int(truncatingIfNeeded: word))
  writer.member("word", word)
  writer.member("words", words)
  writer.member(quoted: "\"appended\":") { output in
    output += bytes
    return true
  }
  writer.member(quoted: "\"dropped\":") { output in
    output += bytes
    return false
  }
  writer.name(quoted: "\"last\":")
  writer.string { $0 += bytes }
  writer.endObject()
  checkCharacters(of: writer.bytes, layout)
  let root = document(of: writer.bytes).root
  precondition(root["text"]?.equals(bytes: text.utf8.span) == true, "a text reads back")
  precondition(root["none"] == nil && root["dropped"] == nil, "nothing is omitted")
  precondition(root["flag"]?.boolean == (word & 1 == 1), "a boolean reads back")
  precondition(root["integer"]?.integer == Int64(truncatingIfNeeded: word), "a number reads back")
  precondition(root["word"]?.numberText == String(word), "a number reads back")
  let read = root["words"].map { $0.elements.map { Array($0.nameText.utf8) } } ?? []
  precondition(read == words.map { Array($0.utf8) }, "an array reads back")
  precondition(root.count == (words.isEmpty ? 6 : 7), "there are no other members")
  checkAppended(bytes, root, layout)
}

/// Checks that the fast path writes strings as the other one does.
private func checkAppended(_ bytes: [UInt8], _ root: JSONValue, _ layout: JSONWriter.Layout) {
  var writer = JSONWriter(layout: layout)
  writer.beginArray()
  writer.string(bytes: bytes.span)
  writer.string { $0 += bytes }
  writer.endArray()
  let elements = document(of: writer.bytes).root.elements.map { StrictText($0) }
  precondition(elements.count == 2 && elements[0] == elements[1], "both paths write the same")
  precondition(root["appended"].map { StrictText($0) } == elements[0], "a member is a string")
  precondition(root["last"].map { StrictText($0) } == elements[0], "a value is a string")
}

/// The bytes of a string as they stand in its text, with their escape sequences.
private struct StrictText: Equatable {
  let bytes: [UInt8]

  init(_ value: JSONValue) {
    bytes = Array(value.document.source[value.offset..<value.endOffset])
  }
}

private func checkCharacters(of text: [UInt8], _ layout: JSONWriter.Layout) {
  let lineFeed = UInt8(ascii: "\n")
  for byte in text where byte < 0x20 || byte == 0x7F {
    precondition(byte == lineFeed && layout == .pretty, "control characters are escaped")
  }
}

/// Checks that texts in one buffer stay apart, and that bytes removed from it are the first ones.
private func checkBuffer(_ bytes: [UInt8]) {
  var writer = JSONWriter(appendingTo: bytes)
  writer.string(bytes: bytes.span)
  let text = Array(writer.bytes[bytes.count...])
  writer.endText(terminator: 0)
  precondition(writer.bytes == bytes + text + [0], "a text begins after the bytes before it")
  writer.removeFirst(bytes.count)
  writer.null()
  writer.endText()
  precondition(writer.bytes == text + [0] + Array("null".utf8), "the rest of the buffer is kept")
  writer.beginArray()
  writer.beginObject()
  writer.name("unfinished")
  writer.removeAll()
  writer.string(bytes: bytes.span)
  precondition(writer.bytes == text, "a discarded text leaves nothing")
}
