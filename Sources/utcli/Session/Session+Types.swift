// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Session {
  /// The type of an identifier that the user wrote; it has to be declared, a parent, or dynamic.
  func type(named text: String) throws(Failure) -> TypeIdentifier {
    let identifier: TypeIdentifier
    do {
      identifier = try TypeIdentifier(text)
    } catch {
      if let type = try publicType(text) { return type }
      throw Failure(
        .badData, "type identifier '\(text)' \(error)", hint: try hint(forType: text))
    }
    guard try isKnown(identifier) else { throw try unknownType(text) }
    return identifier
  }

  /// The type that a bare word names, without its `public.`: `public.image` for `image`; `nil` if no such
  /// type is known.
  func publicType(_ word: String) throws(Failure) -> TypeIdentifier? {
    guard !word.utf8.contains(where: { ":./".utf8.contains($0) }),
      let identifier = try? TypeIdentifier("public.\(word)"), try isKnown(identifier)
    else { return nil }
    return identifier
  }

  /// The error for an identifier that no type has.
  func unknownType(_ text: String) throws(Failure) -> Failure {
    if let identifier = try? TypeIdentifier(text), identifier.isDynamic {
      return Failure(
        .negative, "'\(text)' is not the identifier of a dynamic type",
        hint: "'utcli types .EXT' shows that of an unknown extension")
    }
    return Failure(
      .negative, "type '\(text)' not found", hint: try hint(forType: text) ?? Self.searchHint)
  }

  /// A hint about a word that names no type: the types that resemble it, or the one with its MIME type or
  /// extension.
  private func hint(forType text: String) throws(Failure) -> String? {
    for tagClass in [TagClass.mimeType, .filenameExtension] {
      let value = text.hasPrefix(".") ? String(text.dropFirst()) : text
      guard let tag = try? Tag(tagClass, value) else { continue }
      let answer = try ask { try $0.usualTypes(tag: tag) }
      guard let type = answer.types.first, !answer.isDynamic else { continue }
      return "'\(tag.spelling)' is a tag of '\(type)'"
        + line(with: text, as: type.text, after: ": ")
    }
    return try near(text)
  }

  /// The information on a type; the error if it is not known.
  func information(on identifier: TypeIdentifier) throws(Failure) -> TypeInformation {
    let found = try ask { try $0.information(on: [identifier], in: languages) }
    guard let information = found.first ?? nil else {
      throw Failure(.negative, "type '\(identifier)' not found")
    }
    return information
  }

  /// Whether a type is declared, the supertype of a declared type, or dynamic.
  func isKnown(_ identifier: TypeIdentifier) throws(Failure) -> Bool {
    try ask { try $0.summaries(of: [identifier], in: .none) }.contains { $0.state != .unknown }
  }

  /// Has `visit` look at every declared type, at `others`, and at all that these conform to, each once.
  ///
  /// - Parameters:
  ///   - others: Types that no declaration has to have.
  ///   - visit: Answers with the parents of types.
  /// - Throws: ``Failure`` if the registry does not answer.
  func visitEveryType(
    and others: [TypeIdentifier],
    _ visit: ([TypeIdentifier]) throws(Failure) -> [TypeIdentifier]
  ) throws(Failure) {
    var seen: Set<TypeIdentifier> = []
    var rest = try ask { try $0.declaredTypes(conformingTo: nil) }
    rest += others
    rest = rest.filter { seen.insert($0).inserted }
    while !rest.isEmpty {
      rest = try visit(rest).filter { seen.insert($0).inserted }
    }
  }

  /// A hint with the known identifiers that resemble `text`; `nil` if none does.
  func near(_ text: String) throws(Failure) -> String? {
    var near = try ask { try $0.nearest(to: text) }
    if near.isEmpty, !text.utf8.contains(UInt8(ascii: ".")) {
      near = try ask { try $0.nearest(to: "public.\(text)") }
    }
    guard !near.isEmpty else { return nil }
    let meant = "did you mean " + near.map { "'\($0)'" }.joined(separator: " or ") + "?"
    return meant + (near.count == 1 ? line(with: text, as: near[0].text, after: " ") : "")
  }

  /// The identifier that the user wrote; a message begins with `noun`, which ends in a blank.
  static func identifier(
    _ text: String, _ noun: String = "type identifier "
  ) throws(Failure) -> TypeIdentifier {
    do {
      return try TypeIdentifier(text)
    } catch {
      throw Failure(.badData, "\(noun)'\(text)' \(error)")
    }
  }

  static let searchHint = "'utcli search TEXT' finds types by a part of their name"
}
