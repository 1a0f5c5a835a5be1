// SPDX-License-Identifier: MIT

/// The rows that a format cannot hold: their number, with an example of each kind.
struct TableLosses {
  /// Why something is left out.
  enum Reason: Int, CaseIterable, Sendable {
    /// There is no specific MIME type.
    case mimeType
    /// The program sees the last part of an extension only.
    case severalParts
    /// The format has no spelling for a character.
    case characters
    /// The program has a limit.
    case length
    /// The MIME type would have a server run files, or read them as something else.
    case program
    /// It is not an extension, but a whole name or a pattern.
    case pattern
  }

  private var counts: [Reason: Int] = [:]
  private var examples: [Reason: String] = [:]

  /// Counts an extension.
  mutating func add(_ reason: Reason, _ example: String) { add(reason, [example]) }

  /// Counts extensions or patterns.
  mutating func add(_ reason: Reason, _ found: [String]) {
    guard !found.isEmpty else { return }
    counts[reason, default: 0] += found.count
    // The smallest, whatever the order.
    let all = found + [examples[reason]].compactMap(\.self)
    examples[reason] = all.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// One fact for each reason.
  var texts: [String] {
    Reason.allCases.compactMap { reason in
      guard let count = counts[reason], let example = examples[reason] else { return nil }
      let noun =
        reason == .pattern
        ? count == 1 ? "name or pattern of names" : "names and patterns of names"
        : count == 1 ? "extension" : "extensions"
      return "left out: \(count) \(noun)\(Self.words(reason)), such as '\(example)'"
    }
  }

  private static func words(_ reason: Reason) -> String {
    switch reason {
    case .mimeType: " of types without a MIME type"
    case .severalParts: " of several parts: the program sees only the last one"
    case .characters: " with characters that the format cannot hold"
    case .length: " longer than the program's usual limit"
    case .program: " with MIME types that make Apache run programs"
    case .pattern: ""
    }
  }
}
