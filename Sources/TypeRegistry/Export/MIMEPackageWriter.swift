// SPDX-License-Identifier: MIT

/// Writes a package of MIME types (Shared MIME-info Database specification 0.21).
package enum MIMEPackageWriter {
  /// The text of a package.
  ///
  /// - Parameter types: In the order of the package.
  /// - Returns: The bytes of the XML text.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func bytes(_ types: [ExportedType]) -> [UInt8] {
    bytes(types, mark: ExportMark.text)
  }

  /// The text of a package that repeats only the core; this registry does not read it again.
  ///
  /// - Parameter types: In the order of the package.
  /// - Returns: The bytes of the XML text.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func bytes(ofCore types: [ExportedType]) -> [UInt8] {
    bytes(
      types, mark: ExportMark.text(of: ExportMark.mimePackage),
      [
        ("xmlns:uti", MIMEPackageParser.ownNamespace),
        ("uti:\(MIMEPackageParser.originAttribute)", "\(Origin.core)"),
      ])
  }

  private static func bytes(
    _ types: [ExportedType], mark: String, _ attributes: [(String, String)] = []
  ) -> [UInt8] {
    var text = XMLText()
    text.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    text.line("<!-- \(mark) -->")
    text.element("mime-info", [("xmlns", MIMEPackageParser.namespace)] + attributes) { text in
      for type in types { write(type, to: &text) }
    }
    return text.bytes
  }

  private static func write(_ type: ExportedType, to text: inout XMLText) {
    text.element("mime-type", [("type", type.mimeType)]) { text in
      if let comment = type.comment { text.element("comment", text: comment) }
      for translation in type.translations {
        text.element("comment", [("xml:lang", translation.language)], text: translation.text)
      }
      for superclass in type.superclasses { text.element("sub-class-of", [("type", superclass)]) }
      for alias in type.aliases { text.element("alias", [("type", alias)]) }
      if let icon = type.iconName { text.element("icon", [("name", icon)]) }
      if let icon = type.genericIconName { text.element("generic-icon", [("name", icon)]) }
      if type.content.deletesMagic { text.element("magic-deleteall") }
      for rule in type.content.magic { write(rule, to: &text) }
      if type.deletesPatterns { text.element("glob-deleteall") }
      for pattern in type.patterns {
        var attributes = [("pattern", pattern.text)]
        if let weight = pattern.weight { attributes.append(("weight", "\(weight)")) }
        if pattern.isCaseSensitive { attributes.append(("case-sensitive", "true")) }
        text.element("glob", attributes)
      }
      for element in type.content.rootElements {
        text.element(
          "root-XML", [("namespaceURI", element.namespace), ("localName", element.localName)])
      }
      if let own = type.own { write(own, of: type.identifier, to: &text) }
    }
  }

  private static func write(
    _ own: ExportedType.Own, of identifier: TypeIdentifier, to text: inout XMLText
  ) {
    var attributes = [
      ("xmlns:uti", MIMEPackageParser.ownNamespace), ("identifier", identifier.text),
    ]
    if let version = own.version { attributes.append(("version", version)) }
    if let address = own.referenceURL { attributes.append(("reference", address)) }
    text.element("uti:declaration", attributes) { text in
      for parent in own.parents { text.element("uti:conforms-to", [("type", parent.text)]) }
      for tag in own.tags {
        text.element("uti:tag", [("class", tag.tagClass.text), ("value", tag.value)])
      }
    }
  }

  // MARK: - Contents

  private static func write(_ rule: ContentRule<MagicMatch>, to text: inout XMLText) {
    text.element("magic", [("priority", "\(rule.priority)")]) { text in
      var index = 0
      while index < rule.matches.count { write(rule.matches, from: &index, to: &text) }
    }
  }

  /// Writes the match at `index` with those that refine it, and moves on after them.
  private static func write(
    _ matches: [MagicMatch], from index: inout Int, to text: inout XMLText
  ) {
    let match = matches[index]
    index += 1
    let last = match.start + match.offsets - 1
    var attributes = [
      ("type", "string"), ("value", escaped(match.value)),
      ("offset", match.offsets == 1 ? "\(match.start)" : "\(match.start):\(last)"),
    ]
    if !match.mask.isEmpty {
      let digits = match.mask.map { byte in
        byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16)
      }
      attributes.append(("mask", "0x" + digits.joined()))
    }
    var next = index
    text.element("match", attributes) { text in
      while next < matches.count, matches[next].depth > match.depth {
        write(matches, from: &next, to: &text)
      }
    }
    index = next
  }

  /// Bytes with the escapes of C, three octal digits each.
  private static func escaped(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\")
        ? String(UnicodeScalar(byte)) : "\\\(byte >> 6)\(byte >> 3 & 7)\(byte & 7)"
    }.joined()
  }
}
