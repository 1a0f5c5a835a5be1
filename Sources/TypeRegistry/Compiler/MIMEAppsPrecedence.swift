// SPDX-License-Identifier: MIT

/// The rule among lists of applications: which additions and removals have an effect.
///
/// It is from the "Association between MIME types and applications" specification, version 1.0.1, section 3:
/// an addition or removal does not concern an application that is installed in a directory before that of the
/// list; a removal takes away the additions of its own list and of those after it, and not the additions of
/// lists before it.
struct MIMEAppsPrecedence {
  /// The texts of an association, each once in the table.
  private struct Key: Hashable {
    let tagClass: StringReference
    let subject: StringReference
    let handler: StringReference
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

  mutating func add(_ record: AssociationRecord, isMasked: Bool, index: Int) {
    let key = Key(tagClass: record.tagClass, subject: record.subject, handler: record.handler)
    switch record.kind {
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
