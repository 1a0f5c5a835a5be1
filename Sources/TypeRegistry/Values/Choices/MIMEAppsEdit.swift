// SPDX-License-Identifier: MIT

/// A change of one entry of the user's `mimeapps.list`: the entry before and after.
public struct MIMEAppsEdit: Hashable, Sendable {
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
  /// The value after; `nil` if the entry was removed.
  public var after: String?

  /// An edit of known parts.
  public init(_ group: Group, _ key: String, before: String?, after: String?) {
    self.group = group
    self.key = key
    self.before = before
    self.after = after
  }

  /// A line of the file.
  package struct Line: Hashable, Sendable {
    /// The number of lines before it.
    package var number: Int
    /// The line without its line feed.
    package var text: String
  }

  /// The lines that are removed, in their order: those of a removed entry, and of other spellings of
  /// its key.
  package var removedLines: [Line] = []
  /// The lines that are inserted, in their order.
  ///
  /// With ``removedLines`` they replace all lines of the entry, else they come beside the one that has the value.
  package var addedLines: [Line] = []

  /// The edit that takes this one back.
  public var inverse: MIMEAppsEdit {
    var edit = MIMEAppsEdit(group, key, before: after, after: before)
    edit.removedLines = addedLines
    edit.addedLines = removedLines
    return edit
  }

  // MARK: - Text

  /// The longest text of some edits, in bytes.
  ///
  /// A byte may take six in a message, and a message has at most 1 MiB.
  package static let maximumTextLength = 128 << 10

  /// The text of edits, a few lines for each.
  ///
  /// The group, or an empty line if it is the group of the edit before; the key; the value before and after;
  /// then a line for each line that is removed ("<") or added (">"), with its number.
  package static func text(of edits: [MIMEAppsEdit]) -> String {
    func line(_ value: String?) -> String { value.map { "=" + $0 } ?? "-" }
    return edits.indices.map { index in
      let edit = edits[index]
      let isSameGroup = index > 0 && edits[index - 1].group == edit.group
      return
        "\(isSameGroup ? "" : edit.group.rawValue)\n\(edit.key)\n\(line(edit.before))\n\(line(edit.after))\n"
        + edit.removedLines.map { "<\($0.number) \($0.text)\n" }.joined()
        + edit.addedLines.map { ">\($0.number) \($0.text)\n" }.joined()
    }.joined()
  }

  /// The edits of a text; `nil` if the text does not describe edits.
  package static func edits(of text: String) -> [MIMEAppsEdit]? {
    guard text.utf8.count <= maximumTextLength, !text.utf8.contains(0) else { return nil }
    // By bytes: a carriage return before a line feed belongs to the line, and a mark does not join
    // what follows it.
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
    guard let end = lines.popLast(), end.isEmpty else { return nil }
    func value(_ line: Substring.UTF8View) -> String?? {
      if line.elementsEqual("-".utf8) { return .some(nil) }
      guard line.first == UInt8(ascii: "=") else { return .none }
      return .some(String(Substring(line.dropFirst())))
    }
    var edits: [MIMEAppsEdit] = []
    while lines.count >= 4 {
      let index = lines.startIndex
      let name = lines[index]
      guard let group = name.isEmpty ? edits.last?.group : Group(rawValue: String(Substring(name))),
        !lines[index + 1].isEmpty,
        let before = value(lines[index + 2]), let after = value(lines[index + 3])
      else { return nil }
      var edit = MIMEAppsEdit(
        group, String(Substring(lines[index + 1])), before: before, after: after)
      lines = lines.dropFirst(4)
      while let line = lines.first, let mark = line.first,
        mark == UInt8(ascii: "<") || mark == UInt8(ascii: ">")
      {
        let parts = line.dropFirst().split(
          separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(Substring(parts[0])), number >= 0 else {
          return nil
        }
        let kept = Line(number: number, text: String(Substring(parts[1])))
        if mark == UInt8(ascii: "<") {
          edit.removedLines.append(kept)
        } else {
          edit.addedLines.append(kept)
        }
        lines = lines.dropFirst()
      }
      edits.append(edit)
    }
    return lines.isEmpty ? edits : nil
  }
}
