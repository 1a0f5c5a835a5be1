// SPDX-License-Identifier: MIT

package import StrictJSON

extension SourceReference: WireValue {
  /// Writes the location of a declaration.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("bundle", bundle)
    if !bundleVersion.isEmpty { writer.member("bundleVersion", bundleVersion) }
    writer.member("origin", origin.name)
    writer.member("path", path)
    if line != 0 {
      writer.member("line", line)
      writer.member("column", column)
    }
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      bundle: try answer.string("bundle"),
      bundleVersion: try answer.optionalString("bundleVersion") ?? "",
      origin: try answer.origin("origin"), path: try answer.string("path"),
      line: try answer.optionalCount("line") ?? 0,
      column: try answer.optionalCount("column") ?? 0)
  }
}
