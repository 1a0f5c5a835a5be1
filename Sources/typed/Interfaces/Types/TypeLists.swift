// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The answers of `DeclaredTypes`.
struct DeclaredTypes: AnswerList {
  static let key = "types"

  let generation: UInt64
  private var types: TypeIndexList

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    let object = try parameters.object(["conformingTo"])
    let supertype = try object.optionalIdentifier("conformingTo")
    generation = published.generation
    types = TypeIndexList(
      published.registry, published.registry.declaredIndices(conformingTo: supertype))
  }

  mutating func writeNext(to writer: inout JSONWriter) -> Bool { types.writeNext(to: &writer) }
}

/// The answers of `Subtypes`.
struct Subtypes: AnswerList {
  static let key = "subtypes"

  let generation: UInt64
  private var types: TypeIndexList

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    let registry = published.registry
    let text = try parameters.object(["identifier"]).string("identifier")
    let identifier = try registry.known(text)
    generation = published.generation
    types = TypeIndexList(registry, registry.subtypes(of: registry.find(identifier)))
  }

  mutating func writeNext(to writer: inout JSONWriter) -> Bool { types.writeNext(to: &writer) }
}

/// Types of one registry, written as their identifiers.
private struct TypeIndexList {
  private let registry: CompiledRegistry
  private let types: [TypeIndex]
  private var next = 0
  private var scratch: [UInt8] = []

  init(_ registry: CompiledRegistry, _ types: [TypeIndex]) {
    self.registry = registry
    self.types = types
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

/// The answers of `Tags`.
struct TagList: AnswerList {
  static let key = "tags"

  let generation: UInt64
  private let tags: [Tag]
  private var next = 0

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    let object = try parameters.object(["identifier", "subtypes"])
    let identifier = try published.registry.known(object.string("identifier"))
    generation = published.generation
    tags = published.registry.tags(
      of: identifier, withSubtypes: try object.optionalBoolean("subtypes") ?? false)
  }

  mutating func writeNext(to writer: inout JSONWriter) -> Bool {
    guard next < tags.count else { return false }
    writer.value(tags[next])
    next += 1
    return true
  }
}

/// The answers of `Search`.
struct SearchResults: AnswerList {
  static let key = "results"

  let generation: UInt64
  private let results: [(identifier: String, description: String?, quality: String)]
  private var next = 0

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    let object = try parameters.object(["text", "locale", "similar"])
    let text = try object.string("text")
    let languages = try object.languages()
    let registry = published.registry
    generation = published.generation
    if try object.optionalBoolean("similar") ?? false {
      results = registry.nearest(to: text).map { identifier in
        (
          identifier.text, registry.localizedDescription(of: identifier, in: languages), "similar"
        )
      }
    } else {
      results = registry.search(text, in: languages).map { result in
        (result.identifier.text, result.description, result.quality.word)
      }
    }
  }

  mutating func writeNext(to writer: inout JSONWriter) -> Bool {
    guard next < results.count else { return false }
    let result = results[next]
    writer.beginObject()
    writer.member("identifier", result.identifier)
    writer.member("description", result.description)
    writer.member("quality", result.quality)
    writer.endObject()
    next += 1
    return true
  }
}
