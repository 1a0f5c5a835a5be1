// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// What the user means by a word where a type or a file may stand.
enum Operand {
  /// A file.
  case file([UInt8])
  /// A type, declared, named as a parent, or dynamic.
  case type(TypeIdentifier)
  /// A tag: an extension, a MIME type, a scheme.
  case tag(Tag)
}

extension Session {
  /// What `word` means: with `/`, `./`, `../` or `file:` in front a file; with one dot in front and
  /// no slash an extension; with a colon behind, or `x-scheme-handler/` in front, a scheme; then a
  /// known identifier, a known MIME type, and else a file.
  mutating func operand(_ word: [UInt8], _ arguments: Arguments) throws(Failure) -> Operand {
    let text = String(decoding: word, as: UTF8.self)
    if arguments.has("--file") { return .file(word) }
    if arguments.has("--type") { return .type(try type(named: text)) }
    if text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../") { return .file(word) }
    if text.asciiPrefix("file:") { return .file(try path(ofURL: word)) }
    if text.hasPrefix("."), !text.hasPrefix(".."), !text.contains("/"), word.count > 1 {
      return .tag(try tag(.filenameExtension, String(text.dropFirst())))
    }
    if text.asciiPrefix("x-scheme-handler/") {
      return .tag(try tag(.urlScheme, String(text.dropFirst("x-scheme-handler/".count))))
    }
    if text.hasSuffix(":"), let scheme = try? Tag(.urlScheme, String(text.dropLast())) {
      return .tag(scheme)
    }
    if let identifier = try? TypeIdentifier(text) {
      switch registry.reference(identifier) {
      case .registered, .dynamic: return .type(identifier)
      case .unknown: break
      }
    }
    if let mimeType = try? Tag(.mimeType, text), registry.entry(mimeType) != nil {
      return .tag(mimeType)
    }
    return .file(word)
  }

  /// A tag that the user spelt.
  func tag(_ tagClass: TagClass, _ value: String) throws(Failure) -> Tag {
    do {
      return try Tag(tagClass, value)
    } catch {
      throw Failure(.badData, "\(tagClass) '\(value)' \(error)")
    }
  }

  /// The one type that a tag means, with a word on standard error if it could be another.
  mutating func type(of tag: Tag) throws(Failure) -> TypeIdentifier {
    let answer = registry.types(tag: tag)
    guard let first = answer.types.first, !answer.isDynamic else {
      let spelling = tag.tagClass == .filenameExtension ? ".\(tag.value)" : tag.value
      throw Failure(
        .negative, "no declared type for '\(spelling)'",
        hint: "'utcli types' with --extension or --mime gives the dynamic type")
    }
    if answer.types.count > 1 {
      let others = answer.types.dropFirst().map { "'\($0)'" }.joined(separator: ", ")
      ErrorOutput.line(
        "note: '\(tag.value)' is also a tag of \(others); "
          + (answer.isTie ? "nothing but their order decides" : "'utcli why' tells the rule"))
    }
    return first
  }

  /// The type that an operand means, where only a type will do.
  mutating func type(_ word: [UInt8], _ arguments: Arguments) throws(Failure) -> TypeIdentifier {
    let text = String(decoding: word, as: UTF8.self)
    switch try operand(word, arguments) {
    case .type(let identifier): return identifier
    case .tag(let tag): return try type(of: tag)
    case .file:
      if text.contains("/") {
        throw Failure(.negative, "'\(text)' is neither a type nor a known MIME type")
      }
      return try type(named: text)
    }
  }

  /// The path of a `file:` URL (RFC 8089), for this host alone.
  private func path(ofURL word: [UInt8]) throws(Failure) -> [UInt8] {
    var rest = word.dropFirst("file:".utf8.count)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || host.elementsEqual("localhost".utf8) else {
        throw Failure(.badData, "'\(String(decoding: word, as: UTF8.self))' is on another host")
      }
      rest = rest.dropFirst(host.count)
    }
    var path: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        path.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 else {
        throw Failure(
          .badData, "'\(String(decoding: word, as: UTF8.self))' has a bad escape '%\(digits)'")
      }
      path.append(value)
      rest = rest.dropFirst(2)
    }
    guard path.first == UInt8(ascii: "/") else {
      throw Failure(.badData, "'\(String(decoding: word, as: UTF8.self))' is no absolute file URL")
    }
    return path
  }
}

extension String {
  /// Whether the text begins with `prefix`, compared without case.
  fileprivate func asciiPrefix(_ prefix: String) -> Bool {
    utf8.prefix(prefix.utf8.count).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } == Array(prefix.utf8)
  }
}
