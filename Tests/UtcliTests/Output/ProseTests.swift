// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import utcli

@Suite("A sentence goes on below its beginning where a terminal is too narrow")
struct ProseTests {
  private let prose = Prose(width: 40)

  @Test func whatFitsIsNotChanged() {
    let text = "  exactly forty columns, and not one more"
    #expect(text.utf8.count == 41)
    #expect(Prose(width: 41).lines(text, under: 4) == [text])
    #expect(prose.lines(text, under: 4) == ["  exactly forty columns, and not one", "    more"])
  }

  @Test func blanksAreKeptWithinALine() {
    #expect(
      prose.lines("    1. public.jpeg  it has the extension and more words", under: 7)
        == ["    1. public.jpeg  it has the extension", "       and more words"])
    #expect(
      prose.lines("0123456789 0123456789 01234567  0123456789", under: 2)
        == ["0123456789 0123456789 01234567", "  0123456789"])
  }

  @Test func aWordIsNeverBroken() {
    let path = "/" + String(repeating: "directory/", count: 6)
    #expect(
      prose.lines("  exported by it at \(path) twice", under: 4)
        == ["  exported by it at", "    \(path)", "    twice"])
    #expect(prose.lines(path, under: 4) == [path])
  }

  @Test func aCommandInQuotesIsNotBroken() {
    #expect(
      prose.lines("did you mean 'public.image'? 'utcli conforms a public.image'", under: 2)
        == ["did you mean 'public.image'?", "  'utcli conforms a public.image'"])
    #expect(
      prose.lines("now opens with Zathura (was Evince); 'utcli undo 5' takes it back", under: 2)
        == ["now opens with Zathura (was Evince);", "  'utcli undo 5' takes it back"])
    // An apostrophe begins no quote, and what does not fit is broken as a sentence is.
    #expect(
      prose.lines("the user's choice is the user's choice alone", under: 2)
        == ["the user's choice is the user's choice", "  alone"])
    #expect(
      prose.lines("'one two three four five six seven eight nine'", under: 2)
        == ["'one two three four five six seven eight", "  nine'"])
  }

  @Test func coloursTakeNoColumns() {
    let text = "  \u{1B}[32mopens with one of two applications\u{1B}[0m"
    #expect(prose.lines(text, under: 4) == [text])
    #expect(
      prose.lines(text + " x", under: 4)
        == ["  \u{1B}[32mopens with one of two applications\u{1B}[0m x"])
    #expect(
      prose.lines(text + " 日本", under: 4)
        == ["  \u{1B}[32mopens with one of two applications\u{1B}[0m", "    日本"])
  }

  @Test func anErrorGoesOnBelowItsText() {
    var written = ""
    for screen in [Screen(columns: 40, rows: 24), nil] {
      let errors = ErrorOutput(
        write: { written += String(decoding: $0, as: UTF8.self) }, screen: { screen })
      errors.line("'census' has no option '--what'; 'utcli help census' lists them")
    }
    #expect(
      written == """
        utcli: 'census' has no option '--what';
               'utcli help census' lists them
        utcli: 'census' has no option '--what'; 'utcli help census' lists them

        """)
  }

  @Test func aNarrowTerminalBreaksItself() {
    let text = String(repeating: "word ", count: 20)
    #expect(Prose(width: 30).lines(text, under: 10) == [text])
  }

  /// A path that does not fit below the others begins further left, so that more of it can be seen.
  @Test func aWordThatDoesNotFitIsIndentedLess() {
    let path = "/" + String(repeating: "p", count: 34)
    let prose = Prose(width: 40)
    #expect(
      prose.lines("       at     \(path)", under: 14) == ["       at", "    " + path])
    #expect(prose.lines("       \(path)", under: 9) == ["    " + path])
    let longer = path + "pp"
    #expect(prose.lines("  a \(longer) b", under: 2) == ["  a", "  " + longer, "  b"])
  }

  @Test func aQuoteWithoutAnEndIsNotOneWord() {
    #expect(
      Prose(width: 30).lines("it's 'an unclosed quote that goes on and on", under: 4)
        == ["it's 'an unclosed quote that", "    goes on and on"])
  }
}
