// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The text of a `mimeapps.list` that is changed entry by entry; everything else is kept: comments, blank
/// lines, unknown groups and keys, and the order.
package struct MIMEAppsDocument: Sendable {
  /// The text.
  package private(set) var bytes: [UInt8]
  /// The changes so far, in their order.
  package private(set) var edits: [MIMEAppsEdit] = []
  /// Whether the edits are more than one change keeps.
  package var hasTooManyEdits: Bool { editsLength > MIMEAppsEdit.maximumTextLength }
  /// Why GLib reads nothing of the text: the first line that it rejects, and the advice; `nil` if it reads the
  /// text.
  package let rejection: String?
  private var editsLength = 0
  private var file: KeyFile

  /// The document of a text, which is empty for a list that does not exist yet.
  ///
  /// - Returns: `nil` if the text cannot be changed without a loss: it is not UTF-8, or too long.
  package init?(_ bytes: [UInt8]) {
    let (file, findings) = KeyFile.read(bytes, path: "")
    guard !findings.contains(where: { $0.severity == .error }) else { return nil }
    self.bytes = bytes
    self.file = file
    rejection = findings.first { Self.rejected.contains($0.code) }.map { finding in
      var text = finding.message + (finding.hint.map { "; \($0)" } ?? "")
      if case .location(let location) = finding.position {
        text = "line \(location.line): \(text)"
      }
      return text
    }
  }

  private static let rejected: [Diagnostic.Code] = [.invalidKeyFile, .byteOrderMark]

  /// The document of a list that does not exist yet.
  package init() {
    bytes = []
    file = KeyFile.read([], path: "").file
    rejection = nil
  }

  /// The value of a key as written; `nil` if there is none.
  ///
  /// Keys are compared without case.
  package func value(_ group: MIMEAppsEdit.Group, _ key: String) -> String? {
    entries(group, key).last.map { file.text($0.value) }
  }

  /// The applications of an entry, as written.
  package func list(_ group: MIMEAppsEdit.Group, _ key: String) -> [String] {
    entries(group, key).last.map { file.list($0) } ?? []
  }

  /// The keys of a group, as written.
  package func keys(of group: MIMEAppsEdit.Group) -> [String] {
    file.entries(inGroup: group.rawValue).filter { $0.locale == nil }.map { file.key(of: $0) }
  }

  /// The entries of a key that are in effect, once for each spelling of the key; the last one is in effect.
  private func entries(_ group: MIMEAppsEdit.Group, _ key: String) -> [KeyFile.Entry] {
    let wanted = Array(key.asciiLowercased.utf8)
    return file.entries(inGroup: group.rawValue).filter {
      // Compared in place: a long list is searched for each entry that changes.
      $0.locale == nil && $0.key.count == wanted.count
        && zip($0.key, wanted).allSatisfy { file.bytes[$0].asciiLowercased == $1 }
    }
  }

  /// The lines of a key in the order of the file: those in effect, and those that come into effect without
  /// them, unless the key is spelled as `spelling`.
  ///
  /// A line that is not text, and lines of that spelling before it, never have an effect.
  private func lines(
    _ group: MIMEAppsEdit.Group, _ key: String, except spelling: String?
  ) -> [Range<Int>] {
    let wanted = key.asciiLowercased
    var hidden = Set(spelling.map { [$0] } ?? [])
    var lines: [Range<Int>] = []
    for section in file.groups.reversed() where file.holds(group.rawValue, section.name) {
      for entry in file.entries[section.entries].reversed() where entry.locale == nil {
        let key = file.key(of: entry)
        guard key.asciiLowercased == wanted, !hidden.contains(key) else { continue }
        if entry.isText { lines.append(entry.line) } else { hidden.insert(key) }
      }
    }
    return lines.reversed()
  }

  /// The last line of that spelling of a key, if it comes after another line and is not text: the lines of
  /// that spelling before it have no effect.
  private func unreadableLine(
    _ group: MIMEAppsEdit.Group, _ key: String, after line: Range<Int>
  ) -> Range<Int>? {
    let last = file.groups.lazy.filter { file.holds(group.rawValue, $0.name) }
      .flatMap { file.entries[$0.entries] }
      .last { $0.locale == nil && file.holds(key, $0.key) }
    guard let last, !last.isText, last.line.lowerBound > line.lowerBound else { return nil }
    return last.line
  }

  /// Sets the value of a key, or removes the key.
  ///
  /// Other spellings of the key are removed, and with a key all that it overrides, which would come
  /// into effect. An entry is written in the form that all programs read: GLib compares keys with case and
  /// takes blanks at the end as part of the value, and xdg-mime reads no blanks at all. So the line of an entry
  /// in another form is removed, too, and a new one is inserted in its position.
  package mutating func set(_ group: MIMEAppsEdit.Group, _ key: String, to value: String?) {
    precondition(value?.utf8.contains(0x0A) != true, "a value is one line")
    let last = entries(group, key).last
    let before = last.map { file.text($0.value) }
    let isPlain = last.map { file.holds("\(key)=\(before ?? "")", withoutEnd($0.line)) } ?? true
    guard before != value || !isPlain else { return }
    var edit = MIMEAppsEdit(group, key, before: before, after: value)
    let removed = lines(group, key, except: value != nil && isPlain ? key : nil)
    edit.removedLines = removed.map(numbered(_:))
    if let value, let last, !isPlain {
      // Where the last line that is removed was; or after one that would override it.
      let line = unreadableLine(group, key, after: last.line)
      let number = number(of: line ?? last.line) + 1 - removed.count
      edit.addedLines = [.init(number: number, text: "\(key)=\(value)")]
    }
    record(edit)
    var changes = removed.map { (range: $0, text: [UInt8]()) }
    if let value, let last, isPlain { changes.append((last.value, Array(value.utf8))) }
    for change in changes.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(change.range, with: change.text)
    }
    file = KeyFile.read(bytes, path: "").file
    for line in edit.addedLines { insert(group, line) }
    if let value, last == nil { insert(group, Array("\(key)=\(value)\n".utf8)) }
  }

  /// Adds a change to those that were made.
  private mutating func record(_ edit: MIMEAppsEdit) {
    editsLength += Self.length(of: edit, after: edits.last)
    edits.append(edit)
  }

  /// The bytes that an edit adds to the text of some edits.
  private static func length(of edit: MIMEAppsEdit, after last: MIMEAppsEdit?) -> Int {
    let text = MIMEAppsEdit.text(of: [edit]).utf8.count
    return last?.group == edit.group ? text - edit.group.rawValue.utf8.count : text
  }

  // MARK: - Lines

  private static let newline = UInt8(ascii: "\n")

  /// The line of an entry that is text, to be inserted again.
  private func numbered(_ line: Range<Int>) -> MIMEAppsEdit.Line {
    MIMEAppsEdit.Line(number: number(of: line), text: file.text(withoutEnd(line)))
  }

  /// The number of lines before a line.
  private func number(of line: Range<Int>) -> Int {
    bytes[..<line.lowerBound].count { $0 == Self.newline }
  }

  private func withoutEnd(_ line: Range<Int>) -> Range<Int> {
    bytes[line].last == Self.newline ? line.lowerBound..<line.upperBound - 1 : line
  }

  /// Inserts a line that was removed: where it was if that is in its group, else at the group's end.
  private mutating func insert(_ group: MIMEAppsEdit.Group, _ line: MIMEAppsEdit.Line) {
    var offset = 0
    var before = line.number
    while before > 0, offset < bytes.count {
      before -= 1
      offset = bytes[offset...].firstIndex(of: Self.newline).map { $0 + 1 } ?? bytes.count
    }
    let isInGroup = file.groups.contains {
      file.holds(group.rawValue, $0.name)
        && $0.header.upperBound...max($0.header.upperBound, $0.lines.upperBound) ~= offset
    }
    let text = Array(line.text.utf8) + [Self.newline]
    guard isInGroup, offset == 0 || bytes[offset - 1] == Self.newline else {
      return insert(group, text)
    }
    bytes.insert(contentsOf: text, at: offset)
    file = KeyFile.read(bytes, path: "").file
  }

  /// Adds a line to a group, after its last entry.
  private mutating func insert(_ group: MIMEAppsEdit.Group, _ line: [UInt8]) {
    defer { file = KeyFile.read(bytes, path: "").file }
    let newline = Self.newline
    guard let section = file.groups.last(where: { file.holds(group.rawValue, $0.name) }) else {
      if let last = bytes.last, last != newline { bytes.append(newline) }
      if !bytes.isEmpty { bytes.append(newline) }
      bytes += Array("[\(group.rawValue)]\n".utf8) + line
      return
    }
    let end = file.entries[section.entries].last?.line.upperBound ?? section.header.upperBound
    let needsNewline = end > 0 && bytes[end - 1] != newline
    bytes.insert(contentsOf: (needsNewline ? [newline] : []) + line, at: end)
  }

  // MARK: - Lists

  /// Sets an entry to one application.
  package mutating func choose(_ application: String, _ group: MIMEAppsEdit.Group, _ key: String) {
    set(group, key, to: Self.escaped(application))
  }

  /// A default that is to be added.
  package struct NewDefault {
    /// A MIME type, or a scheme after `x-scheme-handler/`, that has no default.
    package var key: String
    /// The application.
    package var application: String
    /// Whether the application is added to those of the key, too, because it does not claim it.
    package var isAdded: Bool

    /// A default of known parts.
    package init(_ key: String, _ application: String, isAdded: Bool) {
      self.key = key
      self.application = application
      self.isAdded = isAdded
    }
  }

  /// Adds defaults for keys that have none, each with its association, up to the number of edits that one
  /// change keeps.
  ///
  /// - Parameter defaults: The defaults, each key in one spelling.
  /// - Returns: How many of them were added, in their order.
  /// - Complexity: O(*n*) for *n* bytes of the list and of the defaults, and once more for each association
  ///   with a key that has some.
  package mutating func add(_ defaults: [NewDefault]) -> Int {
    let associated = Set(keys(of: .added).map(\.asciiLowercased))
    var left = MIMEAppsEdit.maximumTextLength - editsLength
    var (chosen, added): ([MIMEAppsEdit], [MIMEAppsEdit]) = ([], [])
    var others: [NewDefault] = []
    var count = 0
    for new in defaults {
      let choice = MIMEAppsEdit(
        .defaults, new.key, before: nil, after: Self.escaped(new.application))
      let isAssociated = new.isAdded && associated.contains(new.key.asciiLowercased)
      let association =
        new.isAdded ? association(of: new.application, with: new.key, isAssociated) : nil
      var length = Self.length(of: choice, after: chosen.last ?? edits.last)
      if let association { length += Self.length(of: association, after: added.last) }
      guard length <= left else { break }
      left -= length
      count += 1
      chosen.append(choice)
      if isAssociated { others.append(new) } else if let association { added.append(association) }
    }
    insert(chosen, .defaults)
    insert(added, .added)
    for other in others { append(other.application, .added, other.key) }
    return count
  }

  /// The edit that adds an application to those of a key; with other spellings of the key that go, if it has
  /// some.
  private func association(
    of application: String, with key: String, _ isAssociated: Bool
  ) -> MIMEAppsEdit {
    let before = isAssociated ? value(.added, key) : nil
    let list = isAssociated ? list(.added, key) : []
    var edit = MIMEAppsEdit(.added, key, before: before, after: Self.text(of: list + [application]))
    if isAssociated {
      // At most: a line in its own form is neither removed nor added.
      edit.removedLines = lines(.added, key, except: nil).map(numbered(_:))
      edit.addedLines = [.init(number: bytes.count, text: "\(key)=\(edit.after ?? "")")]
    }
    return edit
  }

  /// Makes edits of keys that have no entry, all of one group.
  private mutating func insert(_ edits: [MIMEAppsEdit], _ group: MIMEAppsEdit.Group) {
    guard !edits.isEmpty else { return }
    for edit in edits { record(edit) }
    insert(group, edits.flatMap { Array("\($0.key)=\($0.after ?? "")\n".utf8) })
  }

  /// Puts an application at the end of an entry, unless it is there.
  package mutating func append(_ application: String, _ group: MIMEAppsEdit.Group, _ key: String) {
    let list = list(group, key)
    let isThere = list.contains { Self.isSame($0, application) }
    set(group, key, to: isThere ? value(group, key) : Self.text(of: list + [application]))
  }

  /// Takes an application out of an entry; an entry without applications is removed.
  package mutating func remove(_ application: String, _ group: MIMEAppsEdit.Group, _ key: String) {
    let list = list(group, key)
    let rest = list.filter { !Self.isSame($0, application) }
    guard rest.count < list.count else { return }
    set(group, key, to: rest.isEmpty ? nil : Self.text(of: rest))
  }

  /// Makes the edits whose entries still have the value from before the edit.
  ///
  /// - Returns: The edits whose entries are different now, and stay.
  package mutating func apply(_ edits: [MIMEAppsEdit]) -> [MIMEAppsEdit] {
    var kept: [MIMEAppsEdit] = []
    for edit in edits {
      guard value(edit.group, edit.key) == edit.before else {
        kept.append(edit)
        continue
      }
      guard !edit.addedLines.isEmpty else {
        set(edit.group, edit.key, to: edit.after)
        continue
      }
      // The lines replace those of the entry, or else come beside it; then the value first: the numbers are those
      // of a file that has it.
      let isReplaced = !edit.removedLines.isEmpty
      let count = self.edits.count
      var made = edit
      made.removedLines = []
      if edit.before != nil {
        set(edit.group, edit.key, to: isReplaced ? nil : edit.after)
        if isReplaced { made.removedLines = self.edits[count].removedLines }
      }
      self.edits.removeSubrange(count...)
      for line in edit.addedLines { insert(edit.group, line) }
      self.edits.append(made)
      // Lines that are not those of the entry do not restore it.
      if value(edit.group, edit.key) != edit.after { set(edit.group, edit.key, to: edit.after) }
    }
    return kept
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    func name(_ text: String) -> String {
      text.hasSuffix(".desktop") ? String(text.dropLast(8)) : text
    }
    return name(left) == name(right)
  }

  private static func text(of list: [String]) -> String {
    list.map { escaped($0) + ";" }.joined()
  }

  /// An element of a list in the syntax of the file.
  private static func escaped(_ element: String) -> String {
    var text = ""
    for character in element.unicodeScalars {
      switch character {
      case ";", "\\": text += "\\\(character)"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }
}
