// SPDX-License-Identifier: MIT

/// A type that a search found.
public struct SearchResult: Hashable, Sendable {
  /// How well a type matches; the best case first.
  public enum Quality: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// The identifier, the part after `public.`, a tag, or the whole description is the text.
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
  /// Compared without case, and otherwise as bytes: other code points are another text. A text that begins
  /// with a dot is also searched as an extension. Of types that match equally well, the familiar ones come
  /// first, and among these the names of families; all others are in byte order of the identifiers.
  ///
  /// - Complexity: O(*n* + *m* log *m*) for *n* bytes of identifiers, descriptions and tags in all, and
  ///   *m* types that were found.
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
  /// The types that the text means as an extension and as a MIME type.
  private let meant: [TypeIdentifier]
  private var next: UInt32
  /// The types that were found; in order once the first of them has been taken.
  private var found: [Match] = []
  /// The index of the next result; `nil` before the first one.
  private var position: Int?

  /// A type that was found, and its rank among the others.
  private struct Match: Comparable {
    var type: TypeIndex
    var quality: SearchResult.Quality
    var isUnfamiliar: Bool
    /// The number of direct subtypes of a family; 0 for other types.
    var members: Int
    var detail: Detail

    static func < (left: Match, right: Match) -> Bool {
      if left.quality != right.quality { return left.quality < right.quality }
      if left.isUnfamiliar != right.isUnfamiliar { return right.isUnfamiliar }
      if left.quality == .exact, left.detail != right.detail { return left.detail < right.detail }
      if left.members != right.members { return left.members > right.members }
      // In byte order of their identifiers.
      return left.type.value < right.type.value
    }
  }

  /// The kind of name that equals the whole text; the best case first.
  private enum Detail: Comparable {
    case identifier
    /// A tag that means the type.
    case ownTag
    case tag, description
  }

  /// The fewest direct subtypes of a family.
  private static let leastMembers = 8

  package init(_ text: String, in languages: LanguageList, of registry: CompiledRegistry) {
    self.registry = registry
    self.languages = languages
    wanted = Array(text.lowercased().utf8)
    let value = text.hasPrefix(".") ? String(text.dropFirst()) : text
    meant = [TagClass.filenameExtension, .mimeType].compactMap { tagClass in
      guard let tag = try? Tag(tagClass, value) else { return nil }
      return UsualSupertype { registry.types(tag: tag, conformingTo: $0) }.answer.types.first
    }
    next = wanted.isEmpty ? registry.allTypes.upperBound : registry.allTypes.lowerBound
  }

  /// The memory of the text and of the results, in bytes.
  package var heldBytes: Int {
    wanted.capacity + found.capacity * MemoryLayout<Match>.stride
  }

  /// The next result, once all types have been searched, the best first; `nil` after the last one.
  package mutating func nextResult() -> SearchResult? {
    if position == nil { found.sort() }
    let index = position ?? 0
    position = index + 1
    guard index < found.count else { return nil }
    let match = found[index]
    return SearchResult(
      identifier: registry.identifier(of: match.type),
      description: registry.localizedDescription(of: match.type, in: languages)?.text,
      quality: match.quality)
  }

  /// Searches the next types.
  ///
  /// - Parameter count: How many.
  /// - Returns: Whether any are left.
  package mutating func advance(by count: Int = .max) -> Bool {
    let end = registry.allTypes.upperBound
    // In byte order of their identifiers.
    let part = (next..<end).prefix(count)
    for type in part.lazy.map(TypeIndex.init) where registry.isDeclared(type) { search(type) }
    next = part.endIndex
    return next < end
  }

  private mutating func search(_ type: TypeIndex) {
    let name = registry.identifier(of: type)
    let description = registry.localizedDescription(of: type, in: languages)
    let own = description?.source == type ? description?.text : nil
    var best: (quality: SearchResult.Quality, detail: Detail)?
    func note(_ quality: SearchResult.Quality?, _ detail: Detail) {
      guard let quality else { return }
      if best.map({ (quality, detail) < $0 }) ?? true { best = (quality, detail) }
    }
    note(quality(of: name.text, wanted, separators: Self.identifierSeparators), .identifier)
    if name.isPublic, name.text.utf8.dropFirst("public.".utf8.count).elementsEqual(wanted) {
      note(.exact, .identifier)
    }
    if let own {
      note(quality(of: own.lowercased(), wanted, separators: Self.wordSeparators), .description)
    }
    let isExtension = wanted[0] == UInt8(ascii: ".")
    let tags = registry.tags(of: type)
    for tag in tags {
      let dot = isExtension && tag.tagClass == .filenameExtension ? "." : ""
      let found = quality(
        of: dot + tag.value.lowercased(), wanted, separators: Self.tagSeparators)
      // A part of four arbitrary characters has no meaning.
      if tag.tagClass != .osType || found == .exact {
        note(found, found == .exact && meant.contains(name) ? .ownTag : .tag)
      }
    }
    guard let best else { return }
    let subtypes = registry.subtypeRun(of: type).count
    let isNamed = subtypes > 0 || name.isPublic || !registry.claimRange(on: type).isEmpty
    found.append(
      Match(
        type: type, quality: best.quality,
        isUnfamiliar: !isNamed && !tags.contains(where: \.isOfFileNames),
        members: subtypes >= Self.leastMembers ? subtypes : 0, detail: best.detail))
  }

  private static let identifierSeparators = Array(".-".utf8)
  private static let wordSeparators = Array(" -".utf8)
  private static let tagSeparators = Array("/".utf8)

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
