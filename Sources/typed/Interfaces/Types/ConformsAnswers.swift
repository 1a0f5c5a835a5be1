// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The answers of `Conforms`.
struct ConformsAnswers: AnswerList {
  static let key = "answers"

  let generation: UInt64
  private let registry: CompiledRegistry
  private var pairs: ParameterElements
  private var explains = false
  private var count = 0

  private static let names: [StaticString] = ["pairs", "explain"]
  private static let pairNames: [StaticString] = ["identifier", "supertype"]

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    registry = published.registry
    generation = published.generation
    var pairs: ParameterElements?
    var members = parameters.members(Self.names)
    while let member = try members.next() {
      if member.index == 0 {
        pairs = try member.value.elements()
      } else if !member.value.isNull {
        explains = try member.value.boolean()
      }
    }
    guard let pairs else { throw .invalidParameter("pairs") }
    self.pairs = pairs
  }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> Bool {
    guard let pair = pairs.next() else { return false }
    count += 1
    guard count <= Interfaces.batchLimit else { throw pair.invalid }
    var identifier: TypeIdentifier?
    var supertype: TypeIdentifier?
    var members = try pair.members(Self.pairNames)
    while let member = try members.next() {
      guard let parsed = try? TypeIdentifier(member.value.string()) else {
        throw member.value.invalid
      }
      if member.index == 0 { identifier = parsed } else { supertype = parsed }
    }
    guard let identifier, let supertype else { throw pair.invalid }
    writer.beginObject()
    writer.member("conforms", registry.conforms(identifier, to: supertype))
    if explains {
      writer.member("path", registry.path(from: identifier, to: supertype).map(\.text))
    }
    writer.endObject()
    return true
  }
}
