// SPDX-License-Identifier: MIT

/// The number of edits between two words, for "did you mean".
package enum EditDistance {
  /// The number of bytes to insert, remove or replace to turn one text into the other; swapping two
  /// neighbours is one edit (Damerau's distance, restricted).
  ///
  /// - Returns: `nil` if it is more than `limit`.
  /// - Complexity: O(*n* · `limit`).
  package static func between(_ left: String, _ right: String, atMost limit: Int) -> Int? {
    let (first, second) = (Array(left.utf8), Array(right.utf8))
    guard abs(first.count - second.count) <= limit else { return nil }
    if first.isEmpty { return second.count }
    var rows = EditRows(count: first.count)
    return rows.distance(between: first.span, second.span, atMost: limit)
  }

  /// The word of `words` that is nearest to `text`, if one is near enough to be a misspelling.
  package static func nearest(to text: String, among words: some Sequence<String>) -> String? {
    let limit = max(1, text.utf8.count / 3)
    return words.compactMap { word in
      between(text, word, atMost: limit).map { (distance: $0, word: word) }
    }.min { ($0.distance, $0.word) < ($1.distance, $1.word) }?.word
  }

  /// The most edits between a misspelt identifier of a length in bytes and the one that was meant.
  package static func mostEdits(of length: Int) -> Int { min(max(2, length / 4), 8) }

  /// The identifiers that are nearest to a misspelt one, the nearest first; at most `count`.
  ///
  /// - Complexity: O(*t* · *n*²) for *t* identifiers of *n* bytes; for messages.
  package static func nearest(
    to text: String, among identifiers: some Sequence<TypeIdentifier>, count: Int
  ) -> [TypeIdentifier] {
    // No identifier is longer, so none is near; and the work grows with the square of the length.
    guard text.utf8.count <= TypeIdentifier.maximumLength else { return [] }
    let wanted = text.asciiLowercased
    let lastLabel = wanted.split(separator: ".").last.map(String.init) ?? wanted
    let limit = mostEdits(of: wanted.utf8.count)
    var found: [(distance: Int, identifier: TypeIdentifier)] = []
    for identifier in identifiers {
      let label = identifier.text.split(separator: ".").last.map(String.init) ?? ""
      // The most common mistake is the right last label in the wrong domain: 'org.jpeg'.
      let distance =
        label == lastLabel ? 1 : between(wanted, identifier.text, atMost: limit)
      if let distance, distance <= limit { found.append((distance, identifier)) }
    }
    return found.sorted { ($0.distance, $0.identifier) < ($1.distance, $1.identifier) }
      .prefix(count).map(\.identifier)
  }
}
