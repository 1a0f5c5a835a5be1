// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite("A name of nothing is answered with what the user can do")
struct MissingNamesTests {
  /// One operand has its own hint; of several there is one, at the end.
  @Test(arguments: [
    (["type-of", "a.jpg", "b.jpg"], ""), (["type-of", "--stdin"], "a.jpg\nb.jpg\n"),
    (["type-of", "-"], "a.jpg\nb.jpg\n"),
  ])
  func theHintAboutNamesIsPrintedOnce(_ words: [String], _ input: String) throws {
    let outcome = try Installation().run(words, input: input)
    #expect(outcome.status == 1)
    #expect(
      outcome.errorText == """
        utcli: a.jpg: no such file or directory
        utcli: b.jpg: no such file or directory
        utcli: hint: --name-only uses only the names

        """)
  }

  @Test func theHintIsNotInJSON() throws {
    let outcome = try Installation().run("type-of", "--stdin", "--json", input: "a.jpg\nb.jpg\n")
    #expect(outcome.status == 1)
    #expect(!outcome.errorText.contains("--name-only"))
    #expect(outcome.lines.count == 2)
  }

  /// A line of standard input has one in the answer, also an empty one.
  @Test func eachLineHasAnAnswer() throws {
    let outcome = try Installation().run(
      "type-of", "--stdin", "--name-only", input: "a.jpg\n\nb.jpg\n")
    #expect(outcome.text == "a.jpg\tpublic.jpeg\n\tpublic.data\nb.jpg\tpublic.jpeg\n")
  }

  @Test(arguments: [
    ("public.jpeg", "'utcli info public.jpeg' is about the type; "),
    (".jpg", "'utcli info .jpg' is about the extension; "),
    ("jpeg", "'utcli info jpeg' is about the type; "), ("missing.jpg", ""), (".zzz", ""),
    ("no.such.type", ""),
  ])
  func aHintNamesInfoOnlyForWhatItKnows(_ word: String, _ beginning: String) throws {
    let installation = try Installation()
    let outcome = try installation.run("type-of", word)
    #expect(outcome.status == 1)
    #expect(
      outcome.errorText.hasSuffix("hint: \(beginning)--name-only uses only the name\n"),
      "\(outcome.errorText)")
    #expect((try installation.run("info", word).status == 0) == !beginning.isEmpty)
  }

  @Test(arguments: ["missing.jpg", "work/missing.jpg", "a.b.jpg"])
  func aMissingFileIsNotAMissingType(_ word: String) throws {
    let installation = try Installation()
    for words in [["info", word], ["conforms", word, "public.data"]] {
      let outcome = try installation.run(words)
      #expect(outcome.status == 1)
      #expect(
        outcome.errorText == """
          utcli: '\(word)' is neither a file nor a type
          utcli: hint: 'utcli info .jpg' is about the extension

          """)
    }
  }

  /// A misspelt identifier is answered as before.
  @Test(arguments: ["public.jepg", "org.jpeg", "pubic.jpeg"])
  func aMisspeltIdentifierIsAMissingType(_ word: String) throws {
    let outcome = try Installation().run("info", word)
    #expect(outcome.errorText.hasPrefix("utcli: type '\(word)' not found\nutcli: hint: did you"))
  }
}
