// SPDX-License-Identifier: MIT

package import StrictJSON

extension NegotiatedPair: WireValue {
  /// Writes the pair.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("offered", offered.text)
    writer.member("accepted", accepted.text)
    writer.member("distance", distance)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      offered: try answer.identifier("offered"), accepted: try answer.identifier("accepted"),
      distance: try answer.count("distance"))
  }
}
