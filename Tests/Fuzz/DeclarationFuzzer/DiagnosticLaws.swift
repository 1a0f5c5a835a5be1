// SPDX-License-Identifier: MIT

import TypeRegistry

/// The laws for findings about a file.
struct DiagnosticLaws {
  /// The most lines that the file can have.
  private let lines: Int
  /// The most columns that a line can have.
  private let columns: Int

  /// The laws for findings about a file of these bytes.
  init(_ bytes: [UInt8]) {
    lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    columns = bytes.count + 1
  }

  /// Checks findings about the file of that path.
  func check(_ diagnostics: [Diagnostic], path: String, limit: Int) {
    precondition(diagnostics.count <= limit, "diagnostics are limited")
    for diagnostic in diagnostics { check(diagnostic, path: path) }
  }

  private func check(_ diagnostic: Diagnostic, path: String) {
    precondition(!diagnostic.message.isEmpty && diagnostic.hint != "", "a diagnostic has a message")
    precondition(!diagnostic.message.hasSuffix("."), "a message has no full stop")
    precondition(diagnostic.path == path, "a diagnostic is about the file that was read")
    let text = diagnostic.description
    // By bytes: the path of a key may begin with a mark that joins the colon.
    precondition(text.utf8.starts(with: "\(path):".utf8), "a diagnostic begins with its file")
    switch diagnostic.position {
    case .file, .keyPath: return
    case .location:
      // As a person reads it: the line and the column after the file.
      let place = Substring(text.utf8.dropFirst(path.utf8.count + 1))
        .split(separator: ":", maxSplits: 2)
      let numbers = place.prefix(2).compactMap { Int($0) }
      precondition(
        numbers.count == 2 && 1...lines ~= numbers[0] && 1...columns ~= numbers[1],
        "a place is in the file")
    }
  }
}
