// SPDX-License-Identifier: MIT

// The part of an image that holds the lists of applications by MIME type.

extension RegistryCompiler {
  /// Writes the associations of all lists, and which of them have no effect.
  ///
  /// The rule among lists is from the "Association between MIME types and applications" specification,
  /// version 1.0.1, section 3: an addition or removal does not concern an application that is installed in a
  /// directory before that of the list; a removal takes away the additions of its own list and of those after
  /// it, and not the additions of lists before it.
  mutating func addAssociations() {
    let lists = linked.bundles.indices
      .filter { linked.bundles[$0].record.kind == .associations }
      .sorted { left, right in
        let (a, b) = (linked.bundles[left], linked.bundles[right])
        if a.record.level != b.record.level { return a.record.level < b.record.level }
        return a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
      }
    guard !lists.isEmpty else { return }
    var applications: [String: Int] = [:]
    for (index, bundle) in linked.bundles.enumerated()
    where bundle.record.kind == .desktopEntry || bundle.record.kind == .declarations {
      applications[bundle.identifier] = index
    }
    var records: [AssociationRecord] = []
    var state = LevelRule()
    for list in lists {
      let bundle = linked.bundles[list]
      let unit = bundle.unit
      state.beginList()
      for index in 0..<unit.associations.count {
        let association = unit.associations[index]
        var record = AssociationRecord()
        guard let subject = addSubject(association.subject, of: list, to: &record) else { continue }
        let handler = unit.text(association.handler)
        let application = applications[handler]
        record.handler = strings.reference(handler)
        record.application = application.map { UInt32($0) + 1 } ?? 0
        record.bundle = UInt32(list)
        record.line = association.line
        record.column = association.column
        record.kind = UInt8(truncatingIfNeeded: association.kind)
        record.level = UInt16(clamping: bundle.record.level)
        let isMasked =
          application.map {
            linked.bundles[$0].record.kind == .desktopEntry
              && MIMEAppsLevel.isOfEarlierDirectory(
                linked.bundles[$0].record.level, than: bundle.record.level)
          } ?? false
        let key = LevelRule.Key(subject: subject, handler: handler)
        state.add(record.kind, key, isMasked: isMasked, index: records.count)
        records.append(record)
      }
      state.endList(&records)
    }
    builder.set(.associations, to: records)
  }

  /// Enters the subject of an association into its record.
  ///
  /// - Returns: The subject as the level rule compares it; `nil` for a damaged unit.
  private mutating func addSubject(
    _ subject: UnitSubject, of list: Int, to record: inout AssociationRecord
  ) -> LinkedSubject? {
    let linkedSubject = linked.subject(ofAssociation: subject, of: list)
    switch linkedSubject {
    case .type(let number), .dynamic(let number):
      let identifier = linked.identifiers.identifier(number)
      record.type = nodes.number(of: identifier).map { UInt32($0) + 1 } ?? 0
      record.subject = strings.reference(identifier.text)
    case .tag(let number):
      let tag = linked.tags.tag(number)
      record.tagClass = strings.reference(tag.tagClass.text)
      record.subject = strings.reference(tag.value)
    case .everything: return nil
    }
    return linkedSubject
  }
}

/// Which associations have an effect: the rule among lists.
private struct LevelRule {
  struct Key: Hashable {
    let subject: LinkedSubject
    let handler: String
  }

  /// The associations that lists before the present one added or removed.
  private var added: Set<Key> = []
  private var removed: Set<Key> = []
  /// Those of the present list, with their indices and whether they are masked.
  private var additions: [(key: Key, index: Int, isMasked: Bool)] = []
  private var removals: [(key: Key, index: Int, isMasked: Bool)] = []

  mutating func beginList() {
    additions.removeAll(keepingCapacity: true)
    removals.removeAll(keepingCapacity: true)
  }

  mutating func add(_ kind: UInt8, _ key: Key, isMasked: Bool, index: Int) {
    switch kind {
    case AssociationRecord.added: additions.append((key, index, isMasked))
    case AssociationRecord.removed: removals.append((key, index, isMasked))
    default: break
    }
  }

  /// Decides about the present list.
  mutating func endList(_ records: inout [AssociationRecord]) {
    Self.decide(removals, against: added, AssociationRecord.overruled, into: &removed, &records)
    Self.decide(additions, against: removed, AssociationRecord.takenAway, into: &added, &records)
  }

  /// Flags those that are masked, or that are among `others`, and adds the rest to `effective`.
  private static func decide(
    _ entries: [(key: Key, index: Int, isMasked: Bool)], against others: Set<Key>, _ flag: UInt8,
    into effective: inout Set<Key>, _ records: inout [AssociationRecord]
  ) {
    for entry in entries {
      if entry.isMasked {
        records[entry.index].flags |= AssociationRecord.masked
      } else if others.contains(entry.key) {
        records[entry.index].flags |= flag
      } else {
        effective.insert(entry.key)
      }
    }
  }
}
