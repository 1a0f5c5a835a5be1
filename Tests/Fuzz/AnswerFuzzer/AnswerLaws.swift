// SPDX-License-Identifier: MIT

import StrictJSON

@testable import TypeRegistry  // The readers of answers, which no other module calls.

/// The laws of answers: what is read is written, and what is written is read.
enum AnswerLaws {
  /// The object that a text is; `nil` if it is something else.
  static func object(_ text: [UInt8]) -> AnswerObject? {
    guard let document = try? JSONDocument(parsing: text) else { return nil }
    return try? AnswerObject(document.root, "answer")
  }

  /// The text of an object with the members that are written.
  static func text(_ writeMembers: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writeMembers(&writer)
    writer.endObject()
    return writer.bytes
  }

  /// Checks a text as a value of one kind.
  static func check<Value>(
    _ text: [UInt8], _ read: (AnswerObject) throws(InvalidAnswer) -> Value,
    writing write: (Value, inout JSONWriter) -> Void
  ) {
    guard let object = object(text), let value = value(of: object, read) else { return }
    let written = AnswerLaws.text { write(value, &$0) }
    guard let again = AnswerLaws.object(written), let reread = try? read(again) else {
      preconditionFailure("what is written is read")
    }
    precondition(
      AnswerLaws.text { write(reread, &$0) } == written, "what is read is written as before")
  }

  static func check<Value: WireValue>(
    _ text: [UInt8], _ read: (AnswerObject) throws(InvalidAnswer) -> Value
  ) {
    check(text, read) { $0.writeMembers(to: &$1) }
  }

  /// The value that is read; `nil` if it is refused, because of a member that has a name.
  private static func value<Value>(
    of object: AnswerObject, _ read: (AnswerObject) throws(InvalidAnswer) -> Value
  ) -> Value? {
    do throws(InvalidAnswer) {
      return try read(object)
    } catch {
      precondition(!error.member.isEmpty, "a refusal names the member")
      return nil
    }
  }

  // MARK: - Answers with readers of their own

  /// Checks a result of a search, also as that of one for identifiers that are spelt almost the same.
  static func checkSearchResult(_ text: [UInt8]) {
    check(text, SearchResult.init(_:))
    guard let object = object(text), let result = try? SearchResult(object) else { return }
    var writer = JSONWriter()
    SearchResult.writeSimilar(result.identifier, result.description, to: &writer)
    guard let similar = AnswerLaws.object(writer.bytes) else {
      preconditionFailure("a similar result is an object")
    }
    precondition(
      (try? similar.identifier("identifier")) == result.identifier, "a result keeps its type")
    precondition((try? SearchResult(similar)) == nil, "only searches for similar ones have these")
  }

  static func checkTypeInformation(_ text: [UInt8]) {
    check(text) { (answer) throws(InvalidAnswer) in
      guard let value = try TypeInformation.read(answer) else { throw InvalidAnswer("state") }
      return value
    } writing: {
      $0.writeMembers(to: &$1)
    }
  }

  /// Checks an answer of `TypeOf` that has an explanation, which the daemon writes beside the type.
  static func checkExplanation(_ text: [UInt8]) {
    check(text) { (answer) throws(InvalidAnswer) in
      try Explanation(answer, of: "a")
    } writing: { explanation, writer in
      writer.member("identifier", explanation.identifier.text)
      writer.flag("dynamic", explanation.isDynamic)
      writer.flag("tie", explanation.isTie)
      writer.member("explanation", explanation)
    }
  }

  /// Checks an answer of `TypeOf`, which is read in one pass.
  static func checkFileType(_ text: [UInt8]) {
    func read(_ text: [UInt8]) -> FileTypeAnswer? {
      guard let document = try? JSONDocument(parsing: text) else { return nil }
      do throws(InvalidAnswer) {
        return try FileTypeAnswer(reading: document.root)
      } catch {
        precondition(!error.member.isEmpty, "a refusal names the member")
        return nil
      }
    }
    guard let answer = read(text) else { return }
    precondition(
      read(AnswerLaws.text(answer.writeMembers)) == answer, "an answer is read as it was written")
  }

  /// Checks the parameters of an error, as those of every error of the daemon.
  static func checkProblems(_ text: [UInt8]) {
    guard let details = object(text) else { return }
    for error in WireError.allCases {
      if let problem = (try? RegistrationProblem(error, details)) ?? nil {
        precondition(problem.wireError == error, "a problem has one error")
        let written = AnswerLaws.text(problem.writeMembers)
        check(written, of: problem.description)
        check(written) { (answer) throws(InvalidAnswer) in
          try required(try RegistrationProblem(error, answer))
        } writing: {
          $0.writeMembers(to: &$1)
        }
      }
      if let problem = (try? BindingProblem(error, details)) ?? nil {
        precondition(problem.wireError == error, "a problem has one error")
        let written = AnswerLaws.text(problem.writeMembers)
        check(written, of: problem.description)
        // A tag is one, so that no daemon says of it that it is none.
        if case .notATag(.tag) = problem { continue }
        check(written) { (answer) throws(InvalidAnswer) in
          try required(try BindingProblem(error, answer))
        } writing: {
          $0.writeMembers(to: &$1)
        }
      }
    }
  }

  private static func required<Problem>(_ problem: Problem?) throws(InvalidAnswer) -> Problem {
    guard let problem else { throw InvalidAnswer("error") }
    return problem
  }

  private static func check(_ written: [UInt8], of description: String) {
    guard let object = object(written) else { preconditionFailure("a problem is an object") }
    precondition(
      (try? object.string("message")) == description && !description.isEmpty,
      "an error tells people of the problem")
  }
}
