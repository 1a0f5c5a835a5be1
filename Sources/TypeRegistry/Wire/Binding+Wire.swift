// SPDX-License-Identifier: MIT

package import StrictJSON

extension Binding: WireValue {
  /// Writes a binding of the user's.
  package func writeMembers(to writer: inout JSONWriter) {
    subject.writeMember(to: &writer)
    writer.member("role", role?.rawValue)
    switch choice {
    case .handler(let identity): writer.member("handler", identity)
    case .never(let bundle): writer.member("never", bundle)
    case .type(let identifier): writer.member("meaning", identifier.text)
    }
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
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

extension DeclaredSiteBinding: WireValue {
  /// Writes the administrator's binding, and the location of its declaration.
  package func writeMembers(to writer: inout JSONWriter) {
    binding.writeMembers(to: &writer)
    writer.member("source", source)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      binding: try Binding(answer), source: try SourceReference(answer.object("source")))
  }
}

extension Binding.Subject {
  /// Writes the member `type`, `family` or `tag`.
  package func writeMember(to writer: inout JSONWriter) {
    switch self {
    case .type(let identifier): writer.member("type", identifier.text)
    case .family(let identifier): writer.member("family", identifier.text)
    case .tag(let tag): writer.member("tag", tag)
    }
  }

  /// The subject among the members of an object.
  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    if let identifier = try answer.optionalIdentifier("type") {
      self = .type(identifier)
    } else if let identifier = try answer.optionalIdentifier("family") {
      self = .family(identifier)
    } else {
      self = .tag(try Tag(answer.object("tag")))
    }
  }
}

extension HandlerIdentity: WireValue {
  /// Writes the identity.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("bundle", bundle)
    writer.member("origin", origin.name)
    writer.member("path", path)
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    self.init(
      bundle: try answer.string("bundle"), origin: try answer.origin("origin"),
      path: try answer.string("path"))
  }
}

extension Binding.Slot: WireValue {
  /// Writes the slot, which `ChangedSince` names.
  package func writeMembers(to writer: inout JSONWriter) {
    subject.writeMember(to: &writer)
    writer.member("role", role?.rawValue)
    switch kind {
    case .handler: writer.member("kind", "handler")
    case .never(let bundle):
      writer.member("kind", "never")
      writer.member("never", bundle)
    case .type: writer.member("kind", "meaning")
    }
  }

  init(_ answer: AnswerObject) throws(InvalidAnswer) {
    let kind: Kind
    switch try answer.string("kind") {
    case "handler": kind = .handler
    case "never": kind = .never(bundle: try answer.string("never"))
    case "meaning": kind = .type
    default: throw InvalidAnswer("kind")
    }
    self.init(
      subject: try Binding.Subject(answer), role: try answer.optionalWord("role"), kind: kind)
  }
}
