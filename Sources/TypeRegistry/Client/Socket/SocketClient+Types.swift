// SPDX-License-Identifier: MIT

internal import StrictJSON

extension SocketClient {
  // MARK: - Files

  /// See ``RegistryClient``.
  public func explanation(of file: FileQuery) throws(RegistryClientError) -> Explanation {
    guard file.name.count <= FileQuery.longestName else { throw .tooLong }
    let subject = String(decoding: file.name, as: UTF8.self)
    let answers = try list(.typeOf, "answers") { parameters in
      parameters.write([file][...])
      parameters.member("explain", true)
    } reading: { (value) throws(InvalidAnswer) in
      try Explanation(AnswerObject(value, "answers"), of: subject)
    }
    return try only(answers, "answers")
  }

  /// See ``RegistryClient/suggestedName(_:for:)``.
  public func suggestedName(
    _ name: [UInt8], for identifier: TypeIdentifier
  ) throws(RegistryClientError) -> (name: [UInt8], isChanged: Bool) {
    guard name.count <= FileQuery.longestName else { throw .tooLong }
    let answer = try ofKnownType { () throws(RegistryClientError) in
      try call(.suggestName) { parameters in
        parameters.queriedFile("name", name)
        parameters.member("identifier", identifier.text)
      } reading: { (answer) throws(InvalidAnswer) in
        (name: try answer.fileName(), isChanged: try answer.flag("changed"))
      }
    }
    return answer ?? (name, false)
  }

  // MARK: - Tags

  /// See ``RegistryClient``.
  public func explanation(of tag: Tag) throws(RegistryClientError) -> Explanation {
    let answers = try list(.typeOf, "answers") { parameters in
      parameters.name("items")
      parameters.beginArray()
      parameters.beginObject()
      parameters.member("tag", tag)
      parameters.endObject()
      parameters.endArray()
      parameters.member("explain", true)
    } reading: { (value) throws(InvalidAnswer) in
      try Explanation(AnswerObject(value, "answers"), of: tag.value)
    }
    return try only(answers, "answers")
  }

  /// See ``RegistryClient/types(tag:conformingTo:)``.
  public func types(
    tag: Tag, conformingTo supertype: TypeIdentifier?
  ) throws(RegistryClientError) -> TagAnswer {
    try call(.typesForTag) { parameters in
      parameters.member("tagClass", tag.tagClass.text)
      parameters.member("tag", tag.value)
      parameters.member("conformingTo", supertype?.text)
    } reading: { (answer) throws(InvalidAnswer) in
      TagAnswer(
        types: try answer.identifiers("types"), isTie: try answer.flag("tie"),
        isDynamic: try answer.flag("dynamic"))
    }
  }

  // MARK: - Descriptions

  /// See ``RegistryClient/information(on:in:)``.
  public func information(
    on identifiers: [TypeIdentifier], in languages: LanguageList
  ) throws(RegistryClientError) -> [TypeInformation?] {
    try describe(identifiers, languages, nil, TypeInformation.read(_:))
  }

  /// See ``RegistryClient/summaries(of:in:)``.
  public func summaries(
    of identifiers: [TypeIdentifier], in languages: LanguageList
  ) throws(RegistryClientError) -> [TypeSummary] {
    try describe(identifiers, languages, "brief", TypeSummary.init(_:))
  }

  /// See ``RegistryClient/conformances(of:)``.
  public func conformances(
    of identifier: TypeIdentifier
  ) throws(RegistryClientError) -> [ConformanceInformation] {
    let answers = try describe([identifier], .none, "explain") {
      (answer) throws(InvalidAnswer) in
      try answer.objects("conformances", ConformanceInformation.init(_:))
    }
    return try only(answers, "types")
  }

  private func describe<Description>(
    _ identifiers: [TypeIdentifier], _ languages: LanguageList, _ flag: String?,
    _ read: (AnswerObject) throws(InvalidAnswer) -> Description
  ) throws(RegistryClientError) -> [Description] {
    var descriptions: [Description] = []
    // An identifier has 255 bytes at most, so that a batch fits a message.
    for start in stride(from: 0, to: identifiers.count, by: 2_048) {
      let batch = identifiers[start..<min(start + 2_048, identifiers.count)]
      let part = try objects(.describe, "types", read) { parameters in
        parameters.texts("identifiers", batch.map(\.text))
        parameters.member("locale", languages.locale)
        if let flag { parameters.member(flag, true) }
      }
      guard part.count == batch.count else { throw .invalidAnswer("types") }
      descriptions += part
    }
    return descriptions
  }
}
