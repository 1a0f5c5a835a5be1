// SPDX-License-Identifier: MIT

/// Words of the command line or of standard input: for each the operand that it names, or why it
/// names none, in their order.
struct OperandBatch {
  /// The word, as far as it is known, and what it names.
  typealias Entry = (word: [UInt8]?, operand: Outcome<HandlerOperand>)

  private(set) var entries: [Entry] = []
  /// The highest status of a word that names nothing.
  private(set) var status = ExitStatus.answered

  /// The operands, without the words that name none.
  var operands: [HandlerOperand] { entries.compactMap { $0.operand.value } }

  fileprivate mutating func add(_ word: [UInt8]?, _ operand: Outcome<HandlerOperand>) {
    entries.append((word, operand))
    if case .failure(let failure) = operand { status.raise(to: failure.status) }
  }

  /// Calls `body` with each word, and the operand with its answer or the failure.
  ///
  /// - Parameters:
  ///   - answers: The answers to ``operands``, in their order.
  ///   - body: Receives them.
  func forEach<Answer>(
    with answers: [Answer],
    _ body: (_ word: [UInt8]?, Outcome<(operand: HandlerOperand, answer: Answer)>) -> Void
  ) {
    var rest = answers[...]
    for (word, operand) in entries {
      switch operand {
      case .failure(let failure): body(word, .failure(failure))
      case .success(let operand):
        guard let answer = rest.popFirst() else { return }
        body(word, .success((operand, answer)))
      }
    }
  }
}

extension Session {
  /// The operands that words name; reports those that name none.
  mutating func operands(
    _ words: [Outcome<[UInt8]>], _ arguments: Arguments
  ) -> OperandBatch {
    var batch = OperandBatch()
    for word in words {
      do throws(Failure) {
        batch.add(word.value, .success(try handlerOperand(try word.get(), arguments)))
      } catch {
        report(error)
        batch.add(word.value, .failure(error))
      }
    }
    return batch
  }
}
