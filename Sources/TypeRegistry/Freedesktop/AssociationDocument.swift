// SPDX-License-Identifier: MIT

/// The text of a `mimeapps.list` that is changed entry by entry; all else stays as it is: comments,
/// blank lines, unknown groups and keys, and the order.
package struct AssociationDocument: Sendable {
  /// The text.
  package private(set) var bytes: [UInt8]
  /// The changes so far, in their order.
  package private(set) var edits: [EntryEdit] = []
  private var file: KeyFile

  /// The document of a text, which is empty for a list that does not exist yet.
  ///
  /// - Returns: `nil` if the text cannot be changed without a loss: it is not UTF-8, or too long.
  package init?(_ bytes: [UInt8]) {
    let (file, findings) = KeyFile.read(bytes, path: "")
    guard !findings.contains(where: { $0.severity == .error }) else { return nil }
    self.bytes = bytes
    self.file = file
  }

  /// The value of a key as written; `nil` if there is none.
  ///
  /// Keys are compared without case.
  package func value(_ group: EntryEdit.Group, _ key: String) -> String? {
    entries(group, key).last.map { file.text($0.value) }
  }

  /// The applications of an entry, as written.
  package func list(_ group: EntryEdit.Group, _ key: String) -> [String] {
    entries(group, key).last.map { file.list($0) } ?? []
  }

  /// The keys of a group, as written.
  package func keys(of group: EntryEdit.Group) -> [String] {
    file.entries(inGroup: group.rawValue).filter { $0.locale == nil }.map { file.key(of: $0) }
  }

  /// The entries of a key that are in effect, once for each spelling of the key.
  private func entries(_ group: EntryEdit.Group, _ key: String) -> [KeyFile.Entry] {
    let wanted = key.asciiLowercased
    return file.entries(inGroup: group.rawValue).filter {
      $0.locale == nil && file.key(of: $0).asciiLowercased == wanted
    }
  }

  /// Sets the value of a key, or removes the key.
  package mutating func set(_ group: EntryEdit.Group, _ key: String, to value: String?) {
    let before = self.value(group, key)
    guard before != value else { return }
    precondition(value?.utf8.contains(0x0A) != true, "a value is one line")
    edits.append(EntryEdit(group, key, before: before, after: value))
    if let value, let last = entries(group, key).last {
      bytes.replaceSubrange(last.value, with: value.utf8)
    } else if let value {
      insert(group, Array("\(key)=\(value)\n".utf8))
    } else {
      // With all that it overrides, which would come into effect.
      let wanted = key.asciiLowercased
      var lines: [Range<Int>] = []
      for section in file.groups where file.holds(group.rawValue, section.name) {
        for entry in file.entries[section.entries]
        where entry.locale == nil && file.key(of: entry).asciiLowercased == wanted {
          lines.append(entry.line)
        }
      }
      for line in lines.sorted(by: { $0.lowerBound > $1.lowerBound }) {
        bytes.removeSubrange(line)
      }
    }
    file = KeyFile.read(bytes, path: "").file
  }

  /// Adds a line to a group, after its last entry.
  private mutating func insert(_ group: EntryEdit.Group, _ line: [UInt8]) {
    let newline = UInt8(ascii: "\n")
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

  /// Puts an application at the end of an entry, unless it is there.
  package mutating func append(_ application: String, _ group: EntryEdit.Group, _ key: String) {
    let list = list(group, key)
    guard !list.contains(where: { Self.isSame($0, application) }) else { return }
    set(group, key, to: Self.text(of: list + [application]))
  }

  /// Takes an application out of an entry; an entry without applications is removed.
  package mutating func remove(_ application: String, _ group: EntryEdit.Group, _ key: String) {
    let list = list(group, key)
    let rest = list.filter { !Self.isSame($0, application) }
    guard rest.count < list.count else { return }
    set(group, key, to: rest.isEmpty ? nil : Self.text(of: rest))
  }

  /// Makes edits whose entries are still what they were made from.
  ///
  /// - Returns: The edits whose entries are different now, and stay.
  package mutating func apply(_ edits: [EntryEdit]) -> [EntryEdit] {
    var kept: [EntryEdit] = []
    for edit in edits {
      if value(edit.group, edit.key) == edit.before {
        set(edit.group, edit.key, to: edit.after)
      } else {
        kept.append(edit)
      }
    }
    return kept
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    func name(_ text: String) -> String {
      (text.hasSuffix(".desktop") ? String(text.dropLast(8)) : text).asciiLowercased
    }
    return name(left) == name(right)
  }

  private static func text(of list: [String]) -> String {
    list.map { element in
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
      return text + ";"
    }.joined()
  }
}
