// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite("A name without an answer keeps its place")
struct OperandBatchTests {
  private func installation() throws -> Installation {
    let installation = try Installation()
    for name in ["a.jpg", "b.md"] { try installation.write("", to: "work/\(name)") }
    return installation
  }

  private func document(_ outcome: Outcome) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
  }

  @Test(arguments: ["type-of", "handlers"])
  func inLinesOfJSON(_ command: String) throws {
    let installation = try installation()
    let words = [command, "a.jpg", "missing", "b.md"]
    let outcome = try installation.run(words + ["--jsonl"])
    let lines = try outcome.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.map { $0["error"] != nil } == [false, true, false])
    // The same as those of one document, which has no schema of its own in each.
    let whole = try document(try installation.run(words + ["--json"]))
    let answers = try #require((whole["files"] ?? whole["answers"]) as? [[String: Any]])
    #expect(NSArray(array: lines) == NSArray(array: answers))
    #expect(outcome.status == 1)
    #expect(outcome.errorText.hasPrefix("{"))
  }

  @Test
  func inTheDocumentOfTypeOf() throws {
    let outcome = try installation().run(
      "type-of", "--json", "a.jpg", "missing", "file:x", "b.md")
    let files = try #require(try document(outcome)["files"] as? [[String: Any]])
    try #require(files.count == 4)
    #expect(files.map { $0["name"] as? String } == ["a.jpg", "missing", "file:x", "b.md"])
    #expect(files[1]["error"] as? String == "no such file or directory")
    #expect(files[1]["identifier"] == nil)
    #expect((files[2]["error"] as? String)?.contains("not an absolute file URL") == true)
    #expect(files[3]["identifier"] as? String == "net.daringfireball.markdown")
    #expect(outcome.status == 3)
    #expect(outcome.errorText.contains("missing: no such file or directory"))
  }

  @Test(arguments: ["handlers", "default", "why", "info"])
  func inTheDocumentOf(_ command: String) throws {
    let outcome = try installation().run(
      command, "--json", "public.jpeg", "missing", "public.text")
    let answers = try document(outcome)
    let list = try #require(
      (answers["answers"] ?? answers["types"]) as? [[String: Any]], "\(outcome.text)")
    try #require(list.count == 3)
    #expect(list.map { $0["error"] != nil } == [false, true, false])
    #expect(list[1]["operand"] as? String == "missing")
    #expect(outcome.status == 1)
  }

  @Test(arguments: ["type-of", "handlers"])
  func inTheLinesOfStandardInput(_ command: String) throws {
    let long = String(repeating: "a", count: 131_073)
    let outcome = try installation().run(
      command, "--stdin", "--json", input: "a.jpg\nmissing\n\(long)\nb.md\n")
    try #require(outcome.lines.count == 4, "\(outcome.errorText.prefix(1_000))")
    #expect(outcome.lines.map { $0.contains("\"error\":") } == [false, true, true, false])
    #expect(outcome.lines[0].contains("a.jpg") && outcome.lines[3].contains("b.md"))
    #expect(outcome.lines[2].contains("name 3 on standard input is longer than 131072 bytes"))
    #expect(outcome.status == 3)
  }

  @Test(arguments: [131_073, 200_000, 400_000, 1 << 20])
  func oneNameThatIsTooLongEndsNothing(_ length: Int) throws {
    let installation = try Installation()
    let long = String(repeating: "x", count: length - 4) + ".jpg"
    for last in ["\n", ""] {
      let outcome = try installation.run(
        "type-of", "--stdin", "--name-only", input: "a.jpg\n\(long)\nb.md\(last)")
      #expect(outcome.text == "a.jpg\tpublic.jpeg\nb.md\tnet.daringfireball.markdown\n")
      #expect(outcome.status == 3)
      #expect(outcome.errorText.contains("name 2 on standard input is longer than 131072 bytes"))
    }
    let atTheEnd = try installation.run("type-of", "--stdin", "--name-only", input: long)
    #expect(atTheEnd.text.isEmpty)
    #expect(atTheEnd.errorText.contains("name 1 on"))
  }

  @Test
  func theLongestNameIsAnswered() throws {
    let long = String(repeating: "x", count: 131_068) + ".jpg"
    let outcome = try Installation().run(
      "type-of", "--stdin", "--name-only", input: "a.jpg\n\(long)\nb.jpg\n")
    #expect(outcome.lines == ["a.jpg", long, "b.jpg"].map { $0 + "\tpublic.jpeg" })
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    (["type-of", "--name-only"], "a.jpg\r\nb.md\r\n", 1),
    (["type-of", "--name-only"], "a.jpg\nb.md\r\n", 0), (["handlers"], "a.jpg\r\nb.md\r\n", 1),
    (["open", "--print"], "a.jpg\r\nb.md\r\n", 1),
    (["type-of", "--name-only", "-0"], "a.jpg\r\n\0b.md\r\n\0", 0),
  ])
  func aListFromWindowsIsNoticedOnce(
    _ words: [String], _ input: String, _ count: Int
  ) throws {
    let outcome = try installation().run(words + ["--stdin"], input: input)
    let notes = outcome.errorText.split(separator: "\n").filter {
      $0.contains("note: the names end in a carriage return")
    }
    #expect(notes.count == count, "\(outcome.errorText)")
  }

  @Test
  func onlyTheFamilyThatIsAskedForIsPrinted() throws {
    let installation = try installation()
    let words = ["type-of", "--conforming-to", "public.image"]
    let outcome = try installation.run(words + ["a.jpg", "missing.jpg", "b.md"])
    #expect(outcome.text == "a.jpg\tpublic.jpeg\n")
    #expect(outcome.status == 1)
    #expect(try installation.run(words + ["b.md"]).text.isEmpty)
    #expect(try installation.run(words + ["a.jpg"]).text == "a.jpg\tpublic.jpeg\n")
    let stream = try installation.run(
      words + ["--stdin", "--name-only"], input: "x.jpg\ny.md\nz.jpeg\nw.qqq\n")
    #expect(stream.text == "x.jpg\tpublic.jpeg\nz.jpeg\tpublic.jpeg\n")
    let lines = try installation.run(
      words + ["--stdin", "--json", "--name-only"], input: "x.jpg\ny.md\nz.jpeg\n"
    ).lines
    #expect(lines.count == 2)
    let files = try #require(
      try document(try installation.run(words + ["--json", "a.jpg", "b.md"]))["files"] as? [Any])
    #expect(files.count == 1)
    // A dynamic type conforms to data.
    let all = try installation.run(
      "type-of", "--conforming-to", "public.data", "--name-only", "w.qqq", "x.jpg")
    #expect(all.lines.count == 2)
    #expect(try installation.run("type-of", "--conforming-to", "no.such", "a.jpg").status == 1)
  }

  /// Names of all kinds of answers; without the bytes that only a list with NULs can hold.
  private static let oddNames: [[UInt8]] =
    [
      "x.jpg", "Makefile", "no extension", "a.qqq", "a.\u{E9}\u{301}", "a.mod", "t.ts", "x.tar.gz",
      ".jpg", "d/e.dat", "a b.x y", "bell\u{7}.png", "\"quoted\".md", "back\\slash.c", "..", "/",
    ].map { Array($0.utf8) } + [[0xFF, 0x2E, 0x6A, 0x70, 0x67], [0x61, 0x2E, 0xFF]]

  @Test(arguments: [[], ["--conforming-to", "public.image"]])
  func linesHaveTheAnswersOfTheDocument(_ options: [String]) throws {
    let installation = try Installation()
    let words = (["type-of", "--name-only", "--json"] + options).map { Array($0.utf8) }
    let files = try installation.run(words + [Array("--".utf8)] + Self.oddNames).text
    let lines = try installation.run(
      words + [Array("--stdin".utf8)], input: Array(Self.oddNames.joined(separator: [0x0A]))
    ).lines
    #expect(lines.count == (options.isEmpty ? Self.oddNames.count : 2))
    #expect(files == "{\"files\":[" + lines.joined(separator: ",") + "],\"schema\":1}\n")
  }

  @Test
  func theMIMETypesOfAListAreThoseOfItsJSON() throws {
    let installation = try Installation()
    let input = Array(Self.oddNames.joined(separator: [0x0A]))
    func lines(_ option: String) throws -> [String] {
      try installation.run(
        ["type-of", "--name-only", "--stdin", option].map { Array($0.utf8) }, input: input
      ).lines
    }
    let members = try lines("--json").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["mimeType"]
        as? String
    }
    let types = try lines("--mime").map { $0.split(separator: "\t").last.map(String.init) }
    #expect(types == members.map { $0 ?? "application/octet-stream" })
    #expect(Set(types).count > 4)
  }

  @Test
  func aChoiceCountsForTheNamesThatAreReadAfterIt() throws {
    let outcome = try Installation().shell(
      """
      mkfifo questions answers
      utcli type-of --name-only --stdin <questions >answers &
      exec 3>questions 4<answers
      echo a.jpg >&3; read answer <&4
      utcli prefer .ts public.mpeg-2-transport-stream >/dev/null
      echo a.ts >&3; read answer <&4; echo "$answer"
      utcli prefer .ts com.microsoft.typescript >/dev/null
      echo a.ts >&3; read answer <&4; echo "$answer"
      """)
    #expect(
      outcome.text == "a.ts\tpublic.mpeg-2-transport-stream\na.ts\tcom.microsoft.typescript\n")
  }
}
