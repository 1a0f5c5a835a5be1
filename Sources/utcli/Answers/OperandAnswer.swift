// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The answer about an operand, or why there is none.
struct OperandAnswer<Answer> {
  let word: [UInt8]
  let outcome: Outcome<Answer>
}

extension Session {
  /// Answers about each operand, also where others have no answer.
  ///
  /// - Parameters:
  ///   - operands: The operands.
  ///   - query: The answer about one.
  ///   - show: Shows the answers and failures, each with its operand.
  /// - Returns: The status of an answer.
  /// - Throws: The last failure, after the others are reported and everything is shown.
  func answer<Answer>(
    _ operands: [[UInt8]], _ query: ([UInt8]) throws(Failure) -> Answer,
    show: ([OperandAnswer<Answer>]) -> Void
  ) throws(Failure) -> ExitStatus {
    var answers: [OperandAnswer<Answer>] = []
    var last: Failure?
    for word in operands {
      do throws(Failure) {
        answers.append(OperandAnswer(word: word, outcome: .success(try query(word))))
      } catch {
        answers.append(OperandAnswer(word: word, outcome: .failure(error)))
        if let last { report(last) }
        last = error
      }
    }
    show(answers)
    if let last { throw last }
    return .answered
  }
}

extension JSONWriter {
  /// Writes a member that is an array with an object for each operand; `body` writes the members of
  /// an answer.
  mutating func answers<Answer>(
    _ key: String, _ answers: [OperandAnswer<Answer>],
    _ body: (inout JSONWriter, OperandAnswer<Answer>, Answer) -> Void
  ) {
    array(key, answers) { writer, entry in
      switch entry.outcome {
      case .success(let answer):
        writer.beginObject()
        body(&writer, entry, answer)
        writer.endObject()
      case .failure(let failure): writer.failed(entry.word, failure)
      }
    }
  }
}
