// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// Types of one registry, written as their identifiers.
struct TypeIndexList: AnswerList {
  /// Where the types come from.
  private enum Source {
    case declared(next: UInt32, conformingTo: TypeIndex?)
    case subtypes(SubtypeWalk)
    /// None: the call fails.
    case unknown(UnknownType)
    case none
  }

  let key: String
  let generation: UInt64
  private let registry: CompiledRegistry
  private var source: Source
  private var scratch: [UInt8] = []

  static var stepsPerLook: Int { 16 }

  private init(_ key: String, _ source: Source, _ published: PublishedRegistry) {
    self.key = key
    self.source = source
    registry = published.registry
    generation = published.generation
  }

  /// The answers of `DeclaredTypes`.
  static func declared(
    _ parameters: Parameters, _ published: PublishedRegistry
  ) throws(MethodError) -> TypeIndexList {
    let object = try parameters.object(["conformingTo"])
    let supertype = try object.optionalIdentifier("conformingTo")
    let registry = published.registry
    return TypeIndexList(
      "types",
      .declared(
        next: registry.allTypes.lowerBound, conformingTo: supertype.map(registry.find(_:))),
      published)
  }

  /// The answers of `Subtypes`.
  static func subtypes(
    _ parameters: Parameters, _ published: PublishedRegistry
  ) throws(MethodError) -> TypeIndexList {
    let registry = published.registry
    let text = try parameters.object(["identifier"]).string("identifier")
    let source: Source =
      switch registry.named(text) {
      case .known(let identifier):
        .subtypes(SubtypeWalk(below: registry.find(identifier), in: registry))
      case .unknown(let type): .unknown(type)
      }
    return TypeIndexList("subtypes", source, published)
  }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> ListProgress {
    let type: TypeIndex
    switch source {
    case .declared(let next, let supertype):
      guard next < registry.allTypes.upperBound else { return .end }
      type = TypeIndex(next)
      source = .declared(next: next + 1, conformingTo: supertype)
      guard registry.isDeclared(type) else { return .working }
      if let supertype, !registry.conforms(type, to: supertype) { return .working }
    case .subtypes(var walk):
      // Moved out, so that the walk changes in place.
      source = .none
      let next = walk.next()
      source = .subtypes(walk)
      guard let next else { return .end }
      type = next
    case .unknown(var unknown):
      source = .none
      try unknown.advance()
      source = .unknown(unknown)
      return .working
    case .none: return .end
    }
    scratch.removeAll(keepingCapacity: true)
    registry.identifierBytes(of: type).append(to: &scratch)
    writer.string(bytes: scratch.span)
    return .answer
  }
}

/// The answers of `Tags`.
struct TagList: AnswerList {
  private enum Source {
    case tags(TagWalk)
    /// None: the call fails.
    case unknown(UnknownType)
    case none
  }

  var key: String { "tags" }
  let generation: UInt64
  private var source: Source

  static var stepsPerLook: Int { 4 }

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    let object = try parameters.object(["identifier", "subtypes"])
    let withSubtypes = try object.optionalBoolean("subtypes") ?? false
    generation = published.generation
    source =
      switch published.registry.named(try object.string("identifier")) {
      case .known(let identifier):
        .tags(TagWalk(of: identifier, withSubtypes: withSubtypes, in: published.registry))
      case .unknown(let type): .unknown(type)
      }
  }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> ListProgress {
    switch source {
    case .tags(var walk):
      // Moved out, so that the walk changes in place.
      source = .none
      let tag = walk.next()
      source = .tags(walk)
      guard let tag else { return .end }
      tag.write(to: &writer)
      return .answer
    case .unknown(var type):
      source = .none
      try type.advance()
      source = .unknown(type)
      return .working
    case .none: return .end
    }
  }
}

/// The answers of `Search`: types with a text in them, or with an identifier that is spelt almost the
/// same.
struct SearchList: AnswerList {
  private enum Source {
    case matching(TypeSearch)
    case similar(NearestTypes)
    case found(TypeSearch)
    case foundSimilar([TypeIdentifier], next: Int)
    case none
  }

  private static let typesPerStep = 8

  var heldBytes: Int {
    switch source {
    case .matching(let search), .found(let search): search.heldBytes
    case .similar, .foundSimilar, .none: 0
    }
  }

  var key: String { "results" }
  let generation: UInt64
  private let registry: CompiledRegistry
  private let languages: LanguageList
  private var source: Source

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    let object = try parameters.object(["text", "locale", "similar"])
    let text = try object.string("text")
    languages = try object.languages()
    registry = published.registry
    generation = published.generation
    source =
      try object.optionalBoolean("similar") ?? false
      ? .similar(NearestTypes(to: text, in: registry))
      : .matching(TypeSearch(text, in: languages, of: registry))
  }

  mutating func writeNext(to writer: inout JSONWriter) -> ListProgress {
    switch source {
    case .matching(var search):
      // Moved out, so that the search changes in place.
      source = .none
      let isUnfinished = search.advance(by: Self.typesPerStep)
      source = isUnfinished ? .matching(search) : .found(search)
      return .working
    case .similar(var search):
      source = .none
      let isUnfinished = search.advance(by: 2 * Self.typesPerStep)
      source = isUnfinished ? .similar(search) : .foundSimilar(search.types, next: 0)
      return .working
    case .found(var search):
      source = .none
      guard let result = search.nextResult() else { return .end }
      source = .found(search)
      result.write(to: &writer)
      return .answer
    case .foundSimilar(let types, let next):
      guard next < types.count else { return .end }
      let description = registry.localizedDescription(of: types[next], in: languages)
      SearchResult.writeSimilar(types[next], description, to: &writer)
      source = .foundSimilar(types, next: next + 1)
      return .answer
    case .none: return .end
    }
  }
}
