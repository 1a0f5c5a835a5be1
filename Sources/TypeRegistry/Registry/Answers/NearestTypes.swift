// SPDX-License-Identifier: MIT

/// Looks for the declared types whose identifiers are nearest to a misspelt one, a few types at a
/// time.
///
/// So that a caller that serves several clients can pause. Most identifiers are ruled out by their
/// length or their letters, before any distance is computed.
package struct NearestTypes {
  private let registry: CompiledRegistry
  private let wanted: [UInt8]
  /// The part of ``wanted`` after its last dot.
  private let lastLabel: [UInt8]
  private let letters: LetterCounts
  private let count: Int
  /// The most edits that are near enough to be among the best so far.
  private var limit: Int
  /// The nearest types so far, the best first.
  private var found: [Candidate] = []
  private var next: UInt32
  private var rows: EditRows

  /// A type that is near enough, and its rank among the others.
  private struct Candidate {
    var distance: Int
    /// The number of direct subtypes; the highest number for the `public` type whose only label is the text.
    var members: Int
    var type: TypeIndex

    /// Whether it comes before a type that is later in byte order.
    func isBefore(_ other: Candidate) -> Bool {
      distance == other.distance ? members > other.members : distance < other.distance
    }
  }

  package init(to text: String, count: Int = 3, in registry: CompiledRegistry) {
    self.registry = registry
    self.count = count
    // No identifier is longer, so none is near.
    let isPossible = text.utf8.count <= TypeIdentifier.maximumLength && count > 0
    let wanted = isPossible ? Array(text.asciiLowercased.utf8) : []
    self.wanted = wanted
    lastLabel = wanted.split(separator: UInt8(ascii: ".")).last.map { Array($0) } ?? wanted
    letters = LetterCounts(wanted.span)
    limit = EditDistance.mostEdits(of: wanted.count)
    rows = EditRows(count: wanted.count)
    next = isPossible ? registry.allTypes.lowerBound : registry.allTypes.upperBound
  }

  /// The types that were found, after all have been examined: the nearest first, of equally near ones
  /// families before other types, then in byte order.
  package var types: [TypeIdentifier] { found.map { registry.identifier(of: $0.type) } }

  /// Looks at the next types.
  ///
  /// - Parameter count: How many.
  /// - Returns: Whether any are left.
  /// - Complexity: O(*n*) for a type of *n* bytes; for a type similar to the text O(*n* · *e*), with at most
  ///   *e* edits.
  package mutating func advance(by count: Int = .max) -> Bool {
    let end = registry.allTypes.upperBound
    let part = (next..<end).prefix(count)
    for type in part.lazy.map(TypeIndex.init) where registry.isDeclared(type) { look(at: type) }
    next = part.endIndex
    return next < end
  }

  private mutating func look(at type: TypeIndex) {
    let name = registry.identifierBytes(of: type)
    // The most common mistake is the right last label in the wrong domain: 'org.jpeg'.
    let distance = hasLastLabel(name) ? 1 : distance(to: name)
    guard let distance, distance <= limit else { return }
    let candidate = Candidate(
      distance: distance, members: isPublic(name) ? .max : registry.subtypeRun(of: type).count,
      type: type)
    // Types are visited in byte order, so that a later one comes after those of the same rank.
    let position = found.firstIndex { candidate.isBefore($0) } ?? found.endIndex
    found.insert(candidate, at: position)
    guard found.count >= count else { return }
    found.removeLast(found.count - count)
    limit = min(limit, found[count - 1].distance)
  }

  /// Whether a name is `public.` and the text: `public.image` for `image`.
  private func isPublic(_ name: ImageBytes) -> Bool {
    let start = "public.".utf8.count
    return name.count == start + wanted.count && name.text.hasPrefix("public.")
      && name.slice(at: start, count: wanted.count).equals(wanted.span)
  }

  private func hasLastLabel(_ name: ImageBytes) -> Bool {
    let start = name.count - lastLabel.count
    guard start >= 0, start == 0 || name[start - 1] == UInt8(ascii: ".") else { return false }
    return name.slice(at: start, count: lastLabel.count).equals(lastLabel.span)
  }

  private mutating func distance(to name: ImageBytes) -> Int? {
    guard abs(name.count - wanted.count) <= limit, letters.differences(from: name) <= limit else {
      return nil
    }
    let wanted = wanted
    return name.withSpan { rows.distance(between: wanted.span, $0, atMost: limit) }
  }
}

/// How often each letter occurs in a text; letters that share their last five bits are treated as one.
private struct LetterCounts {
  private var counts = InlineArray<32, Int16>(repeating: 0)
  private let total: Int

  init(_ text: Span<UInt8>) {
    total = text.count
    for index in text.indices { counts[Int(text[index] & 31)] += 1 }
  }

  /// The least number of edits that the letters of `name` require, whatever their order.
  func differences(from name: ImageBytes) -> Int {
    var left = counts
    var additional = 0
    for index in 0..<name.count {
      let letter = Int(name[index] & 31)
      left[letter] -= 1
      if left[letter] < 0 { additional += 1 }
    }
    return max(additional, total - (name.count - additional))
  }
}

extension CompiledRegistry {
  /// The declared types whose identifiers are nearest to a misspelt one; at most `count`.
  ///
  /// A type with the last label of `text` in another domain is one edit away. Of equally near types the
  /// `public` one with the text as its label comes first, then families by the number of their subtypes.
  ///
  /// - Complexity: O(*n*) for *n* bytes of identifiers; for error messages.
  public func nearest(to text: String, count: Int = 3) -> [TypeIdentifier] {
    var search = NearestTypes(to: text, count: count, in: self)
    _ = search.advance()
    return search.types
  }
}
