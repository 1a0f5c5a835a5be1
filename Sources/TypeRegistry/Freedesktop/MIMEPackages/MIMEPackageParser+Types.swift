// SPDX-License-Identifier: MIT

// The `<mime-type>` elements of a package.

extension MIMEPackageParser {
  /// Reads a `<mime-type>`; returns whether the file is still acceptable.
  mutating func readType() throws(XMLError) -> Bool {
    guard let (name, offset) = value("type", of: "mime-type"),
      let tag = mimeType(name, at: offset, of: "mime-type"),
      let identifier = identifier(of: tag, at: offset)
    else {
      try skipElement()
      return true
    }
    let index = indices[identifier] ?? bundle.declarations.count
    var type: TypeDeclaration
    if index < bundle.declarations.count {
      type = bundle.declarations[index]
      add(tag, to: &type, at: offset)
    } else {
      guard index < DeclarationLimits.maximumTypesPerPackage else {
        sink.add(
          .error, .tooManyTypes, offset: offset,
          "package declares more than \(DeclarationLimits.maximumTypesPerPackage) types",
          hint: "split the file")
        return false
      }
      type = TypeDeclaration(
        identifier: identifier, kind: .imported, tags: [tag],
        location: sink.location(ofOffset: offset))
      type.freedesktopMIMEType = tag
      if name != tag.value, name.asciiLowercased == tag.value { type.freedesktopMIMEName = name }
      indices[identifier] = index
      bundle.declarations.append(type)
    }
    repeat {
      readTranslations(at: index)
      guard try nextTag() == .startTag else { break }
      try readElement(of: &type, at: index)
    } while true
    bundle.declarations[index] = type
    return true
  }

  /// Reads the next translations, up to one that is not a plain element.
  private mutating func readTranslations(at index: Int) {
    guard prefix.isEmpty else { return }
    let source = scanner.bytes
    while let comment = scanner.readPlainElement("comment", attribute: "xml:lang") {
      let number = bundle.descriptionTranslations.language(
        source.span.extracting(comment.value))
      let content = Content.range(trimmed(comment.text))
      guard checkDescription(content, at: comment.offset) else { continue }
      addTranslation(
        content, language: number, String(decoding: source[comment.value], as: UTF8.self),
        at: comment.attributeOffset, declaration: index)
    }
  }

  private mutating func identifier(of tag: Tag, at offset: Int) -> TypeIdentifier? {
    if let identifier = FreedesktopName.identifier(ofMIMEType: tag.value) { return identifier }
    warn(
      offset, "MIME type '\(tag.value.shortened)' is too long, and is left out", hint: "shorten it")
    return nil
  }

  /// Reads an element of a `<mime-type>`.
  private mutating func readElement(
    of type: inout TypeDeclaration, at index: Int
  ) throws(XMLError) {
    // Nine of ten elements are translations.
    if isNamed("comment") { return try readComment(of: &type, at: index) }
    if isNamed("magic") { return try readMagic(of: &type) }
    if isNamed("treemagic") { return try readTree(of: &type) }
    if isNamed("glob") {
      readPattern(of: &type)
    } else if isNamed("alias") {
      if let (name, offset) = value("type", of: "alias"),
        let alias = mimeType(name, at: offset, of: "alias")
      {
        add(alias, to: &type, at: offset)
      }
    } else if isNamed("sub-class-of") {
      readParent(of: &type)
    } else if isNamed("icon") {
      if let name = iconName(of: "icon") { type.iconName = name }
    } else if isNamed("generic-icon") {
      if let name = iconName(of: "generic-icon") { type.genericIconName = name }
    } else if isNamed("glob-deleteall") {
      type.deletesPatterns = true
    } else if isNamed("magic-deleteall") {
      type.content.deletesMagic = true
    } else if isNamed("root-XML") {
      readRootElement(of: &type)
    } else if isOwnDeclaration {
      return try readOwnDeclaration(of: &type, at: index)
    } else if !isNamed("acronym"), !isNamed("expanded-acronym") {
      noteForeignElement()
    }
    try skipElement()
  }

  /// Puts the type's names before its patterns, and adds the parent that follows from its media type.
  mutating func finishType(at index: Int) {
    let tags = bundle.declarations[index].tags
    bundle.declarations[index].tags =
      tags.filter { $0.tagClass == .mimeType } + tags.filter { $0.tagClass != .mimeType }
    if let own = ownDeclarations[index] {
      finish(own, at: index)
      return
    }
    guard let mimeType = tags.first?.value else { return }
    let usual = FreedesktopName.usualParent(ofMIMEType: mimeType)
    // A generated MIME type can be that of the usual parent itself, or name it as a superclass.
    guard usual != bundle.declarations[index].identifier,
      !bundle.declarations[index].parents.contains(usual)
    else { return }
    let isLastResort =
      usual.text == "public.data" && !bundle.declarations[index].parents.isEmpty
    bundle.declarations[index].usualParent = isLastResort ? .lastResort : .last
    bundle.declarations[index].parents.append(usual)
  }

  private mutating func readComment(
    of type: inout TypeDeclaration, at index: Int
  ) throws(XMLError) {
    let offset = scanner.offset
    let attribute = scanner.attribute("xml:lang")
    let language = attribute.map { scanner.value(of: $0) }
    let content = try content()
    guard checkDescription(content, at: offset) else { return }
    guard let language, let attribute else {
      type.typeDescription = type.typeDescription ?? text(content)
      return
    }
    let number = bundle.descriptionTranslations.language(language.utf8.span)
    addTranslation(
      content, language: number, language, at: attribute.offset, declaration: index)
  }

  /// Checks that a description has a possible length.
  private mutating func checkDescription(_ content: Content, at offset: Int) -> Bool {
    guard content.count > DeclarationLimits.maximumTextBytes else { return content.count > 0 }
    sink.add(
      .warning, .textTooLong, offset: offset,
      "'comment' has more than \(DeclarationLimits.maximumTextBytes) bytes, and is left out",
      hint: "shorten it")
    return false
  }

  private mutating func addTranslation(
    _ content: Content, language number: Int?, _ language: @autoclosure () -> String,
    at offset: Int, declaration index: Int
  ) {
    guard let number else {
      let language = language()
      warn(
        offset, "'\(language.shortened)' is not a language, and is left out",
        hint: "write a language and region, such as 'pt_BR'")
      return
    }
    switch content {
    case .range(let range):
      bundle.descriptionTranslations.add(range, language: number, declaration: index)
    case .text(let text):
      bundle.descriptionTranslations.add(text, language: number, declaration: index)
    }
  }

  /// The text of an element, without blanks around it.
  private enum Content {
    /// Bytes of the file.
    case range(Range<Int>)
    /// A text that differs from the bytes of the file, after decoding.
    case text(String)

    /// The length in bytes.
    var count: Int {
      switch self {
      case .range(let range): range.count
      case .text(let text): text.utf8.count
      }
    }
  }

  private func text(_ content: Content) -> String {
    switch content {
    case .range(let range): String(decoding: scanner.bytes[range], as: UTF8.self)
    case .text(let text): text
    }
  }

  /// Reads the text of the current element, up to its end tag.
  private mutating func content() throws(XMLError) -> Content {
    var plain: Range<Int>?
    // Text around comments and elements: its parts, as long as it can still be a description.
    var bytes: [UInt8] = []
    while true {
      switch try scanner.next() {
      case .text:
        if let plain { bytes += scanner.bytes[plain] }
        if bytes.isEmpty, plain == nil, let range = scanner.plainText {
          plain = range
        } else {
          plain = nil
          if bytes.count <= Self.longestContent { scanner.appendText(to: &bytes) }
        }
      case .startTag: try skipElement()
      case .endTag, .endOfText:
        if let plain { return .range(trimmed(plain)) }
        guard !bytes.isEmpty else { return .range(0..<0) }
        let text = String(decoding: bytes, as: UTF8.self)
        // Not trimmed where a part is missing, so that it is too long.
        return .text(bytes.count > Self.longestContent ? text : text.trimmingBlanks)
      }
    }
  }

  /// The bytes beyond which text is not collected.
  ///
  /// More than a description may have, because of blanks around it.
  private static let longestContent = 16 * DeclarationLimits.maximumTextBytes

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, scanner.bytes[start].isBlankOrControl { start += 1 }
    while start < end, scanner.bytes[end - 1].isBlankOrControl { end -= 1 }
    return start..<end
  }

  private mutating func readParent(of type: inout TypeDeclaration) {
    guard let (name, offset) = value("type", of: "sub-class-of"),
      let tag = mimeType(name, at: offset, of: "sub-class-of"),
      let parent = identifier(of: tag, at: offset), !type.parents.contains(parent)
    else { return }
    guard parent != type.identifier else {
      warn(offset, "type '\(tag.value)' is a sub-class of itself", hint: "remove the element")
      return
    }
    // One parent is reserved for the one that follows from the media type.
    guard type.parents.count + 1 < DeclarationLimits.maximumParentsPerType else {
      sink.add(
        .warning, .tooManySupertypes, offset: offset,
        "a type is a sub-class of more than \(DeclarationLimits.maximumParentsPerType - 1) types; "
          + "'\(tag.value)' is left out",
        hint: "name a type that is a sub-class of the others")
      return
    }
    type.parents.append(parent)
  }

  private mutating func iconName(of element: String) -> String? {
    guard let (name, offset) = value("name", of: element) else { return nil }
    let isName =
      1...255 ~= name.utf8.count && name.utf8.first != UInt8(ascii: ".")
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
    guard isName else {
      sink.add(
        .warning, .invalidIconName, offset: offset,
        "'\(name.shortened)' is not the name of an icon",
        hint: "write a name without path and suffix")
      return nil
    }
    return name
  }
}
