// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

@Suite struct KeyFileTests {
  private static func read(_ text: String) -> (file: KeyFile, diagnostics: [Diagnostic]) {
    KeyFile.read(Array(text.utf8), path: "a.desktop")
  }

  /// The entries in effect as `group|key|locale|value`.
  private static func contents(_ file: KeyFile) -> [String] {
    file.groups.flatMap { group in
      file.entries[group.entries].filter { !$0.isOverridden && $0.isText }.map { entry in
        [
          file.text(group.name), file.key(of: entry), entry.locale.map(file.text) ?? "-",
          file.string(entry),
        ].joined(separator: "|")
      }
    }
  }

  @Test(arguments: [
    ("", []),
    ("[A]", []),
    ("[A]\nk=v", ["A|k|-|v"]),
    ("[A]\nk=v\n", ["A|k|-|v"]),
    ("# c\n\n[A]\n#k=w\nk=v\n\n[B]\nl=x\n", ["A|k|-|v", "B|l|-|x"]),
    ("[A]\r\nk=v\r\nl=x\r\n", ["A|k|-|v", "A|l|-|x"]),
    ("[A]\n  k \t=  v w \t\n", ["A|k|-|v w"]),
    ("[A]\nk=\n", ["A|k|-|"]),
    ("[A]\nk=a=b\n", ["A|k|-|a=b"]),
    ("[A]\nk[de_DE@euro]=v\n", ["A|k|de_DE@euro|v"]),
    ("[A]\nk[]=v\n", ["A|k||v"]),
    ("[A]\nk=v\nk[de]=w\nk[fr]=x\n", ["A|k|-|v", "A|k|de|w", "A|k|fr|x"]),
    ("[A b/c]\nk=v\n", ["A b/c|k|-|v"]),
    ("[A]\nk=[x]\n", ["A|k|-|[x]"]),
    ("[A]\nName=Éditeur – éè\n", ["A|Name|-|Éditeur – éè"]),
    ("[A]\nx-scheme-handler/http=a.desktop;\n", ["A|x-scheme-handler/http|-|a.desktop;"]),
    ("[A]\nk=a#b ; c\n", ["A|k|-|a#b ; c"]),
  ])
  func readsWithoutFindings(_ text: String, _ expected: [String]) {
    let (file, diagnostics) = Self.read(text)
    #expect(Self.contents(file) == expected)
    #expect(diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("k=v\n[A]\nl=w\n", ["A|l|-|w"], Diagnostic.Code.invalidKeyFile, 1, 1),
    ("[A]\nk=v\nrubbish\nl=w\n", ["A|k|-|v", "A|l|-|w"], .invalidKeyFile, 3, 1),
    ("[A]\n=v\nl=w\n", ["A|l|-|w"], .invalidKeyFile, 2, 1),
    ("[A]\nk=v\n[B\nl=w\n", ["A|k|-|v", "[B|l|-|w"], .invalidKeyFile, 3, 1),
    ("[A]\nk=v\nk=w\n", ["A|k|-|w"], .duplicateKey, 3, 1),
    ("[A]\nk[de]=v\n  k[de]=w\n", ["A|k|de|w"], .duplicateKey, 3, 3),
    ("[A]\nk=v\n[B]\nk=x\n[A]\nl=w\n", ["A|k|-|v", "B|k|-|x", "A|l|-|w"], .duplicateGroup, 5, 1),
    ("\u{FEFF}[A]\nk=v\n", ["A|k|-|v"], .byteOrderMark, 1, 1),
    ("[A]\nk=v\u{0}w\nl=x\n", ["A|l|-|x"], .invalidEncoding, 2, 3),
    ("[A]\nk\u{0}=v\nl=x\n", ["A|l|-|x"], .invalidKeyFile, 2, 1),
  ])
  func leavesOutWhatCannotBeRead(
    _ text: String, _ expected: [String], _ code: Diagnostic.Code, _ line: Int, _ column: Int
  ) {
    let (file, diagnostics) = Self.read(text)
    #expect(Self.contents(file) == expected)
    #expect(diagnostics.map(\.code) == [code])
    #expect(diagnostics.first?.position == .location(SourceLocation(line: line, column: column)))
  }

  @Test func joinsGroupsOfOneNameAndKeepsTheLastOfTwoKeys() {
    let (file, diagnostics) = Self.read("[A]\nk=v\nl=x\n[B]\nk=y\n[A]\nk=w\n")
    #expect(
      file.entries(inGroup: "A").map { file.key(of: $0) + file.string($0) } == ["lx", "kw"])
    #expect(diagnostics.map(\.code) == [.duplicateGroup, .duplicateKey])
    #expect(file.hasGroup("B") && !file.hasGroup("C"))
  }

  @Test func leavesOutAValueThatIsNotUTF8() {
    let bytes = Array("[A]\nk=".utf8) + [0xE9, 0x0A] + Array("l=é\n# ".utf8) + [0xFF, 0x0A]
    let (file, diagnostics) = KeyFile.read(bytes, path: "a")
    #expect(Self.contents(file) == ["A|l|-|é"])
    #expect(diagnostics.map(\.code) == [.invalidEncoding])
    #expect(diagnostics.first?.position == .location(SourceLocation(line: 2, column: 3)))
  }

  @Test(arguments: [[0xFF, 0xFE, 0x5B, 0], [0xFE, 0xFF, 0, 0x5B]] as [[UInt8]])
  func rejectsUTF16(_ bytes: [UInt8]) {
    let (file, diagnostics) = KeyFile.read(bytes, path: "a")
    #expect(file.groups.isEmpty)
    #expect(diagnostics.map(\.code) == [.invalidEncoding])
  }

  @Test(arguments: [
    (#"a\sb"#, "a b"), (#"\sa\s"#, " a "), (#"a\nb\tc\rd"#, "a\nb\tc\rd"), (#"a\\nb"#, #"a\nb"#),
    (#"a\\\\"#, #"a\\"#), (#"\\"#, #"\"#),
  ])
  func decodesEscapes(_ written: String, _ expected: String) {
    let (file, _) = Self.read("[A]\nk=\(written)\n")
    #expect(file.entries.map(file.string) == [expected])
  }

  @Test(arguments: [(#"a\qb"#, #"a\qb"#), (#"a\;b"#, #"a\;b"#), (#"ab\"#, #"ab\"#), (#"\"#, #"\"#)])
  func keepsABackslashThatBeginsNoEscape(_ written: String, _ expected: String) {
    let (file, _) = Self.read("[A]\nk=\(written)")
    #expect(file.entries.map(file.string) == [expected])
  }

  @Test(arguments: [
    ("a;b;c;", ["a", "b", "c"]), ("a;b;c", ["a", "b", "c"]), ("", []), (";", []), (";;a;;", ["a"]),
    (" a ; b ", ["a", "b"]), (#"a\;b;c"#, ["a;b", "c"]), (#"a\\;b"#, [#"a\"#, "b"]),
    (#"a\"#, [#"a\"#]), (#"a\sb;"#, ["a b"]), (#"a;\"#, ["a", #"\"#]),
  ])
  func splitsLists(_ written: String, _ expected: [String]) {
    let (file, _) = Self.read("[A]\nk=\(written)")
    #expect(file.entries.map(file.list) == [expected])
  }

  /// Whatever a program does not understand, it can write back as it was.
  @Test(arguments: [
    "# head\n\n[A]\n# c\nk=v\n\n[B]\nk[de]=v\nrubbish\nk=x", "[A]\r\nk=v\r\n\r\n", "x\n", "",
  ])
  func everyByteBelongsToOneLine(_ text: String) {
    let (file, _) = Self.read(text)
    let head = file.bytes[..<(file.groups.first?.lines.lowerBound ?? file.bytes.count)]
    #expect(Array(head) + file.groups.flatMap { file.bytes[$0.lines] } == file.bytes)
    for group in file.groups {
      #expect(group.lines.lowerBound == group.header.lowerBound)
      var end = group.header.upperBound
      for entry in file.entries[group.entries] {
        #expect(entry.line.lowerBound >= end)
        #expect(entry.line.lowerBound <= entry.key.lowerBound)
        #expect(entry.value.upperBound <= entry.line.upperBound)
        end = entry.line.upperBound
      }
      #expect(end <= group.lines.upperBound)
    }
  }

  @Test func boundsItsFindings() {
    let text = "[A]\n" + String(repeating: "rubbish\nk=\\q\nk=\u{0}\n[A]\n", count: 20_000)
    let (file, diagnostics) = Self.read(text)
    #expect(file.groups.count == 20_001)
    #expect(diagnostics.count <= DeclarationLimits.maximumDiagnostics + 1)
    #expect(diagnostics.filter { $0.code == .invalidKeyFile }.count == 3)
  }

  @Test func stopsAtTheLimitOfEntries() {
    let lines = String(repeating: "k=v\n", count: KeyFile.maximumEntries)
    let (atLimit, none) = Self.read("[A]\n" + lines)
    #expect(atLimit.entries.count == KeyFile.maximumEntries)
    #expect(!none.contains { $0.code == .tooManyEntries })
    let (file, diagnostics) = Self.read("[A]\n" + lines + "k=v\n")
    #expect(file.entries.count == KeyFile.maximumEntries)
    #expect(diagnostics.last { $0.code == .tooManyEntries }?.severity == .error)
  }

  @Test func readsEveryTruncation() {
    let text = Array("\u{FEFF}# c\n[A]\nk[de]=\\s\\;é\\\nk=v;w\\;\r\n[B\n=\n".utf8)
    for length in 0...text.count {
      let (file, _) = KeyFile.read(Array(text[..<length]), path: "a")
      for entry in file.entries {
        #expect(file.string(entry).utf8.count <= length)
        #expect(file.list(entry).count <= length)
      }
    }
  }
}
