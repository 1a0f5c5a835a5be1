// SPDX-License-Identifier: MIT

/// A type that a search found.
public struct SearchResult: Hashable, Sendable {
  /// How well a type matches; the best first.
  public enum Quality: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// The identifier, a tag, or the whole description is the text.
    case exact
    /// One of them begins with the text, or a label of the identifier or a word of the description
    /// does.
    case beginning
    /// One of them holds the text.
    case containing

    /// The quality's word, for programs.
    public var word: String {
      switch self {
      case .exact: "exact"
      case .beginning: "beginning"
      case .containing: "containing"
      }
    }

    /// Better before worse.
    public static func < (left: Quality, right: Quality) -> Bool { left.rawValue < right.rawValue }
  }

  /// The type.
  public var identifier: TypeIdentifier
  /// Its description in the caller's language.
  public var description: String?
  /// How well it matches.
  public var quality: Quality
}

extension CompiledRegistry {
  /// The declared types whose identifier, description or tags hold `text`, the best match first.
  ///
  /// Compared without case. Types that match equally well are in byte order of their identifiers.
  ///
  /// - Complexity: O(*n*) for *n* bytes of identifiers, descriptions and tags in all.
  public func search(_ text: String, in languages: LanguageList = .none) -> [SearchResult] {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return [] }
    var results: [SearchResult] = []
    for type in allTypes.map(TypeIndex.init) where isDeclared(type) {
      let name = identifier(of: type)
      let description = localizedDescription(of: type, in: languages)
      let own = description?.source == type ? description?.text : nil
      var best = quality(of: name.text, wanted, separators: ".-")
      if let own { best = min(best, quality(of: own.lowercased(), wanted, separators: " -")) }
      for tag in tags(of: type) {
        best = min(best, quality(of: tag.value.lowercased(), wanted, separators: "/"))
      }
      if let best {
        results.append(
          SearchResult(identifier: name, description: description?.text, quality: best))
      }
    }
    return results.sorted { ($0.quality, $0.identifier) < ($1.quality, $1.identifier) }
  }

  private func min(
    _ left: SearchResult.Quality?, _ right: SearchResult.Quality?
  ) -> SearchResult.Quality? {
    guard let left, let right else { return left ?? right }
    return Swift.min(left, right)
  }

  private func quality(
    of text: String, _ wanted: String, separators: String
  ) -> SearchResult.Quality? {
    if text == wanted { return .exact }
    guard text.contains(wanted) else { return nil }
    if text.hasPrefix(wanted) { return .beginning }
    let starts = separators.contains { text.contains("\($0)\(wanted)") }
    return starts ? .beginning : .containing
  }

  /// The declared types whose identifiers are nearest to a misspelt one, at most `count`.
  ///
  /// - Complexity: O(*t* · *n*²) for *t* types and *n* bytes; for error messages.
  public func nearest(to text: String, count: Int = 3) -> [TypeIdentifier] {
    // No identifier is longer, so nothing is near; and the work grows with the square of the length.
    guard text.utf8.count <= TypeIdentifier.maximumLength else { return [] }
    let wanted = text.asciiLowercased
    let lastLabel = wanted.split(separator: ".").last.map(String.init) ?? wanted
    let limit = max(2, wanted.utf8.count / 4)
    var found: [(distance: Int, identifier: TypeIdentifier)] = []
    for type in allTypes.map(TypeIndex.init) where isDeclared(type) {
      let name = identifier(of: type)
      let label = name.text.split(separator: ".").last.map(String.init) ?? ""
      // The right last label in the wrong domain is the commonest slip: 'org.jpeg'.
      let distance =
        label == lastLabel ? 1 : EditDistance.between(wanted, name.text, atMost: limit)
      if let distance, distance <= limit { found.append((distance, name)) }
    }
    return found.sorted { ($0.distance, $0.identifier) < ($1.distance, $1.identifier) }
      .prefix(count).map(\.identifier)
  }
}
