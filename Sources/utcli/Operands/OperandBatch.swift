// SPDX-License-Identifier: MIT

/// Words of the command line or of standard input: for each the operand that it names, or why it
/// names none, in their order.
struct OperandBatch {
  /// A word, and what it names.
  ///
  /// Not a tuple: the first array of one takes its type apart at run time.
  private struct Entry {
    /// The word, if known.
    let word: [UInt8]?
    /// Why it names nothing; `nil` for the next of the operands.
    let failure: Failure?
  }

  private var entries: [Entry] = []
  /// The operands, without the words that name none.
  var operands: [HandlerOperand] = []
  /// The highest status of a word that names nothing.
  private(set) var status = ExitStatus.answered

  fileprivate mutating func add(_ word: [UInt8], _ operand: HandlerOperand) {
    entries.append(Entry(word: word, failure: nil))
    operands.append(operand)
  }

  fileprivate mutating func add(_ word: [UInt8]?, _ failure: Failure) {
    entries.append(Entry(word: word, failure: failure))
    status.raise(to: failure.status)
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
    var index = 0
    for entry in entries {
      if let failure = entry.failure {
        body(entry.word, .failure(failure))
        continue
      }
      guard index < answers.count else { return }
      body(entry.word, .success((operands[index], answers[index])))
      index += 1
    }
  }
}

extension Session {
  /// The operands that words name; reports those that name none.
  ///
  /// Not by the form for lists: its outcomes are generic types, whose metadata cost a start 40,000 instructions.
  func operands(_ words: [[UInt8]], _ arguments: Arguments) -> OperandBatch {
    var batch = OperandBatch()
    for word in words { add(word, to: &batch, arguments) }
    return batch
  }

  /// The operands that the words of a list name; reports words that cannot be read or name none.
  func operands(_ words: [Outcome<[UInt8]>], _ arguments: Arguments) -> OperandBatch {
    var batch = OperandBatch()
    for word in words {
      switch word {
      case .success(let word): add(word, to: &batch, arguments)
      case .failure(let failure):
        report(failure)
        batch.add(nil, failure)
      }
    }
    return batch
  }

  private func add(_ word: [UInt8], to batch: inout OperandBatch, _ arguments: Arguments) {
    do throws(Failure) {
      batch.add(word, try handlerOperand(word, arguments))
    } catch {
      report(error)
      batch.add(word, error)
    }
  }
}
