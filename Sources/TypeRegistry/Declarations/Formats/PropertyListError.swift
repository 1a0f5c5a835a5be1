// SPDX-License-Identifier: MIT

/// Why bytes are no property list, and where.
package struct PropertyListError: Error, Hashable, Sendable {
  /// Where the mistake is.
  package enum Position: Hashable, Sendable {
    /// Bytes from the start of the text.
    case offset(Int)
    /// The keys from the root to the mistake, in a binary property list.
    case keyPath(String)
  }

  /// Which kind of mistake it is.
  package let code: Diagnostic.Code
  /// Where it is.
  package let position: Position
  /// What is wrong.
  package let message: String
  /// What to do about it.
  package let hint: String?

  init(_ code: Diagnostic.Code, at position: Position, _ message: String, hint: String? = nil) {
    self.code = code
    self.position = position
    self.message = message
    self.hint = hint
  }

  init(_ error: XMLError) {
    self.init(.invalidXML, at: .offset(error.offset), error.description, hint: error.hint)
  }
}
