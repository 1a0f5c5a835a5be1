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
    var search = TypeSearch(text, in: languages, of: self)
    _ = search.advance()
    var results: [SearchResult] = []
    while let result = search.nextResult() { results.append(result) }
    return results
  }
}

/// A search for a text, a few types at a time, so that a caller that serves several clients can pause.
package struct TypeSearch: Sendable {
  private let registry: CompiledRegistry
  private let wanted: [UInt8]
  private let languages: LanguageList
  private var next: UInt32
  /// The types of each quality, in byte order of their identifiers.
  private var found: [[TypeIndex]]
  /// The position of the next result.
  private var nextQuality = 0
  private var nextIndex = 0

  package init(_ text: String, in languages: LanguageList, of registry: CompiledRegistry) {
    self.registry = registry
    self.languages = languages
    wanted = Array(text.lowercased().utf8)
    next = wanted.isEmpty ? registry.allTypes.upperBound : registry.allTypes.lowerBound
    found = SearchResult.Quality.allCases.map { _ in [] }
  }

  /// The memory of the text and of what was found, in bytes.
  package var heldBytes: Int {
    wanted.capacity
      + found.reduce(0) { $0 + $1.capacity } * MemoryLayout<TypeIndex>.stride
  }

  /// The next result, once all types have been searched, the best first; `nil` after the last one.
  package mutating func nextResult() -> SearchResult? {
    while nextQuality < found.count, nextIndex == found[nextQuality].count {
      nextQuality += 1
      nextIndex = 0
    }
    guard nextQuality < found.count,
      let quality = SearchResult.Quality(rawValue: nextQuality)
    else { return nil }
    let type = found[nextQuality][nextIndex]
    nextIndex += 1
    return SearchResult(
      identifier: registry.identifier(of: type),
      description: registry.localizedDescription(of: type, in: languages)?.text, quality: quality)
  }

  /// Searches the next types.
  ///
  /// - Parameter count: How many.
  /// - Returns: Whether any are left.
  package mutating func advance(by count: Int = .max) -> Bool {
    var left = count
    // In byte order of their identifiers.
    while next < registry.allTypes.upperBound, left > 0 {
      let type = TypeIndex(next)
      if registry.isDeclared(type) { search(type) }
      next += 1
      left -= 1
    }
    return next < registry.allTypes.upperBound
  }

  private mutating func search(_ type: TypeIndex) {
    let name = registry.identifier(of: type)
    let description = registry.localizedDescription(of: type, in: languages)
    let own = description?.source == type ? description?.text : nil
    var best = quality(of: name.text, wanted, separators: Self.identifierSeparators)
    if let own {
      best = min(best, quality(of: own.lowercased(), wanted, separators: Self.wordSeparators))
    }
    for tag in registry.tags(of: type) {
      let found = quality(of: tag.value.lowercased(), wanted, separators: Self.tagSeparators)
      // A part of four arbitrary characters means nothing.
      if tag.tagClass != .osType || found == .exact { best = min(best, found) }
    }
    guard let best else { return }
    found[best.rawValue].append(type)
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
}
