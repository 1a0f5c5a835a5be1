// SPDX-License-Identifier: MIT

/// The syntax that desktop entries and `mimeapps.list` share: groups of `key=value` lines.
///
/// Follows the Desktop Entry Specification 1.5, "Basic format of the file". Where a file departs from it,
/// syntax that GLib's `GKeyFile` accepts is accepted, with a finding: of two equal keys the last one is in
/// effect, and groups of one name are one group. A line that is neither group, entry nor comment is left out
/// alone; GLib rejects the whole file.
///
/// Values are decoded when a caller reads them: an entry is a few offsets into the bytes. Every byte of the
/// file belongs to the ranges of exactly one group or to the lines before the first, so that a program can
/// rewrite one line and keep all others unchanged.
///
/// ```swift
/// let (file, _) = KeyFile.read(Array("[Desktop Entry]\nName=Editor\n".utf8), path: "editor.desktop")
/// let names = file.entries(inGroup: "Desktop Entry").filter { file.holds("Name", $0.key) }
/// ```
///
/// - Complexity: O(*n*) for *n* bytes.
package struct KeyFile: Sendable {
  /// A group: its header and the lines up to the next header.
  package struct Group: Hashable, Sendable {
    /// The name, without the brackets.
    package var name: Range<Int>
    /// The header line, with its line end.
    package var header: Range<Int>
    /// All lines of the group, from the header to the next header or the end of the file.
    package var lines: Range<Int>
    /// The entries, as indices of ``KeyFile/entries``.
    package var entries: Range<Int>
  }

  /// An entry; its ranges are bytes from the start of the file.
  package struct Entry: Hashable, Sendable {
    /// The key, without the locale.
    package var key: Range<Int>
    /// The locale between the brackets; `nil` for an untranslated entry.
    package var locale: Range<Int>?
    /// The value as written, without blanks around it.
    package var value: Range<Int>
    /// The line, with its line end.
    package var line: Range<Int>
    /// Whether a later entry of the group has the same key and locale, so that this one has no
    /// effect.
    package var isOverridden = false
    /// Whether the value is UTF-8 without NUL; other values have no effect.
    package var isText = true
  }

  /// The contents of the file.
  package let bytes: [UInt8]
  /// The groups in the order of the file; several can have the same name.
  package private(set) var groups: [Group] = []
  /// The entries of all groups in the order of the file, overridden ones among them.
  package private(set) var entries: [Entry] = []

  /// How many entries are read.
  package static let maximumEntries = DeclarationLimits.maximumValues

  /// Reads a file; unreadable parts are left out, with a finding.
  init(_ bytes: [UInt8], sink: inout DiagnosticSink) {
    self.bytes = bytes
    var scanner = KeyFileScanner(bytes)
    scanner.scan(&sink)
    groups = scanner.groups
    entries = scanner.entries
    markOverridden(&sink)
  }

  /// Reads a file; unreadable parts are left out, with a finding.
  package static func read(
    _ bytes: [UInt8], path: String
  ) -> (file: KeyFile, diagnostics: [Diagnostic]) {
    var sink = DiagnosticSink(path: path, text: bytes)
    let file = KeyFile(bytes, sink: &sink)
    return (file, sink.finish())
  }

  /// Whether there is a group of that name.
  package func hasGroup(_ name: String) -> Bool { groups.contains { holds(name, $0.name) } }

  /// The entries in effect of all groups of one name, in the order of the file.
  package func entries(inGroup name: String) -> [Entry] {
    var found: [Entry] = []
    for group in groups where holds(name, group.name) {
      found += entries[group.entries].lazy.filter { !$0.isOverridden && $0.isText }
    }
    return found
  }

  /// Whether the bytes of a range are those of `text`.
  package func holds(_ text: String, _ range: Range<Int>) -> Bool {
    text.utf8.count == range.count && text.utf8.elementsEqual(bytes[range])
  }

  /// The key of an entry, without its locale.
  package func key(of entry: Entry) -> String { text(entry.key) }

  /// The bytes of a range as text.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Marks the entries that a later one of the same group, key and locale overrides.
  private mutating func markOverridden(_ sink: inout DiagnosticSink) {
    var table = EntryTable(count: entries.count)
    var firsts: [String: Int] = [:]
    for (index, group) in groups.enumerated() {
      let name = text(group.name)
      let first = firsts[name] ?? index
      if first == index {
        firsts[name] = index
      } else {
        sink.add(
          .warning, .duplicateGroup, offset: group.header.lowerBound,
          "group '\(name.shortened)' appears twice; both are read as one",
          hint: "join the two")
      }
      for position in group.entries {
        let entry = entries[position]
        guard
          let earlier = table.insert(
            position, group: first, text: bytes.span.extracting(entry.name),
            equals: { [bytes, entries] in bytes[entries[$0].name] == bytes[entry.name] })
        else { continue }
        entries[earlier].isOverridden = true
        sink.add(
          .warning, .duplicateKey, offset: entry.key.lowerBound,
          "key '\(text(entry.name).shortened)' appears twice; the last value is used",
          hint: "remove one of the two")
      }
    }
  }
}

extension KeyFile.Entry {
  /// The key with its locale and brackets, as written.
  package var name: Range<Int> {
    key.lowerBound..<(locale.map { $0.upperBound + 1 } ?? key.upperBound)
  }
}

/// Finds equal keys: a hash table of indices of entries.
private struct EntryTable {
  private var slots: [(group: Int32, entry: Int32)]
  private let mask: Int

  init(count: Int) {
    var size = 16
    while size < 2 * count { size *= 2 }
    slots = Array(repeating: (0, -1), count: size)
    mask = size - 1
  }

  /// Inserts an entry, or replaces an equal one.
  ///
  /// - Returns: The equal one.
  mutating func insert(
    _ entry: Int, group: Int, text: Span<UInt8>, equals: (Int) -> Bool
  ) -> Int? {
    // Seeded per process, so that no file can choose keys that collide.
    var hasher = Hasher()
    var word: UInt64 = 0
    for index in text.indices {
      word = word << 8 | UInt64(text[index])
      guard index & 7 == 7 else { continue }
      hasher.combine(word)
      word = 0
    }
    hasher.combine(word)
    hasher.combine(text.count)
    hasher.combine(group)
    var slot = hasher.finalize() & mask
    while slots[slot].entry >= 0 {
      let other = Int(slots[slot].entry)
      if slots[slot].group == Int32(group), equals(other) {
        slots[slot].entry = Int32(entry)
        return other
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = (Int32(group), Int32(entry))
    return nil
  }
}
