// SPDX-License-Identifier: MIT

// The parts of an image that hold the lists of applications by MIME type, and what their names mean.

extension RegistryCompiler {
  /// Writes the associations of all lists.
  mutating func addAssociations() {
    let lists = linked.bundles.indices
      .filter { linked.bundles[$0].record.kind == .associations }
      .map { index in
        let bundle = linked.bundles[index]
        return MIMEAppsTable.List(
          bundle: index, level: bundle.record.level, unit: bundle.unit)
      }
    guard !lists.isEmpty else { return }
    addMIMELinks()
    var applications: [String: MIMEAppsTable.Application] = [:]
    for (index, bundle) in linked.bundles.enumerated() {
      switch bundle.record.kind {
      case .desktopEntry:
        applications[bundle.identifier] = .init(bundle: index, level: bundle.record.level)
      case .declarations: applications[bundle.identifier] = .init(bundle: index, level: nil)
      case .mimePackage, .associations: break
      }
    }
    var table = MIMEAppsTable(applications)
    let ordered = MIMEAppsTable.ordered(lists) { ($0.level, linked.bundles[$0.bundle].path) }
    for list in ordered {
      table.add(list) { subject in meaning(of: subject, inList: list.bundle) }
    }
    builder.set(table)
  }

  /// The type or tag that a list means; `nil` for a damaged unit.
  private func meaning(
    of subject: UnitSubject, inList list: Int
  ) -> MIMEAppsTable.Subject? {
    switch linked.subject(ofAssociation: subject, of: list) {
    case .type(let number), .dynamic(let number):
      .type(
        linked.identifiers.identifier(number),
        nodes.number(of: number).map { UInt32($0) + 1 } ?? 0)
    case .tag(let number): .tag(linked.tags.tag(number))
    case .everything: nil
    }
  }

  /// Writes the meanings of the MIME types that files other than lists name.
  private mutating func addMIMELinks() {
    var isNamed = Array(repeating: false, count: linked.identifiers.count)
    for (index, bundle) in linked.bundles.enumerated() where bundle.record.kind != .associations {
      for local in 0..<bundle.unit.identifiers.count {
        isNamed[Int(linked.identifiers.number(UInt32(local), of: index))] = true
      }
    }
    var records: [MIMELinkRecord] = []
    for index in linked.identifiers.range(withPrefix: FreedesktopName.prefix) where isNamed[index] {
      let bytes = linked.identifiers.texts[index].withSpan { FreedesktopName.mimeType(of: $0) }
      guard let mimeType = bytes else { continue }
      var record = MIMELinkRecord()
      record.mimeType = strings.reference(mimeType.span)
      if case .type(let number) = linked.meaning(ofIdentifier: IdentifierTable.Number(index)) {
        record.type = nodes.number(of: number).map { UInt32($0) + 1 } ?? 0
        record.identifier = strings.reference(linked.identifiers.texts[Int(number)])
      }
      records.append(record)
    }
    builder.set(.mimeLinks, to: records)
  }
}

extension ImageBuilder {
  /// Sets the parts of lists of applications.
  mutating func set(_ table: MIMEAppsTable) {
    set(.associations, to: table.records)
    set(.associationStrings, to: table.strings.bytes)
  }
}
