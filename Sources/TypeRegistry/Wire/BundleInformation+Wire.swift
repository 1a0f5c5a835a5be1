// SPDX-License-Identifier: MIT

package import StrictJSON

extension BundleInformation: WireValue {
  /// Writes the bundle.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("identifier", identifier)
    writer.member("name", name)
    if !version.isEmpty { writer.member("version", version) }
    writer.member("path", path)
    writer.member("origin", origin.name)
    writer.member("declarations", declarations)
    writer.member("supplements", supplements)
    writer.member("claims", claims)
    writer.member("maskedBy", maskedBy)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      identifier: try answer.string("identifier"), name: try answer.optionalString("name"),
      version: try answer.optionalString("version") ?? "", path: try answer.string("path"),
      origin: try answer.origin("origin"), declarations: try answer.count("declarations"),
      supplements: try answer.count("supplements"), claims: try answer.count("claims"),
      maskedBy: try answer.optionalString("maskedBy"))
  }
}
