// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import Texts
internal import TypeRegistry
internal import Varlink

/// The methods of `org.typeregistry.types`.
///
/// Each method takes the registry once, queries it, and writes the answer. None has rules of its own,
/// so that the answers are the library's.
enum TypesInterface {
  /// `org.typeregistry.types` as clients read it.
  static let description = InterfaceDescription(
    literal: unsafe String(cString: tr_text_types_interface()))

  static func register(_ source: LiveBindings, on service: Service) {
    let limit = service.replyLimit
    service.handle(
      .typeOf,
      quick: { (context) throws(MethodError) in
        try TypeOfAnswers.answerPlainNames(&context, source, replyLimit: limit)
      },
      list: { (parameters) throws(MethodError) in
        try TypeOfAnswers(parameters, source.takeRegistry())
      })
    service.handle(.describe) { (parameters) throws(MethodError) in
      try DescribeAnswers(parameters, source.takeRegistry())
    }
    service.handle(.conforms) { (parameters) throws(MethodError) in
      try ConformsAnswers(parameters, source.takeRegistry())
    }
    service.handle(.declaredTypes) { (parameters) throws(MethodError) in
      try TypeIndexList.declared(parameters, source.takeRegistry())
    }
    service.handle(.subtypes) { (parameters) throws(MethodError) in
      try TypeIndexList.subtypes(parameters, source.takeRegistry())
    }
    service.handle(.tags) { (parameters) throws(MethodError) in
      try TagList(parameters, source.takeRegistry())
    }
    service.handle(.search) { (parameters) throws(MethodError) in
      try SearchList(parameters, source.takeRegistry())
    }
    service.handle(WireMethod.typesForTag.rawValue) { (context) throws(MethodError) in
      try Self.typesForTag(&context, source.takeRegistry())
    }
    service.handlePausing(WireMethod.supertypes.rawValue) { (context) throws(MethodError) in
      try Self.supertypes(&context, source.takeRegistry())
    }
    service.handlePausing(WireMethod.suggestName.rawValue) { (context) throws(MethodError) in
      try Self.suggestName(&context, source.takeRegistry())
    }
    service.handlePausing(WireMethod.negotiate.rawValue) { (context) throws(MethodError) in
      var reply = try NegotiationReply(context.parameters, source.takeRegistry())
      return try reply.begin(&context)
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
    context.reply.texts("types", answer.types.map(\.text))
    context.reply.flag("dynamic", answer.isDynamic)
    context.reply.flag("tie", answer.isTie)
    context.reply.member("generation", published.generation)
  }

  private static func supertypes(
    _ context: inout CallContext, _ published: PublishedRegistry
  ) throws(MethodError) -> (any ReplySeries)? {
    let text = try context.parameters.object(["identifier"]).string("identifier")
    let identifier: TypeIdentifier
    switch published.registry.named(text) {
    case .known(let known): identifier = known
    case .unknown(var unknown): return try unknown.begin(&context)
    }
    context.reply.texts("supertypes", published.registry.supertypes(of: identifier).map(\.text))
    context.reply.member("generation", published.generation)
    return nil
  }

  private static func suggestName(
    _ context: inout CallContext, _ published: PublishedRegistry
  ) throws(MethodError) -> (any ReplySeries)? {
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
    let identifier: TypeIdentifier
    switch published.registry.named(try object.string("identifier")) {
    case .known(let known): identifier = known
    case .unknown(var unknown): return try unknown.begin(&context)
    }
    let isChanged: Bool
    (name, isChanged) = published.registry.suggestedName(name, for: identifier)
    context.reply.fileName(name)
    context.reply.member("changed", isChanged)
    context.reply.member("generation", published.generation)
    return nil
  }
}

/// The reply of `Negotiate`.
private struct NegotiationReply: IndependentSeries {
  private let generation: UInt64
  private var negotiation: Negotiation

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    let object = try parameters.object(["offered", "accepted"])
    generation = published.generation
    negotiation = Negotiation(
      offered: try object.identifiers("offered", limit: NegotiatedPair.limit),
      accepted: try object.identifiers("accepted", limit: NegotiatedPair.limit),
      in: published.registry)
  }

  mutating func next(_ context: inout CallContext) -> ReplyStep {
    while negotiation.advance() {
      if context.isOver { return .unfinished }
    }
    context.reply.array("pairs", negotiation.pairs)
    context.reply.member("generation", generation)
    return .final
  }
}
