// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// Documents of `dump`, and duti's settings as a property list.

extension ChoicesDocument {
  /// Reads a document of `dump`, or one with duti's key `DUTISettings`.
  mutating func read(_ document: JSONDocument) {
    let root = document.root
    for duplicate in document.duplicates.prefix(Self.maximumProblems) {
      fail(
        at: document.location(ofOffset: duplicate.offset), "duplicate member '\(duplicate.name)'",
        hint: "remove one of the two")
    }
    if let settings = root["DUTISettings"] {
      isForeign = true
      guard settings.kind == .array else {
        fail(at: settings.place, "expected an array of settings")
        return
      }
      hasList = true
      for setting in settings.elements { addSetting(setting) }
      return
    }
    if let schema = root["schema"], schema.integer != 1 {
      fail(
        at: schema.place, "unknown schema, expected 1",
        hint: "it was written by another version of utcli")
      return
    }
    guard let bindings = root["bindings"], bindings.kind == .array else {
      fail(
        at: root.place, "expected an object with an array 'bindings'",
        hint: "'utcli dump' writes one")
      return
    }
    hasList = true
    for binding in bindings.elements { addBinding(binding) }
  }

  // MARK: - dump

  private static let subjects = ["type", "family", "tag", "extension", "mimeType", "scheme"]
  private static let choices = ["handler", "never", "meaning"]
  private static let keys = subjects + choices + ["role", "source"]

  private mutating func addBinding(_ value: JSONValue) {
    guard value.kind == .object else {
      fail(at: value.place, "expected an object")
      return
    }
    for (name, _) in value.members {
      guard let key = name.string, !Self.keys.contains(key) else { continue }
      let near = EditDistance.nearest(to: key, among: Self.keys)
      fail(
        at: name.place, "unknown member '\(key)'",
        hint: near.map { "did you mean '\($0)'?" })
      return
    }
    guard let subject = subject(of: value) else { return }
    var role: Role?
    if let member = value["role"] {
      guard let text = text(member), let found = self.role(text, at: member.place) else {
        return
      }
      role = found
    }
    let choices = Self.choices.filter { value[$0] != nil }
    guard let choice = choices.first, choices.count == 1, let member = value[choice] else {
      fail(
        at: value.place, "expected one of 'handler', 'never' and 'meaning'",
        hint: "name the application that opens it, such as \"handler\": \"org.example.editor\"")
      return
    }
    switch choice {
    case "handler":
      guard let bundle = text(member["bundle"] ?? member) else { return }
      add(
        subject, role: role, .handler(bundle: bundle), identity: identity(bundle, member),
        at: value.place)
    case "never":
      guard let bundle = text(member) else { return }
      add(subject, .never(bundle: bundle), at: value.place)
    default:
      guard let text = text(member), let type = type(text, at: member.place) else { return }
      add(subject, .type(type), at: value.place)
    }
  }

  private func identity(_ bundle: String, _ value: JSONValue) -> HandlerIdentity? {
    guard let path = value["path"]?.string, let name = value["origin"]?.string,
      let origin = Origin.allCases.first(where: { $0.name == name })
    else { return nil }
    return HandlerIdentity(bundle: bundle, origin: origin, path: path)
  }

  private mutating func text(_ value: JSONValue) -> String? {
    if let text = value.string, !text.isEmpty { return text }
    fail(at: value.place, "expected a string that is not empty")
    return nil
  }

  private mutating func subject(of value: JSONValue) -> Binding.Subject? {
    let found = Self.subjects.filter { value[$0] != nil }
    guard let key = found.first, found.count == 1, let member = value[key] else {
      fail(
        at: value.place,
        "expected one of 'type', 'family', 'tag', 'extension', 'mimeType' and 'scheme'",
        hint: "such as \"type\": \"public.jpeg\"")
      return nil
    }
    if key == "tag" { return tag(member).map { .tag($0) } }
    guard let text = text(member) else { return nil }
    switch key {
    case "type": return type(text, at: member.place).map { .type($0) }
    case "family": return type(text, at: member.place).map { .family($0) }
    case "extension": return tag(.filenameExtension, text, at: member.place).map { .tag($0) }
    case "mimeType": return tag(.mimeType, text, at: member.place).map { .tag($0) }
    default: return tag(.urlScheme, text, at: member.place).map { .tag($0) }
    }
  }

  private mutating func tag(_ value: JSONValue) -> Tag? {
    guard let name = value["tagClass"]?.string, let tagClass = try? TagClass(name),
      let member = value["value"]
    else {
      fail(at: value.place, "expected 'tagClass' and 'value' in a tag")
      return nil
    }
    guard let text = text(member) else { return nil }
    return tag(tagClass, text, at: member.place)
  }

  // MARK: - duti

  private mutating func addSetting(_ value: JSONValue) {
    guard let bundle = value["DUTIBundleIdentifier"], let handler = text(bundle) else {
      if value["DUTIBundleIdentifier"] == nil {
        fail(at: value.place, "expected a 'DUTIBundleIdentifier'")
      }
      return
    }
    if let scheme = value["DUTIURLScheme"] {
      guard let text = text(scheme), let subject = self.scheme(text, at: scheme.place) else {
        return
      }
      add(subject, .handler(bundle: handler), at: value.place)
      return
    }
    guard let type = value["DUTIUniformTypeIdentifier"], let role = value["DUTIRole"] else {
      fail(
        at: value.place, "expected 'DUTIUniformTypeIdentifier' and 'DUTIRole'",
        hint: "or 'DUTIURLScheme' alone")
      return
    }
    guard let text = text(type), let name = self.text(role),
      let subject = dutiSubject(text, at: type.place),
      let wanted = self.role(name, at: role.place)
    else { return }
    add(subject, role: wanted, .handler(bundle: handler), at: value.place)
  }
}

extension JSONValue {
  /// Its location; `nil` in a document that was read from a binary property list.
  fileprivate var place: SourceLocation? { document.hasOffsets ? location : nil }
}
