// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// Handlers, bindings and changes as JSON. Keys are sorted, empty members left out.

extension JSONWriter {
  /// Who opens something: the members of an object that is open.
  mutating func members(_ answer: HandlerAnswer) {
    member("decision", answer.decision.rawValue)
    name("handlers")
    beginArray()
    for handler in answer.handlers { value(handler) }
    endArray()
    if !answer.hidden.isEmpty {
      name("hidden")
      beginArray()
      for hidden in answer.hidden {
        beginObject()
        member("bundle", hidden.bundle)
        member("reason", hidden.reason)
        member("source", hidden.source)
        endObject()
      }
      endArray()
    }
  }

  /// One handler.
  mutating func value(_ handler: Handler) {
    beginObject()
    member("arguments", handler.arguments)
    member("bundle", handler.bundle)
    if let choice = handler.choice {
      name("choice")
      beginObject()
      members(choice.subject, role: choice.role) { writer in
        writer.member("site", choice.isSite)
        writer.member("source", choice.source)
      }
      endObject()
    }
    if let claim = handler.claim {
      name("claim")
      value(claim)
    }
    if let distance = handler.distance { member("distance", distance) }
    member("icon", handler.iconName)
    member("name", handler.name)
    member("origin", handler.origin.name)
    member("path", handler.path)
    member("placement", handler.placement.rawValue)
    if !handler.reason.isEmpty { member("reason", handler.reason) }
    if let rule = handler.rule {
      member("row", rule.row)
      member("rule", rule.rawValue)
    }
    member("takesMany", handler.takesMany)
    member("terminal", handler.isTerminal)
    member("unconfirmed", handler.isUnconfirmed)
    if !handler.version.isEmpty { member("version", handler.version) }
    endObject()
  }

  private mutating func value(_ claim: Handler.Claim) {
    beginObject()
    member("icon", claim.iconName)
    member("name", claim.name)
    member("owner", claim.isOwner)
    member("path", claim.path.map(\.text))
    member("rank", claim.rank.rawValue)
    member("role", claim.role.rawValue)
    member("source", claim.source)
    member("tag", tags: claim.tag.map { [$0] } ?? [])
    member("type", claim.type?.text)
    endObject()
  }

  mutating func member(_ key: String, _ source: SourceReference?) {
    guard let source else { return }
    name(key)
    value(source)
  }

  // MARK: - Bindings

  /// What a choice is about, in an open object, with the members that stand between.
  mutating func members(
    _ subject: Binding.Subject, role: Role?, _ between: (inout JSONWriter) -> Void = { _ in }
  ) {
    member("kind", subject.kindName)
    member("role", role?.rawValue)
    between(&self)
    member("subject", subject.text)
    if case .tag(let tag) = subject, subject.kindName == "tag" {
      member("tagClass", tag.tagClass.text)
    }
  }

  /// A binding, as `dump` writes it and `apply` reads it.
  mutating func value(_ binding: Binding, source: SourceReference? = nil) {
    beginObject()
    if case .handler(let identity) = binding.choice { member("handler", identity.bundle) }
    member("kind", binding.subject.kindName)
    switch binding.choice {
    case .handler(let identity):
      member("origin", identity.origin.name)
      if !identity.path.isEmpty { member("path", identity.path) }
    case .never(let bundle): member("never", bundle)
    case .type(let type): member("means", type.text)
    }
    member("role", binding.role?.rawValue)
    member("source", source)
    member("subject", binding.subject.text)
    if case .tag(let tag) = binding.subject, binding.subject.kindName == "tag" {
      member("tagClass", tag.tagClass.text)
    }
    endObject()
  }

  /// A change of bindings.
  mutating func value(_ change: BindingChange) {
    beginObject()
    member("action", change.actionName)
    name("edits")
    beginArray()
    for edit in change.edits {
      beginObject()
      if let after = edit.after {
        name("after")
        value(after)
      }
      if let before = edit.before {
        name("before")
        value(before)
      }
      members(edit.slot.subject, role: edit.slot.role)
      endObject()
    }
    endArray()
    // A change that was not made has neither number nor time.
    if change.number != 0 { member("number", UInt64(clamping: change.number)) }
    if !change.author.program.isEmpty { member("program", change.author.program) }
    if change.number != 0 { member("time", CivilDate(secondsSince1970: change.time).description) }
    member("uid", UInt64(change.author.uid))
    if case .undo(let number) = change.action { member("undoes", UInt64(clamping: number)) }
    endObject()
  }
}
