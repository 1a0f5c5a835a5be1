// SPDX-License-Identifier: MIT

package import StrictJSON

// The answers of `Describe` with `brief`.

extension TypeSummary {
  /// Writes the members of the answer.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("identifier", identifier.text)
    writer.member("state", state.rawValue)
    writer.member("description", description)
    writer.member("icon", iconName)
    writer.member("icons", iconNames)
    writer.member("parents", parents.map(\.text))
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      identifier: try answer.identifier("identifier"), state: try answer.word("state"),
      description: try answer.optionalString("description"),
      iconName: try answer.optionalString("icon"), iconNames: try answer.strings("icons"),
      parents: try answer.identifiers("parents"))
  }
}
