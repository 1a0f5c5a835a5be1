// SPDX-License-Identifier: MIT

package import StrictJSON

// The answers of `Describe`.

extension TypeInformation: WireValue {
  /// Writes the members of the answer.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("identifier", identifier.text)
    writer.member("state", TypeSummary.State(self).rawValue)
    writer.member("description", description)
    writer.member("descriptionFrom", descriptionInheritedFrom?.text)
    writer.member("icon", iconName)
    writer.member("icons", iconNames)
    writer.member("version", version)
    writer.member("referenceURL", referenceURL)
    writer.list("tags", tags)
    writer.member("parents", parents.map(\.text))
    writer.member("supertypes", supertypes.map(\.text))
    writer.list("opensAs", opensAs)
    writer.list("declarations", declarations)
  }

  /// The information in an answer; `nil` if the type is unknown.
  static func read(_ answer: AnswerObject) throws(InvalidAnswer) -> TypeInformation? {
    let state: TypeSummary.State = try answer.word("state")
    guard state != .unknown else { return nil }
    return TypeInformation(
      identifier: try answer.identifier("identifier"), isDeclared: state == .declared,
      isDynamic: state == .dynamic, description: try answer.optionalString("description"),
      descriptionInheritedFrom: try answer.optionalIdentifier("descriptionFrom"),
      iconName: try answer.optionalString("icon"), iconNames: try answer.strings("icons"),
      version: try answer.optionalString("version"),
      referenceURL: try answer.optionalString("referenceURL"),
      tags: try answer.objects("tags", Tag.init(_:)), parents: try answer.identifiers("parents"),
      supertypes: try answer.identifiers("supertypes"),
      opensAs: try answer.objects("opensAs", OpensAsInformation.init(_:)),
      declarations: try answer.objects("declarations", DeclarationInformation.init(_:)))
  }
}

extension DeclarationInformation: WireValue {
  /// Writes the declaration.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("kind", kind.rawValue)
    writer.member("active", isActive)
    writer.member("reason", reason?.word)
    writer.member("explanation", reason?.explanation)
    writer.member("source", source)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    var reason: InactiveReason?
    if try answer.optionalString("reason") != nil {
      reason = try answer.named("reason", by: \.word) as InactiveReason
    }
    self.init(
      kind: try answer.word("kind"), isActive: try answer.flag("active"), reason: reason,
      source: try SourceReference(answer.object("source")))
  }
}

extension OpensAsInformation: WireValue {
  /// Writes the type, and where it is declared that it opens the other one.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("identifier", type.text)
    writer.member("source", source)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      type: try answer.identifier("identifier"),
      source: try SourceReference(answer.object("source")))
  }
}

extension ConformanceInformation: WireValue {
  /// Writes the path to a supertype.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("supertype", supertype.text)
    writer.texts("path", path.map(\.text))
    writer.member("source", source)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      supertype: try answer.identifier("supertype"), path: try answer.identifiers("path"),
      source: try answer.optionalObject("source").map(SourceReference.init(_:)))
  }
}
