// SPDX-License-Identifier: MIT

extension String {
  /// The text without blanks and control characters of ASCII at its ends.
  var trimmingBlanks: String {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !$0.isBlankOrControl }),
      let last = bytes.lastIndex(where: { !$0.isBlankOrControl })
    else { return "" }
    return String(self[first...last])
  }

  /// The text, or its beginning and an ellipsis, so that a message stays readable.
  var shortened: String {
    utf8.count <= 80 ? self : String(prefix(60)) + "…"
  }
}
