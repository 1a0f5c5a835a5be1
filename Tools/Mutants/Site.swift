// SPDX-License-Identifier: MIT

/// A change of the source text that a test should notice, and the edits by which a switch makes it.
struct Site {
  /// An edit of a file: bytes that are replaced.
  struct Edit {
    /// The bytes from the beginning of the file.
    var range: Range<Int>
    /// Their replacement, with U+0001 for the number of the mutant.
    var text: String
  }

  /// The kind of change, as the report names it.
  var kind: String
  /// The change itself, without a switch.
  var change: Edit
  /// The edits that bring both forms into the source, in the order of their positions.
  var edits: [Edit]
  /// The declaration around it.
  var scope: Range<Int>

  /// The line of JSON that `Tools/mutate` reads.
  func line(path: String) -> String {
    let fields = [
      "\"path\":" + quoted(path), "\"kind\":" + quoted(kind), "\"change\":" + change.json,
      "\"edits\":[" + edits.map(\.json).joined(separator: ",") + "]",
      "\"scope\":[\(scope.lowerBound),\(scope.upperBound)]",
    ]
    return "{" + fields.joined(separator: ",") + "}"
  }
}

extension Site.Edit {
  fileprivate var json: String { "[\(range.lowerBound),\(range.upperBound),\(quoted(text))]" }
}

/// A string of JSON.
private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\":
      result += "\\" + String(scalar)
    case "\u{0}"..<" ":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
