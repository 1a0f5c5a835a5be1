// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

@Suite struct DesktopEntryParserTests {
  private static func parse(
    _ text: String, identifier: String = "org.bistro.Editor"
  ) -> (bundle: TypeRegistry.Bundle?, diagnostics: [Diagnostic]) {
    DesktopEntryParser.parse(
      Array(text.utf8), path: "/a/\(identifier).desktop", identifier: identifier, origin: .system)
  }

  /// An entry of an application with some more lines.
  private static func entry(_ lines: String = "", exec: String = "editor %F") -> String {
    "[Desktop Entry]\nType=Application\nName=Editor\nExec=\(exec)\n\(lines)"
  }

  private static func bundle(_ text: String) throws -> TypeRegistry.Bundle {
    let (bundle, _) = parse(text)
    return try #require(bundle)
  }

  /// The claims of a bundle as `rank role: subjects`.
  private static func claims(_ bundle: TypeRegistry.Bundle) -> [String] {
    bundle.claims.map { claim in
      let subjects = claim.subjects.map { subject in
        switch subject {
        case .type(let type): type.text
        case .tag(let tag): tag.value + ":"
        case .everything: "*"
        }
      }
      let rank = claim.rank.rawValue + (claim.isWildcard ? " wildcard" : "")
      return "\(rank) \(claim.role.rawValue): \(subjects.joined(separator: " "))"
    }
  }

  @Test func readsABrowser() throws {
    let text = """
      [Desktop Entry]
      Version=1.0
      Name=Fox
      Name[sr@latin]=Lisica
      Name[pt-BR]=Raposa
      Name[de_DE.UTF-8]=Fuchs
      Name[fr]=Fox
      GenericName=Web Browser
      GenericName[de]=Internet-Browser
      Exec=/usr/lib/fox/fox %u
      Terminal=false
      X-MultipleArgs=false
      Type=Application
      Icon=fox.png
      Categories=Network;WebBrowser;
      MimeType=text/html;application/xhtml+xml;image/png;x-scheme-handler/http;x-scheme-handler/ftp;
      StartupNotify=true
      Actions=new-window;

      [Desktop Action new-window]
      Name=Open a New Window
      Exec=/usr/lib/fox/fox -new-window
      """
    let (parsed, diagnostics) = Self.parse(text)
    let bundle = try #require(parsed)
    #expect(diagnostics.isEmpty)
    #expect(bundle.kind == .desktopEntry)
    #expect(bundle.identifier == "org.bistro.Editor")
    #expect(bundle.name == "Fox")
    #expect(bundle.iconName == "fox")
    #expect(bundle.launchArguments == ["/usr/lib/fox/fox", "%u"])
    #expect(
      bundle.localizedStrings
        == ["sr@latin": ["Fox": "Lisica"], "pt_BR": ["Fox": "Raposa"], "de_DE": ["Fox": "Fuchs"]])
    #expect(
      Self.claims(bundle) == [
        "Default Viewer: org.freedesktop.mime.text.html "
          + "org.freedesktop.mime.application.xhtml-2b-xml http:",
        "Alternate Viewer: org.freedesktop.mime.image.png ftp:",
      ])
    #expect(!bundle.claims.contains { !$0.isRoleGuessed })
    #expect(bundle.claims.first?.location == SourceLocation(line: 16, column: 1))
  }

  @Test(arguments: [
    // An image editor never comes before a viewer.
    ("Graphics;2DGraphics;RasterGraphics;", "image/png;", ["Alternate Editor: P.image.png"]),
    ("GTK;Graphics;Viewer;2DGraphics;", "image/png;", ["Default Viewer: P.image.png"]),
    // An editor of programs opens folders, and is no file manager.
    (
      "TextEditor;Development;IDE;", "text/plain;inode/directory;application/x-code-workspace;",
      [
        "Alternate Editor: P.text.plain public.directory P.application.x-code-workspace"
      ]
    ),
    ("GNOME;Core;FileManager;", "inode/directory;", ["Default Viewer: public.directory"]),
    (
      "Utility;TextEditor;", "text/english;text/plain;text/x-csrc;application/x-shellscript;",
      [
        "Default Editor: P.text.plain P.text.x-csrc",
        "Alternate Editor: P.text.english P.application.x-shellscript",
      ]
    ),
    (
      "Office;Viewer;Graphics;VectorGraphics;", "application/pdf;application/x-cbr;text/plain;",
      [
        "Default Viewer: P.application.pdf P.application.x-cbr",
        "Alternate Viewer: P.text.plain",
      ]
    ),
    (
      "AudioVideo;Audio;Video;Player;TV;", "video/x-matroska;audio/*;image/gif;",
      [
        "Default Viewer: P.video.x-matroska", "Alternate Viewer: P.image.gif",
        "Default wildcard Viewer: public.audio",
      ]
    ),
    (
      "AudioVideo;Audio;AudioVideoEditing;", "audio/flac;", ["Alternate Editor: P.audio.flac"]
    ),
    (
      "Network;Email;", "x-scheme-handler/mailto;message/rfc822;text/calendar;",
      [
        "Default Viewer: mailto: P.message.rfc822", "Alternate Viewer: P.text.calendar",
      ]
    ),
    (
      "Utility;Archiving;Compression;", "application/zip;application/x-compressed-tar;image/png;",
      [
        "Default Viewer: P.application.zip P.application.x-compressed-tar",
        "Alternate Viewer: P.image.png",
      ]
    ),
    (
      "", "image/*;text/*;x-content/*;",
      ["Alternate wildcard Viewer: public.image public.plain-text public.volume"]
    ),
    (
      "", "application/octet-stream;*/*;all/all;all/allfiles;",
      ["Alternate Viewer: public.data *"]
    ),
    ("", "IMAGE/PNG;image/png;X-Scheme-Handler/TG;", ["Alternate Viewer: P.image.png tg:"]),
    ("", "text/plain;charset=utf-8;", ["Alternate Viewer: P.text.plain"]),
  ])
  func ranksWhatIsTheMainUseFirst(
    _ categories: String, _ types: String, _ expected: [String]
  ) throws {
    let bundle = try Self.bundle(Self.entry("Categories=\(categories)\nMimeType=\(types)\n"))
    #expect(
      Self.claims(bundle)
        == expected.map { text in
          text.split(separator: " ").map { word in
            word.hasPrefix("P.") ? "org.freedesktop.mime." + word.dropFirst(2) : String(word)
          }.joined(separator: " ")
        })
  }

  @Test(arguments: [
    ("image", "'image' is not a MIME type, and is left out"),
    ("application/*", "'application/*' does not name one kind of files, and is left out"),
    ("x-scheme-handler/", "'x-scheme-handler/' names no scheme, and is left out"),
    ("x-scheme-handler/*", "'x-scheme-handler/*' names no scheme, and is left out"),
    ("a b/c", "'a b/c' is not a MIME type, and is left out"),
  ])
  func leavesOutWhatIsNotAType(_ type: String, _ message: String) throws {
    let (bundle, diagnostics) = Self.parse(Self.entry("MimeType=text/plain;\(type);\n"))
    #expect(try #require(bundle).claims.map(\.subjects.count) == [1])
    #expect(diagnostics.map(\.message) == [message])
    #expect(
      diagnostics.first?.position == .location(SourceLocation(line: 5, column: 21)))
    #expect(diagnostics.first?.severity == .warning)
  }

  @Test func readsWhatStartingNeeds() throws {
    let bundle = try Self.bundle(
      Self.entry(
        "Terminal=true\nNoDisplay=true\nTryExec=nvim\nInitialPreference=9\nIcon=/opt/a/b.png\n",
        exec: #""/opt/My Editor/run" --open="a \\$b" --icon %i -- %F"#))
    #expect(
      bundle.launchArguments
        == ["/opt/My Editor/run", "--open=a $b", "--icon", "--icon", "/opt/a/b.png", "--", "%F"])
    #expect(bundle.isTerminal && bundle.isNotDisplayed && !bundle.isHidden)
    #expect(bundle.tryProgram == "nvim")
    #expect(bundle.weight == 9)
    #expect(bundle.iconName == "/opt/a/b.png")
  }

  @Test(arguments: [
    "[Desktop Entry]\nHidden=true\n", "[Desktop Entry]\nType=Application\nHidden=true\nExec=\"\n",
  ])
  func aHiddenEntryIsOnlyAMask(_ text: String) throws {
    let (parsed, diagnostics) = Self.parse(text)
    let bundle = try #require(parsed)
    #expect(bundle.isHidden)
    #expect(bundle.claims.isEmpty && bundle.launchArguments.isEmpty)
    #expect(diagnostics.isEmpty)
  }

  @Test(arguments: [
    "", "[Desktop Entry]\nType=Link\nURL=http://a/\n", "[Desktop Entry]\nType=Directory\nName=a\n",
    "[Desktop Entry]\nType=application\nExec=a\nMimeType=text/plain;\n",
    "[Desktop Entry]\nType=Link\nHidden=true\n",
  ])
  func anEntryWithoutAnApplicationIsOnlyAMask(_ text: String) throws {
    let (parsed, diagnostics) = Self.parse(text)
    let bundle = try #require(parsed)
    #expect(bundle.isHidden)
    #expect(bundle.claims.isEmpty && bundle.launchArguments.isEmpty)
    #expect(diagnostics.map(\.code) == [.invalidDesktopEntry])
    #expect(diagnostics.map(\.severity) == [.note])
  }

  @Test(arguments: [
    "\n", "[Desktop Action a]\nExec=a\n", "[Desktop Entry]\n", "[Desktop Entry]\nName=a\nExec=a\n",
  ])
  func aFileThatIsNotAnEntryIsLeftOut(_ text: String) {
    let (bundle, diagnostics) = Self.parse(text)
    #expect(bundle == nil)
    #expect(diagnostics.map(\.code) == [.invalidDesktopEntry])
    #expect(diagnostics.map(\.severity) == [.warning])
  }

  @Test(arguments: ["", "a\u{202E}b", "a\u{7}b", "a/b", String(repeating: "a", count: 256)])
  func anIdentifierCanBeShown(_ identifier: String) {
    let (bundle, diagnostics) = Self.parse(Self.entry(), identifier: identifier)
    #expect(bundle == nil)
    #expect(diagnostics.map(\.code) == [.invalidBundleIdentifier])
  }

  @Test(arguments: ["wine-Programs-My App", "userapp-Fox-1AB2", "a", "Ümlaut"])
  func anIdentifierIsWhateverAFileIsCalled(_ identifier: String) throws {
    let (bundle, diagnostics) = Self.parse(Self.entry(), identifier: identifier)
    #expect(try #require(bundle).identifier == identifier)
    #expect(diagnostics.isEmpty)
  }

  @Test(arguments: ["sh -c", "env bash -lc", "su -c", "ssh host view", "xterm -e", "sh -c --"])
  func addsNoCodeThatAShellWouldRun(_ exec: String) throws {
    let (bundle, diagnostics) = Self.parse(Self.entry("MimeType=text/plain;\n", exec: exec))
    #expect(try #require(bundle).launchArguments.isEmpty)
    #expect(diagnostics.map(\.code) == [.invalidArguments])
    // Without claims no file is passed.
    #expect(Self.parse(Self.entry("", exec: exec)).bundle?.launchArguments.isEmpty == false)
  }

  @Test(arguments: [
    ("MimeType=text/plain;\n", "editor", ["editor", "%f"]),
    ("MimeType=text/plain;x-scheme-handler/a;\n", "editor", ["editor", "%u"]),
    ("MimeType=text/plain;\n", "editor %k", ["editor", "%k", "%f"]),
    ("MimeType=text/plain;\n", "editor --file=%f", ["editor", "--file=%f"]),
    ("", "editor", ["editor"]),
  ])
  func addsTheCodeThatOtherProgramsAdd(_ lines: String, _ exec: String, _ expected: [String]) throws
  {
    let (bundle, diagnostics) = Self.parse(Self.entry(lines, exec: exec))
    #expect(try #require(bundle).launchArguments == expected)
    let isAdded = expected.count > exec.split(separator: " ").count
    #expect(diagnostics.map(\.code) == (isAdded ? [.missingPlaceholder] : []))
  }

  @Test func startsByTheBusWhatHasNoProgram() throws {
    let bundle = try Self.bundle(
      "[Desktop Entry]\nType=Application\nName=a\nDBusActivatable=true\nMimeType=text/plain;\n")
    #expect(bundle.launchArguments == ["gapplication", "launch", "org.bistro.Editor", "%U"])
  }

  @Test func anEntryWithoutProgramIsAnApplicationThatCannotBeStarted() throws {
    let (bundle, diagnostics) = Self.parse("[Desktop Entry]\nType=Application\nName=a\n")
    #expect(try #require(bundle).launchArguments.isEmpty)
    #expect(diagnostics.map(\.code) == [.invalidDesktopEntry])
  }

  @Test(arguments: [
    ("editor \"%F", 19, Diagnostic.Code.invalidArguments, Diagnostic.Severity.warning),
    ("editor %x", 13, .unknownPlaceholder, .note),
    ("editor a>b", 14, .unquotedCharacter, .note),
    ("sh -c \\\"a\\s%f\\\"", 6, .invalidArguments, .warning),
  ])
  func saysWhereAnExecIsWrong(
    _ exec: String, _ column: Int, _ code: Diagnostic.Code, _ severity: Diagnostic.Severity
  ) throws {
    let (_, diagnostics) = Self.parse(Self.entry(exec: exec))
    let finding = try #require(diagnostics.first { $0.code == code })
    #expect(finding.severity == severity)
    guard case .location(let location) = finding.position else {
      Issue.record("no location")
      return
    }
    #expect(location.line == 4)
    #expect(location.column == min(column, exec.utf8.count + 6))
  }

  @Test(arguments: [
    ("Icon=a/b\n", Diagnostic.Code.invalidIconName), ("Icon=/a/../b\n", .invalidIconName),
    ("Icon=.a\n", .invalidIconName), ("Terminal=maybe\n", .looseBoolean),
    ("InitialPreference=x\n", .wrongType), ("Name[x]=a\n", .invalidLanguage),
    ("Name[../x]=a\n", .invalidLanguage), ("Name=b\u{202E}\n", .duplicateKey),
    ("MimeType=a\n", .invalidMIMEType),
    ("TryExec=\(String(repeating: "a", count: 1_025))\n", .textTooLong),
  ])
  func reportsWithoutAnError(_ lines: String, _ code: Diagnostic.Code) throws {
    let (bundle, diagnostics) = Self.parse(Self.entry(lines))
    #expect(bundle != nil)
    #expect(diagnostics.map(\.code).contains(code))
    #expect(!diagnostics.contains { $0.severity == .error })
  }

  static let commandLines: [(String, String, String)] = [
    (
      "editor %%f", "'%f' looks like a field code, so the application cannot be started",
      "start a script instead"
    ),
    (
      "editor\(String(repeating: " a", count: 256))",
      "'Exec' has more than 256 arguments, or 32768 bytes, so the application cannot be started",
      "start a script instead"
    ),
    (
      "sh -c \"view %f\"",
      """
      'view %f' holds a field code within a text, so the application cannot be started
      """, "write the code as an argument of its own, or at the end of an option"
    ),
    (
      "%f",
      """
      'Exec' does not begin with the name of a program, so the application cannot be started
      """, "write the program and its arguments, such as 'Exec=editor %F'"
    ),
    ("editor %d", "'%d' is deprecated, and is left out", "remove it"),
    ("editor %x", "'%x' is not a field code, and is left out", "write '%%' for '%'"),
    ("editor x # y", "'#' begins a comment", "quote the argument; no shell reads it"),
    (
      "editor $HOME", "'$' is outside of quotes, and is passed on",
      "quote the argument; no shell reads it"
    ),
  ]

  @Test(arguments: commandLines)
  func aFindingAboutExecSaysWhatToDo(_ exec: String, _ message: String, _ hint: String) {
    let (bundle, diagnostics) = Self.parse(Self.entry(exec: exec))
    #expect(diagnostics.map(\.message) == [message])
    #expect(diagnostics.map(\.hint) == [hint])
    #expect(bundle?.launchArguments.isEmpty == message.hasSuffix("cannot be started"))
  }

  @Test func aWorkingDirectoryIsAnAbsolutePath() throws {
    let (absolute, none) = Self.parse(Self.entry("Path=/opt/a b\n"))
    #expect(try #require(absolute).workingDirectory == "/opt/a b")
    #expect(none.isEmpty)
    let (relative, diagnostics) = Self.parse(Self.entry("Path=opt\n"))
    #expect(try #require(relative).workingDirectory == nil)
    #expect(
      diagnostics.map(\.message) == ["expected an absolute path in 'Path', found 'opt'"])
    #expect(diagnostics.map(\.code) == [.wrongType])
    #expect(diagnostics.map(\.position) == [.location(SourceLocation(line: 5, column: 6))])
  }

  static let booleans: [(String, Bool, String?)] = [
    ("true", true, nil), ("false", false, nil), ("1", true, "'1' is read as 'true'"),
    ("yes", true, "'yes' is read as 'true'"), ("TRUE", true, "'TRUE' is read as 'true'"),
    ("0", false, "'0' is read as 'false'"), ("no", false, "'no' is read as 'false'"),
    ("maybe", false, "'maybe' is not a boolean"),
  ]

  @Test(arguments: booleans)
  func aBooleanHasOldSpellings(_ value: String, _ isTrue: Bool, _ message: String?) throws {
    let (bundle, diagnostics) = Self.parse(Self.entry("Terminal=\(value)\n"))
    #expect(try #require(bundle).isTerminal == isTrue)
    #expect(diagnostics.map(\.message) == (message.map { [$0] } ?? []))
  }

  @Test func aNameInWhatIsNotALanguageIsLeftOut() throws {
    let (bundle, diagnostics) = Self.parse(
      Self.entry("Name[d/e]=x\nName[d]=y\nName[de]=z\n"))
    #expect(try #require(bundle).localizedStrings == ["de": ["Editor": "z"]])
    #expect(
      diagnostics.map(\.message) == ["'d/e' is not a language", "'d' is not a language"])
  }

  @Test func refusesMoreTypesThanAllowed() throws {
    let most = DeclarationLimits.maximumSubjectsPerClaim
    let types = (0..<most).map { "a/\($0);" }.joined()
    let (atLimit, none) = Self.parse(Self.entry("MimeType=\(types)\n"))
    #expect(try #require(atLimit).claims.map(\.subjects.count) == [most])
    #expect(none.isEmpty)
    let (over, diagnostics) = Self.parse(Self.entry("MimeType=\(types)b/c;\n"))
    #expect(try #require(over).claims.map(\.subjects.count) == [most])
    #expect(diagnostics.map(\.code) == [.tooManyClaims])
  }

  @Test func readsEveryTruncation() {
    let text = Array(
      Self.entry(
        "Name[de]=é\nIcon=a\\sb\nMimeType=text/plain;image/*;x-scheme-handler/a;\nHidden=false\n",
        exec: "sh -c \"a \\\\\"b\" 'c' %U %%"
      ).utf8)
    for length in 0...text.count {
      let (bundle, diagnostics) = DesktopEntryParser.parse(
        Array(text[..<length]), path: "a.desktop", identifier: "a", origin: .user)
      #expect(bundle != nil || !diagnostics.isEmpty)
      bundle?.checkInvariants()
    }
  }
}
