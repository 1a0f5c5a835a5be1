// SPDX-License-Identifier: MIT

/// The words of all languages, so that few are compared at each place of a text.
struct LanguageIndex: Sendable {
  struct Word: Sendable {
    /// Where its bytes are in ``pool``.
    let start: Int
    let count: Int
    let language: Int
    let weight: Int
    /// Its first eight bytes, and which of them it has.
    let beginning: UInt64
    let mask: UInt64
  }

  static let shared = LanguageIndex(LanguageWords.all)

  private(set) var words: [Word] = []
  private var pool: [UInt8] = []
  let languages: [LanguageWords]
  /// For each language, its base if it is a dialect.
  let bases: [Int?]
  /// The words that begin lines, by their first two bytes: see ``place(_:)``.
  private let starts: Runs
  /// The words that lines have somewhere, likewise.
  private let parts: Runs
  /// For the first two bytes of a word that lines have somewhere, a bit.
  private var pairs = [UInt64](repeating: 0, count: 1 << 10)

  /// Words by a number.
  private struct Runs: Sendable {
    /// Where the words of each number begin, and at last where all end.
    var bounds: [UInt16] = [0]
    var words: [UInt16] = []

    init(_ lists: [[Int]]) {
      for list in lists {
        words += list.map(UInt16.init)
        bounds.append(UInt16(words.count))
      }
    }

    @inline(__always)
    func run(_ number: Int) -> Range<Int> { Int(bounds[number])..<Int(bounds[number + 1]) }
  }

  private init(_ languages: [LanguageWords]) {
    self.languages = languages
    bases = languages.map { language in
      language.base.flatMap { base in
        languages.firstIndex { $0.name.description == base.description }
      }
    }
    var starts = [[Int]](repeating: [], count: 1_024)
    var parts = [[Int]](repeating: [], count: 1_024)
    var (words, pool, pairs) = (words, pool, pairs)
    /// Adds a word, which is written after its weight.
    func add(_ text: StaticString, _ language: Int) -> (number: Int, pair: Int) {
      let weight = text.withUTF8Buffer { unsafe Int($0[0] & 15) }
      let bytes = text.withUTF8Buffer { unsafe Array($0.dropFirst()) }
      words.append(
        Word(
          start: pool.count, count: bytes.count, language: language, weight: weight,
          beginning: bytes.span.word(at: 0),
          mask: bytes.count >= 8 ? .max : 1 << UInt64(8 * bytes.count) - 1))
      pool += bytes
      return (words.count - 1, Int(bytes[0]) | (bytes.count > 1 ? Int(bytes[1]) << 8 : 0))
    }
    for (number, language) in languages.enumerated() {
      for text in language.starts {
        let (word, pair) = add(text, number)
        starts[Self.place(pair)].append(word)
      }
      for text in language.parts {
        let (word, pair) = add(text, number)
        parts[Self.place(pair)].append(word)
        pairs[pair >> 6] |= 1 << UInt64(pair & 63)
      }
    }
    self.starts = Runs(starts)
    self.parts = Runs(parts)
    (self.words, self.pool, self.pairs) = (words, pool, pairs)
  }

  private static func place(_ pair: Int) -> Int { ((pair & 0xFF) * 37 + pair >> 8) & 1_023 }

  /// Calls `body` with the words that may follow in a text at the beginning of a line.
  @inline(__always)
  func forEachStart(_ text: Span<UInt8>, at position: Int, _ body: (Int) -> Void) {
    let beginning = text.word(at: position)
    let pair = Int(beginning & 0xFFFF)
    forEachStart(Self.place(pair), text, at: position, beginning, body)
    // Words of one byte.
    if pair > 0xFF {
      forEachStart(Self.place(pair & 0xFF), text, at: position, beginning, body)
    }
  }

  @inline(__always)
  private func forEachStart(
    _ number: Int, _ text: Span<UInt8>, at position: Int, _ beginning: UInt64, _ body: (Int) -> Void
  ) {
    for index in starts.run(number) {
      let word = Int(starts.words[index])
      if `is`(word, beginning, in: text, at: position) { body(word) }
    }
  }

  /// Calls `body` with the words that begin in a range of a text, after which there is another byte.
  @inline(__always)
  func forEachPart(_ text: Span<UInt8>, in range: Range<Int>, _ body: (Int) -> Void) {
    guard !range.isEmpty else { return }
    let pairs = pairs.span
    var first = Int(text[range.lowerBound])
    for position in range {
      let second = Int(text[position + 1])
      let pair = first | second << 8
      first = second
      guard pairs[pair >> 6] & 1 << UInt64(pair & 63) != 0 else { continue }
      let beginning = text.word(at: position)
      for index in parts.run(Self.place(pair)) {
        let word = Int(parts.words[index])
        if `is`(word, beginning, in: text, at: position) { body(word) }
      }
    }
  }

  /// Whether a word is at a position; `beginning` is the text's next bytes.
  @inline(__always)
  private func `is`(
    _ number: Int, _ beginning: UInt64, in text: Span<UInt8>, at position: Int
  ) -> Bool {
    let word = words[number]
    guard beginning & word.mask == word.beginning, position <= text.count - word.count else {
      return false
    }
    var index = 8
    while index < word.count, text[position + index] == pool[word.start + index] { index += 1 }
    return index >= word.count
  }
}

/// Counts the words of a text that are known from languages.
struct LanguageScores {
  /// How often one word counts.
  private static let mostOfOneWord = 3

  /// How often each word was found.
  private var hits: [UInt8] = []
  /// For each language the weights of the words that were found, and how many they are; a heavy one is two.
  private var own: [Int] = []
  private var different: [Int] = []
  private var scores: [Int] = []

  /// Begins with another text.
  mutating func begin(_ index: LanguageIndex) {
    hits.fill(with: 0, count: index.words.count)
    own.fill(with: 0, count: index.languages.count)
    different.fill(with: 0, count: index.languages.count)
  }

  /// Counts the words that begin a line.
  mutating func countStart(of text: Span<UInt8>, at position: Int, _ index: LanguageIndex) {
    index.forEachStart(text, at: position) { add($0, index) }
  }

  /// Counts the words that begin in a range of a text.
  mutating func countParts(of text: Span<UInt8>, in range: Range<Int>, _ index: LanguageIndex) {
    index.forEachPart(text, in: range) { add($0, index) }
  }

  @inline(__always)
  private mutating func add(_ number: Int, _ index: LanguageIndex) {
    guard hits[number] < Self.mostOfOneWord else { return }
    let word = index.words[number]
    own[word.language] += word.weight
    if hits[number] == 0 { different[word.language] += word.weight > 6 ? 2 : 1 }
    hits[number] += 1
  }

  /// The language that the words of a text say most of; `nil` if they say too little, or nearly as much
  /// of another one.
  mutating func best(_ index: LanguageIndex, atLeast least: Int) -> LanguageWords? {
    scores.removeAll(keepingCapacity: true)
    scores += own
    // A dialect has words of its own besides those of the language.
    for (language, base) in index.bases.enumerated() {
      guard let base, own[language] >= 5 else { continue }
      scores[language] += own[base]
      different[language] += different[base]
    }
    guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] >= least,
      different[best] >= 2
    else { return nil }
    for (other, score) in scores.enumerated()
    where other != best && index.bases[best] != other && score * 3 > scores[best] * 2 {
      return nil
    }
    return index.languages[best]
  }
}
