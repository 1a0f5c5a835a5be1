// SPDX-License-Identifier: MIT

// One application as a desktop entry.

extension FreedesktopExport {
  /// The desktop entry of an application; `nil` if it cannot have one.
  mutating func entry(of bundle: Bundle) -> Entry? {
    let name = bundle.identifier
    guard !bundle.launchArguments.isEmpty else {
      losses.append("application '\(name)' is left out: it has no command to start it")
      return nil
    }
    guard !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")) else {
      losses.append("application '\(name)' is left out: a file cannot have its name")
      return nil
    }
    var mimeTypes: [String] = []
    for claim in bundle.claims {
      guard claim.role != .none, claim.rank != .none else {
        losses.append("application '\(name)' has a claim without role or rank, which is left out")
        continue
      }
      for subject in claim.subjects {
        let names = self.mimeTypes(of: subject)
        if names.isEmpty {
          losses.append(
            "application '\(name)' claims \(Self.phrase(subject)), which has no MIME type, and is "
              + "left out")
        }
        for name in names where !mimeTypes.contains(name) { mimeTypes.append(name) }
      }
    }
    let writer = DesktopEntryWriter(bundle, mimeTypes: mimeTypes)
    losses += writer.losses.map { "application '\(name)' \($0)" }
    return Entry(identifier: name, mimeTypes: mimeTypes, bytes: writer.bytes)
  }

  /// The MIME types for the subject of a claim.
  private func mimeTypes(of subject: HandlerClaim.Subject) -> [String] {
    switch subject {
    case .everything: return ["application/octet-stream"]
    case .type(let type): return mimeTypes(of: type)
    case .tag(let tag):
      switch tag.tagClass {
      case .urlScheme: return [FreedesktopName.schemePrefix + tag.value]
      case .mimeType: return [known[tag.value]?.mimeType ?? tag.value]
      default:
        let types = registry.types(tag: tag, conformingTo: nil).types
        return types.first.map { mimeTypes(of: $0) } ?? []
      }
    }
  }

  /// The MIME type of a type; of a type that has none, those of its subtypes.
  private func mimeTypes(of type: TypeIdentifier) -> [String] {
    if type.text == "public.data" { return ["application/octet-stream"] }
    if let name = mimeType(of: type) { return [known[name]?.mimeType ?? name] }
    // Those in the database that no other one covers.
    let names = registry.subtypes(of: type).compactMap { mimeType(of: $0) }
      .filter { known.isEmpty || known[$0] != nil || writtenSuperclasses[$0] != nil }
      .map { known[$0]?.mimeType ?? $0 }
    let all = Set(names)
    var found: [String] = []
    for name in names where !found.contains(name) && !isCovered(name, by: all) {
      found.append(name)
    }
    return found
  }

  /// Whether a claim on one of some MIME types includes this type, by the database's sub-classes.
  private func isCovered(_ mimeType: String, by others: Set<String>) -> Bool {
    var seen: Set<String> = [mimeType]
    var queue = databaseParents(of: mimeType)
    while let name = queue.popLast() {
      guard seen.insert(name).inserted else { continue }
      if others.contains(name) { return true }
      queue += databaseParents(of: name)
    }
    return false
  }

  private func databaseParents(of mimeType: String) -> [String] {
    var parents = known[mimeType]?.parents.compactMap { FreedesktopName.mimeType(of: $0) } ?? []
    parents += writtenSuperclasses[mimeType] ?? []
    // All text is plain text (Shared MIME-info specification, section 2.11).
    if mimeType.hasPrefix("text/") { parents.append("text/plain") }
    return parents
  }

  private static func phrase(_ subject: HandlerClaim.Subject) -> String {
    switch subject {
    case .everything: "every file"
    case .type(let type): "'\(type)'"
    case .tag(let tag): "'\(tag.spelling)'"
    }
  }
}
