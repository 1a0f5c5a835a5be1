// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

/// Finding the words of all languages in a text.
@Suite struct LanguageIndexTests {
  private static let index = LanguageIndex.shared
  /// The words that lines have somewhere.
  private static let words = Set(
    LanguageWords.all.flatMap(\.parts).map { Array($0.description.utf8.dropFirst()) })

  /// Whether a word of that length begins in a text, before its last byte.
  private static func finds(wordOfLength length: Int, in text: [UInt8]) -> Bool {
    var isFound = false
    let span = text.span
    index.forEachPart(span, in: 0..<text.count - 1) { word in
      if index.words[word].count == length { isFound = true }
    }
    return isFound
  }

  @Test func findsEachWord() {
    for word in Self.words {
      #expect(Self.finds(wordOfLength: word.count, in: word + [0x20]))
    }
  }

  /// Each byte decides, also those after the first eight, which are compared as one number.
  @Test func findsNoWordOfWhichAByteDiffers() {
    var count = 0
    for word in Self.words where word.count > 8 {
      for position in 0..<word.count {
        var other = word
        other[position] = 0x01
        #expect(!Self.finds(wordOfLength: word.count, in: other + [0x20]))
        count += 1
      }
    }
    #expect(count > 100)
  }
}
