// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import utcli

@Suite("Names are bytes, and no name can forge a line")
struct FileNameTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static let notUTF8: [UInt8] = [0xFF, 0xFE] + bytes(".jpg")

  @Test
  func aNameThatIsNotUTF8StaysAsItIs() throws {
    let installation = try Installation()
    let words = [
      Self.bytes("type-of"), Self.bytes("--name-only"), Self.notUTF8, Self.bytes("b.md"),
    ]
    let outcome = try installation.run(words)
    #expect(
      outcome.output
        == Self.notUTF8 + Self.bytes("\tpublic.jpeg\nb.md\tnet.daringfireball.markdown\n"))
    let document = try installation.run(words + [Self.bytes("--json")])
    #expect(
      document.text.contains(
        "\"name\":\"\u{FFFD}\u{FFFD}.jpg\",\"nameBytes\":\"//4uanBn\""), "\(document.text)")
    let suggested = try installation.run([
      Self.bytes("name"), [0xFF], Self.bytes("public.jpeg"),
    ])
    #expect(suggested.output == [0xFF] + Self.bytes(".jpeg\n"))
  }

  @Test
  func anExtensionThatIsNotUTF8IsNone() throws {
    let outcome = try Installation().run([
      Self.bytes("type-of"), Self.bytes("--name-only"), Self.bytes("a.") + [0xFF],
    ])
    #expect(outcome.text == "public.data\n")
  }

  @Test(arguments: [
    ("a\nb.jpg", #""a\nb.jpg""#, #"a\u{A}b.jpg"#), ("a\tb.jpg", #""a\tb.jpg""#, #"a\u{9}b.jpg"#),
    ("a\u{1B}[31m\"\\.jpg", #""a\033[31m\"\\.jpg""#, #"a\u{1B}[31m"\.jpg"#),
    ("a\u{7F}.jpg", #""a\177.jpg""#, #"a\u{7F}.jpg"#), ("a\"b.jpg", "a\"b.jpg", "a\"b.jpg"),
    // Else it would look like the quoted form of another name.
    ("\"a.jpg", #""\"a.jpg""#, "\"a.jpg"),
    ("a\u{202E}gpj.jpg", "a\u{202E}gpj.jpg", #"a\u{202E}gpj.jpg"#),
    ("-x.jpg", "-x.jpg", "-x.jpg"), ("é.jpg", "é.jpg", "é.jpg"),
  ])
  func isQuotedInAPipeAndEscapedOnATerminal(
    _ name: String, _ quoted: String, _ escaped: String
  ) throws {
    let installation = try Installation()
    // A program that is built for coverage leaves a file where it runs, so that the directory that
    // is listed is another one.
    for directory in ["names", "listed"] {
      try installation.write("", to: "work/\(directory)/\(name)")
    }
    let line = "\tpublic.jpeg"
    func typeOf(_ options: String...) throws -> String {
      try ChildProcess.run(
        [installation.program, "type-of"] + options + ["--", name, name],
        environment: installation.environment, directory: installation.root + "/work/names"
      ).text
    }
    #expect(try typeOf() == "\(quoted)\(line)\n\(quoted)\(line)\n")
    #expect(try typeOf("-0") == "\(name)\(line)\0\(name)\(line)\0")
    let terminal = try installation.shell(
      "cd listed; NO_COLOR=1 script -qec 'utcli type-of -- * *' /dev/null </dev/null")
    let width = max(DisplayWidth.of("NAME"), DisplayWidth.of(escaped))
    func row(_ name: String, _ type: String) -> String {
      name + String(repeating: " ", count: width - DisplayWidth.of(name) + 2) + type + "\r\n"
    }
    let answer = row(escaped, String(line.dropFirst()))
    #expect(terminal.text == row("NAME", "IDENTIFIER") + answer + answer)
  }

  @Test
  func aMissingNameCannotForgeARemark() throws {
    let outcome = try Installation().run("type-of", "a\nutcli: b", "\u{1B}]0;c\u{7}")
    #expect(outcome.errorText.split(separator: "\n").count == 3)
    #expect(!outcome.errors.contains(0x1B) && !outcome.errors.contains(0x07))
  }

  @Test(arguments: ["", "a.jpg"])
  func standardInputNeedsNoLineFeedAtItsEnd(_ last: String) throws {
    let installation = try Installation()
    let outcome = try installation.run(
      "type-of", "--name-only", "--stdin", input: "dir/b.md\n\(last)")
    let rest = last.isEmpty ? "" : "a.jpg\tpublic.jpeg\n"
    #expect(outcome.text == "dir/b.md\tnet.daringfireball.markdown\n" + rest)
    #expect(outcome.status == 0)
  }

  @Test
  func namesOnStandardInputAreTakenAsTheyAre() throws {
    let installation = try Installation()
    try installation.write("", to: "work/-x.jpg")
    let outcome = try installation.run(
      "type-of", "--stdin", input: "-x.jpg\n\nfile:///dev/null\n./-x.jpg\n")
    #expect(outcome.text == "-x.jpg\tpublic.jpeg\n./-x.jpg\tpublic.jpeg\n")
    #expect(outcome.status == 1)
    let documents = try installation.run(
      "type-of", "--stdin", "-0", "--json", "--name-only", input: "a\nb.jpg\0c.md\0")
    #expect(
      documents.lines == [
        #"{"name":"a\nb.jpg","identifier":"public.jpeg","mimeType":"image/jpeg"}"#,
        #"{"name":"c.md","identifier":"net.daringfireball.markdown","mimeType":"text/markdown"}"#,
      ])
  }

  // A sanitizer needs more addresses than are given here.
  @Test(.disabled(if: isSanitized))
  func aMillionNamesNeedNoMoreMemory() throws {
    let outcome = try Installation().shell(
      "ulimit -v 400000; yes a/b/c.jpg | head -n 300000 | utcli type-of --name-only --stdin | wc -l"
    )
    #expect(outcome.text.contains("300000"))
  }

  @Test
  func eachNameIsAnsweredBeforeTheNextIsAskedFor() throws {
    let outcome = try Installation().shell(
      """
      mkfifo questions answers
      utcli type-of --name-only --stdin <questions >answers &
      exec 3>questions 4<answers
      for name in a.jpg b.md; do echo $name >&3; read answer <&4; echo "$answer"; done
      """)
    #expect(outcome.text == "a.jpg\tpublic.jpeg\nb.md\tnet.daringfireball.markdown\n")
  }

  @Test
  func aVeryLongNameIsAnsweredOrRefused() throws {
    let installation = try Installation()
    let long = String(repeating: "a", count: 5_000)
    #expect(try installation.run("type-of", long + ".jpg").errorText.contains("name is too long"))
    #expect(try installation.typeOf(long + ".jpg") == "public.jpeg")
    #expect(try installation.typeOf("a." + long) == "public.data")
    let endless = try installation.run(
      "type-of", "--stdin", "--name-only", input: String(repeating: "a", count: 1 << 21))
    #expect(endless.status == 3)
    #expect(endless.errorText.contains("longer than 131072 bytes"))
  }
}
