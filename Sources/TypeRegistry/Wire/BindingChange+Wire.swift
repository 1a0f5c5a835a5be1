// SPDX-License-Identifier: MIT

package import StrictJSON

extension BindingChange: WireValue {
  /// Writes the change.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("number", Int(number))
    writer.member("time", Int(time))
    writer.member("user", Int(author.uid))
    writer.member("program", author.program)
    writer.member("action", action.name)
    if case .undo(let number) = action { writer.member("undoes", Int(number)) }
    if let undoneBy { writer.member("undoneBy", Int(undoneBy)) }
    writer.array("edits", edits)
    writer.endObject()
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    let action: Action
    switch try answer.string("action") {
    case Action.bind.name: action = .bind
    case Action.unbind.name: action = .unbind
    case Action.apply.name: action = .apply
    case Action.undo(0).name: action = .undo(Int64(try answer.count("undoes")))
    default: throw InvalidAnswer("action")
    }
    guard let user = UInt32(exactly: try answer.count("user")) else { throw InvalidAnswer("user") }
    self.init(
      number: Int64(try answer.count("number")), time: try answer.integer("time"),
      author: Author(uid: user, program: try answer.string("program")), action: action,
      edits: try answer.objects("edits", Edit.init(_:)),
      undoneBy: try answer.optionalCount("undoneBy").map { Int64($0) })
  }
}

extension BindingChange.Action {
  /// The name of the action, without the number of the change that is undone.
  package var name: String {
    switch self {
    case .bind: "bind"
    case .unbind: "unbind"
    case .apply: "apply"
    case .undo: "undo"
    }
  }
}

extension BindingChange.Edit: WireValue {
  /// Writes the binding before and the one after.
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("before", before)
    writer.member("after", after)
    writer.endObject()
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    let before = try answer.optionalObject("before").map(Binding.init(_:))
    let after = try answer.optionalObject("after").map(Binding.init(_:))
    guard let slot = (after ?? before)?.slot else { throw InvalidAnswer("edits") }
    self.init(slot: slot, before: before, after: after)
  }
}
