// SPDX-License-Identifier: MIT

import TypeRegistry

/// Checks the names of types after MIME types, for a text that is a MIME type, the rest of one, or an
/// identifier.
func checkNames(_ text: String) {
  for mimeType in [text, "text/" + text, "image/" + FreedesktopName.generatedPrefix + text] {
    checkName(ofMIMEType: mimeType)
  }
  for identifier in [text, FreedesktopName.prefix + text] {
    if let identifier = try? TypeIdentifier(identifier) { checkName(of: identifier) }
  }
  checkScheme(text)
}

/// Checks that a MIME type's identifier leads back to it.
private func checkName(ofMIMEType text: String) {
  precondition(
    FreedesktopName.usualParent(ofMIMEType: text)
      == FreedesktopName.usualParent(ofMIMEType: text.asciiLowercased),
    "the usual parent does not depend on case")
  let identifier = FreedesktopName.identifier(ofMIMEType: text)
  guard let tag = try? Tag(.mimeType, text) else {
    precondition(identifier == nil, "only a MIME type has a name")
    return
  }
  if let generated = FreedesktopName.identifier(ofGeneratedMIMEType: tag) {
    precondition(identifier == generated, "a generated MIME type names its type")
    let media = String(decoding: tag.value.utf8.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
    precondition(
      FreedesktopName.generatedMIMEType(for: generated, media: media) == tag,
      "a type's MIME type is generated again")
    return
  }
  guard let identifier else {
    // A byte takes at most four.
    let longest = FreedesktopName.prefix.utf8.count + 4 * tag.value.utf8.count
    precondition(longest > TypeIdentifier.maximumLength, "a short MIME type has a name")
    return
  }
  precondition((try? TypeIdentifier(identifier.text)) == identifier, "a name is an identifier")
  precondition(FreedesktopName.mimeType(of: identifier) == tag.value, "a name is reversible")
}

/// Checks that the MIME type in an identifier, or one made for it, leads back to the identifier.
private func checkName(of identifier: TypeIdentifier) {
  if let generated = FreedesktopName.generatedMIMEType(for: identifier, media: "text") {
    precondition(
      FreedesktopName.identifier(ofGeneratedMIMEType: generated) == identifier,
      "a generated MIME type contains its type")
  }
  guard let mimeType = FreedesktopName.mimeType(of: identifier.text.utf8.span) else {
    precondition(FreedesktopName.mimeType(of: identifier) == nil, "both readers agree")
    return
  }
  let text = String(decoding: mimeType, as: UTF8.self)
  precondition(FreedesktopName.mimeType(of: identifier) == text, "both readers agree")
  // The groups of an identifier may spell any bytes, and a generated MIME type has another name.
  guard let tag = try? Tag(.mimeType, text), tag.value == text,
    FreedesktopName.identifier(ofGeneratedMIMEType: tag) == nil
  else { return }
  precondition(
    FreedesktopName.identifier(ofMIMEType: text) == identifier, "a MIME type has one name")
}

/// Checks that a MIME type with a scheme in it means the scheme, and any other one itself.
private func checkScheme(_ text: String) {
  let handler = FreedesktopName.schemePrefix + text
  // A scheme is ASCII; a combining mark would be taken for a part of the slash before it.
  if text.utf8.allSatisfy({ $0 < 0x80 }) {
    precondition(FreedesktopName.scheme(inMIMEType: handler) == text, "a scheme is found again")
  }
  precondition(
    (try? FreedesktopName.tag(ofMIMEType: handler)) == (try? Tag(.urlScheme, text)),
    "a MIME type with a scheme means the scheme")
  guard FreedesktopName.scheme(inMIMEType: text) == nil else { return }
  precondition(
    (try? FreedesktopName.tag(ofMIMEType: text)) == (try? Tag(.mimeType, text)),
    "another MIME type means itself")
}
