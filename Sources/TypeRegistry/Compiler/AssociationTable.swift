// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The part of an image that holds the lists of applications by MIME type, and their texts.
///
/// The rule among lists is from the "Association between MIME types and applications" specification,
/// version 1.0.1, section 3: an addition or removal does not concern an application that is installed in a
/// directory before that of the list; a removal takes away the additions of its own list and of those after
/// it, and not the additions of lists before it.
///
/// The texts are apart from those of the image, so that a changed list changes nothing else in it.
struct AssociationTable {
  /// An application that lists may name.
  struct Application {
    /// The number of its bundle.
    var bundle: Int
    /// The rank of the directory of a desktop entry; `nil` for an application of a declaration file.
    var level: UInt32?
  }

  /// The subject of an association.
  enum Subject {
    /// A type, and its number in the registry; 0 if that does not have it.
    case type(TypeIdentifier, UInt32)
    case tag(Tag)
  }

  /// A list, the first ones first in the order of the specification.
  struct List {
    /// The number of its bundle.
    var bundle: Int
    var level: UInt32
    var unit: DeclarationUnit
  }

  private let applications: [String: Application]
  private(set) var records: [AssociationRecord] = []
  private(set) var strings = StringPool()
  private var rule = LevelRule()

  /// - Parameter applications: By their identifiers.
  init(_ applications: [String: Application]) { self.applications = applications }

  /// Lists in the order in which they are added.
  static func ordered<Element>(
    _ lists: [Element], by key: (Element) -> (level: UInt32, path: String)
  ) -> [Element] {
    lists.sorted { left, right in
      let (a, b) = (key(left), key(right))
      if a.level != b.level { return a.level < b.level }
      return a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
    }
  }

  /// Adds the associations of a list, and finds out which of them have no effect.
  ///
  /// - Parameters:
  ///   - list: The list that comes after those that were added.
  ///   - subject: The meaning of a subject of its unit; `nil` to leave the association out.
  mutating func add(_ list: List, subject: (UnitSubject) -> Subject?) {
    rule.beginList()
    for index in 0..<list.unit.associations.count {
      let association = list.unit.associations[index]
      guard let subject = subject(association.subject) else { continue }
      var record = AssociationRecord()
      switch subject {
      case .type(let identifier, let number):
        record.type = number
        record.subject = strings.reference(identifier.text)
      case .tag(let tag):
        record.tagClass = strings.reference(tag.tagClass.text)
        record.subject = strings.reference(tag.value)
      }
      let handler = list.unit.text(association.handler)
      let application = applications[handler]
      record.handler = strings.reference(handler)
      record.application = application.map { UInt32($0.bundle) + 1 } ?? 0
      record.bundle = UInt32(list.bundle)
      record.line = association.line
      record.column = association.column
      record.kind = UInt8(truncatingIfNeeded: association.kind)
      record.level = UInt16(clamping: list.level)
      let isMasked =
        application?.level.map { MIMEAppsLevel.isOfEarlierDirectory($0, than: list.level) } ?? false
      rule.add(record, isMasked: isMasked, index: records.count)
      records.append(record)
    }
    rule.endList(&records)
  }
}

/// Which associations have an effect: the rule among lists.
private struct LevelRule {
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
