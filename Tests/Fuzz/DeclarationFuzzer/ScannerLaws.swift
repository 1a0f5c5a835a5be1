// SPDX-License-Identifier: MIT

import TypeRegistry

/// Checks the laws for the events of a text that is read as XML.
func checkScanner(_ bytes: [UInt8]) {
  let ofPackage = scan(bytes, .withoutEntities)
  let ofPropertyList = scan(bytes, .plainPropertyList)
  guard ofPropertyList.error == nil else { return }
  precondition(
    ofPackage.error == nil && ofPackage.events == ofPropertyList.events,
    "a text that a stricter reader accepts is the same to others")
}

/// Reads a whole text, and returns the number of its events, and what ended it too early.
private func scan(
  _ bytes: [UInt8], _ policy: XMLScanner.DocumentTypePolicy
) -> (events: Int, error: XMLError?) {
  var events = 0
  do throws(XMLError) {
    var scanner = try XMLScanner(bytes, documentType: policy)
    var depth = 0
    var last = 0
    while true {
      checkPlainElement(scanner)
      let event = try scanner.next()
      events += 1
      precondition(scanner.offset >= last || event == .endTag, "events are in source order")
      last = scanner.offset
      switch event {
      case .startTag:
        depth += 1
        checkAttributes(of: scanner)
      case .endTag: depth -= 1
      case .text: checkText(of: scanner)
      case .endOfText:
        precondition(depth == 0, "every element is closed")
        return (events, nil)
      }
      precondition(scanner.depth == depth, "tags are balanced")
    }
  } catch {
    precondition(error.offset >= 0 && error.offset <= bytes.count, "an error is in the text")
    precondition(!error.description.isEmpty && error.hint != "", "an error has a description")
    return (events, error)
  }
}

private func checkText(of scanner: XMLScanner) {
  let text = scanner.text
  precondition(!text.isEmpty, "a text is not empty")
  var bytes: [UInt8] = []
  scanner.appendText(to: &bytes)
  precondition(bytes.elementsEqual(text.utf8), "the bytes of a text are those of its string")
  let isBlank = bytes.allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
  precondition(scanner.isBlankText == isBlank, "a text of blanks is blank")
}

private func checkAttributes(of scanner: XMLScanner) {
  let names = scanner.attributes.map { scanner.name(of: $0) }
  precondition(names.count <= XMLScanner.maximumAttributes, "attributes are limited")
  precondition(Set(names.map { Array($0.utf8) }).count == names.count, "no attribute appears twice")
  let index = names.firstIndex { $0.utf8.elementsEqual("xml:lang".utf8) }
  precondition(
    scanner.attribute("xml:lang") == index.map { scanner.attributes[$0] }
      && scanner.value("xml:lang") == index.map { scanner.value(of: scanner.attributes[$0]) },
    "an attribute is found by its name")
}

/// Reads an element of one attribute and a text at once, and in single events.
private func checkPlainElement(_ scanner: XMLScanner) {
  var quick = scanner
  guard let element = quick.readPlainElement("comment", attribute: "xml:lang") else { return }
  var slow = scanner
  do throws(XMLError) {
    var event = try slow.next()
    if event == .text {
      precondition(slow.isBlankText, "only blanks are skipped before an element")
      event = try slow.next()
    }
    precondition(
      event == .startTag && slow.isNamed("comment") && slow.offset == element.offset,
      "the element is the next one")
    precondition(
      slow.attributes.map(\.offset) == [element.attributeOffset]
        && slow.value("xml:lang") == String(decoding: slow.bytes[element.value], as: UTF8.self),
      "the element has one attribute")
    event = try slow.next()
    if !element.text.isEmpty {
      var text: [UInt8] = []
      slow.appendText(to: &text)
      precondition(event == .text && text[...] == slow.bytes[element.text], "the text is the same")
      event = try slow.next()
    }
    precondition(event == .endTag && slow.depth == quick.depth, "the element is closed")
  } catch {
    preconditionFailure("an element that is read at once is well-formed")
  }
  precondition((try? quick.next()) == (try? slow.next()), "both go on at the same place")
}
