// SPDX-License-Identifier: MIT

/// The translated descriptions of the types of a MIME package, as ranges of its text.
///
/// A package is mostly translations: a desktop's has some 36,000, and a registry needs only their bytes. So
/// no strings are made of them on the way to a ``DeclarationUnit``.
package struct DescriptionTranslations: Hashable, Sendable {
  /// One description in one language.
  private struct Entry: Hashable {
    /// The index of the language.
    var language: UInt32
    /// The index of the declaration in its bundle.
    var declaration: UInt32
    var start: UInt32
    var count: UInt32
    /// Whether the bytes are not those of the file, because references in it were resolved.
    var isResolved: Bool
  }

  /// A language, as written.
  private struct Spelling: Hashable {
    var text: [UInt8]
    /// The index of the language; `nil` if the text is not a language.
    var language: Int?
  }

  /// The contents of the file.
  private var text: [UInt8] = []
  /// Texts that differ from the bytes of the file, after decoding.
  private var resolved: [UInt8] = []
  private var entries: [Entry] = []
  /// The languages, each once.
  package private(set) var languages: [String] = []
  private var numbers: [String: Int] = [:]
  /// The spellings of languages in the file, in its order.
  private var spellings: [Spelling] = []
  /// The indices of spellings plus 1, by the hashes of these; 0 where there is none.
  private var slots: [UInt16] = []
  /// Twice the most spellings, so that some slots stay free.
  private static let slotCount = DeclarationLimits.maximumLocalizations * 2

  /// No translations yet, of a file of these bytes.
  package init(of text: [UInt8] = []) {
    self.text = text
  }

  /// Whether there is none.
  package var isEmpty: Bool { entries.isEmpty }

  /// The index of a language, as written; `nil` if it is not a language.
  package mutating func language(_ spelling: Span<UInt8>) -> Int? {
    if slots.isEmpty { slots = Array(repeating: 0, count: Self.slotCount) }
    var slot = Hashing.slot(of: spelling.hash, capacity: Self.slotCount)
    while slots[slot] != 0 {
      let known = spellings[Int(slots[slot]) - 1]
      if known.text.span.order(spelling) == .same { return known.language }
      slot = slot + 1 == Self.slotCount ? 0 : slot + 1
    }
    guard spellings.count < DeclarationLimits.maximumLocalizations else { return nil }
    let text = spelling.indices.map { spelling[$0] }
    let language = add(String(decoding: text, as: UTF8.self))
    spellings.append(Spelling(text: text, language: language))
    slots[slot] = UInt16(spellings.count)
    return language
  }

  private mutating func add(_ spelling: String) -> Int? {
    guard let language = Self.normalized(spelling) else { return nil }
    if let known = numbers[language] { return known }
    numbers[language] = languages.count
    languages.append(language)
    return languages.count - 1
  }

  /// The language in the registry's spelling: `pt_BR` of `pt-BR`; `nil` for a text that is not a language tag.
  static func normalized(_ text: String) -> String? {
    let bytes = text.utf8
    guard 2...32 ~= bytes.count,
      bytes.allSatisfy({ $0.isIdentifierByte || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "@") }
      )
    else { return nil }
    return String(
      decoding: bytes.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
  }

  /// Adds the bytes `range` of the file as the description of a declaration.
  package mutating func add(_ range: Range<Int>, language: Int, declaration: Int) {
    entries.append(
      Entry(
        language: UInt32(language), declaration: UInt32(declaration),
        start: UInt32(range.lowerBound), count: UInt32(range.count), isResolved: false))
  }

  /// Adds a description that the file does not have in these bytes.
  package mutating func add(_ text: String, language: Int, declaration: Int) {
    let start = resolved.count
    resolved += text.utf8
    entries.append(
      Entry(
        language: UInt32(language), declaration: UInt32(declaration), start: UInt32(start),
        count: UInt32(resolved.count - start), isResolved: true))
  }

  /// The translations in the order of languages, then untranslated descriptions, in byte order.
  ///
  /// Of several translations of one description the last one is used.
  ///
  /// - Parameters:
  ///   - keys: The untranslated description of each declaration.
  ///   - body: Receives the index of a language, the index of a declaration with the description, and the
  ///     translation.
  package func forEach(
    keys: [String?], _ body: (_ language: Int, _ declaration: Int, _ text: Span<UInt8>) -> Void
  ) {
    let ranks = Self.ranks(of: keys)
    let count = (ranks.max() ?? -1) + 1
    var table = Array(repeating: Int32(-1), count: count * languages.count)
    for (index, entry) in entries.enumerated() {
      let rank = ranks[Int(entry.declaration)]
      if rank >= 0 { table[Int(entry.language) * count + rank] = Int32(index) }
    }
    for language in languages.indices.sorted(by: { languages[$0] < languages[$1] }) {
      for index in table[language * count..<(language + 1) * count] where index >= 0 {
        let entry = entries[Int(index)]
        let range = Int(entry.start)..<Int(entry.start + entry.count)
        let bytes = (entry.isResolved ? resolved : text).span.extracting(range)
        body(language, Int(entry.declaration), bytes)
      }
    }
  }

  /// The position of each key among all different ones in order; -1 for `nil`.
  private static func ranks(of keys: [String?]) -> [Int] {
    let order = keys.indices.filter { keys[$0] != nil }
      .sorted { (keys[$0] ?? "") < (keys[$1] ?? "") }
    var ranks = Array(repeating: -1, count: keys.count)
    var rank = -1
    for (position, index) in order.enumerated() {
      if position == 0 || keys[order[position - 1]] != keys[index] { rank += 1 }
      ranks[index] = rank
    }
    return ranks
  }
}
