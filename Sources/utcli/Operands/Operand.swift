// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The meaning of a word of the command line, where types and files are accepted.
enum Operand {
  /// A file.
  case file([UInt8])
  /// A type: declared, the parent of a declared type, or dynamic.
  case type(TypeIdentifier)
  /// A tag: an extension, a MIME type, a scheme, a pattern of URLs whose scheme is '*'.
  case tag(Tag)
  /// A URL; a pattern of URLs with a scheme, too.
  case url(TargetURL)
}

extension Session {
  /// The meaning of `word`.
  ///
  /// A word that starts with `/`, `./`, `../` or `file:` is a file; one that starts with a dot and
  /// has no slash is an extension; one that ends with a colon, or starts with `x-scheme-handler/`,
  /// is a scheme. A URL is one with '://', or of a scheme that is known. Any other is a known identifier,
  /// else a known MIME type, or all of a kind (`image/*`); else a MIME type that neither a type nor an
  /// application has, if there is no such file; a bare word is the `public` type of that name, if there is no
  /// such file; else a file.
  func operand(_ word: [UInt8], _ arguments: Arguments) throws(Failure) -> Operand {
    if arguments.has("--file") { return .file(try FileArgument.path(of: word)) }
    let text = String(decoding: word, as: UTF8.self)
    if arguments.has("--type") {
      let name = try Self.text(word, "type identifier")
      if name.utf8.contains(UInt8(ascii: "/")), let mimeType = try? Tag(.mimeType, name) {
        return .tag(mimeType)
      }
      return .type(try type(named: name))
    }
    if ["/", "./", "../", "file:"].contains(where: word.begins) {
      return .file(try FileArgument.path(of: word))
    }
    let dot = UInt8(ascii: ".")
    if word.first == dot, word.count > 1, word[1] != dot, !word.contains(UInt8(ascii: "/")) {
      let name = try Self.text(word, "extension", hint: "write './' before a file name")
      return .tag(try tag(.filenameExtension, String(name.dropFirst())))
    }
    if let scheme = FreedesktopName.scheme(inMIMEType: text) {
      _ = try Self.text(word, "URL scheme")
      return .tag(try tag(.urlScheme, scheme))
    }
    if FileArgument.isURL(word), let url = try? TargetURL(bytes: word) { return .url(url) }
    guard String(validating: word, as: UTF8.self) != nil else { return .file(word) }
    if word.begins(with: "*://") { return .tag(try tag(.urlPattern, text)) }
    if word.last == UInt8(ascii: ":"), let scheme = try? Tag(.urlScheme, String(text.dropLast())) {
      return .tag(scheme)
    }
    if let identifier = try? TypeIdentifier(text), try isKnown(identifier) {
      return .type(identifier)
    }
    if let type = TypeIdentifier.ofAll(mimeTypes: text) { return .type(type) }
    if let mimeType = try mimeType(word, text, arguments) { return .tag(mimeType) }
    if let url = try url(text, arguments) { return .url(url) }
    if let type = try publicType(word, text, arguments) { return .type(type) }
    return .file(word)
  }

  /// The type that a bare word names without its `public.`; `nil` for other words, and for files.
  private func publicType(
    _ word: [UInt8], _ text: String, _ arguments: Arguments
  ) throws(Failure) -> TypeIdentifier? {
    guard !arguments.has("--name-only"), let type = try publicType(text),
      (try? FileInspection(of: word)) == nil
    else { return nil }
    return type
  }

  /// A MIME type; `nil` for other words, and for files that no declared type's MIME type is spelt like.
  ///
  /// One that no type has and no application opens either has to begin with a kind of MIME types, and not
  /// with the name of a directory: otherwise the word is a path whose last part is misspelt.
  private func mimeType(
    _ word: [UInt8], _ text: String, _ arguments: Arguments
  ) throws(Failure) -> Tag? {
    guard let tag = try? Tag(.mimeType, text) else { return nil }
    let kind = word.prefix { $0 != UInt8(ascii: "/") }
    let isNoFile =
      !arguments.has("--name-only") && (try? FileInspection(of: word)) == nil
    // Then it is one whether a type has it or not, and no daemon need be asked.
    if isNoFile, Self.isMIMEKind(String(decoding: kind, as: UTF8.self).asciiLowercased),
      (try? FileInspection(of: Array(kind))) == nil
    {
      return tag
    }
    if try !types(with: tag).isDynamic { return tag }
    guard isNoFile,
      try handlers(for: [HandlerQuery(.tag(tag), limit: 1)]).first?.handlers.isEmpty == false
    else { return nil }
    return tag
  }

  /// Whether MIME types begin with a word: those of IANA and of shared-mime-info, and private ones.
  private static func isMIMEKind(_ word: String) -> Bool {
    switch word {
    case "application", "audio", "chemical", "example", "font", "haptics", "image", "inode",
      "message", "model", "multipart", "text", "video":
      true
    default: word.hasPrefix("x-")
    }
  }

  /// A URL without '://', such as `mailto:a@b`; `nil` if its scheme is not known, and if a file has that
  /// name.
  private func url(_ text: String, _ arguments: Arguments) throws(Failure) -> TargetURL? {
    guard let url = try? TargetURL(text), !arguments.has("--name-only"),
      (try? FileInspection(of: Array(text.utf8))) == nil, try isKnown(url.scheme)
    else { return nil }
    return url
  }

  /// Whether a scheme is one of the web's, or a declared type or an application has it.
  private func isKnown(_ scheme: Tag) throws(Failure) -> Bool {
    if WebSubjects.isScheme(.tag(scheme)) { return true }
    if try !types(with: scheme).isDynamic { return true }
    return try handlers(for: [HandlerQuery(.tag(scheme), limit: 1)]).first?.handlers.isEmpty
      == false
  }

  /// The possible meanings of a word that names no file: `pdf` the extension, `mailto` the scheme.
  func meantInstead(_ word: [UInt8]) throws(Failure) -> String? {
    guard let text = String(validating: word, as: UTF8.self) else { return nil }
    if text.hasSuffix("/*") { return "no type stands for all of '\(text)'; name a type" }
    guard !text.utf8.contains(where: { ":./".utf8.contains($0) }) else { return nil }
    var meanings: [String] = []
    var other = ""
    if let tag = try? Tag(.filenameExtension, text), try !types(with: tag).isDynamic {
      meanings.append("the extension '.\(tag.value)'")
      other = tag.spelling
    }
    if let tag = try? Tag(.urlScheme, text), try isKnown(tag) {
      meanings.append("the scheme '\(tag.value):'")
      other = tag.spelling
    }
    guard !meanings.isEmpty else { return nil }
    return "did you mean \(meanings.joined(separator: " or "))?"
      + (meanings.count == 1 ? line(with: text, as: other, after: " ") : "")
  }

  /// The text of a word that cannot name a file.
  static func text(_ word: [UInt8], _ kind: String, hint: String? = nil) throws(Failure) -> String {
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
      var hint: String?
      if case .notAURLPattern(let error) = error.reason { hint = error.hint }
      if tagClass == .mimeType {
        hint = "such as 'image/png'"
      }
      if tagClass == .mimeType, let tag = try? Tag(.filenameExtension, value),
        try !types(with: tag).isDynamic
      {
        hint = "'utcli types \(tag.spelling.shellWord)' lists the types of an extension"
      }
      throw Failure(.badData, "\(tagClass.noun) '\(value)' \(error)", hint: hint)
    }
  }

  /// The type that a tag means; a note names the other types that have the tag.
  func type(of tag: Tag) throws(Failure) -> TypeIdentifier {
    let answer = try ask { try $0.usualTypes(tag: tag) }
    guard let first = answer.types.first, !answer.isDynamic else {
      let option =
        switch tag.tagClass {
        case .filenameExtension: "--extension"
        case .urlScheme: "--scheme"
        default: "--mime"
        }
      let near = tag.tagClass == .mimeType ? try near(tag.value) : nil
      throw Failure(
        .negative, "no declared type for '\(tag.spelling)'",
        hint: near ?? "'utcli types \(option) \(tag.value.shellWord)' shows the dynamic type")
    }
    if answer.types.count > 1 {
      let others = answer.types.dropFirst().map { "'\($0)'" }.joined(separator: ", ")
      note(
        "'\(tag.spelling)' is also a tag of \(others); "
          + (answer.isTie
            ? "nothing but the order of files or identifiers decides"
            : "'utcli why' shows the rule"))
    }
    return first
  }

  /// The types that a tag can mean.
  func types(
    with tag: Tag, conformingTo supertype: TypeIdentifier? = nil
  ) throws(Failure) -> TagAnswer {
    try ask { try $0.types(tag: tag, conformingTo: supertype) }
  }

  /// The type that an operand names; that of a file too.
  func typeOrFileType(_ word: [UInt8], _ arguments: Arguments) throws(Failure) -> TypeIdentifier {
    guard case .file(let path) = try operand(word, arguments) else {
      return try type(word, arguments)
    }
    guard let file = try? FileInspection(of: path) else {
      if let failure = try missingFile(word) { throw failure }
      return try type(word, arguments)
    }
    return try fileType(
      FileQuery(name: file.name, kind: file.kind), at: path, arguments, followsLinks: false)
  }

  /// The error for a word that is neither a file nor a type, and has an extension that is known; `nil` for
  /// other words.
  private func missingFile(_ word: [UInt8]) throws(Failure) -> Failure? {
    let name = FileInspection.lastComponent(of: word)
    guard let text = String(validating: name, as: UTF8.self),
      let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")), dot > text.startIndex,
      let tag = try? Tag(.filenameExtension, String(text[text.index(after: dot)...])),
      try !types(with: tag).isDynamic
    else { return nil }
    if !word.contains(UInt8(ascii: "/")), try isLikeIdentifier(text) { return nil }
    return Failure(
      .negative, "'\(TextEscaping.inMessage(word))' is neither a file nor a type",
      hint: "'utcli info \(tag.spelling.shellWord)' is about the extension")
  }

  /// Whether a word is more like a misspelt identifier than like the name of a file.
  private func isLikeIdentifier(_ text: String) throws(Failure) -> Bool {
    let domains = ["com", "dyn", "io", "net", "org", "public"]
    if let first = text.split(separator: ".").first, domains.contains(String(first).asciiLowercased)
    {
      return true
    }
    let near = try ask { try $0.nearest(to: text) }
    return EditDistance.nearest(to: text, among: near.map(\.text)) != nil
  }

  /// The type that an operand names, where a file is not accepted.
  func type(_ word: [UInt8], _ arguments: Arguments) throws(Failure) -> TypeIdentifier {
    let text = String(decoding: word, as: UTF8.self)
    switch try operand(word, arguments) {
    case .type(let identifier): return identifier
    case .tag(let tag): return try type(of: tag)
    case .url(let url): return try type(of: url.scheme)
    case .file(let path):
      if (try? FileInspection(of: path)) != nil {
        throw Failure(
          .negative, "'\(text)' is a file, not a type",
          hint: "'utcli type-of \(text.shellWord)' shows its type")
      }
      if (try? TypeIdentifier(text)) != nil { throw try unknownType(text) }
      var hint = try meantApplication(word)
      if hint == nil { hint = try meantInstead(word) }
      if hint == nil { hint = try near(text) }
      throw Failure(
        .negative, "'\(text)' is neither a type nor a known MIME type",
        hint: hint ?? Self.searchHint)
    }
  }
}
