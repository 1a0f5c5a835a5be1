// SPDX-License-Identifier: MIT

/// A text that is equal to another one only if both have the same bytes.
///
/// `String` holds two Unicode spellings of one text (`é`, and `e` with an accent) equal, but they are
/// two names of files, programs and applications.
package struct ExactText: Hashable, Sendable {
  /// The text.
  package let text: String

  /// The bytes of `text`.
  package init(_ text: String) { self.text = text }

  /// Whether both have the same bytes.
  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}
