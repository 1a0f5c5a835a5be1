// SPDX-License-Identifier: MIT

package import StrictJSON

extension Explanation: WireValue {
  /// Writes the verdict and the steps, which the member `explanation` of an answer holds.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("verdict", verdict)
    writer.array("steps", steps)
  }

  /// The explanation of an answer of `TypeOf`.
  init(_ answer: AnswerObject, of subject: String) throws(InvalidAnswer) {
    let explanation = try answer.object("explanation")
    self.init(
      subject: subject,
      identifier: try answer.optionalIdentifier("identifier")
        ?? FileKind.regular.typeIdentifier,
      isDynamic: try answer.flag("dynamic"), isTie: try answer.flag("tie"),
      verdict: try explanation.string("verdict"),
      steps: try explanation.objects("steps", Step.init(_:)))
  }
}

extension Explanation.Step: WireValue {
  /// Writes the pattern and its candidates.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("tag", tag)
    writer.member("pattern", pattern)
    writer.array("candidates", candidates)
    writer.list("excluded", excluded)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      tag: try Tag(answer.object("tag")), pattern: try answer.string("pattern"),
      candidates: try answer.objects("candidates", Explanation.Candidate.init(_:)),
      excluded: try answer.objects("excluded", Explanation.Excluded.init(_:)))
  }
}

extension Explanation.Candidate: WireValue {
  /// Writes the candidate.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("identifier", type.text)
    writer.member("kind", kind.rawValue)
    writer.member("rule", rule.rawValue)
    writer.member("reason", reason)
    writer.member("source", source)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      type: try answer.identifier("identifier"),
      source: try SourceReference(answer.object("source")), kind: try answer.word("kind"),
      rule: try answer.word("rule"), reason: try answer.string("reason"))
  }
}

extension Explanation.Excluded: WireValue {
  /// Writes the type that was ruled out.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("identifier", type.text)
    writer.member("reason", reason)
    writer.member("source", source)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      type: try answer.identifier("identifier"),
      source: try SourceReference(answer.object("source")), reason: try answer.string("reason"))
  }
}
