// SPDX-License-Identifier: MIT

import StrictJSON

/// Checks that a scanner that skips a text finds the error that the reader found, again and again.
func checkSkipping(_ bytes: [UInt8], _ options: JSONReaderOptions, endsIn error: JSONError) {
  var scanner = JSONScanner(options: options)
  precondition(failure(of: &scanner, in: bytes) == error, "skipped text is checked, too")
  do throws(JSONError) {
    _ = try scanner.next(in: bytes.span)
    preconditionFailure("an error is not passed over")
  } catch let again {
    precondition(again == error, "the next call throws the same error")
  }
}

/// The error of a text whose one value is skipped; `nil` if there is none.
private func failure(of scanner: inout JSONScanner, in bytes: [UInt8]) -> JSONError? {
  do throws(JSONError) {
    let first = try scanner.next(in: bytes.span)
    try scanner.skip(from: first, in: bytes.span)
    let last = try scanner.next(in: bytes.span)
    precondition(last.kind == .endOfText, "a text has one value")
    return nil
  } catch {
    return error
  }
}

/// Checks that a scanner that skips each value within the root finds the ends that the document has.
func checkSkipping(_ document: JSONDocument, _ options: JSONReaderOptions) {
  let bytes = document.source
  var scanner = JSONScanner(options: options)
  precondition(failure(of: &scanner, in: bytes) == nil, "a text that is read can be skipped")
  precondition(scanner.offset == document.root.endOffset, "the end of the value is found")
  do throws(JSONError) {
    try checkContents(of: document.root, in: bytes, options)
  } catch {
    preconditionFailure("a text that was read has no error")
  }
}

private func checkContents(
  of root: JSONValue, in bytes: [UInt8], _ options: JSONReaderOptions
) throws(JSONError) {
  var scanner = JSONScanner(options: options)
  let first = try scanner.next(in: bytes.span)
  precondition(first.offset == root.offset, "a value begins where its token does")
  check(first, of: root, in: bytes)
  for element in root.elements {
    let token = try scanner.next(in: bytes.span)
    check(token, of: element, in: bytes)
    let end = try scanner.skip(from: token, in: bytes.span)
    precondition(end == element.endOffset, "a skipped element ends where the element does")
  }
  for (name, value) in root.members {
    let token = try scanner.next(in: bytes.span)
    precondition(token.kind == .memberName, "a member begins with its name")
    check(token, of: name, in: bytes)
    let end = try scanner.skip(from: token, in: bytes.span)
    precondition(end == value.endOffset, "a skipped member ends where its value does")
  }
}

/// Checks that a token of a string, name or number has the text of its value.
private func check(_ token: JSONToken, of value: JSONValue, in source: [UInt8]) {
  switch token.kind {
  case .string, .memberName:
    var text: [UInt8] = []
    JSONScanner.appendText(of: token, in: source.span, to: &text)
    precondition(text == bytes(of: value), "a token has the text of its value")
  case .number:
    precondition(Array(source[token.textRange]) == bytes(of: value), "a number is its text")
  default:
    precondition(token.textRange.lowerBound == value.offset, "a token is all its bytes")
  }
}
