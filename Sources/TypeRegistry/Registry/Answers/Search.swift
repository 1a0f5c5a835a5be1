// SPDX-License-Identifier: MIT

/// A type that a search found.
public struct SearchResult: Hashable, Sendable {
  /// How well a type matches; the best case first.
  public enum Quality: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// The identifier, a tag, or the whole description is the text.
    case exact
    /// The identifier, a label of it, a tag, the description or a word of it begins with the text.
    case beginning
    /// The identifier, a tag or the description contains the text.
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
  /// The declared types whose identifier, description or tags contain `text`, the best match first.
  ///
  /// Compared without case, and otherwise as bytes: other code points are another text. Types that
  /// match equally well are in byte order of their identifiers.
  ///
  /// - Complexity: O(*n*) for *n* bytes of identifiers, descriptions and tags in all.
  public func search(_ text: String, in languages: LanguageList = .none) -> [SearchResult] {
    let wanted = Array(text.lowercased().utf8)
    guard !wanted.isEmpty else { return [] }
    var results: [SearchResult] = []
    for type in allTypes.map(TypeIndex.init) where isDeclared(type) {
      let name = identifier(of: type)
      let description = localizedDescription(of: type, in: languages)
      let own = description?.source == type ? description?.text : nil
      var best = quality(of: name.text, wanted, separators: Self.identifierSeparators)
      if let own {
        best = min(best, quality(of: own.lowercased(), wanted, separators: Self.wordSeparators))
      }
      for tag in tags(of: type) {
        let found = quality(of: tag.value.lowercased(), wanted, separators: Self.tagSeparators)
        // A part of four arbitrary characters means nothing.
        if tag.tagClass != .osType || found == .exact { best = min(best, found) }
      }
      if let best {
        results.append(
          SearchResult(identifier: name, description: description?.text, quality: best))
      }
    }
    return results.sorted { ($0.quality, $0.identifier) < ($1.quality, $1.identifier) }
  }

  private static let identifierSeparators = Array(".-".utf8)
  private static let wordSeparators = Array(" -".utf8)
  private static let tagSeparators = Array("/".utf8)

  private func min(
    _ left: SearchResult.Quality?, _ right: SearchResult.Quality?
  ) -> SearchResult.Quality? {
    guard let left, let right else { return left ?? right }
    return Swift.min(left, right)
  }

  private func quality(
    of text: String, _ wanted: [UInt8], separators: [UInt8]
  ) -> SearchResult.Quality? {
    let bytes = text.utf8.span
    guard wanted.count <= bytes.count else { return nil }
    var best: SearchResult.Quality?
    for start in 0...(bytes.count - wanted.count) where bytes[start] == wanted[0] {
      var length = 1
      while length < wanted.count, bytes[start + length] == wanted[length] { length += 1 }
      guard length == wanted.count else { continue }
      if start == 0 { return length == bytes.count ? .exact : .beginning }
      if separators.contains(bytes[start - 1]) { return .beginning }
      best = .containing
    }
    return best
  }

  /// The declared types whose identifiers are nearest to a misspelt one; at most `count`.
  ///
  /// - Complexity: O(*t* · *n*²) for *t* types and *n* bytes; for error messages.
  public func nearest(to text: String, count: Int = 3) -> [TypeIdentifier] {
    EditDistance.nearest(
      to: text, among: allTypes.lazy.map(TypeIndex.init).filter(isDeclared).map(identifier(of:)),
      count: count)
  }
}
