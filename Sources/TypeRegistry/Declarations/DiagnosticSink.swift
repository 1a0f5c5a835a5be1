// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Collects the findings about one file, in the order of the file, up to a limit.
///
/// Messages are built only if they are kept, so that a file with a million mistakes costs little
/// more than one with a hundred. Errors displace warnings, warnings displace notes.
struct DiagnosticSink {
  /// The path of the file, for display.
  let path: String
  private var locator: SourceLocator
  private var found: [(order: Int, diagnostic: Diagnostic)] = []
  private var counts: [Diagnostic.Severity: Int] = [:]
  private var repeated: [Kind: Repetition] = [:]

  /// Findings that differ only in their position.
  private struct Kind: Hashable {
    let severity: Diagnostic.Severity
    let code: Diagnostic.Code
  }

  /// How often a kind of finding was made, and the index of the last one that is kept.
  private struct Repetition {
    var count = 0
    var last: Int?
  }

  /// How many findings are kept of kinds that a file has either not at all or very often, all with the same
  /// cause.
  private static let keptOfKind: [Diagnostic.Code: Int] = [
    .unexpandedVariable: 1, .invalidIconName: 3, .invalidKeyFile: 3, .invalidEscape: 3,
    .invalidEncoding: 3, .duplicateGroup: 3, .invalidMIMEType: 3,
  ]

  /// A sink for findings about values of `document`.
  init(path: String, document: JSONDocument) {
    self.path = path
    locator = SourceLocator(document.source)
  }

  /// A sink for findings about a text, by their offsets.
  init(path: String, text: [UInt8]) {
    self.path = path
    locator = SourceLocator(text)
  }

  /// The location of `value`; `nil` in a document without lines.
  mutating func location(of value: JSONValue) -> SourceLocation? {
    guard value.document.hasOffsets else { return nil }
    return locator.location(of: value.offset)
  }

  /// The location of the byte at an offset.
  mutating func location(ofOffset offset: Int) -> SourceLocation { locator.location(of: offset) }

  /// Adds a finding about a value, or about the whole file.
  mutating func add(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, at value: JSONValue?,
    _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil,
    isAcceptedByApple: Bool? = nil
  ) {
    guard admit(severity, code) else { return }
    let position: Diagnostic.Position =
      if let value {
        location(of: value).map { .location($0) } ?? .of(keyPath: value.keyPath)
      } else {
        .file
      }
    append(
      Diagnostic(
        severity, code, path: path, position: position, message: message(), hint: hint(),
        isAcceptedByApple: isAcceptedByApple), order: value?.offset ?? 0)
  }

  /// Adds a finding about the byte at an offset.
  mutating func add(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, offset: Int,
    _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil,
    isAcceptedByApple: Bool? = nil
  ) {
    guard admit(severity, code) else { return }
    append(
      Diagnostic(
        severity, code, path: path, position: .location(locator.location(of: offset)),
        message: message(), hint: hint(), isAcceptedByApple: isAcceptedByApple), order: offset)
  }

  /// Adds complete findings, before all others.
  mutating func addFirst(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics where admit(diagnostic.severity, diagnostic.code) {
      append(diagnostic, order: -1)
    }
  }

  /// The findings in the order of the file; at most ``DeclarationLimits/maximumDiagnostics``, and then one
  /// with the number of the others.
  func finish() -> [Diagnostic] {
    let limit = DeclarationLimits.maximumDiagnostics
    var found = found
    for (kind, repetition) in repeated {
      guard let limit = Self.keptOfKind[kind.code], let last = repetition.last,
        repetition.count > limit
      else { continue }
      found[last].diagnostic.message +=
        " (and \(repetition.count - limit) more of this kind in the file)"
    }
    var kept = found.enumerated().map { $0 }
    if kept.count > limit {
      kept.sort { left, right in
        let ranks = (left.element.diagnostic.severity.rank, right.element.diagnostic.severity.rank)
        return ranks.0 == ranks.1 ? left.offset < right.offset : ranks.0 < ranks.1
      }
      kept.removeSubrange(limit...)
    }
    kept.sort { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    var diagnostics = kept.map(\.element.diagnostic)
    let rest = counts.values.reduce(0, +) - diagnostics.count
    if rest > 0 {
      diagnostics.append(
        Diagnostic(
          .note, .tooManyDiagnostics, path: path,
          message: "file has \(rest) more findings than the \(limit) shown",
          hint: "fix these first"))
    }
    return diagnostics
  }

  private mutating func admit(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code
  ) -> Bool {
    if let limit = Self.keptOfKind[code] {
      let kind = Kind(severity: severity, code: code)
      let count = repeated[kind, default: Repetition()].count + 1
      repeated[kind, default: Repetition()].count = count
      guard count <= limit else { return false }
    }
    let count = counts[severity, default: 0] + 1
    counts[severity] = count
    return count <= DeclarationLimits.maximumDiagnostics
  }

  private mutating func append(_ diagnostic: Diagnostic, order: Int) {
    found.append((order, diagnostic))
    guard Self.keptOfKind[diagnostic.code] != nil else { return }
    let kind = Kind(severity: diagnostic.severity, code: diagnostic.code)
    repeated[kind]?.last = found.count - 1
  }
}

extension Diagnostic.Severity {
  /// 0 for the most serious.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
