// SPDX-License-Identifier: MIT

// The `<glob>` elements of a type.

extension MIMEPackageParser {
  /// The weight of a pattern that states none (Shared MIME-info specification, section 2.2).
  private static let usualWeight = 50

  mutating func readPattern(of type: inout TypeDeclaration) {
    guard let (pattern, offset) = value("pattern", of: "glob") else { return }
    let isCaseSensitive = isTrue("case-sensitive")
    let weight = weight()
    do throws(Tag.SyntaxError) {
      let tag = try Self.tag(ofPattern: pattern, isCaseSensitive: isCaseSensitive)
      // Of equal patterns the one with the greater weight is used.
      let former = type.tags.contains(tag) ? type.weights[tag] ?? Self.usualWeight : weight
      guard add(tag, to: &type, at: offset) else { return }
      let greatest = max(weight, former)
      type.weights[tag] = greatest == Self.usualWeight ? nil : greatest
    } catch {
      warn(
        offset, "pattern '\(pattern.shortened)' \(error), and is left out",
        hint: "write the pattern of a file name, such as '*.png'")
    }
  }

  /// The tag for files whose names match a pattern.
  ///
  /// `*.tar.gz` is an extension, also if it is to be matched with case, provided that it is in lower case.
  /// Names with that extension in capitals are then known, too, unlike in freedesktop's database.
  private static func tag(
    ofPattern pattern: String, isCaseSensitive: Bool
  ) throws(Tag.SyntaxError) -> Tag {
    if pattern.hasPrefix("*."), !isCaseSensitive || pattern == pattern.asciiLowercased {
      if let suffix = literal(pattern.dropFirst(2)), let tag = try? Tag(.filenameExtension, suffix)
      {
        return tag
      }
    }
    return try Tag(isCaseSensitive ? .caseSensitiveGlob : .filenameGlob, pattern)
  }

  /// The text that alone matches a pattern; `nil` if there are several.
  ///
  /// A character with a meaning in patterns is itself between brackets.
  private static func literal(_ pattern: Substring) -> String? {
    let bytes = Array(pattern.utf8)
    guard bytes.contains(where: { special.contains($0) }) else { return String(pattern) }
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if special.contains(bytes[index]) {
        guard index + 2 < bytes.count, bytes[index] == UInt8(ascii: "["),
          special.contains(bytes[index + 1]), bytes[index + 2] == UInt8(ascii: "]")
        else { return nil }
        text.append(bytes[index + 1])
        index += 3
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let special = Array("*?[\\".utf8)

  private mutating func weight() -> Int {
    guard let attribute = scanner.attribute("weight") else { return Self.usualWeight }
    let text = scanner.value(of: attribute)
    if let weight = Int(text.trimmingBlanks), 0...100 ~= weight { return weight }
    warn(
      attribute.offset, "weight '\(text.shortened)' is not a number from 0 to 100",
      hint: "write a number, such as \(Self.usualWeight)")
    return Int(text.trimmingBlanks).map { min(max($0, 0), 100) } ?? Self.usualWeight
  }

  /// Whether an attribute is true, as `update-mime-database` reads it.
  func isTrue(_ name: StaticString) -> Bool {
    scanner.attribute(name).map { scanner.value(of: $0) } == "true"
  }

  /// Adds a name or pattern to a type.
  ///
  /// - Returns: Whether the type has it now.
  @discardableResult
  mutating func add(_ tag: Tag, to type: inout TypeDeclaration, at offset: Int) -> Bool {
    if type.tags.contains(tag) { return true }
    guard type.tags.count < DeclarationLimits.maximumTagsPerType else {
      sink.add(
        .warning, .tooManyTags, offset: offset,
        "a type has more than \(DeclarationLimits.maximumTagsPerType) names and patterns; "
          + "'\(tag.value)' is left out",
        hint: "declare several types")
      return false
    }
    type.tags.append(tag)
    return true
  }
}
