// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// Values of the library as `org.typeregistry.handlers` describes them.
extension JSONWriter {
  // MARK: - Handlers

  mutating func value(_ handler: Handler) {
    beginObject()
    member("bundle", handler.bundle)
    member("name", handler.name)
    if !handler.version.isEmpty { member("version", handler.version) }
    member("origin", handler.origin.name)
    member("path", handler.path)
    member("icon", handler.iconName)
    name("arguments")
    strings(handler.arguments)
    member("takesMany", handler.takesMany)
    member("terminal", handler.isTerminal)
    member("role", handler.claim?.role.rawValue)
    member("rank", handler.claim?.rank.rawValue)
    member("placement", handler.placement.rawValue)
    if let choice = handler.choice { member(choice) }
    if let claim = handler.claim { member(claim) }
    if let distance = handler.distance { member("distance", distance) }
    if handler.isUnconfirmed { member("unconfirmed", true) }
    member("rule", handler.rule?.rawValue)
    if !handler.reason.isEmpty { member("reason", handler.reason) }
    endObject()
  }

  private mutating func member(_ choice: Handler.Choice) {
    name("choice")
    beginObject()
    members(of: choice.subject)
    member("role", choice.role?.rawValue)
    member("source", choice.source)
    endObject()
  }

  private mutating func member(_ claim: Handler.Claim) {
    name("claim")
    beginObject()
    member("type", claim.type?.text)
    member("tag", claim.tag)
    member("path", claim.path.map(\.text))
    if claim.isOwner { member("owner", true) }
    member("name", claim.name)
    member("icon", claim.iconName)
    member("source", claim.source)
    endObject()
  }

  mutating func value(_ hidden: HiddenHandler) {
    beginObject()
    member("bundle", hidden.bundle)
    member("cause", hidden.cause.rawValue)
    member("reason", hidden.reason)
    member("source", hidden.source)
    endObject()
  }

  /// Writes the members of an application but for its claims.
  mutating func members(of application: ApplicationInformation) {
    member("bundle", application.bundle)
    member("name", application.name)
    if !application.version.isEmpty { member("version", application.version) }
    member("origin", application.origin.name)
    member("path", application.path)
    member("arguments", application.arguments)
    if application.isTerminal { member("terminal", true) }
    member("problem", application.problem)
    if application.isUnconfirmed { member("unconfirmed", true) }
  }

  mutating func value(_ claim: ApplicationInformation.Claim) {
    beginObject()
    member("type", claim.type?.text)
    member("tag", claim.tag)
    member("role", claim.role.rawValue)
    member("rank", claim.rank.rawValue)
    if claim.isOwner { member("owner", true) }
    if claim.isDefault { member("default", true) }
    member("source", claim.source)
    endObject()
  }

  // MARK: - Bindings

  mutating func value(_ binding: Binding, source: SourceReference? = nil) {
    beginObject()
    members(of: binding.subject)
    member("role", binding.role?.rawValue)
    switch binding.choice {
    case .handler(let identity):
      name("handler")
      beginObject()
      member("bundle", identity.bundle)
      member("origin", identity.origin.name)
      member("path", identity.path)
      endObject()
    case .never(let bundle): member("never", bundle)
    case .type(let identifier): member("meaning", identifier.text)
    }
    member("source", source)
    endObject()
  }

  mutating func value(_ place: Binding.Slot) {
    beginObject()
    members(of: place.subject)
    member("role", place.role?.rawValue)
    switch place.kind {
    case .handler: member("kind", "handler")
    case .never(let bundle):
      member("kind", "never")
      member("never", bundle)
    case .type: member("kind", "meaning")
    }
    endObject()
  }

  mutating func value(_ change: BindingChange) {
    beginObject()
    member("number", Int(change.number))
    member("time", Int(change.time))
    member("user", Int(change.author.uid))
    member("program", change.author.program)
    switch change.action {
    case .bind: member("action", "bind")
    case .unbind: member("action", "unbind")
    case .apply: member("action", "apply")
    case .undo(let number):
      member("action", "undo")
      member("undoes", Int(number))
    }
    if let number = change.undoneBy { member("undoneBy", Int(number)) }
    name("edits")
    beginArray()
    for edit in change.edits {
      beginObject()
      if let before = edit.before {
        name("before")
        value(before)
      }
      if let after = edit.after {
        name("after")
        value(after)
      }
      endObject()
    }
    endArray()
    endObject()
  }

  // MARK: - Parts

  private mutating func members(of subject: Binding.Subject) {
    switch subject {
    case .type(let identifier): member("type", identifier.text)
    case .family(let identifier): member("family", identifier.text)
    case .tag(let tag): member("tag", tag)
    }
  }

  private mutating func member(_ key: String, _ tag: Tag?) {
    guard let tag else { return }
    name(key)
    value(tag)
  }

  private mutating func member(_ key: String, _ source: SourceReference?) {
    guard let source else { return }
    name(key)
    value(source)
  }
}
