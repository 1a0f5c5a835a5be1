// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry
internal import Varlink

/// The answers of `Describe`.
struct DescribeAnswers: AnswerList {
  static let key = "types"

  let generation: UInt64
  private let registry: CompiledRegistry
  private var identifiers: ParameterElements
  private var languages = LanguageList.none
  private var isBrief = false
  private var explains = false
  private var count = 0

  private static let names: [StaticString] = ["identifiers", "locale", "brief", "explain"]

  init(_ parameters: Parameters, _ published: PublishedRegistry) throws(MethodError) {
    registry = published.registry
    generation = published.generation
    var identifiers: ParameterElements?
    var members = parameters.members(Self.names)
    while let member = try members.next() {
      guard !member.value.isNull || member.index == 0 else { continue }
      switch member.index {
      case 0: identifiers = try member.value.elements()
      case 1: languages = LanguageList(try member.value.string())
      case 2: isBrief = try member.value.boolean()
      default: explains = try member.value.boolean()
      }
    }
    guard let identifiers else { throw .invalidParameter("identifiers") }
    guard !(isBrief && explains) else { throw .invalidParameter("explain") }
    self.identifiers = identifiers
  }

  mutating func writeNext(to writer: inout JSONWriter) throws(MethodError) -> Bool {
    guard let value = identifiers.next() else { return false }
    count += 1
    guard count <= Interfaces.batchLimit else { throw value.invalid }
    let text = try value.string()
    writer.beginObject()
    if let identifier = try? TypeIdentifier(text) {
      if isBrief {
        writeSummary(of: identifier, to: &writer)
      } else {
        writeInformation(on: identifier, to: &writer)
      }
    } else {
      writer.member("identifier", text)
      writer.member("state", "unknown")
    }
    writer.endObject()
    return true
  }

  private func writeSummary(of identifier: TypeIdentifier, to writer: inout JSONWriter) {
    let summary = registry.summary(of: identifier, in: languages)
    writer.member("identifier", identifier.text)
    writer.member("state", summary.state.rawValue)
    writer.member("description", summary.description)
    writer.member("icon", summary.iconName)
    writer.member("parents", summary.parents.map(\.text))
  }

  private func writeInformation(on identifier: TypeIdentifier, to writer: inout JSONWriter) {
    writer.member("identifier", identifier.text)
    guard let information = registry.information(on: identifier, in: languages) else {
      writer.member("state", TypeSummary.State.unknown.rawValue)
      return
    }
    writer.member("state", TypeSummary.State(information).rawValue)
    writer.member("description", information.description)
    writer.member("descriptionFrom", information.descriptionInheritedFrom?.text)
    writer.member("icon", information.iconName)
    writer.member("version", information.version)
    writer.member("referenceURL", information.referenceURL)
    writer.list("tags", information.tags) { $0.value($1) }
    writer.member("parents", information.parents.map(\.text))
    writer.member("supertypes", information.supertypes.map(\.text))
    writer.list("declarations", information.declarations) { $0.value($1) }
    if explains {
      writer.list("conformances", registry.conformances(of: identifier)) { $0.value($1) }
    }
  }
}

extension JSONWriter {
  /// Writes a member that is an array, unless it is empty.
  mutating func list<Element>(
    _ key: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    name(key)
    beginArray()
    for element in elements { write(&self, element) }
    endArray()
  }
}
