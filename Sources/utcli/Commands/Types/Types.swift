// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let types: Command = Command(
    "types", operands: "[.EXT|MIMETYPE|SCHEME: | --tag CLASS=TAG]",
    summary: "list the types that a tag can mean, or all declared types",
    details: """
      The type that the tag means comes first. For an unknown tag a dynamic type is printed.
      On a terminal, the list of all types leaves out those that only a MIME type names; --all shows
      them.
      """,
    examples: [
      Example("utcli types .ts", "the types that '.ts' can mean"),
      Example("utcli types image/jpeg", "the types with a MIME type"),
      Example("utcli types --conforming-to public.image", "all types of images"),
    ],
    options: [
      Option("--extension", "EXT", "as .EXT: types with this extension, with or without the dot"),
      Option("--mime", "MIMETYPE", "as MIMETYPE: types with this MIME type, without parameters"),
      Option("--scheme", "SCHEME", "as SCHEME: types with this URL scheme"),
      Option("--tag", "CLASS=TAG", "types with a tag of any class"),
      Option("--conforming-to", "TYPE", "only types that conform to this one"),
      Option("--all", nil, "on a terminal: also types that only a MIME type names"), .jsonLines,
    ], operandCount: 0...1
  ) { (session, arguments) throws(Failure) in
    var supertype: TypeIdentifier?
    if let name = arguments.value("--conforming-to") { supertype = try session.type(named: name) }
    var tags: [Tag] = []
    if let word = arguments.operands.first { tags.append(try session.namedTag(word)) }
    if let value = arguments.value("--extension") {
      tags.append(
        try session.tag(
          .filenameExtension, value.hasPrefix(".") ? String(value.dropFirst()) : value))
    }
    if let value = arguments.value("--mime") { tags.append(try session.tag(.mimeType, value)) }
    if let value = arguments.value("--scheme") {
      tags.append(
        try session.tag(.urlScheme, value.hasSuffix(":") ? String(value.dropLast()) : value))
    }
    if let value = arguments.value("--tag") { tags.append(try Self.tag(value, session)) }
    guard tags.count <= 1 else {
      throw .usage("'types' takes one tag: an operand, --extension, --mime, --scheme or --tag")
    }

    let answer: TagAnswer
    if let tag = tags.first {
      answer = try session.types(with: tag, usualFirst: supertype)
    } else {
      let types = try session.ask { try $0.declaredTypes(conformingTo: supertype) }
      answer = TagAnswer(types: types, isTie: false, isDynamic: false)
    }
    session.answer {
      $0.member("tag", tags.first)
      $0.texts("types", answer.types.map(\.text))
      $0.flag("dynamic", answer.isDynamic)
      $0.flag("tie", answer.isTie)
    } lines: {
      session.list(answer.types, leavingOutMediaTypes: tags.isEmpty && !arguments.has("--all"))
      if answer.isTie { session.note(Self.tieText) }
    }
    return answer.types.isEmpty ? .negative : .answered
  }

  /// Says that several types are equal by all rules.
  static let tieText = "tie: nothing but the order of files or identifiers decides"

  /// The tag of a text of the form `CLASS=TAG`.
  static func tag(_ text: String, _ session: Session) throws(Failure) -> Tag {
    guard let equals = text.firstIndex(of: "=") else {
      throw .usage("--tag needs CLASS=TAG", hint: "such as com.apple.ostype=JPEG")
    }
    let name = String(text[..<equals])
    let tagClass: TagClass
    do {
      tagClass = try TagClass(name)
    } catch {
      throw Failure(.badData, "tag class '\(name)' \(error)")
    }
    return try session.tag(tagClass, String(text[text.index(after: equals)...]))
  }
}

extension Session {
  /// The tag that a word is: an extension with its dot, a MIME type, or a scheme with its colon.
  fileprivate func namedTag(_ word: [UInt8]) throws(Failure) -> Tag {
    let text = try Self.text(word, "extension, MIME type or scheme")
    if text.hasPrefix("."), !text.utf8.contains(UInt8(ascii: "/")) {
      return try tag(.filenameExtension, String(text.dropFirst()))
    }
    if text.hasSuffix(":") { return try tag(.urlScheme, String(text.dropLast())) }
    if let mimeType = try? Tag(.mimeType, text) { return mimeType }
    var hint = try meantInstead(word)
    if hint == nil, (try? type(named: text)) != nil {
      hint = "'utcli types --conforming-to \(text.shellWord)' lists the types of a family"
    }
    throw .usage(
      "'\(TextEscaping.inMessage(word))' is not an extension with its dot, a MIME type or a scheme",
      hint: hint ?? "such as 'utcli types .ts'")
  }

  /// The types with a tag that conform to a supertype; without one all, the type that the tag means first: of
  /// an extension that files and directories have, that of files.
  fileprivate func types(
    with tag: Tag, usualFirst supertype: TypeIdentifier?
  ) throws(Failure) -> TagAnswer {
    var answer = try types(with: tag, conformingTo: supertype)
    guard supertype == nil, answer.types.count > 1 else { return answer }
    let usual = try ask { try $0.usualTypes(tag: tag) }
    guard let first = usual.types.first, first != answer.types.first else { return answer }
    answer.types.removeAll { $0 == first }
    answer.types.insert(first, at: 0)
    answer.isTie = usual.isTie
    return answer
  }

  /// Lists types, one per line; on a terminal, those that only a MIME type names can be left out.
  func list(_ types: [TypeIdentifier], leavingOutMediaTypes isShort: Bool) {
    let isShort = isShort && isTerminal
    var omitted = 0
    for type in types {
      if isShort, type.text.hasPrefix(FreedesktopName.registeredMediaTypes) {
        omitted += 1
      } else {
        output.line(type.text)
      }
    }
    guard omitted > 0 else { return }
    output.line(
      "... and \(omitted.grouped) \(omitted == 1 ? "type" : "types") that only a MIME type names; --all "
        + "shows \(omitted == 1 ? "it" : "them")")
  }
}
