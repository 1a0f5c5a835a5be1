// SPDX-License-Identifier: MIT

package import StrictJSON

extension SearchResult: WireValue {
  /// Writes the result.
  package func writeMembers(to writer: inout JSONWriter) {
    Self.writeMembers(identifier, description, quality.word, to: &writer)
  }

  /// Writes a result of a search for identifiers that are spelt almost the same.
  package static func writeSimilar(
    _ identifier: TypeIdentifier, _ description: String?, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writeMembers(identifier, description, "similar", to: &writer)
    writer.endObject()
  }

  private static func writeMembers(
    _ identifier: TypeIdentifier, _ description: String?, _ quality: String,
    to writer: inout JSONWriter
  ) {
    writer.member("identifier", identifier.text)
    writer.member("description", description)
    writer.member("quality", quality)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    let quality: Quality = try answer.named("quality", by: \.word)
    self.init(
      identifier: try answer.identifier("identifier"),
      description: try answer.optionalString("description"), quality: quality)
  }
}
