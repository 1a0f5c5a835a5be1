// SPDX-License-Identifier: MIT

/// The entries of the user's lists of applications by subject, to be compared with the entries at the time
/// when a binding was made.
///
/// A binding keeps it by the name of the list: `gnome-mimeapps.list` is read in one session and not in
/// another, which does not change it. Lists of one name in several directories are kept together, so
/// that a home directory may move. A list that could not be read is kept as such, and never compared: its
/// entries may be older than the binding.
package struct MIMEAppsEntries: Sendable {
  /// A line of a list.
  package struct Line: Hashable, Sendable {
    /// The list's file name.
    package var list: String
    /// The list's rank among all lists.
    package var level: Int
    /// The number of the line.
    package var number: UInt32

    /// A line of known parts.
    package init(list: String, level: Int, number: UInt32) {
      self.list = list
      self.level = level
      self.number = number
    }
  }

  /// The entries of one list for a subject.
  fileprivate struct Entry {
    var name = ""
    var level = 0
    var text = ""
    var line: UInt32 = 0
    var first: String?
    var defaults: [String] = []
    var added: [String] = []
    var removed: [String] = []

    mutating func add(_ kind: UInt8, _ handler: String, line: UInt32) {
      switch kind {
      case AssociationRecord.added: added.append(handler)
      case AssociationRecord.removed: removed.append(handler)
      default:
        if !text.isEmpty, self.line != line { text += "|" }
        if first == nil { first = handler }
        self.line = line
        defaults.append(handler)
        text += handler + ";"
      }
    }
  }

  /// The longest text of one list that a binding keeps whole, in bytes.
  private static let longestOfList = 256
  /// The longest text of all lists together, in bytes.
  private static let longestOfAll = 1_024

  /// The beginning of a text by list; names of applications and lists hold no control character.
  private static let byList: Character = "\n"

  /// The text of a list that could not be read; no entry has it.
  private static let unread = "?"

  /// The lists that every session reads.
  private static let usual = [MIMEAppsName.main, MIMEAppsName.old]

  /// An application in an entry.
  private struct Association {
    var kind: UInt8
    var subject: Binding.Subject
    var handler: String
    var line: Line
  }

  // No dictionary and no set: the first use of one with elements of a further type costs a process a tenth of an
  // answer, because the protocols of all types are searched; and few subjects are asked for.
  /// All associations, in the order of the lists.
  private var associations: [Association] = []
  /// The hashes of their subjects.
  private var hashes: [Int] = []
  /// The names of the lists that were read and have entries.
  private var names: [String] = []
  /// The names of the lists that exist and could not be read.
  private var unread: [String] = []

  package init() {}

  /// The name of the list at a path.
  static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// Adds an association, in the order of the lists.
  ///
  /// - Parameters:
  ///   - kind: The raw value of an `Association.Kind`.
  ///   - subject: The subject of the entry.
  ///   - handler: The application.
  ///   - line: Where it is written.
  package mutating func add(
    _ kind: UInt8, _ subject: Binding.Subject, handler: String, at line: Line
  ) {
    if names.last != line.list, !names.contains(line.list) { names.append(line.list) }
    associations.append(
      Association(kind: kind, subject: subject, handler: handler, line: line))
    hashes.append(subject.hashValue)
  }

  /// Adds a list that exists and cannot be read.
  package mutating func addUnread(_ list: String) {
    if !unread.contains(list) { unread.append(list) }
  }

  /// The entries for a slot as text, in the form stored with a binding; `nil` for a slot that lists cannot
  /// name: one of a family, a role, or a tag that is neither MIME type nor scheme.
  package func text(for slot: Binding.Slot) -> String? {
    guard isListed(slot) else { return nil }
    let entries = entries(for: slot)
    let said = (unread + names(entries).filter { !unread.contains($0) })
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { (name: $0, text: unread.contains($0) ? Self.unread : text(of: slot, in: $0, entries)) }
      .filter { !$0.text.isEmpty }
    return String(Self.byList)
      + said.map { "\($0.name)\t\($0.text)" }.joined(separator: String(Self.byList))
  }

  /// Whether the lists' entries are unchanged since a binding was made, or agree with the binding.
  ///
  /// A binding has its application in the spelling of the bundle.
  ///
  /// Only lists that are read now are compared.
  package func agrees(with binding: Binding) -> Bool {
    guard let seen = binding.seenEntry, isListed(binding.slot), !isUnchanged(seen, binding.slot)
    else { return true }
    if case .handler(let identity) = binding.choice {
      let first = entries(for: binding.slot).lazy.compactMap(\.first).first
      return first == identity.bundle
    }
    return false
  }

  private func isUnchanged(_ seen: String, _ slot: Binding.Slot) -> Bool {
    let now = entries(for: slot)
    // A text without names of lists comes from an earlier version: it is the text of all lists.
    guard seen.first == Self.byList else { return seen == text(of: slot, now, Self.longestOfAll) }
    let texts = seen.split(separator: Self.byList)
      .map { $0.split(separator: "\t", maxSplits: 1) }.filter { $0.count == 2 }
    return (Self.usual + names.filter { !Self.usual.contains($0) }).allSatisfy { name in
      let text = texts.last { $0[0] == name }?[1] ?? ""
      return text == Self.unread || text == self.text(of: slot, in: name, now)
    }
  }

  // MARK: - Slots

  /// Whether lists can have an entry for a slot.
  private func isListed(_ slot: Binding.Slot) -> Bool {
    if case .handler = slot.kind, slot.role != nil { return false }
    if case .type = slot.kind { return false }
    switch slot.subject {
    case .type: return true
    case .tag(let tag): return tag.tagClass == .mimeType || tag.tagClass == .urlScheme
    case .family: return false
    }
  }

  /// The entries for the subject of a slot, in the order of the lists.
  ///
  /// - Complexity: O(*n*) for *n* associations of all subjects.
  private func entries(for slot: Binding.Slot) -> [Entry] {
    let subject = Self.subject(ofEntriesFor: slot.subject)
    let hash = subject.hashValue
    var entries: [Entry] = []
    for index in hashes.indices
    where hashes[index] == hash && associations[index].subject == subject {
      let found = associations[index]
      entries.add(found.kind, found.handler, at: found.line)
    }
    return entries
  }

  /// The subject of the entries for a subject: lists have one MIME type for all directories.
  static func subject(ofEntriesFor subject: Binding.Subject) -> Binding.Subject {
    let folder = TypeIdentifier(trusted: "public.folder")
    guard subject == .type(folder) else { return subject }
    return .type(TypeIdentifier(trusted: "public.directory"))
  }

  private func names(_ entries: [Entry]) -> [String] {
    var names: [String] = []
    for entry in entries where !names.contains(entry.name) { names.append(entry.name) }
    return names
  }

  private func text(of slot: Binding.Slot, in list: String, _ entries: [Entry]) -> String {
    text(of: slot, entries.filter { $0.name == list }, Self.longestOfList, byDirectory: true)
  }

  /// Some entries for a slot as text; one longer than `longest` by length and hash.
  ///
  /// With `byDirectory`, an entry of a list after the user's settings begins with the number of the list's
  /// directory. So the text also changes if the entry of the written list is removed and a later list has the
  /// same one.
  private func text(
    of slot: Binding.Slot, _ entries: [Entry], _ longest: Int, byDirectory: Bool = false
  ) -> String {
    var text = ""
    for entry in entries {
      let said = said(of: slot, in: entry)
      if said.isEmpty { continue }
      if !text.isEmpty { text += "|" }
      let directory = entry.level / MIMEAppsLevel.countOfDirectory
      if directory > 0, byDirectory { text += "\(directory):" }
      text += said
    }
    return text.utf8.count > longest ? "#\(text.utf8.count):\(text.utf8.span.hash)" : text
  }

  private func said(of slot: Binding.Slot, in entry: Entry) -> String {
    guard case .never(let bundle) = slot.kind else { return entry.text }
    // A default makes an association, too.
    let isAdded = entry.added.contains(bundle) || entry.defaults.contains(bundle)
    return (isAdded ? "+" : "") + (entry.removed.contains(bundle) ? "-" : "")
  }
}

extension [MIMEAppsEntries.Entry] {
  fileprivate mutating func add(_ kind: UInt8, _ handler: String, at line: MIMEAppsEntries.Line) {
    if last?.level != line.level || last?.name != line.list {
      var entry = MIMEAppsEntries.Entry()
      entry.name = line.list
      entry.level = line.level
      append(entry)
    }
    self[count - 1].add(kind, handler, line: line.number)
  }
}
