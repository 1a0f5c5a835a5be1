// SPDX-License-Identifier: MIT

/// The lists of applications by MIME type in a registry, as bindings.
///
/// A default is a binding of the user or of the site, by the origin of its list; of several in one entry the
/// first that is installed comes first. A removed association is a negative binding. An entry on hold, or
/// without effect by the rule among lists, has the reason.
struct MIMEAppsLists: Sendable {
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

  /// The subject of an association.
  func subject(at index: Int) -> Binding.Subject {
    let record = registry.associations[index]
    let text = registry.associationText(record.subject)
    return record.tagClass != 0
      ? .tag(Tag(trusted: TagClass(trusted: registry.associationText(record.tagClass)), text))
      : .type(TypeIdentifier(trusted: text))
  }

  /// The part of an association that ranking reads.
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
      kind: kind, owner: registry.origin(ofBundle: record.bundle) == .user ? .userList : .site,
      role: 0, bundle: bundle, entry: number)
  }

  private func application(_ record: AssociationRecord) -> UInt32? {
    record.application == 0 || Int(record.application) > registry.bundleRecords.count
      ? nil : record.application - 1
  }

  /// An association as a binding.
  func entry(at index: Int) -> BindingTable.Entry {
    let record = registry.associations[index]
    let name = registry.associationText(record.handler)
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

  /// The entries of the user's lists, by subject.
  func userEntries() -> MIMEAppsEntries {
    var entries = MIMEAppsEntries()
    var list: (bundle: UInt32, name: String)?
    for index in 0..<count {
      let record = registry.associations[index]
      guard registry.origin(ofBundle: record.bundle) == .user else { continue }
      // The associations of one list come together.
      let name =
        list?.bundle == record.bundle
        ? list?.name ?? ""
        : MIMEAppsEntries.name(of: registry.path(registry.bundleRecords[record.bundle].path))
      list = (record.bundle, name)
      entries.add(
        record.kind, subject(at: index), handler: registry.associationText(record.handler),
        at: MIMEAppsEntries.Line(list: name, level: Int(record.level), number: record.line))
    }
    return entries
  }
}
