// SPDX-License-Identifier: MIT

import StrictJSON

/// How a number is given to a builder.
private enum NumberForm {
  case asWritten
  case asValue
}

/// Checks that a builder that is told a document value by value builds the same document.
func checkCopies(of document: JSONDocument) {
  let exact = copy(of: document, .asWritten, hasOffsets: true)
  precondition(text(of: exact.root, .compact) == text(of: document.root, .compact), "the same text")
  precondition(exact.source == document.source, "a document with offsets keeps its source")
  precondition(exact.duplicates == document.duplicates, "the same names are repeated")
  let (own, copied) = (values(of: document.root), values(of: exact.root))
  for (value, copy) in zip(own, copied) {
    precondition(copy.offset == value.offset, "a builder keeps starts")
    precondition(copy.endOffset == value.endOffset, "a builder keeps ends")
  }
  let plain = copy(of: document, .asValue, hasOffsets: false)
  precondition(plain.source.isEmpty, "a document without offsets has no source")
  let others = values(of: plain.root)
  precondition(others.count == own.count, "a copy has as many values")
  for (value, copy) in zip(own, others) {
    precondition(copy.kind == value.kind && copy.double == value.double, "numbers keep values")
    precondition(copy.boolean == value.boolean && copy.count == value.count, "so do others")
    precondition(copy.offset == 0 && copy.endOffset == 0, "there are no offsets")
    if value.kind == .string { precondition(bytes(of: copy) == bytes(of: value), "and strings") }
  }
}

private func copy(
  of document: JSONDocument, _ form: NumberForm, hasOffsets: Bool
) -> JSONDocument {
  var builder = JSONDocumentBuilder(source: document.source, hasOffsets: hasOffsets)
  builder.append(document.root, form)
  return builder.finish()
}

extension JSONDocumentBuilder {
  /// Appends a value with everything in it; the deepest text of a round has 1,000 levels.
  fileprivate mutating func append(_ value: JSONValue, _ form: NumberForm) {
    let (start, end) = (value.offset, value.endOffset)
    switch value.kind {
    case .null: null(at: start, endOffset: end)
    case .boolean: boolean(value.boolean == true, at: start, endOffset: end)
    case .number: append(number: value, form)
    case .string: value.withUTF8 { string(bytes: $0, at: start, endOffset: end) }
    case .array:
      beginArray(at: start)
      for element in value.elements { append(element, form) }
      endArray(at: end)
    case .object:
      beginObject(at: start)
      for (name, member) in value.members {
        name.withUTF8 { memberName(bytes: $0, at: name.offset, endOffset: name.endOffset) }
        append(member, form)
      }
      endObject(at: end)
    }
  }

  private mutating func append(number value: JSONValue, _ form: NumberForm) {
    let (start, end) = (value.offset, value.endOffset)
    if form == .asValue, let integer = value.integer {
      return self.integer(integer, at: start, endOffset: end)
    }
    if form == .asValue, let double = value.double {
      return self.double(double, at: start, endOffset: end)
    }
    do throws(JSONError) {
      try number(text: value.numberText ?? "", at: start, endOffset: end)
    } catch {
      preconditionFailure("a number of a text is a number")
    }
  }
}

/// Checks what a builder makes of bytes that need not be JSON, or UTF-8.
func checkBuilding(_ source: [UInt8]) {
  checkNumber(String(decoding: source, as: UTF8.self))
  var builder = JSONDocumentBuilder(source: source, hasOffsets: true)
  builder.beginObject()
  builder.memberName(bytes: source.span, at: 0, endOffset: source.count)
  builder.string(bytes: source.span, at: source.count)
  builder.endObject(at: source.count)
  let document = builder.finish()
  var writer = JSONWriter()
  writer.string(bytes: source.span)
  let written = try? JSONDocument(parsing: writer.bytes, options: .unlimited)
  let repaired = written.map { bytes(of: $0.root) }
  for (name, value) in document.root.members {
    precondition(bytes(of: name) == repaired, "builder and writer repair a name alike")
    precondition(bytes(of: value) == repaired, "builder and writer repair a string alike")
    precondition(value.offset == source.count && value.endOffset == source.count, "one offset")
  }
  if String(validating: source, as: UTF8.self) != nil {
    precondition(repaired == source, "UTF-8 needs no repair")
  }
}

/// Checks that a builder takes a text for a number exactly if it is a whole text that is a number.
private func checkNumber(_ text: String) {
  let source = Array(text.utf8)
  let document = try? JSONDocument(parsing: source)
  let isNumber =
    document.map { $0.root.kind == .number && $0.root.endOffset - $0.root.offset == source.count }
    ?? false
  var builder = JSONDocumentBuilder(source: [], hasOffsets: false)
  do throws(JSONError) {
    try builder.number(text: text)
    precondition(isNumber, "a builder takes numbers alone")
    precondition(bytes(of: builder.finish().root) == source, "a number keeps its spelling")
  } catch {
    precondition(!isNumber, "a builder takes all numbers")
    precondition(error.offset >= 0 && error.offset <= source.count, "an error is in the text")
    builder.null()
    precondition(builder.finish().root.isNull, "a refused number leaves nothing")
  }
}

extension JSONReaderOptions {
  /// The options for texts that this fuzzer has written itself.
  static var unlimited: JSONReaderOptions {
    JSONReaderOptions(limits: JSONLimits(maximumBytes: .max, maximumValues: .max))
  }
}
