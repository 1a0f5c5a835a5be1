// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

// Findings about declaration files, as lines.

extension Session {
  /// Prints a finding, and advice about it.
  func show(_ finding: Diagnostic, withHint: Bool, aboutApple: Bool = false) {
    var text = shown(finding.description)
    let severity = ": \(finding.severity.rawValue): "
    if let range = text.firstPart(severity) {
      let meaning: Meaning =
        switch finding.severity {
        case .error: .error
        case .warning: .warning
        case .note: .reason
        }
      text.replaceSubrange(
        range, with: ": " + output.painted(finding.severity.rawValue, meaning) + ": ")
    }
    output.sentence(text, under: 4)
    if withHint, let hint = finding.hint {
      output.sentence("  " + output.painted("hint", .label) + ": " + shown(hint), under: 8)
    }
    if aboutApple, let isAccepted = finding.isAcceptedByApple {
      output.line("  Apple's tools " + (isAccepted ? "accept this" : "do not accept this"))
    }
  }

  /// Prints findings file by file; of one kind in one file at most `limit`, and how many more.
  func show(grouped findings: [Diagnostic], limit: Int = 3) {
    struct Kind: Hashable {
      var path: String
      var code: Diagnostic.Code
    }
    var counts: [Kind: Int] = [:]
    for finding in findings {
      counts[Kind(path: finding.path, code: finding.code), default: 0] += 1
    }
    var printed: [Kind: Int] = [:]
    for finding in findings.byFile {
      let kind = Kind(path: finding.path, code: finding.code)
      printed[kind, default: 0] += 1
      guard let number = printed[kind], let count = counts[kind], number <= limit else { continue }
      show(finding, withHint: true)
      if number == limit, count > limit {
        output.sentence(
          shown("\(finding.path): \(count - limit) more [\(finding.code.rawValue)]"), under: 4)
      }
    }
  }

  /// Prints the number of findings to standard error, if there are any, after the findings
  /// themselves.
  func summarize(_ findings: [Diagnostic]) {
    let parts = Diagnostic.Severity.allCases.compactMap { severity in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    guard !parts.isEmpty else { return }
    output.finish()
    remark(parts.joined(separator: ", "))
  }
}

extension [Diagnostic] {
  /// The exit status for the findings: bad data if one is an error, or a warning where `isStrict`
  /// treats warnings as errors.
  func status(isStrict: Bool) -> ExitStatus {
    contains { $0.severity == .error || isStrict && $0.severity == .warning }
      ? .badData : .answered
  }

  /// The findings of each file together, the files in the order of their first finding, those of
  /// one file in the order of its lines.
  fileprivate var byFile: [Diagnostic] {
    var order: [String: Int] = [:]
    for finding in self where order[finding.path] == nil { order[finding.path] = order.count }
    return enumerated().sorted { left, right in
      let keys = (key(left.element, order), key(right.element, order))
      return keys.0 == keys.1 ? left.offset < right.offset : keys.0 < keys.1
    }.map(\.element)
  }

  private func key(_ finding: Diagnostic, _ order: [String: Int]) -> (Int, Int, Int) {
    guard case .location(let location) = finding.position else {
      return (order[finding.path] ?? 0, 0, 0)
    }
    return (order[finding.path] ?? 0, location.line, location.column)
  }
}
