// SPDX-License-Identifier: MIT

internal import StrictJSON

// Tag specifications, and the tags of claims.

extension BundleParser {
  /// The tags of a specification, or `nil` if there are too many and the type is left out.
  mutating func readTags(
    _ value: JSONValue, _ key: JSONValue, of identifier: TypeIdentifier, isNested: Bool = false
  ) -> [Tag]? {
    if rejectUnlessObject(value, key.nameText) { return [] }
    var tags: [Tag] = []
    var seen: Set<Tag> = []
    for (name, values) in value.members {
      if name.equals("UTTypeTagSpecification"), !isNested {
        // Apple's tools read it as a tag class of that name, and so find no tags.
        sink.add(
          .warning, .nestedTagSpecification, at: name,
          "'UTTypeTagSpecification' is nested in itself", hint: "remove the inner level",
          isAcceptedByApple: false)
        guard let inner = readTags(values, name, of: identifier, isNested: true) else { return nil }
        for tag in inner where !tags.contains(tag) { tags.append(tag) }
        continue
      }
      guard let tagClass = tagClass(name) else { continue }
      for element in strings(values, name) {
        guard let tag = tag(tagClass, element) else { continue }
        if tags.count < 8 ? tags.contains(tag) : !seen.isEmpty && seen.contains(tag) {
          sink.add(
            .note, .duplicateTag, at: element, "tag '\(tag.value)' appears twice",
            hint: "remove one of the two", isAcceptedByApple: true)
          continue
        }
        tags.append(tag)
        // Nearly all lists are short; these are searched linearly.
        if tags.count == 8 { seen = Set(tags) } else if tags.count > 8 { seen.insert(tag) }
        guard tags.count <= DeclarationLimits.maximumTagsPerType else {
          sink.add(
            .error, .tooManyTags, at: element,
            "type '\(identifier)' has more than \(DeclarationLimits.maximumTagsPerType) tags and "
              + "is left out",
            hint: "declare several types")
          return nil
        }
      }
    }
    return tags
  }

  private mutating func tagClass(_ name: JSONValue) -> TagClass? {
    if name.equals("public.filename-extension") { return .filenameExtension }
    if name.equals("public.mime-type") { return .mimeType }
    if name.equals("com.apple.ostype") { return .osType }
    if let lastClass, name.equals(bytes: lastClass.text.utf8.span) { return lastClass }
    let text = name.nameText
    do {
      let tagClass = try TagClass(text)
      if TagClass.wellKnown.contains(tagClass) { return tagClass }
      if let meant = Self.classMeant(by: tagClass.text) {
        sink.add(
          .warning, .unknownTagClass, at: name, "tag class '\(text)' is not known",
          hint: "did you mean '\(meant)'?", isAcceptedByApple: false)
      } else {
        lastClass = tagClass
      }
      return tagClass
    } catch {
      sink.add(
        .error, .unknownTagClass, at: name, "tag class '\(text.shortened)' \(error)",
        hint: "write 'public.filename-extension', 'public.mime-type' or another class",
        isAcceptedByApple: false)
      return nil
    }
  }

  /// The well-known class that `text` misspells: it differs in punctuation, by a plural, by one
  /// letter, or lacks a word (`public.mime`, `public.extension`).
  private static func classMeant(by text: String) -> TagClass? {
    func skeleton(_ text: String) -> [UInt8] {
      let letters = Array(text.utf8.filter { $0.asciiLowercased &- 0x61 < 26 })
      return letters.last == UInt8(ascii: "s") ? letters.dropLast() : letters
    }
    let letters = skeleton(text)
    if let same = TagClass.wellKnown.first(where: { skeleton($0.text) == letters }) { return same }
    let meant = KnownKeys.nearest(to: text, in: TagClass.wellKnown.map(\.text))
    if let near = TagClass.wellKnown.first(where: { $0.text == meant }) { return near }
    guard text.hasPrefix("public.") else { return nil }
    let word = text.dropFirst("public.".count)
    return TagClass.wellKnown.first {
      $0.text.hasPrefix(text + "-") || $0.text.hasSuffix("-" + word)
    }
  }

  /// The tag in `value`, tidied; `nil` with a diagnostic if it is not valid.
  mutating func tag(_ tagClass: TagClass, _ value: JSONValue) -> Tag? {
    if let text = plainText(of: value, in: tagClass) { return Tag(trusted: tagClass, text) }
    guard let written = value.string else { return nil }
    if rejectIfUnexpanded(written, value, .error) { return nil }
    let text = tidied(written, tagClass, value)
    if let pattern = pattern(text, tagClass) {
      guard !pattern.value.utf8.allSatisfy({ $0 == UInt8(ascii: "*") }) else {
        sink.add(
          .error, .invalidTag, at: value, "pattern '\(written.shortened)' matches every name",
          hint: "remove it, or claim all files with 'public.data'", isAcceptedByApple: false)
        return nil
      }
      if let tag = try? Tag(pattern.tagClass, pattern.value) { return tag }
    }
    if tagClass == .filenameExtension, text == "*" {
      sink.add(
        .warning, .invalidTag, at: value, "'*' is not an extension",
        hint: "remove it, or claim all files with '*' in 'CFBundleTypeExtensions'",
        isAcceptedByApple: false)
      return nil
    }
    do throws(Tag.SyntaxError) {
      let tag = try Tag(tagClass, text)
      if tagClass == .filenameExtension, bundle.origin != .core,
        text.utf8.contains(UInt8(ascii: "."))
      {
        sink.add(
          .note, .compoundExtension, at: value,
          "extension '\(text)' has a dot inside, which Apple's tools never match",
          isAcceptedByApple: false)
      }
      return tag
    } catch {
      sink.add(
        .error, .invalidTag, at: value, "tag '\(written.shortened)' \(error)",
        hint: Self.hint(for: error), isAcceptedByApple: error.tagClass == .osType ? false : nil)
      return nil
    }
  }

  /// The text of a tag that needs neither checks nor changes, like nearly all.
  private func plainText(of value: JSONValue, in tagClass: TagClass) -> String? {
    let isExtension = tagClass == .filenameExtension
    guard isExtension || tagClass == .mimeType, let text = value.string else { return nil }
    let bytes = text.utf8
    guard bytes.count <= 127 else { return nil }
    var slashes = 0
    for byte in bytes {
      if byte &- 0x61 < 26 || byte &- 0x30 < 10 { continue }
      guard !isExtension else { return nil }
      switch byte {
      case UInt8(ascii: "/"): slashes += 1
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "+"): continue
      default: return nil
      }
    }
    if isExtension { return bytes.isEmpty ? nil : text }
    let isMIMEType =
      slashes == 1 && bytes.first != UInt8(ascii: "/") && bytes.last != UInt8(ascii: "/")
    return isMIMEType ? text : nil
  }

  /// `text` without blanks at its ends, an extension's leading dot or `*.`, and a scheme's colon.
  private mutating func tidied(_ text: String, _ tagClass: TagClass, _ value: JSONValue) -> String {
    // Type codes are padded with blanks.
    guard tagClass.ignoresCase, tagClass != .filenameGlob else { return text }
    var tidy = text.trimmingBlanks
    var problem = "tag '\(text.shortened)' has blanks around it"
    if tagClass == .filenameExtension, tidy.hasPrefix("*.") || tidy.hasPrefix(".") {
      if tidy.hasPrefix("*.") { tidy.removeFirst() }
      while tidy.hasPrefix(".") { tidy.removeFirst() }
      problem = "extension '\(text.shortened)': the dot is not part of it"
    } else if tagClass == .urlScheme, tidy.hasSuffix(":") || tidy.hasSuffix("://") {
      if tidy.hasSuffix("://") { tidy.removeLast(2) }
      if tidy.hasSuffix(":") { tidy.removeLast() }
      problem = "scheme '\(text.shortened)': the colon is not part of it"
    }
    guard tidy != text, !tidy.isEmpty else { return text }
    sink.add(
      .warning, .untidyTag, at: value, "\(problem); read as '\(tidy.shortened)'",
      hint: "write '\(tidy.shortened)'", isAcceptedByApple: false)
    return tidy
  }

  /// A name pattern as short as it can be said; `nil` for a tag of another class.
  ///
  /// A longer pattern goes before a shorter one, and so before an extension of a more trusted bundle:
  /// `*.[pP][dD][fF]` is `*.pdf`, and so are `*.pdf` and `*.[pP]df` with their case.
  private func pattern(_ text: String, _ tagClass: TagClass) -> (tagClass: TagClass, value: String)?
  {
    switch tagClass {
    case .filenameGlob: return (tagClass, Self.withoutSingleLetters(text))
    case .caseSensitiveGlob:
      let short = Self.withoutSingleLetters(text, lowercase: true)
      // As of MIME packages: the same extension in capitals is known, too.
      let isExtension =
        short.hasPrefix("*.") && short == short.asciiLowercased
        && !short.utf8.dropFirst(2).contains(where: "*?[".utf8.contains)
      return isExtension ? (.filenameGlob, short) : (tagClass, text)
    default: return nil
    }
  }

  /// A pattern with the lower-case letter in place of brackets that allow one letter alone; with `lowercase`
  /// only of those that allow it in lower case.
  private static func withoutSingleLetters(_ pattern: String, lowercase: Bool = false) -> String {
    let bytes = Array(pattern.utf8)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let end = bytes[index...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.count
      let inner = bytes[index..<end].dropFirst()
      if bytes[index] == UInt8(ascii: "["), end < bytes.count,
        let letter = inner.first?.asciiLowercased,
        letter &- 0x61 < 26, inner.allSatisfy({ $0.asciiLowercased == letter }),
        !lowercase || inner.contains(letter)
      {
        text.append(letter)
        index = end + 1
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func hint(for error: Tag.SyntaxError) -> String {
    switch error.reason {
    case .notAMIMEType: "write a MIME type, such as 'image/png'"
    case .notAScheme: "write letters, digits, '+', '-' and '.', beginning with a letter"
    case .notFourCharacters: "write four characters, padded with spaces"
    case .tooLong: "shorten it"
    case .notAURLPattern(let error): error.hint ?? "such as 'https://*.example.org/*'"
    case .notATagClass: "name a tag class, such as 'public.filename-extension'"
    case .empty, .nul, .slash, .dotAtEnd, .wildcard, .blankOrControl:
      "write an extension such as 'png', without dot and path"
    }
  }
}
