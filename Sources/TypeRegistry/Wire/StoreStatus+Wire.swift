// SPDX-License-Identifier: MIT

package import StrictJSON

extension StoreStatus: WireValue {
  /// Writes the state of the store.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("path", path)
    writer.member("bindings", bindingCount)
    writer.member("lastChange", Int(lastChange))
    writer.member("problem", problem)
    writer.member("hint", hint)
    writer.member("notices", notices)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      path: try answer.string("path"), bindingCount: try answer.count("bindings"),
      lastChange: Int64(try answer.count("lastChange")),
      problem: try answer.optionalString("problem"), hint: try answer.optionalString("hint"),
      notices: try answer.strings("notices"))
  }
}
