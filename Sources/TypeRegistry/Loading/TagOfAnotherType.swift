// SPDX-License-Identifier: MIT

/// A tag of an exported type that means another type, read from the message of a finding.
package struct TagOfAnotherType: Hashable {
  /// The tag as people write it: `.jpg`.
  package let spelling: String
  /// The type that it means.
  package let meaning: String
  /// The type that declares it.
  package let type: String
}

extension TagOfAnotherType {
  /// The tag that a finding is about, also one of a daemon; `nil` if it is about something else.
  package init?(_ finding: Diagnostic) {
    guard finding.code == .tagOfAnotherType else { return nil }
    let text = finding.message.utf8
    let marks = text.indices.filter { text[$0] == UInt8(ascii: "'") }
    guard marks.count >= 6 else { return nil }
    func quoted(_ first: Int, _ last: Int) -> String {
      String(Substring(text[text.index(after: marks[first])..<marks[last]]))
    }
    // A tag may have quotation marks; an identifier has none.
    let end = marks.count
    self.init(
      spelling: quoted(0, end - 5), meaning: quoted(end - 4, end - 3),
      type: quoted(end - 2, end - 1))
    // A daemon of another version may word it in another way.
    guard message == finding.message else { return nil }
  }

  /// The message of the finding.
  var message: String { "'\(spelling)' means '\(meaning)', not '\(type)'" }
}
