// SPDX-License-Identifier: MIT

/// Why an XML text is rejected, and the position of the error.
package struct XMLError: Error, Hashable, Sendable {
  /// The rule that the text breaks.
  package enum Reason: Hashable, Sendable {
    /// The text is in another encoding than UTF-8, whose name is given if it is known.
    case encoding(String)
    /// The bytes are not well-formed UTF-8.
    case invalidUTF8(UInt8)
    /// A character that XML forbids, given by its code.
    case forbiddenCharacter(UInt32)
    /// The text ends too early; the value names the missing element.
    case unexpectedEnd(String)
    /// A byte was found instead of an expected element.
    case unexpectedByte(UInt8, expected: String)
    /// The end tag's name, and the name of the element that is open.
    case mismatchedEndTag(String, open: String)
    /// More elements are open at once than the limit allows.
    case tooDeep(Int)
    /// A tag has more attributes than the limit allows.
    case tooManyAttributes(Int)
    /// An attribute appears twice in one tag.
    case duplicateAttribute(String)
    /// An entity other than the five that XML has.
    case unknownEntity(String)
    /// A character reference that does not name a character of XML.
    case invalidCharacterReference
    /// `&` that does not start a reference.
    case bareAmpersand
    /// A document type declaration of another document type.
    case foreignDocumentType(String)
    /// A document type declaration with declarations of its own.
    case internalSubset
    /// A declaration of an entity, or a reference to a parameter entity.
    case entityDeclaration
    /// A document type declaration after another one or after the start of the root element.
    case misplacedDocumentType
    /// `<?xml` that is not at the start of the text.
    case misplacedDeclaration
    /// Text, or a second element, outside the root element.
    case contentOutsideRoot
    /// There is no element at all.
    case noElement
    /// `--` inside a comment.
    case hyphensInComment
    /// `]]>` in text.
    case endOfCDATAInText
    /// A version of XML that is not 1.0 or 1.1.
    case version(String)
  }

  /// The rule that the text breaks.
  package let reason: Reason
  /// Bytes from the start of the text.
  package let offset: Int

  /// An error with that reason and position.
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension XMLError: CustomStringConvertible {
  /// The problem, without the position.
  package var description: String {
    switch reason {
    case .encoding(let name): "text is encoded in '\(name)' rather than UTF-8"
    case .invalidUTF8(let byte): "byte 0x\(hexadecimal(UInt32(byte))) is not valid UTF-8"
    case .forbiddenCharacter(0): "text holds a NUL character"
    case .forbiddenCharacter(let code): "character U+\(hexadecimal(code, 4)) is not allowed in XML"
    case .unexpectedEnd(let missing): "expected \(missing), found the end of the text"
    case .unexpectedByte(let byte, let expected):
      "expected \(expected), found \(quotedByte(byte))"
    case .mismatchedEndTag(let name, let open):
      "expected end tag '\(open)', found end tag '\(name)'"
    case .tooDeep(let limit): "elements are nested deeper than \(limit) levels"
    case .tooManyAttributes(let limit): "tag has more than \(limit) attributes"
    case .duplicateAttribute(let name): "attribute '\(name)' appears twice in one tag"
    case .unknownEntity(let name): "entity '\(name)' is not defined"
    case .invalidCharacterReference: "character reference does not name a character of XML"
    case .bareAmpersand: "'&' does not start a reference"
    case .foreignDocumentType(let name): "document type '\(name)' is not accepted here"
    case .internalSubset: "document type declaration has declarations of its own"
    case .entityDeclaration: "document type declaration declares or uses entities"
    case .misplacedDocumentType: "document type declaration must come once, before the root element"
    case .misplacedDeclaration: "'<?xml' is not at the start of the text"
    case .contentOutsideRoot: "found content outside the root element"
    case .noElement: "text has no element"
    case .hyphensInComment: "found '--' inside a comment"
    case .endOfCDATAInText: "found ']]>' in text"
    case .version(let version): "XML version '\(version)' is not known"
    }
  }

  /// The advice, or `nil` if the message is enough.
  package var hint: String? {
    switch reason {
    case .encoding, .invalidUTF8: "save the file as UTF-8"
    case .forbiddenCharacter: "remove the character"
    case .mismatchedEndTag(_, let open): "close the element with '</\(open)>'"
    case .unknownEntity, .bareAmpersand: "write '&amp;' for an ampersand"
    case .foreignDocumentType, .internalSubset, .entityDeclaration, .misplacedDocumentType:
      "remove the '<!DOCTYPE …>'"
    case .misplacedDeclaration: "remove everything before '<?xml'"
    case .hyphensInComment: "write single hyphens in comments"
    case .endOfCDATAInText: "write ']]&gt;'"
    default: nil
    }
  }
}

/// A byte in a message: itself if it can be seen, else its number.
func quotedByte(_ byte: UInt8) -> String {
  byte > 0x20 && byte < 0x7F
    ? "'\(Character(UnicodeScalar(byte)))'" : "byte 0x\(hexadecimal(UInt32(byte)))"
}

/// `value` in upper-case hexadecimal digits, `width` of them or more.
func hexadecimal(_ value: UInt32, _ width: Int = 2) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
}
