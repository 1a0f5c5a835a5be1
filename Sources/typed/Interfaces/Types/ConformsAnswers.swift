// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The answers of `Conforms`.
struct ConformsAnswers: AnswerList {
  var key: String { "answers" }
  let generation: UInt64
  private let registry: CompiledRegistry
  private var pairs: ParameterElements?
  private var explains = false
  private var batch = ParameterBatch()

  private enum Member: Int {
    case pairs, explain

    static let allNames: [StaticString] = ["pairs", "explain"]
  }

  private enum PairMember: Int {
    case identifier, supertype

    static let allNames: [StaticString] = ["identifier", "supertype"]
  }

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    registry = published.registry
    generation = published.generation
    var members = parameters.members(Member.allNames)
    while let member = try members.next() {
      switch member.name(as: Member.self) {
      case .pairs: pairs = try member.value.elements()
      case .explain: if !member.value.isNull { explains = try member.value.boolean() }
      }
    }
    guard pairs != nil else { throw .invalidParameter("pairs") }
  }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> ListProgress {
    guard let pair = try batch.next(of: &pairs) else { return .end }
    var identifier: TypeIdentifier?
    var supertype: TypeIdentifier?
    var members = try pair.members(PairMember.allNames)
    while let member = try members.next() {
      guard let parsed = try? TypeIdentifier(member.value.string()) else {
        throw member.value.invalid
      }
      switch member.name(as: PairMember.self) {
      case .identifier: identifier = parsed
      case .supertype: supertype = parsed
      }
    }
    guard let identifier, let supertype else { throw pair.invalid }
    writer.beginObject()
    writer.member("conforms", registry.conforms(identifier, to: supertype))
    if explains {
      writer.member("path", registry.path(from: identifier, to: supertype).map(\.text))
    }
    writer.endObject()
    return .answer
  }
}
