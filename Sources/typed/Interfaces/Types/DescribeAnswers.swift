// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The answers of `Describe`.
struct DescribeAnswers: AnswerList {
  var key: String { "types" }
  let generation: UInt64
  private let registry: CompiledRegistry
  private var identifiers: ParameterElements?
  private var languages = LanguageList.none
  private var isBrief = false
  private var explains = false
  private var batch = ParameterBatch()

  private enum Member: Int {
    case identifiers, locale, brief, explain

    static let allNames: [StaticString] = ["identifiers", "locale", "brief", "explain"]
  }

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    registry = published.registry
    generation = published.generation
    var members = parameters.members(Member.allNames)
    while let member = try members.next() {
      let name: Member = member.name()
      guard !member.value.isNull || name == .identifiers else { continue }
      switch name {
      case .identifiers: identifiers = try member.value.elements()
      case .locale: languages = LanguageList(try member.value.string())
      case .brief: isBrief = try member.value.boolean()
      case .explain: explains = try member.value.boolean()
      }
    }
    guard identifiers != nil else { throw .invalidParameter("identifiers") }
    guard !(isBrief && explains) else { throw .invalidParameter("explain") }
  }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> ListProgress {
    guard let value = try batch.next(of: &identifiers) else { return .end }
    let text = try value.string()
    writer.beginObject()
    if let identifier = try? TypeIdentifier(text) {
      if isBrief {
        registry.summary(of: identifier, in: languages).writeMembers(to: &writer)
      } else {
        writeInformation(on: identifier, to: &writer)
      }
    } else {
      Self.writeUnknown(text, to: &writer)
    }
    writer.endObject()
    return .answer
  }

  private func writeInformation(on identifier: TypeIdentifier, to writer: inout JSONWriter) {
    guard let information = registry.information(on: identifier, in: languages) else {
      Self.writeUnknown(identifier.text, to: &writer)
      return
    }
    information.writeMembers(to: &writer)
    if explains { writer.list("conformances", registry.conformances(of: identifier)) }
  }

  private static func writeUnknown(_ text: String, to writer: inout JSONWriter) {
    writer.member("identifier", text)
    writer.member("state", TypeSummary.State.unknown.rawValue)
  }
}
