// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import utcli

@Suite("With --jsonl each element of the list of a document is a line")
struct JSONLinesTests {
  private func lines(_ document: String) -> [String] {
    let lines = JSONLines(of: Array(document.utf8))
    return lines.ranges.map { String(decoding: lines.document[$0], as: UTF8.self) }
  }

  @Test func elementsAreSplitWhereTheyEnd() {
    #expect(
      lines(#"{"a":[{"b":[1,{"c":"],}{"}]},"x,]",3],"d":[4]}"#) == [
        #"{"b":[1,{"c":"],}{"}]}"#, #""x,]""#, "3",
      ])
    #expect(lines(#"{"q":"\\","a":["\"]",2]}"#) == [#""\"]""#, "2"])
    #expect(lines(#"{"a":[],"b":[1]}"#) == [])
    #expect(lines(#"{"a":{"b":[1]},"schema":1}"#) == [#"{"a":{"b":[1]},"schema":1}"#])
  }

  /// The lines are the elements of the document, also of errors.
  @Test(arguments: [
    ("info public.jpeg .md no.such", "types"), ("search text", "results"), ("bundles", "bundles"),
    ("types .ts", "types"), ("supertypes public.jpeg", "supertypes"),
    ("why .ts public.jpeg", "answers"),
    ("default .ts public.jpeg", "answers"), ("default", "answers"),
  ])
  func linesAreTheElements(_ line: String, _ key: String) throws {
    let installation = try Installation()
    let words = line.split(separator: " ").map(String.init)
    let whole = try installation.run(words + ["--json"])
    let lines = try installation.run(words + ["--jsonl"])
    #expect(lines.status == whole.status)
    let found = lines.lines.joined(separator: ",")
    #expect(!lines.lines.isEmpty || line == "default")
    #expect(whole.text.contains("\"\(key)\":[\(found)]"), "\(lines.text)")
  }
}
