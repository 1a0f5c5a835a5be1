// SPDX-License-Identifier: MIT

// HTML and XML, also without what announces them.

extension ContentFacts {
  private static let pageElements: [StaticString] = [
    "html", "head", "body", "title", "meta", "script", "style", "link", "div", "span", "table", "p",
    "h1", "h2", "h3", "h4", "ul", "ol", "li", "a", "img", "br", "hr", "center", "font", "form",
    "section", "article", "header", "footer", "nav", "main", "frameset", "iframe", "pre", "button",
    "b", "i", "em", "strong", "blockquote", "dl", "tr", "td", "input", "svelte",
  ]

  /// Adds that a text is HTML, or XML with a root element.
  mutating func addMarkup(_ text: TextSample) -> Bool {
    var position = text.lines[0].lowerBound
    guard text.bytes[position] == UInt8(ascii: "<") else { return false }
    let isXML = text.has("<?xml", at: position)
    // Comments and instructions may come before the outermost element.
    let range = position..<text.bytes.count
    for _ in 0..<32 {
      if text.has("<!--", at: position) {
        guard let end = text.firstPosition(of: "-->", in: position..<range.upperBound) else {
          return false
        }
        position = end + 3
      } else if text.has("<?", at: position), !text.has("<?php", at: position) {
        guard let end = text.firstPosition(of: ">", in: position..<range.upperBound) else {
          return false
        }
        position = end + 1
      } else {
        break
      }
      while position < text.bytes.count, text.bytes[position] <= 0x20 { position += 1 }
    }
    if text.hasIgnoringCase("<!doctype html", at: position) {
      add(.textForm, "html")
      return true
    }
    guard text.hasIgnoringCase("<", at: position), position + 1 < text.bytes.count else {
      return isXML
    }
    let name = text.bytes[(position + 1)...].prefix { $0.isWordByte || $0 == UInt8(ascii: ":") }
    let after = name.endIndex < text.bytes.count ? text.bytes[name.endIndex] : 0
    guard !name.isEmpty, after <= 0x20 || after == UInt8(ascii: ">") || after == UInt8(ascii: "/")
    else {
      if isXML { add(.textForm, "xml") }
      return isXML
    }
    let isPage = Self.pageElements.contains { element in
      name.count == element.utf8CodeUnitCount && text.hasIgnoringCase(element, at: position + 1)
    }
    if isPage, !isXML || text.hasIgnoringCase("html", at: position + 1) {
      add(.textForm, "html")
      return true
    }
    // An element is ended, or the text goes on.
    let isElement =
      isXML || text.firstPosition(of: "</", in: range) != nil
      || text.firstPosition(of: "/>", in: range) != nil
    if isElement { add(.textForm, "xml") }
    return isElement
  }
}
