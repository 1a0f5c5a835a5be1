// SPDX-License-Identifier: MIT

// Bindings and their changes as `org.typeregistry.handlers` describes them.

extension Binding.Subject {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    if let identifier = try answer.optionalIdentifier("type") {
      self = .type(identifier)
    } else if let identifier = try answer.optionalIdentifier("family") {
      self = .family(identifier)
    } else {
      self = .tag(try Tag(answer.object("tag")))
    }
  }
}

extension HandlerIdentity {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    self.init(
      bundle: try answer.string("bundle"), origin: try answer.origin("origin"),
      path: try answer.string("path"))
  }
}

extension Binding {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    let choice: Choice
    if let identity = try answer.optionalObject("handler") {
      choice = .handler(try HandlerIdentity(identity))
    } else if let bundle = try answer.optionalString("never") {
      choice = .never(bundle: bundle)
    } else {
      choice = .type(try answer.identifier("meaning"))
    }
    self.init(try Subject(answer), role: try answer.optionalWord("role"), choice)
  }
}

extension Binding.Slot {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    let kind: Kind
    switch try answer.string("kind") {
    case "handler": kind = .handler
    case "never": kind = .never(bundle: try answer.string("never"))
    case "meaning": kind = .type
    default: throw .invalidAnswer("kind")
    }
    self.init(
      subject: try Binding.Subject(answer), role: try answer.optionalWord("role"), kind: kind)
  }
}

extension BindingChange {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    let action: Action
    switch try answer.string("action") {
    case "bind": action = .bind
    case "unbind": action = .unbind
    case "apply": action = .apply
    case "undo": action = .undo(Int64(try answer.count("undoes")))
    default: throw .invalidAnswer("action")
    }
    guard let user = UInt32(exactly: try answer.count("user")) else { throw .invalidAnswer("user") }
    self.init(
      number: Int64(try answer.count("number")), time: try answer.integer("time"),
      author: Author(uid: user, program: try answer.string("program")), action: action,
      edits: try answer.objects("edits", Edit.init(_:)),
      undoneBy: try answer.optionalCount("undoneBy").map { Int64($0) })
  }
}

extension BindingChange.Edit {
  init(_ answer: AnswerObject) throws(RegistryClientError) {
    let before = try answer.optionalObject("before").map(Binding.init(_:))
    let after = try answer.optionalObject("after").map(Binding.init(_:))
    guard let slot = (after ?? before)?.slot else { throw .invalidAnswer("edits") }
    self.init(slot: slot, before: before, after: after)
  }
}
