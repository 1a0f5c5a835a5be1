// SPDX-License-Identifier: MIT

// Hints that end in a command line to copy.

extension Session {
  /// The end of a hint: the command line with another word in place of one, as
  /// `'utcli info public.jpeg'`, after `separator`; empty if the word is not in it, or if it is long.
  func line(with word: String, as other: String, after separator: String) -> String {
    guard commandLine.count <= Self.mostWords,
      let index = commandLine.firstIndex(of: Array(word.utf8))
    else { return "" }
    var words = commandLine
    words[index] = Array(other.utf8)
    return separator + words.quotedLine
  }

  /// The most words of a line that is worth copying.
  private static let mostWords = 12
}
