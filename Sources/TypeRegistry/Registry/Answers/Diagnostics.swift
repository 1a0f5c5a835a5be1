// SPDX-License-Identifier: MIT

internal import StrictJSON

extension CompiledRegistry {
  /// The errors and warnings of reading and compiling; a registry does not store notes.
  public var diagnostics: [Diagnostic] {
    (0..<diagnosticRecords.count).map(diagnostic(at:))
  }

  /// One of ``diagnostics``.
  package func diagnostic(at index: Int) -> Diagnostic {
    let record = diagnosticRecords[index]
    let position: Diagnostic.Position =
      record.line != 0
      ? .location(SourceLocation(line: Int(record.line), column: Int(record.column)))
      : record.keyPath != 0 ? .keyPath(text(record.keyPath)) : .file
    return Diagnostic(
      record.severity == 2 ? .error : .warning, Diagnostic.Code(rawValue: text(record.code)),
      path: path(record.path), position: position, message: text(record.message),
      hint: optionalText(record.hint))
  }
}
