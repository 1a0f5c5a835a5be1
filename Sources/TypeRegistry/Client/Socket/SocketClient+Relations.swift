// SPDX-License-Identifier: MIT

internal import StrictJSON

extension SocketClient {
  // MARK: - Relations

  /// See ``RegistryClient/declaredTypes(conformingTo:)``.
  public func declaredTypes(
    conformingTo supertype: TypeIdentifier?
  ) throws(RegistryClientError) -> [TypeIdentifier] {
    try list(.declaredTypes, "types") { parameters in
      parameters.member("conformingTo", supertype?.text)
    } reading: { (value) throws(InvalidAnswer) in
      try AnswerObject.identifier(value.string, "types")
    }
  }

  /// See ``RegistryClient/path(from:to:)``.
  public func path(
    from identifier: TypeIdentifier, to supertype: TypeIdentifier
  ) throws(RegistryClientError) -> [TypeIdentifier]? {
    let answers = try list(.conforms, "answers") { parameters in
      parameters.name("pairs")
      parameters.beginArray()
      parameters.beginObject()
      parameters.member("identifier", identifier.text)
      parameters.member("supertype", supertype.text)
      parameters.endObject()
      parameters.endArray()
      parameters.member("explain", true)
    } reading: { (value) throws(InvalidAnswer) in
      let answer = try AnswerObject(value, "answers")
      return try answer.flag("conforms") ? answer.identifiers("path") : nil
    }
    return try only(answers, "answers")
  }

  /// See ``RegistryClient/supertypes(of:)``.
  public func supertypes(
    of identifier: TypeIdentifier
  ) throws(RegistryClientError) -> [TypeIdentifier] {
    try ofKnownType {
      () throws(RegistryClientError) in
      try call(.supertypes) { parameters in
        parameters.member("identifier", identifier.text)
      } reading: { (answer) throws(InvalidAnswer) in
        try answer.identifiers("supertypes")
      }
    } ?? []
  }

  /// See ``RegistryClient/subtypes(of:)``.
  public func subtypes(
    of identifier: TypeIdentifier
  ) throws(RegistryClientError) -> [TypeIdentifier] {
    try ofKnownType {
      () throws(RegistryClientError) in
      try list(.subtypes, "subtypes") { parameters in
        parameters.member("identifier", identifier.text)
      } reading: { (value) throws(InvalidAnswer) in
        try AnswerObject.identifier(value.string, "subtypes")
      }
    } ?? []
  }

  /// See ``RegistryClient/tags(of:withSubtypes:)``.
  public func tags(
    of identifier: TypeIdentifier, withSubtypes: Bool
  ) throws(RegistryClientError) -> [Tag] {
    try ofKnownType {
      () throws(RegistryClientError) in
      try objects(.tags, "tags", Tag.init(_:)) { parameters in
        parameters.member("identifier", identifier.text)
        parameters.flag("subtypes", withSubtypes)
      }
    } ?? []
  }

  /// See ``RegistryClient/negotiate(offered:accepted:)``.
  public func negotiate(
    offered: [TypeIdentifier], accepted: [TypeIdentifier]
  ) throws(RegistryClientError) -> [NegotiatedPair] {
    guard max(offered.count, accepted.count) <= NegotiatedPair.limit else { throw .tooLong }
    return try call(.negotiate) { parameters in
      parameters.texts("offered", offered.map(\.text))
      parameters.texts("accepted", accepted.map(\.text))
    } reading: { (answer) throws(InvalidAnswer) in
      try answer.objects("pairs", NegotiatedPair.init(_:))
    }
  }

  // MARK: - Search

  /// See ``RegistryClient/search(_:in:)``.
  public func search(
    _ text: String, in languages: LanguageList
  ) throws(RegistryClientError) -> [SearchResult] {
    guard text.utf8.count <= FileQuery.longestName else { throw .tooLong }
    // Nothing holds a NUL, and none can be sent.
    guard !text.utf8.contains(0) else { return [] }
    return try objects(.search, "results", SearchResult.init(_:)) { parameters in
      parameters.member("text", text)
      parameters.member("locale", languages.locale)
    }
  }

  /// See ``RegistryClient/nearest(to:)``.
  public func nearest(to text: String) throws(RegistryClientError) -> [TypeIdentifier] {
    guard text.utf8.count <= TypeIdentifier.maximumLength, !text.utf8.contains(0) else {
      return []
    }
    return try list(.search, "results") { parameters in
      parameters.member("text", text)
      parameters.member("similar", true)
    } reading: { (value) throws(InvalidAnswer) in
      try AnswerObject(value, "results").identifier("identifier")
    }
  }
}
