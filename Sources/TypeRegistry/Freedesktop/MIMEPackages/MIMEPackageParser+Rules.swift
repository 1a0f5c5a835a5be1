// SPDX-License-Identifier: MIT

// Rules about contents, whatever they compare: a priority, and alternatives that others refine.

extension MIMEPackageParser {
  /// An element that holds a rule.
  struct RuleElement {
    /// Its name.
    var name: StaticString
    /// The name of the elements in it, each an alternative.
    var match: StaticString
    /// The largest number of them in one package.
    var most: Int
    /// An alternative, for hints.
    var example: String
  }

  /// Reads a rule, up to the end tag of its element.
  ///
  /// A match that cannot be read is left out with those that refine it.
  ///
  /// - Parameters:
  ///   - element: The element, whose start tag was read last.
  ///   - readMatch: Reads the start tag of an alternative of that depth; `nil` if it cannot be read.
  /// - Returns: The rule; `nil` if it has no alternative; the sink then gets a finding.
  /// - Throws: `XMLError` if the file is not XML up to there.
  mutating func readRule<Match>(
    _ element: RuleElement,
    _ readMatch: (_ parser: inout MIMEPackageParser, _ depth: Int) -> Match?
  ) throws(XMLError) -> ContentRule<Match>? {
    var rule = ContentRule<Match>(
      priority: number("priority", from: 0, to: 100) ?? ContentRules.usualPriority)
    let offset = scanner.offset
    let depth = scanner.depth
    rule.location = sink.location(ofOffset: offset)
    while true {
      switch try nextTag() {
      case .startTag:
        guard isNamed(element.match) else {
          noteForeignElement()
          try skipElement()
          continue
        }
        guard let match = readMatch(&self, scanner.depth - depth - 1), countMatch(of: element)
        else {
          try skipElement()
          continue
        }
        rule.matches.append(match)
      default:
        guard scanner.depth < depth else { continue }
        if !rule.matches.isEmpty { return rule }
        warn(
          offset, "'\(element.name)' has no match, and is left out",
          hint: "write '\(element.example)'")
        return nil
      }
    }
  }

  /// Counts a match of the package.
  ///
  /// - Returns: Whether there is room for it.
  private mutating func countMatch(of element: RuleElement) -> Bool {
    let count = matchCounts["\(element.match)", default: 0] + 1
    matchCounts["\(element.match)"] = count
    if count == element.most + 1 {
      warn(
        scanner.offset,
        "package has more than \(element.most) elements '\(element.match)'; the rest is left out",
        hint: "split the file")
    }
    return count <= element.most
  }

  mutating func number(_ name: StaticString, from least: Int, to greatest: Int) -> Int? {
    guard let attribute = scanner.attribute(name) else { return nil }
    let text = scanner.value(of: attribute)
    if let number = Int(text.trimmingBlanks), least...greatest ~= number { return number }
    warn(
      attribute.offset, "'\(text.shortened)' is not a number from \(least) to \(greatest)",
      hint: "write such a number")
    return Int(text.trimmingBlanks).map { min(max($0, least), greatest) }
  }
}
