// SPDX-License-Identifier: MIT

/// What the lists of applications by MIME type in a registry say, as bindings.
///
/// A default is a binding of the user or of the site, by the origin of its list; of several in one
/// entry the first that is installed comes first. A removed association is a negative binding. What is
/// on hold, or has no effect by the rule among lists, says why.
struct AssociationLists: Sendable {
  private let registry: CompiledRegistry

  /// The lists of a registry.
  init(_ registry: CompiledRegistry) { self.registry = registry }

  /// The number of associations.
  var count: Int { registry.associations.count }

  var isEmpty: Bool { registry.associations.count == 0 }

  /// The type of an association; `nil` for a tag, and for a type that the registry does not have.
  func type(at index: Int) -> UInt32? {
    let type = registry.associations[index].type
    return type == 0 || Int(type) >= registry.types.count ? nil : type
  }

  /// What an association is about.
  func subject(at index: Int) -> Binding.Subject {
    let record = registry.associations[index]
    let text = registry.text(record.subject)
    return record.tagClass != 0
      ? .tag(Tag(trusted: TagClass(trusted: registry.text(record.tagClass)), text))
      : .type(TypeIdentifier(trusted: text))
  }

  /// An association as ranking reads it.
  func candidate(at index: Int, number: Int32) -> BindingTable.Candidate {
    let record = registry.associations[index]
    var kind = BindingTable.Candidate.Kind.plain
    if record.kind == AssociationRecord.added { kind = .added }
    if record.kind == AssociationRecord.removed { kind = .never }
    var bundle: Int32 = -1
    if let application = application(record), record.flags == 0,
      kind == .never || registry.missingReason(ofBundle: application) == nil
    {
      bundle = Int32(application)
    }
    return BindingTable.Candidate(
      kind: kind, isSite: registry.origin(ofBundle: record.bundle) != .user, role: 0,
      bundle: bundle, entry: number)
  }

  private func application(_ record: AssociationRecord) -> UInt32? {
    record.application == 0 || Int(record.application) > registry.bundleRecords.count
      ? nil : record.application - 1
  }

  /// An association as a binding.
  func entry(at index: Int) -> BindingTable.Entry {
    let record = registry.associations[index]
    let name = registry.text(record.handler)
    let application = application(record)
    let identity =
      application.map(registry.identity(ofBundle:))
      ?? HandlerIdentity(
        bundle: name, origin: registry.origin(ofBundle: record.bundle), path: "")
    let isRemoved = record.kind == AssociationRecord.removed
    var entry = BindingTable.Entry(
      binding: Binding(
        subject(at: index),
        isRemoved ? .never(bundle: identity.bundle) : .handler(identity)),
      source: registry.source(
        inBundle: record.bundle, line: Int(record.line), column: Int(record.column)))
    entry.isAdded = record.kind == AssociationRecord.added
    if record.flags & AssociationRecord.masked != 0 {
      entry.holdReason = .installedBeforeList
    } else if record.flags & AssociationRecord.takenAway != 0 {
      entry.holdReason = .takenAway
    } else if record.flags & AssociationRecord.overruled != 0 {
      entry.holdReason = .overruled
    } else if let application {
      if !isRemoved, let reason = registry.missingReason(ofBundle: application) {
        entry.holdReason = .cannotStart(reason)
      } else {
        entry.bundle = application
      }
    } else {
      entry.holdReason = .notInstalled
    }
    return entry
  }

  /// What the user's lists say of each subject.
  func userEntries() -> UserEntries {
    var entries = UserEntries()
    for index in 0..<count {
      let record = registry.associations[index]
      guard registry.origin(ofBundle: record.bundle) == .user else { continue }
      entries.add(
        record.kind, subject(at: index), handler: registry.text(record.handler),
        line: UInt64(record.level) << 32 | UInt64(record.line))
    }
    return entries
  }
}

/// What the user's lists of applications say of each subject, to be compared with what they said when a
/// binding was made.
package struct UserEntries: Sendable {
  private struct Entry {
    var text = ""
    var line: UInt64 = 0
    var first = ""
    var defaults: Set<String> = []
    var added: Set<String> = []
    var removed: Set<String> = []

    mutating func add(_ kind: UInt8, _ name: String, line: UInt64) {
      switch kind {
      case AssociationRecord.added: added.insert(name)
      case AssociationRecord.removed: removed.insert(name)
      default:
        if !text.isEmpty, self.line != line { text += "|" }
        if text.isEmpty { first = name }
        self.line = line
        defaults.insert(name)
        text += name + ";"
      }
    }

    /// What the defaults say, as a binding keeps it: long texts by length and hash.
    var kept: String {
      guard text.utf8.count > UserEntries.longestKept else { return text }
      return "#\(text.utf8.count):\(text.utf8.span.hash)"
    }
  }

  /// The longest text of defaults that a binding keeps as it is, in bytes.
  private static let longestKept = 1_024

  private var entries: [Binding.Subject: Entry] = [:]

  package init() {}

  /// Adds an association, in the order of the lists.
  ///
  /// - Parameters:
  ///   - kind: The raw value of an `Association.Kind`.
  ///   - subject: What it is about.
  ///   - handler: The application.
  ///   - line: A number of the line among all lists.
  package mutating func add(
    _ kind: UInt8, _ subject: Binding.Subject, handler: String, line: UInt64
  ) {
    // In place: a copy of the sets for each application would take quadratic time.
    entries[subject, default: Entry()].add(kind, handler, line: line)
  }

  /// What the lists say of a slot, as a binding in it keeps it; `nil` for a slot of which they say
  /// nothing: one of a family, a role, or a tag that is neither MIME type nor scheme.
  package func text(for slot: Binding.Slot) -> String? {
    switch slot.subject {
    case .type: break
    case .tag(let tag):
      guard tag.tagClass == .mimeType || tag.tagClass == .urlScheme else { return nil }
    case .family: return nil
    }
    let entry = entries[Self.listed(slot.subject)]
    switch slot.kind {
    case .handler: return slot.role == nil ? entry?.kept ?? "" : nil
    case .never(let bundle):
      guard let entry else { return "" }
      // A default makes an association, too.
      let isAdded = entry.added.contains(bundle) || entry.defaults.contains(bundle)
      return (isAdded ? "+" : "") + (entry.removed.contains(bundle) ? "-" : "")
    case .type: return nil
    }
  }

  /// The subject that lists name: they have one MIME type for all directories.
  private static func listed(_ subject: Binding.Subject) -> Binding.Subject {
    let folder = TypeIdentifier(trusted: "public.folder")
    guard subject == .type(folder) else { return subject }
    return .type(TypeIdentifier(trusted: "public.directory"))
  }

  /// Whether the lists say what they said when a binding was made, or say the same as the binding, which
  /// spells its application as its bundle does.
  package func agrees(with binding: Binding) -> Bool {
    guard let seen = binding.seenEntry, let now = text(for: binding.slot), seen != now else {
      return true
    }
    if case .handler(let identity) = binding.choice {
      return entries[Self.listed(binding.subject)]?.first == identity.bundle
    }
    return false
  }
}
