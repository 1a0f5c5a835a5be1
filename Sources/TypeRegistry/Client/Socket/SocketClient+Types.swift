// SPDX-License-Identifier: MIT

internal import StrictJSON

extension SocketClient {
  // MARK: - Files

  /// Why a file has the type that it has.
  public func explanation(of file: FileQuery) throws(RegistryClientError) -> Explanation {
    guard file.name.count <= FileQuery.longestName else { throw .tooLong }
    let subject = String(decoding: file.name, as: UTF8.self)
    let answers = try list("org.typeregistry.types.TypeOf", "answers") { parameters in
      parameters.write([file][...])
      parameters.member("explain", true)
    } reading: { (value) throws(RegistryClientError) in
      try Explanation(AnswerObject(value, "answers"), of: subject)
    }
    return try only(answers, "answers")
  }

  /// A file name with an extension that is valid for a type, and whether it was changed.
  public func suggestedName(
    _ name: [UInt8], for identifier: TypeIdentifier
  ) throws(RegistryClientError) -> (name: [UInt8], isChanged: Bool) {
    guard name.count <= FileQuery.longestName else { throw .tooLong }
    let answer = try ofKnownType { () throws(RegistryClientError) in
      let answer = try call("org.typeregistry.types.SuggestName") { parameters in
        parameters.fileName(name)
        parameters.member("identifier", identifier.text)
      }
      let text = try answer.string("name")
      var suggested = Array(text.utf8)
      if let encoded = try answer.optionalString("nameBytes") {
        guard let bytes = Base64.decode(encoded.utf8.span) else {
          throw RegistryClientError.invalidAnswer("nameBytes")
        }
        suggested = bytes
      }
      return (suggested, try answer.flag("changed"))
    }
    return answer ?? (name, false)
  }

  // MARK: - Tags

  /// Why a tag means the type that it usually means.
  public func explanation(of tag: Tag) throws(RegistryClientError) -> Explanation {
    let answers = try list("org.typeregistry.types.TypeOf", "answers") { parameters in
      parameters.name("items")
      parameters.beginArray()
      parameters.beginObject()
      parameters.name("tag")
      parameters.beginObject()
      parameters.member("tagClass", tag.tagClass.text)
      parameters.member("value", tag.value)
      parameters.endObject()
      parameters.endObject()
      parameters.endArray()
      parameters.member("explain", true)
    } reading: { (value) throws(RegistryClientError) in
      try Explanation(AnswerObject(value, "answers"), of: tag.value)
    }
    return try only(answers, "answers")
  }

  /// The types with a tag that conform to `supertype`, the one that is meant first.
  public func types(
    tag: Tag, conformingTo supertype: TypeIdentifier?
  ) throws(RegistryClientError) -> TagAnswer {
    let answer = try call("org.typeregistry.types.TypesForTag") { parameters in
      parameters.member("tagClass", tag.tagClass.text)
      parameters.member("tag", tag.value)
      parameters.member("conformingTo", supertype?.text)
    }
    return TagAnswer(
      types: try answer.identifiers("types"), isTie: try answer.flag("tie"),
      isDynamic: try answer.flag("dynamic"))
  }

  // MARK: - Descriptions

  /// Everything that is known of types, in their order; `nil` for one of which nothing is known.
  public func information(
    on identifiers: [TypeIdentifier], in languages: LanguageList
  ) throws(RegistryClientError) -> [TypeInformation?] {
    try describe(identifiers, languages, nil) { (answer) throws(RegistryClientError) in
      try TypeInformation.read(answer)
    }
  }

  /// The little of types that lists and menus show, in their order.
  public func summaries(
    of identifiers: [TypeIdentifier], in languages: LanguageList
  ) throws(RegistryClientError) -> [TypeSummary] {
    try describe(identifiers, languages, "brief") { (answer) throws(RegistryClientError) in
      try TypeSummary(answer)
    }
  }

  /// The way from a type to each of its supertypes, nearest first.
  public func conformances(
    of identifier: TypeIdentifier
  ) throws(RegistryClientError) -> [ConformanceInformation] {
    let answers = try describe([identifier], .none, "explain") {
      (answer) throws(RegistryClientError) in
      try answer.objects("conformances", ConformanceInformation.init(_:))
    }
    return try only(answers, "types")
  }

  private func describe<Description>(
    _ identifiers: [TypeIdentifier], _ languages: LanguageList, _ flag: String?,
    _ read: (AnswerObject) throws(RegistryClientError) -> Description
  ) throws(RegistryClientError) -> [Description] {
    var descriptions: [Description] = []
    // An identifier has 255 bytes at most, so that a batch fits a message.
    for start in stride(from: 0, to: identifiers.count, by: 2_048) {
      let batch = identifiers[start..<min(start + 2_048, identifiers.count)]
      let part = try list("org.typeregistry.types.Describe", "types") { parameters in
        parameters.name("identifiers")
        parameters.strings(batch.map(\.text))
        parameters.member("locale", languages.locale)
        if let flag { parameters.member(flag, true) }
      } reading: { (value) throws(RegistryClientError) in
        try read(AnswerObject(value, "types"))
      }
      guard part.count == batch.count else { throw .invalidAnswer("types") }
      descriptions += part
    }
    return descriptions
  }
}

extension JSONWriter {
  /// Writes the files of one call of `TypeOf`: as bare names if that says all of them.
  mutating func write(_ files: ArraySlice<FileQuery>) {
    if files.allSatisfy({ $0.kind == .regular && !$0.needsBytes }) {
      name("names")
      beginArray()
      for file in files { string(bytes: file.name.span) }
      endArray()
      return
    }
    name("items")
    beginArray()
    for file in files {
      beginObject()
      fileName(file.name)
      if file.kind != .regular { member("kind", file.kind.rawValue) }
      endObject()
    }
    endArray()
  }

  /// Writes a file name as text, or in base 64 where no text is the same bytes.
  mutating func fileName(_ bytes: [UInt8]) {
    if FileQuery(name: bytes).needsBytes {
      member("nameBytes", Base64.encode(bytes))
    } else {
      name("name")
      string(bytes: bytes.span)
    }
  }
}

extension FileQuery {
  /// Whether the name is not UTF-8, or holds a NUL, which no message may.
  fileprivate var needsBytes: Bool {
    name.contains(0) || String(validating: name, as: UTF8.self) == nil
  }
}
