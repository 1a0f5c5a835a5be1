// SPDX-License-Identifier: MIT

internal import StrictJSON

// Questions and wishes as `org.typeregistry.handlers` takes them.
extension JSONWriter {
  mutating func value(_ query: HandlerQuery) {
    beginObject()
    switch query.subject {
    case .type(let identifier): member("type", identifier.text)
    case .file(let file):
      fileName(file.name)
      if file.kind != .regular { member("kind", file.kind.rawValue) }
    case .tag(let tag): member(tag)
    }
    member("ownHandler", query.ownHandler)
    endObject()
  }

  /// Writes the roles that are asked for, unless it is all that open anything.
  mutating func roles(_ roles: RoleMask) {
    guard roles != .all else { return }
    name("roles")
    strings(Role.allCases.filter(roles.contains).map(\.rawValue))
  }

  mutating func value(_ request: BindingRequest) {
    beginObject()
    switch request.subject {
    case .type(let identifier): member("type", identifier.text)
    case .family(let identifier): member("family", identifier.text)
    case .tag(let tag): member(tag)
    }
    switch request.operation {
    case .handler(let bundle):
      member("role", request.role?.rawValue)
      member("handler", bundle)
    case .noHandler:
      member("role", request.role?.rawValue)
      member("forget", "handler")
    case .never(let bundle): member("never", bundle)
    case .notNever(let bundle): member("allow", bundle)
    case .type(let identifier): member("meaning", identifier.text)
    case .noType: member("forget", "meaning")
    }
    endObject()
  }

  private mutating func member(_ tag: Tag) {
    name("tag")
    beginObject()
    member("tagClass", tag.tagClass.text)
    member("value", tag.value)
    endObject()
  }
}

extension HandlerQuery {
  /// The length of its texts, in bytes.
  var length: Int {
    var length = ownHandler?.utf8.count ?? 0
    switch subject {
    case .type(let identifier): length += identifier.text.utf8.count
    case .file(let file): length += file.name.count
    case .tag(let tag): length += tag.tagClass.text.utf8.count + tag.value.utf8.count
    }
    return length
  }
}
