// SPDX-License-Identifier: MIT

package import StrictJSON

extension Diagnostic: WireValue {
  /// Writes the finding.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("severity", severity.rawValue)
    writer.member("path", path)
    switch position {
    case .file: break
    case .location(let location):
      writer.member("line", location.line)
      writer.member("column", location.column)
    case .keyPath(let keyPath): writer.member("keyPath", keyPath)
    }
    writer.member("code", code.rawValue)
    writer.member("message", message)
    writer.member("hint", hint)
    if let isAcceptedByApple { writer.member("acceptedByApple", isAcceptedByApple) }
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    var position = Position.file
    if let line = try answer.optionalCount("line") {
      position = .location(SourceLocation(line: line, column: try answer.count("column")))
    } else if let keyPath = try answer.optionalString("keyPath") {
      position = .keyPath(keyPath)
    }
    self.init(
      try answer.word("severity"), Code(rawValue: try answer.string("code")),
      path: try answer.string("path"), position: position, message: try answer.string("message"),
      hint: try answer.optionalString("hint"),
      isAcceptedByApple: try answer.optionalFlag("acceptedByApple"))
  }
}
