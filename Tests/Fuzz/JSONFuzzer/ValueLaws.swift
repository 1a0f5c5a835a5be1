// SPDX-License-Identifier: MIT

import StrictJSON

/// Checks that the properties of a value agree with each other.
func check(_ value: JSONValue) {
  checkText(of: value)
  checkContents(of: value)
  precondition(value.isNull == (value.kind == .null), "null is a kind")
  precondition((value.boolean != nil) == (value.kind == .boolean), "a boolean is true or false")
  let start = value.location
  let end = value.document.location(ofOffset: value.endOffset)
  precondition(start < end, "a value begins before its end")
  precondition(start == SourceLocation(line: start.line, column: start.column), "two numbers")
  precondition(start.description == "\(start.line):\(start.column)", "line and column")
}

/// The text of a string, name or number; no bytes of another value.
func bytes(of value: JSONValue) -> [UInt8] {
  value.withUTF8 { text in text.indices.map { text[$0] } }
}

private func checkText(of value: JSONValue) {
  let text = bytes(of: value)
  let isString = value.kind == .string
  precondition(value.nameText == (value.string ?? ""), "a name has a text, and null none")
  precondition(value.equals(bytes: text.span) == isString, "a string equals its own text")
  precondition(!value.equals(bytes: (text + [0]).span), "a longer text is another one")
  precondition(
    value.equals("name") == (isString && text == Array("name".utf8)), "bytes are compared")
  switch value.kind {
  case .string:
    precondition(value.string.map { Array($0.utf8) } == text, "a string has its bytes")
    precondition(value.numberText == nil && value.double == nil, "a string is no number")
  case .number:
    precondition(value.numberText.map { Array($0.utf8) } == text, "a number has its bytes")
    precondition(value.string == nil, "a number is no string")
    guard let integer = value.integer else { break }
    precondition(value.double == Double(integer), "a whole number has one value")
  default:
    precondition(text.isEmpty, "other values have no text")
    precondition(value.string == nil && value.numberText == nil, "other values have no text")
    precondition(value.integer == nil && value.double == nil, "other values are no numbers")
  }
}

private func checkContents(of value: JSONValue) {
  let (elements, members) = (value.elements, Array(value.members))
  precondition(value.count == elements.count + members.count, "all contents are counted")
  precondition(value.members.underestimatedCount == members.count, "members are counted")
  precondition(value.members.isEmpty == members.isEmpty, "no members are none")
  precondition(elements.startIndex <= elements.endIndex, "an array begins before its end")
  precondition(value[-1] == nil && value[elements.count] == nil, "there are no others")
  for (index, element) in elements.enumerated().prefix(20) {
    precondition(value[index]?.offset == element.offset, "elements have indices")
  }
  for (name, _) in members.prefix(20) {
    let first = members.first { bytes(of: $0.name) == bytes(of: name) }
    let found = value[name.nameText]
    precondition(found != nil && found?.offset == first?.value.offset, "the first member counts")
  }
}

/// Checks the repeated names against a set of the names of each object.
func checkDuplicates(of document: JSONDocument, among values: [JSONValue]) {
  var expected: [DuplicateName] = []
  for value in values where value.kind == .object {
    var first: [[UInt8]: Int] = [:]
    for member in value.members {
      let (name, offset) = (bytes(of: member.name), member.name.offset)
      if let known = first[name] {
        expected.append(DuplicateName(name: name, firstOffset: known, offset: offset))
      } else {
        first[name] = offset
      }
    }
  }
  expected.sort { $0.offset < $1.offset }
  let found = document.duplicates.map {
    DuplicateName(name: Array($0.name.utf8), firstOffset: $0.firstOffset, offset: $0.offset)
  }
  precondition(found == expected, "each repeated name is found with its first occurrence")
  precondition(document.hasDuplicates == !expected.isEmpty, "duplicates are there or not")
}

private struct DuplicateName: Equatable {
  let name: [UInt8]
  let firstOffset: Int
  let offset: Int
}
