// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// Types of one registry, written as their identifiers.
struct TypeIndexList: AnswerList {
  let key: String
  let generation: UInt64
  private let registry: CompiledRegistry
  private let types: [TypeIndex]
  private var next = 0
  private var scratch: [UInt8] = []

  private init(_ key: String, _ types: [TypeIndex], _ published: PublishedRegistry) {
    self.key = key
    self.types = types
    registry = published.registry
    generation = published.generation
  }

  /// The answers of `DeclaredTypes`.
  static func declared(
    _ parameters: Parameters, _ published: PublishedRegistry
  ) throws(MethodError) -> TypeIndexList {
    let object = try parameters.object(["conformingTo"])
    let supertype = try object.optionalIdentifier("conformingTo")
    return TypeIndexList(
      "types", published.registry.declaredIndices(conformingTo: supertype), published)
  }

  /// The answers of `Subtypes`.
  static func subtypes(
    _ parameters: Parameters, _ published: PublishedRegistry
  ) throws(MethodError) -> TypeIndexList {
    let registry = published.registry
    let text = try parameters.object(["identifier"]).string("identifier")
    let identifier = try registry.known(text)
    return TypeIndexList(
      "subtypes", registry.subtypes(of: registry.find(identifier)), published)
  }

  mutating func writeNext(to writer: inout JSONWriter) -> Bool {
    guard next < types.count else { return false }
    scratch.removeAll(keepingCapacity: true)
    registry.identifierBytes(of: types[next]).append(to: &scratch)
    writer.string(bytes: scratch.span)
    next += 1
    return true
  }
}

extension ArrayList<Tag> {
  /// The answers of `Tags`.
  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    let object = try parameters.object(["identifier", "subtypes"])
    let identifier = try published.registry.known(object.string("identifier"))
    let tags = published.registry.tags(
      of: identifier, withSubtypes: try object.optionalBoolean("subtypes") ?? false)
    self.init("tags", tags, generation: published.generation)
  }
}

extension ArrayList<FoundType> {
  /// The answers of `Search`.
  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    let object = try parameters.object(["text", "locale", "similar"])
    let text = try object.string("text")
    let languages = try object.languages()
    let registry = published.registry
    let found: [FoundType]
    if try object.optionalBoolean("similar") ?? false {
      found = registry.nearest(to: text).map { identifier in
        .similar(identifier, registry.localizedDescription(of: identifier, in: languages))
      }
    } else {
      found = registry.search(text, in: languages).map { .matching($0) }
    }
    self.init("results", found, generation: published.generation)
  }
}

/// A type that `Search` found: by a text in it, or by an identifier that is spelt almost the same.
enum FoundType: WireValue {
  case matching(SearchResult)
  case similar(TypeIdentifier, String?)

  func write(to writer: inout JSONWriter) {
    switch self {
    case .matching(let result): result.write(to: &writer)
    case .similar(let identifier, let description):
      SearchResult.writeSimilar(identifier, description, to: &writer)
    }
  }
}
