// SPDX-License-Identifier: MIT

/// Why bytes are not a property list, and the position of the error.
package struct PropertyListError: Error, Hashable, Sendable {
  /// The position of the error.
  package enum Position: Hashable, Sendable {
    /// Bytes from the start of the text.
    case offset(Int)
    /// The keys from the root to the error, in a binary property list.
    case keyPath(String)
  }

  /// The kind of the error.
  package let code: Diagnostic.Code
  /// The position of the error.
  package let position: Position
  /// The problem: the message.
  package let message: String
  /// The advice, if any.
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
