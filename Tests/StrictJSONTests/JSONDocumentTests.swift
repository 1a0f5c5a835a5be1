// SPDX-License-Identifier: MIT

import StrictJSON
import Testing

@Suite struct JSONDocumentTests {
  @Test func keepsItsSource() throws {
    #expect(try parse(" 1 ").source == Array(" 1 ".utf8))
  }

  @Test func hasOffsets() throws {
    #expect(try parse("1").hasOffsets)
  }

  @Test func locatesValuesAfterAByteOrderMark() throws {
    let options = JSONReaderOptions(allowsByteOrderMark: true)
    let document = try parse("\u{FEFF}[1,\r\n  2]", options)
    #expect(document.root.elements.map(\.location.description) == ["1:2", "2:3"])
  }

  @Test func skipsOneByteOrderMarkOnly() {
    let options = JSONReaderOptions(allowsByteOrderMark: true)
    #expect(throws: JSONError(.unexpectedByte(0xEF, expected: .value), at: 3)) {
      try parse("\u{FEFF}\u{FEFF}1", options)
    }
  }

  @Test func locatesAByteOfTheSource() throws {
    #expect(try parse("[\n1]").location(ofOffset: 3) == SourceLocation(line: 2, column: 2))
  }

  /// For each pair one mark at the first name and one at the duplicate.
  @Test(arguments: [
    #"{"a":1,"b":2}"#,
    #"{"a":1,"A":2}"#,
    #"{"":1,"a":{"":1}}"#,
    #"[{"a":1},{"a":1}]"#,
    #"{"é":1,"e\u0301":1}"#,
    #"{1️⃣"a":1,2️⃣"a":2}"#,
    #"{1️⃣"":1,2️⃣"":2}"#,
    #"{1️⃣"a":1,"b":2, 2️⃣"\u0061":{"b":1}}"#,
    #"[0,{"x":{1️⃣"k":[{"k":1}],2️⃣"k":2}}]"#,
    #"{1️⃣"é":1,2️⃣"\u00e9":2}"#,
  ])
  func findsDuplicateNames(_ text: String) throws {
    let marked = Marked(text)
    let duplicates = try JSONDocument(parsing: marked.bytes).duplicates
    #expect(duplicates.flatMap { [$0.firstOffset, $0.offset] } == marked.offsets)
  }

  @Test func listsANameThatOccursThreeTimesTwice() throws {
    let duplicates = try parse(#"{"a":1,"a":2,"a":3}"#).duplicates
    #expect(duplicates.map { [$0.firstOffset, $0.offset] } == [[1, 7], [1, 13]])
  }

  @Test func listsDuplicatesInTheOrderOfTheText() throws {
    let duplicates = try parse(#"{"a":{"x":1,"x":2},"b":1,"b":2,"a":3}"#).duplicates
    #expect(duplicates.map(\.name) == ["x", "b", "a"])
  }

  @Test(arguments: [(#"{"a":1,"a":1}"#, true), (#"{"a":1}"#, false), ("[1,1]", false)])
  func reportsWhetherThereAreDuplicates(_ text: String, _ hasDuplicates: Bool) throws {
    #expect(try parse(text).hasDuplicates == hasDuplicates)
  }

  /// Sizes around the one from which names are sorted rather than compared pair by pair.
  @Test(arguments: 2...20)
  func findsTheDuplicateInAnObjectOfAnySize(_ size: Int) throws {
    for first in 0..<size - 1 {
      var names = (0..<size).map { "name with a long common start \($0)" }
      names[size - 1] = names[first]
      let members = names.map { "\"\($0)\":0" }
      let duplicates = try parse("{" + members.joined(separator: ",") + "}").duplicates
      #expect(duplicates.map(\.name) == [names[first]])
    }
  }

  @Test func findsEachOfManyDuplicates() throws {
    let members = (0..<40).map { "\"\($0 % 10)\":0" }
    let duplicates = try parse("{" + members.joined(separator: ",") + "}").duplicates
    #expect(duplicates.map(\.name) == (10..<40).map { "\($0 % 10)" })
  }

  /// 60,000 names that differ only in their last bytes: comparing all pairs would take seconds.
  @Test(.timeLimit(.minutes(10)))
  func findsDuplicatesAmongManyNames() throws {
    var text = "{"
    for number in 0..<60_000 { text += "\"x\(number)\":0," }
    text += "\"x0\":0}"
    #expect(try parse(text).duplicates.map(\.firstOffset) == [1])
  }
}
