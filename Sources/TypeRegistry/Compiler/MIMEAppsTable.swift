// SPDX-License-Identifier: MIT

/// The part of an image that holds the lists of applications by MIME type, and their texts.
///
/// The texts are apart from those of the image, so that a changed list changes nothing else in it.
struct MIMEAppsTable {
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
  private var rule = MIMEAppsPrecedence()

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
