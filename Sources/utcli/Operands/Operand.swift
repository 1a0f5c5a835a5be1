// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// What a word of the command line names, where types and files are accepted.
enum Operand {
  /// A file.
  case file([UInt8])
  /// A type: declared, the parent of a declared type, or dynamic.
  case type(TypeIdentifier)
  /// A tag: an extension, a MIME type, a scheme.
  case tag(Tag)
}

extension Session {
  /// What `word` names.
  ///
  /// A word that starts with `/`, `./`, `../` or `file:` is a file; one that starts with a dot and
  /// has no slash is an extension; one that ends with a colon, or starts with `x-scheme-handler/`,
  /// is a scheme. Any other is a known identifier, else a known MIME type, else a file.
  mutating func operand(_ word: [UInt8], _ arguments: Arguments) throws(Failure) -> Operand {
    if arguments.has("--file") { return .file(try FileArgument.path(of: word)) }
    let text = String(decoding: word, as: UTF8.self)
    if arguments.has("--type") {
      return .type(try type(named: Self.text(word, "type identifier")))
    }
    if ["/", "./", "../", "file:"].contains(where: word.begins) {
      return .file(try FileArgument.path(of: word))
    }
    let dot = UInt8(ascii: ".")
    if word.first == dot, word.count > 1, word[1] != dot, !word.contains(UInt8(ascii: "/")) {
      let name = try Self.text(word, "extension", hint: "write './' before a file name")
      return .tag(try tag(.filenameExtension, String(name.dropFirst())))
    }
    if word.begins(with: "x-scheme-handler/") {
      let name = try Self.text(word, "URL scheme")
      return .tag(try tag(.urlScheme, String(name.dropFirst("x-scheme-handler/".count))))
    }
    guard String(validating: word, as: UTF8.self) != nil else { return .file(word) }
    if word.last == UInt8(ascii: ":"), let scheme = try? Tag(.urlScheme, String(text.dropLast())) {
      return .tag(scheme)
    }
    if let identifier = try? TypeIdentifier(text), try isKnown(identifier) {
      return .type(identifier)
    }
    if let mimeType = try? Tag(.mimeType, text), try !types(with: mimeType).isDynamic {
      return .tag(mimeType)
    }
    return .file(word)
  }

  /// The text of a word that cannot name a file.
  static func text(
    _ word: [UInt8], _ kind: String, hint: String? = nil
  ) throws(Failure) -> String {
    guard let text = String(validating: word, as: UTF8.self) else {
      throw Failure(
        .badData, "\(kind) '\(TextEscaping.inMessage(word))' is not UTF-8", hint: hint)
    }
    return text
  }

  /// A tag that the user wrote.
  func tag(_ tagClass: TagClass, _ value: String) throws(Failure) -> Tag {
    do {
      return try Tag(tagClass, value)
    } catch {
      throw Failure(.badData, "\(tagClass.noun) '\(value)' \(error)")
    }
  }

  /// The type that a tag means; a note names the other types that have the tag.
  mutating func type(of tag: Tag) throws(Failure) -> TypeIdentifier {
    let answer = try ask { (client) throws(RegistryClientError) in
      try client.usualTypes(tag: tag)
    }
    guard let first = answer.types.first, !answer.isDynamic else {
      let option =
        switch tag.tagClass {
        case .filenameExtension: "--extension"
        case .urlScheme: "--scheme"
        default: "--mime"
        }
      throw Failure(
        .negative, "no declared type for '\(tag.spelling)'",
        hint: "'utcli types \(option) \(tag.value)' shows the dynamic type")
    }
    if answer.types.count > 1 {
      let others = answer.types.dropFirst().map { "'\($0)'" }.joined(separator: ", ")
      note(
        "'\(tag.spelling)' is also a tag of \(others); "
          + (answer.isTie ? "nothing but file order decides" : "'utcli why' shows the rule"))
    }
    return first
  }

  /// The types that a tag can mean.
  mutating func types(
    with tag: Tag, conformingTo supertype: TypeIdentifier? = nil
  ) throws(Failure) -> TagAnswer {
    try ask { (client) throws(RegistryClientError) in
      try client.types(tag: tag, conformingTo: supertype)
    }
  }

  /// The type that an operand names, where a file is not accepted.
  mutating func type(_ word: [UInt8], _ arguments: Arguments) throws(Failure) -> TypeIdentifier {
    let text = String(decoding: word, as: UTF8.self)
    switch try operand(word, arguments) {
    case .type(let identifier): return identifier
    case .tag(let tag): return try type(of: tag)
    case .file(let path):
      if (try? FileInspection(of: path)) != nil {
        throw Failure(
          .negative, "'\(text)' is a file, not a type", hint: "'utcli type-of' shows its type")
      }
      let isIdentifier = (try? TypeIdentifier(text)) != nil
      throw Failure(
        .negative,
        isIdentifier
          ? "type '\(text)' not found" : "'\(text)' is neither a type nor a known MIME type",
        hint: try near(text) ?? Self.searchHint)
    }
  }
}
