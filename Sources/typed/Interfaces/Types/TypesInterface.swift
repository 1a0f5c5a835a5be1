// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The methods of `org.typeregistry.types`.
///
/// Each takes the registry once, asks the resolver, and writes. None has rules of its own, so that
/// the answers are those of the library.
final class TypesInterface {
  private let source: any RegistrySource

  init(_ source: any RegistrySource) {
    self.source = source
  }

  func register(on service: Service) {
    let source = source
    let prefix = Self.description.name + "."
    let limit = service.replyLimit
    service.handle(
      prefix + "TypeOf",
      quick: { (context) throws(MethodError) in
        try TypeOfAnswers.answerPlainNames(&context, source, replyLimit: limit)
      },
      list: { (parameters) throws(MethodError) in
        try TypeOfAnswers(parameters, source.published)
      })
    service.handle(prefix + "Describe") { (parameters) throws(MethodError) in
      try DescribeAnswers(parameters, source.published)
    }
    service.handle(prefix + "Conforms") { (parameters) throws(MethodError) in
      try ConformsAnswers(parameters, source.published)
    }
    service.handle(prefix + "DeclaredTypes") { (parameters) throws(MethodError) in
      try DeclaredTypes(parameters, source.published)
    }
    service.handle(prefix + "Subtypes") { (parameters) throws(MethodError) in
      try Subtypes(parameters, source.published)
    }
    service.handle(prefix + "Tags") { (parameters) throws(MethodError) in
      try TagList(parameters, source.published)
    }
    service.handle(prefix + "Search") { (parameters) throws(MethodError) in
      try SearchResults(parameters, source.published)
    }
    service.handle(prefix + "TypesForTag") { (context) throws(MethodError) in
      try Self.typesForTag(&context, source.published)
    }
    service.handle(prefix + "Supertypes") { (context) throws(MethodError) in
      try Self.supertypes(&context, source.published)
    }
    service.handle(prefix + "SuggestName") { (context) throws(MethodError) in
      try Self.suggestName(&context, source.published)
    }
    service.handle(prefix + "Negotiate") { (context) throws(MethodError) in
      try Self.negotiate(&context, source.published)
    }
  }

  // MARK: - Methods with one reply

  private static func typesForTag(
    _ context: inout CallContext, _ published: PublishedRegistry
  ) throws(MethodError) {
    let object = try context.parameters.object(["tagClass", "tag", "conformingTo"])
    guard let tagClass = try? TagClass(object.string("tagClass")) else {
      throw object.invalid("tagClass")
    }
    guard let tag = try? Tag(tagClass, object.string("tag")) else { throw object.invalid("tag") }
    let answer = published.registry.types(
      tag: tag, conformingTo: try object.optionalIdentifier("conformingTo"))
    context.reply.name("types")
    context.reply.strings(answer.types.map(\.text))
    if answer.isDynamic { context.reply.member("dynamic", true) }
    if answer.isTie { context.reply.member("tie", true) }
    context.reply.member("generation", published.generation)
  }

  private static func supertypes(
    _ context: inout CallContext, _ published: PublishedRegistry
  ) throws(MethodError) {
    let text = try context.parameters.object(["identifier"]).string("identifier")
    let identifier = try published.registry.known(text)
    context.reply.name("supertypes")
    context.reply.strings(published.registry.supertypes(of: identifier).map(\.text))
    context.reply.member("generation", published.generation)
  }

  private static func suggestName(
    _ context: inout CallContext, _ published: PublishedRegistry
  ) throws(MethodError) {
    let object = try context.parameters.object(["name", "nameBytes", "identifier"])
    var name: [UInt8]
    switch (try object.optionalString("name"), try object.optionalString("nameBytes")) {
    case (let text?, nil): name = Array(text.utf8)
    case (nil, let text?):
      guard let bytes = Base64.decode(text.utf8.span) else { throw object.invalid("nameBytes") }
      name = bytes
    case (nil, nil): throw object.invalid("name")
    case (_?, _?): throw object.invalid("nameBytes")
    }
    let identifier = try published.registry.known(object.string("identifier"))
    let isChanged: Bool
    (name, isChanged) = published.registry.suggestedName(name, for: identifier)
    context.reply.member("name", FileNameText.text(name))
    if FileNameText.needsBytes(name) { context.reply.member("nameBytes", Base64.encode(name)) }
    context.reply.member("changed", isChanged)
    context.reply.member("generation", published.generation)
  }

  /// How many types either side may name: the work grows with the product.
  static let negotiationLimit = 256

  private static func negotiate(
    _ context: inout CallContext, _ published: PublishedRegistry
  ) throws(MethodError) {
    let object = try context.parameters.object(["offered", "accepted"])
    let pairs = published.registry.negotiate(
      offered: try object.identifiers("offered", limit: negotiationLimit),
      accepted: try object.identifiers("accepted", limit: negotiationLimit))
    context.reply.name("pairs")
    context.reply.beginArray()
    for pair in pairs {
      context.reply.beginObject()
      context.reply.member("offered", pair.offered.text)
      context.reply.member("accepted", pair.accepted.text)
      context.reply.member("distance", pair.distance)
      context.reply.endObject()
    }
    context.reply.endArray()
    context.reply.member("generation", published.generation)
  }
}

// MARK: - Identifiers among the parameters

extension CompiledRegistry {
  /// The type that a text names.
  ///
  /// - Throws: `TypeNotFound` with near identifiers if it names none, well-formed or not.
  func known(_ text: String) throws(MethodError) -> TypeIdentifier {
    if let identifier = try? TypeIdentifier(text) {
      switch reference(identifier) {
      case .registered, .dynamic: return identifier
      case .unknown: break
      }
    }
    let suggestions = nearest(to: text)
    throw .declared(TypesInterface.description.name + ".TypeNotFound") { writer in
      writer.member("identifier", String(decoding: text.utf8.prefix(256), as: UTF8.self))
      writer.name("suggestions")
      writer.strings(suggestions.map(\.text))
    }
  }
}

extension ParameterObject {
  /// A type identifier, or nil if it is absent or null.
  func optionalIdentifier(_ name: StaticString) throws(MethodError) -> TypeIdentifier? {
    guard let text = try optionalString(name) else { return nil }
    guard let identifier = try? TypeIdentifier(text) else { throw invalid(name) }
    return identifier
  }

  /// An array of type identifiers.
  func identifiers(
    _ name: StaticString, limit: Int
  ) throws(MethodError) -> [TypeIdentifier] {
    var identifiers: [TypeIdentifier] = []
    for text in try strings(name, limit: limit) {
      guard let identifier = try? TypeIdentifier(text) else { throw invalid(name) }
      identifiers.append(identifier)
    }
    return identifiers
  }

  /// The languages of a locale; none if it is absent.
  func languages(_ name: StaticString = "locale") throws(MethodError) -> LanguageList {
    try optionalString(name).map { LanguageList($0) } ?? .none
  }
}

/// File names in a reply: what is not UTF-8, or holds a NUL, goes in base 64 beside them.
enum FileNameText {
  static func needsBytes(_ name: [UInt8]) -> Bool {
    name.contains(0) || String(validating: name, as: UTF8.self) == nil
  }

  /// The name as far as it is text; everything else becomes U+FFFD.
  static func text(_ name: [UInt8]) -> String {
    guard name.contains(0) else { return String(decoding: name, as: UTF8.self) }
    // Many clients take a NUL in a string for the end of the message.
    return String(
      String.UnicodeScalarView(
        String(decoding: name, as: UTF8.self).unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
  }
}
