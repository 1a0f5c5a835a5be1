// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import utcli

@Suite("Help explains each command, with examples that work")
struct HelpTests {
  @Test func namesTheProgramsThatItReplaces() {
    #expect(Help.dropIns.map(\.name) == DropIn.allCases.map(\.rawValue))
  }

  @Test(arguments: DropIn.allCases)
  func explainsTheProgramsThatItReplaces(_ program: DropIn) throws {
    let installation = try Installation()
    let help = try installation.run("help", program.rawValue)
    #expect(help.status == 0)
    #expect(help.text.hasPrefix(program.rawValue))
    #expect(help.output == (try installation.run(program.rawValue, "--help").output))
  }

  /// The first page is for people; every command is on the page of all.
  @Test func hasTwoLevels() throws {
    let installation = try Installation()
    let (short, full) = (
      try installation.run("help").text, try installation.run("help", "all").text
    )
    // A screen has 24 lines, with the prompt.
    #expect(short.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
    #expect(short.contains("'utcli undo' takes back a choice, 'utcli unregister' a registration"))
    // What is advertised without a command is on the first page.
    let advertised = try installation.run().errorText.matches(of: /\n  utcli ([a-z-]+)/)
    #expect(advertised.count == 6)
    for match in advertised { #expect(short.contains("\n  \(match.1) ")) }
    for command in Command.all {
      #expect(full.contains("\n  \(command.name) "))
      let isEveryday = CommandGroup.everyday.contains { $0.name == command.name }
      #expect(short.contains("\n  \(command.name) ") == isEveryday, "\(command.name)")
    }
    #expect(try installation.run("--help").text == short)
    #expect(try installation.run("--help", "undo").text == installation.run("help", "undo").text)
    let both = try installation.run("help", "undo", "dump").text
    #expect(both.contains("usage: utcli undo") && both.contains("usage: utcli dump"))
    #expect(
      try installation.run("help", "--json").text == installation.run("help", "all", "-j").text)
  }

  @Test func explainsEveryFormOfXDGMIME() throws {
    let manual = try Installation().run("xdg-mime", "--manual").text
    for form in DropInUsage.mime.forms {
      #expect(manual.contains("\n\(form.line)\n    \(form.meaning)\n"))
    }
    for option in DropInUsage.mime.options {
      #expect(manual.contains("\n\(option.usage)\n    \(option.help)\n"))
    }
  }

  /// In a pipe help has 80 columns.
  @Test(arguments: Command.all.map(\.name) + ["all"])
  func fits80Columns(_ name: String) throws {
    let help = try Installation().run("help", name)
    #expect(help.status == 0)
    for line in help.lines where line.count > 80 { Issue.record("\(name): \(line)") }
  }

  @Test(arguments: DropIn.allCases, ["--help", "--manual"])
  func theManualOfAReplacedProgramFits80Columns(_ program: DropIn, _ option: String) throws {
    let help = try Installation().run(program.rawValue, option)
    for line in help.lines where line.count > 80 { Issue.record("\(program): \(line)") }
  }

  /// Only a word that no line can hold is longer than a narrow terminal; a wide one is not filled.
  @Test(arguments: [60, 80, 100, 200])
  func fitsTheTerminal(_ columns: Int) throws {
    for name in ["handlers", "default", "export"] {
      let help = try Installation().onTerminal(columns: columns, "utcli \(name) --help --no-pager")
      let lines = help.text.split(separator: "\r\n")
      let longest = lines.map(\.count).max() ?? 0
      #expect(longest > min(columns, 100) - 12 && longest <= 100)
      for line in lines where line.count > columns {
        #expect(!line.dropFirst(6).contains(" "), "\(line)")
      }
    }
  }

  /// An item of a list continues below its meaning, and a row between tabs breaks after a tab.
  @Test func aPageHasListsAndTables() {
    var bytes: [UInt8] = []
    var page = HelpPage(Output { bytes += $0 }, columns: 36)
    page.usage("utcli many [OPERANDS] [OPTIONS]")
    page.paragraphs(
      """
      One sentence has
      line ends.

        first   a meaning that is much longer
        second  short

      FIRSTFIELD<TAB>SECONDFIELD<TAB>THIRDFIELD
      """)
    page.table([("a", "the first letter of all the letters"), ("b", "the second")])
    page.table([("utcli a-very-long-line --option --other", "its meaning")])
    page.finish()
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        usage: utcli many [OPERANDS]
               [OPTIONS]
        One sentence has line ends.

          first   a meaning that is much
                  longer
          second  short

        FIRSTFIELD<TAB>SECONDFIELD<TAB>
        THIRDFIELD
          a  the first letter of all the
             letters
          b  the second
          utcli a-very-long-line --option
              --other
              its meaning

        """)
  }

  @Test(arguments: Command.all.map(\.name))
  func eachExampleIsOfItsCommand(_ name: String) throws {
    let examples = try Command.named(name).examples()
    #expect(!examples.isEmpty)
    #expect(Set(examples.map(\.line)).count == examples.count)
    for example in examples {
      #expect(example.line.contains("utcli \(name)"))
      #expect(!example.meaning.isEmpty && !example.meaning.hasSuffix("."))
    }
  }

  /// Each example, with the status that it has in the world of ``world()``.
  @Test(arguments: Command.all.map(\.name).filter { $0 != "watch" })
  func examplesDoWhatTheySay(_ name: String) throws {
    let installation = try Self.world()
    // The examples of a command follow each other: what one chooses the next one unsets.
    for example in try Command.named(name).examples() {
      let outcome = try installation.shell(example.line)
      #expect(outcome.status == 0, "\(example.line): \(outcome.errorText)")
      #expect(!outcome.errorText.contains("error"), "\(example.line): \(outcome.errorText)")
    }
  }

  /// What never ends is only parsed.
  @Test func examplesOfWatchHaveItsOptions() throws {
    for example in Command.watch.examples() {
      let words = example.line.split(separator: " ").dropFirst(2).map { Array($0.utf8) }
      let arguments = try Arguments(
        words[...], of: "watch", takesValue: Command.watch.takesValue,
        options: { Command.watch.allOptions })
      try Command.watch.checkOperandCount(arguments)
    }
  }

  /// The files and applications that the examples name.
  private static func world() throws -> Installation {
    let installation = try Installation(core: .shipped)
    func application(_ identifier: String, _ types: String, schemes: String) throws {
      try installation.write(
        """
        {"CFBundleIdentifier": "\(identifier)", "CFBundleName": "\(identifier.dropFirst(12))",
          "CFBundleDocumentTypes": [{"CFBundleTypeRole": "Editor", "LSItemContentTypes": \(types)}],
          "CFBundleURLTypes": [{"CFBundleURLSchemes": \(schemes)}],
          "TRLaunch": {"Arguments": ["/bin/true", "%U"]}}
        """, to: "\(installation.declarations)/\(identifier).json")
    }
    try application(
      "org.example.editor", #"["public.text", "public.image"]"#, schemes: #"["mailto"]"#)
    try application(
      "org.example.viewer", #"["public.text", "public.image", "com.adobe.pdf"]"#,
      schemes: #"["https"]"#)
    for name in ["photo.jpg", "report.pdf", "notes.md"] {
      try installation.write("", to: "work/\(name)")
    }
    try installation.write(
      """
      [Desktop Entry]
      Type=Application
      Name=Player
      Exec=/bin/true %U
      MimeType=audio/mpeg;

      """, to: "data/applications/org.example.player.desktop")
    let icons = "home/.local/share/icons/hicolor"
    try installation.write(
      """
      [Icon Theme]
      Name=Hicolor
      Directories=48x48/mimetypes
      [48x48/mimetypes]
      Size=48
      """, to: "\(icons)/index.theme")
    try installation.write("", to: "\(icons)/48x48/mimetypes/application-pdf.png")
    let painter = Installation.bundle("org.example.painting", extension: "painting")
      .replacingOccurrences(of: "org.example.painting-application", with: "org.example.painter")
    try installation.write(painter, to: "work/painter.json")
    let prepared = try installation.shell(
      """
      ln -s '\(Installation.sources)/Declarations' Declarations &&
      utcli register - <painter.json && utcli default set .txt org.example.editor &&
      utcli dump >choices.json
      """)
    try #require(prepared.status == 0, "\(prepared.errorText)")
    installation.environment["TYPED_MENU"] = "head -n 1"
    return installation
  }
}
