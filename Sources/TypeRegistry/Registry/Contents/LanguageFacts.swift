// SPDX-License-Identifier: MIT

extension ContentFacts {
  /// How much the words of a language must say together.
  private static let leastScore = 8
  /// How many lines are searched for words that are not at their beginnings, and how far.
  private static let searchedLines = 40
  private static let searchedBytes = 120
  /// How often one word counts.
  private static let mostOfOneWord = 3

  /// Adds the language of a text, if its words are those of one language more than of any other.
  mutating func addLanguage(_ text: TextSample) {
    guard !has(.textForm), text.lines.count > 0 || has(.interpreter) else { return }
    let index = LanguageIndex.shared
    var hits = [UInt8](repeating: 0, count: index.words.count)
    for (number, line) in text.lines.enumerated() {
      for word in index.starts(text.bytes[line.lowerBound])
      where hits[word] < Self.mostOfOneWord && index.is(word, in: text, at: line.lowerBound) {
        hits[word] += 1
      }
      guard number < Self.searchedLines else { continue }
      for position in line.dropLast().prefix(Self.searchedBytes) {
        for word in index.parts(text.bytes[position], text.bytes[position + 1])
        where hits[word] < Self.mostOfOneWord && index.is(word, in: text, at: position) {
          hits[word] += 1
        }
      }
    }
    if let best = index.best(hits, atLeast: Self.leastScore) {
      add(.language, best.name)
      if let header = best.header, Self.isHeader(text) { add(.language, header) }
    } else if Self.isMarkdown(text) {
      add(.textForm, "markdown")
    }
  }

  /// Whether a text of C says that it is read once.
  private static func isHeader(_ text: TextSample) -> Bool {
    var isGuarded = false
    for line in text.lines.prefix(60) {
      let start = line.lowerBound
      if text.has("#pragma once", at: start) { return true }
      if isGuarded { return text.has("#define ", at: start) || text.has("# define ", at: start) }
      if text.has("#ifndef ", at: start) { isGuarded = true }
      if text.has("#include", at: start) { return false }
    }
    return false
  }

  /// Whether there is a fact of a kind.
  func has(_ fact: ContentFact) -> Bool { kinds & 1 << UInt64(fact.rawValue) != 0 }
}

/// The words of all languages, so that few are compared at each place of a text.
struct LanguageIndex: Sendable {
  struct Word: Sendable {
    let text: StaticString
    let language: Int
    let weight: Int
  }

  static let shared = LanguageIndex(LanguageWords.all)

  private(set) var words: [Word] = []
  private let languages: [LanguageWords]
  /// The words with which lines begin, by their first bytes.
  private var starts = [[Int]](repeating: [], count: 128)
  /// The words that lines have somewhere, by their first two bytes: see ``place(_:_:)``.
  private var parts = [[Int]](repeating: [], count: 1_024)
  /// For each language, the one of which it is a dialect.
  private let bases: [Int?]

  private init(_ languages: [LanguageWords]) {
    self.languages = languages
    bases = languages.map { language in
      language.base.flatMap { base in
        languages.firstIndex { Self.isEqual($0.name, base) }
      }
    }
    for (number, language) in languages.enumerated() {
      for text in language.starts {
        let first = text.withUTF8Buffer { unsafe $0[1] }
        starts[Int(first & 0x7F)].append(add(text, number))
      }
      for text in language.parts {
        let place = text.withUTF8Buffer { unsafe Self.place($0[1], $0[2]) }
        parts[place].append(add(text, number))
      }
    }
  }

  private static func isEqual(_ left: StaticString, _ right: StaticString) -> Bool {
    left.description == right.description
  }

  /// Adds a word, which is written after its weight.
  private mutating func add(_ text: StaticString, _ language: Int) -> Int {
    let weight = text.withUTF8Buffer { unsafe $0[0] & 15 }
    words.append(Word(text: text, language: language, weight: Int(weight)))
    return words.count - 1
  }

  private static func place(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) * 37 + Int(second)) & 1_023
  }

  /// The words with which a line may begin whose first byte that is.
  @inline(__always)
  func starts(_ byte: UInt8) -> [Int] { byte < 0x80 ? starts[Int(byte)] : [] }

  /// The words that may be in a line from two bytes on.
  @inline(__always)
  func parts(_ first: UInt8, _ second: UInt8) -> [Int] { parts[Self.place(first, second)] }

  /// Whether a word is at a position.
  @inline(__always)
  func `is`(_ word: Int, in text: TextSample, at position: Int) -> Bool {
    let count = words[word].text.utf8CodeUnitCount - 1
    guard position <= text.bytes.count - count else { return false }
    return words[word].text.withUTF8Buffer { buffer in
      for index in 0..<count where unsafe text.bytes[position + index] != buffer[index + 1] {
        return false
      }
      return true
    }
  }

  /// The language that the words of a text say most of; `nil` if they say too little, or nearly as much
  /// of another one.
  func best(_ hits: [UInt8], atLeast least: Int) -> LanguageWords? {
    var own = [Int](repeating: 0, count: languages.count)
    var different = [Int](repeating: 0, count: languages.count)
    for (index, count) in hits.enumerated() where count > 0 {
      own[words[index].language] += words[index].weight * Int(count)
      different[words[index].language] += words[index].weight > 6 ? 2 : 1
    }
    var scores = own
    // A dialect has words of its own besides those of the language.
    for (language, base) in bases.enumerated() {
      guard let base, own[language] >= 5 else { continue }
      scores[language] += own[base]
      different[language] += different[base]
    }
    guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] >= least,
      different[best] >= 2
    else { return nil }
    for (other, score) in scores.enumerated()
    where other != best && bases[best] != other && score * 3 > scores[best] * 2 { return nil }
    return languages[best]
  }
}
