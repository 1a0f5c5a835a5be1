// SPDX-License-Identifier: MIT

import StrictJSON

/// One round of the fuzzer: checks the laws that hold for all bytes.
///
/// A broken law traps, and libFuzzer keeps the bytes. Build with `UT_FUZZ=1` and
/// `--sanitize=fuzzer`, and set `SWIFT_BACKTRACE=enable=no` when running.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
  let options = [
    JSONReaderOptions(),
    JSONReaderOptions(allowsByteOrderMark: true, refusesNUL: true),
    JSONReaderOptions(limits: JSONLimits(maximumBytes: 512, maximumDepth: 3, maximumValues: 20)),
    JSONReaderOptions(limits: JSONLimits(maximumDepth: 1000)),
  ]
  for options in options { check(bytes, options) }
  checkWriting(bytes)
  checkBuilding(bytes)
  return 0
}

private func check(_ bytes: [UInt8], _ options: JSONReaderOptions) {
  let isValid = ReferenceReader.accepts(bytes, options: options)
  do throws(JSONError) {
    let document = try JSONDocument(parsing: bytes, options: options)
    precondition(isValid, "the reader must not accept a text that the reference refuses")
    check(document, options)
    checkSkipping(document, options)
    checkCopies(of: document)
  } catch {
    precondition(!isValid, "the reader must not refuse a text that the reference accepts")
    precondition(error.offset >= 0 && error.offset <= bytes.count, "an error is in the text")
    precondition(!error.description.isEmpty && error.hint != "", "an error has a description")
    _ = SourceLocation(ofOffset: error.offset, in: bytes.span)
    checkSkipping(bytes, options, endsIn: error)
  }
}

private func check(_ document: JSONDocument, _ options: JSONReaderOptions) {
  let compact = text(of: document.root, .compact)
  var copyOptions = options
  copyOptions.limits.maximumBytes = .max
  for layout in [JSONWriter.Layout.compact, .pretty] {
    let written = text(of: document.root, layout)
    guard let copy = try? JSONDocument(parsing: written, options: copyOptions) else {
      preconditionFailure("a written text can be read")
    }
    precondition(text(of: copy.root, .compact) == compact, "a copy writes the same text")
    precondition(copy.duplicates.count == document.duplicates.count, "a copy has the same names")
  }
  let values = values(of: document.root)
  checkDuplicates(of: document, among: values)
  for value in values.prefix(200) {
    precondition(value.offset < value.endOffset, "a value has bytes")
    precondition(value.endOffset <= document.source.count, "a value is in the text")
    _ = value.keyPath
    check(value)
  }
}

/// The text of a value as the writer spells it.
func text(of value: JSONValue, _ layout: JSONWriter.Layout) -> [UInt8] {
  var writer = JSONWriter(layout: layout)
  writer.value(value)
  return writer.bytes
}

/// A value, and the values and names within, in an order that two equal values have alike.
func values(of root: JSONValue) -> [JSONValue] {
  var found: [JSONValue] = []
  var pending = [root]
  while let value = pending.popLast() {
    found.append(value)
    pending += Array(value.elements)
    for member in value.members { pending += [member.name, member.value] }
  }
  return found
}
