// SPDX-License-Identifier: MIT

/// A change of one entry of the user's `mimeapps.list`: what the entry was before and is after.
public struct EntryEdit: Hashable, Sendable {
  /// A group of `mimeapps.list`.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    /// The applications that open a MIME type, the first one that is installed.
    case defaults = "Default Applications"
    /// The applications that can open a MIME type, too.
    case added = "Added Associations"
    /// The applications that do not open a MIME type.
    case removed = "Removed Associations"
  }

  /// The group.
  public var group: Group
  /// The MIME type, or a scheme after `x-scheme-handler/`.
  public var key: String
  /// The value before; `nil` if there was no entry.
  public var before: String?
  /// The value after; `nil` if there is no entry any more.
  public var after: String?

  /// An edit of known parts.
  public init(_ group: Group, _ key: String, before: String?, after: String?) {
    self.group = group
    self.key = key
    self.before = before
    self.after = after
  }

  /// The edit that takes this one back.
  public var inverse: EntryEdit { EntryEdit(group, key, before: after, after: before) }

  // MARK: - Text

  /// The longest text of some edits, in bytes.
  package static let maximumTextLength = 64 << 10

  /// Edits as one text: of each the group, the key, and what was before and is after, on four lines.
  package static func text(of edits: [EntryEdit]) -> String {
    func line(_ value: String?) -> String { value.map { "=" + $0 } ?? "-" }
    return edits.map { edit in
      "\(edit.group.rawValue)\n\(edit.key)\n\(line(edit.before))\n\(line(edit.after))\n"
    }.joined()
  }

  /// The edits of a text; `nil` if it is not that of any.
  package static func edits(of text: String) -> [EntryEdit]? {
    guard text.utf8.count <= maximumTextLength, !text.utf8.contains(0) else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast() == "", lines.count.isMultiple(of: 4) else { return nil }
    func value(_ line: Substring) -> String?? {
      if line == "-" { return .some(nil) }
      guard line.first == "=" else { return .none }
      return .some(String(line.dropFirst()))
    }
    var edits: [EntryEdit] = []
    for index in stride(from: 0, to: lines.count, by: 4) {
      guard let group = Group(rawValue: String(lines[index])), !lines[index + 1].isEmpty,
        let before = value(lines[index + 2]), let after = value(lines[index + 3])
      else { return nil }
      edits.append(EntryEdit(group, String(lines[index + 1]), before: before, after: after))
    }
    return edits
  }
}
