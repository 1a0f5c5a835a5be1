// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// The members that documents of this program have besides the values of the socket.

extension JSONWriter {
  /// Writes a member as text, and another one, `KEYBytes`, in base 64 if the bytes are not UTF-8.
  mutating func member(_ key: String, bytes: [UInt8]) {
    member(key, String(decoding: bytes, as: UTF8.self))
    if String(validating: bytes, as: UTF8.self) == nil {
      member("\(key)Bytes", Base64.encode(bytes))
    }
  }

  /// Writes the object of an operand without an answer, instead of the answer.
  mutating func failed(_ word: [UInt8]?, _ failure: Failure) {
    beginObject()
    if let word { member("operand", bytes: word) }
    member("error", failure.reason ?? failure.message)
    endObject()
  }

  /// Writes the answer about one operand, or why there is none.
  mutating func answer(
    of word: [UInt8]?,
    _ result: Outcome<(operand: HandlerOperand, answer: HandlerAnswer)>
  ) {
    switch result {
    case .failure(let failure): failed(word, failure)
    case .success(let (operand, answer)):
      beginObject()
      member("operand", bytes: operand.word)
      answer.writeMembers(to: &self)
      endObject()
    }
  }

  /// Writes the document with the answers about all operands.
  mutating func document(of batch: OperandBatch, _ answers: [HandlerAnswer]) {
    document { writer in
      writer.name("answers")
      writer.beginArray()
      batch.forEach(with: answers) { writer.answer(of: $0, $1) }
      writer.endArray()
    }
  }
}
