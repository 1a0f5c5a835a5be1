// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@testable import utcli

@Suite("Completion offers what a command takes")
struct CompletionTests {
  private static let values: LiveValues? = LiveValues.ofThisProcess()

  /// What is offered for the last word.
  private func completion(_ words: [String]) -> Completion {
    Completion(words) { Self.values }
  }

  private func words(_ words: String...) -> [String] {
    completion(words).suggestions.map(\.word)
  }

  @Test(arguments: Command.all.map(\.name))
  func knowsEveryWordOfAUsageLine(_ name: String) throws {
    let command = try Command.named(name)
    let values = command.options.compactMap(\.value).map {
      UsageLine.word(Placeholder.word($0))
    }
    for word in UsageLine(of: command).words + values {
      if case .unknown(let text) = word {
        Issue.record("'\(text)' of '\(name)' has no Placeholder")
      }
    }
  }

  @Test(arguments: [
    ("default", [], ["OPERAND", "set", "unset", "adopt"]), ("default", ["set"], ["OPERAND"]),
    ("default", ["set", ".md"], ["OPERAND", "BUNDLE"]), ("default", ["a.txt"], ["OPERAND"]),
    ("default", ["unset", ".md", ".x"], ["OPERAND"]), ("dyn", [], ["encode", "decode"]),
    ("dyn", ["decode"], ["IDENTIFIER"]), ("dyn", ["encode", "md"], []), ("dyn", ["other"], []),
    ("conforms", ["public.png"], ["SUPERTYPE"]), ("prefer", [".ts"], ["TYPE"]),
    ("negotiate", [], []), ("never", [], ["OPERAND", "unset"]),
    ("completion", [], ["bash", "zsh", "fish"]), ("lint", ["-"], ["FILE", "DIRECTORY", "-"]),
    ("supertypes", ["public.png"], []), ("status", [], []),
    ("export", [], ["freedesktop", "mime-package", "TABLE"]),
    ("export", ["freedesktop"], ["DIRECTORY"]),
    ("export", ["nginx"], ["TYPE"]),
  ])
  func readsUsageLines(_ name: String, _ operands: [String], _ expected: [String]) throws {
    let words = UsageLine(of: try Command.named(name)).words(after: operands).map { word in
      switch word {
      case .literal(let text), .unknown(let text): text
      case .placeholder(let placeholder): placeholder.rawValue
      }
    }
    #expect(words == expected)
  }

  @Test func namesCommandsWithTheirSummaries() {
    let all = completion([""]).suggestions
    #expect(all.map(\.word) == Command.all.map(\.name) + DropIn.allCases.map(\.rawValue))
    #expect(all.allSatisfy { !$0.meaning.isEmpty })
    #expect(words("un") == ["undo", "unregister"])
    #expect(words("help", "un") == ["undo", "unregister"])
    #expect(words("-").sorted() == ["--help", "--version"])
    #expect(words() == [])
  }

  @Test(arguments: Command.all.map(\.name))
  func namesEveryOptionOnce(_ name: String) throws {
    let command = try Command.named(name)
    let offered = completion([name, "-"]).suggestions
    #expect(offered.map(\.word) == command.allOptions.map(\.name))
    #expect(offered.allSatisfy { !$0.meaning.isEmpty })
    #expect(!words(name, "--json", "--j").contains("--json"))
  }

  @Test func knowsTheValuesOfOptions() {
    #expect(words("handlers", "--role", "") == ["editor", "viewer", "shell", "all"])
    #expect(words("handlers", "--role=e") == ["--role=editor"])
    #expect(
      words("export", "") == ["freedesktop", "mime-package"] + TableFormat.allCases.map(\.rawValue))
    #expect(words("export", "n") == ["nginx"])
    #expect(words("types", "--mime", "image/jpeg").contains("image/jpeg"))
    #expect(words("types", "--tag", "public.f") == ["public.filename-extension="])
    #expect(
      words("negotiate", "--offer", "public.png,public.jpeg-") == [
        "public.png,public.jpeg-2000", "public.png,public.jpeg-xl",
      ])
    #expect(words("types", "--no-such", "").isEmpty)
    #expect(completion(["image", "--core", ""]).paths == .directories)
    #expect(completion(["image", "--write", ""]).paths == .files)
  }

  @Test(arguments: [
    (["lint", "--origin", ""], ["user", "local", "system"]),
    (["census", "--by", ""], ["family", "type", "extension"]),
    (["census", "--sort", ""], ["files", "bytes", "name"]),
    (["types", "--color", ""], ["auto", "always", "never"]),
    (["types", "--color=a"], ["--color=auto", "--color=always"]),
    (["convert", "--to", ""], ["freedesktop", "plist", "json"]),
    (["graph", "--format", ""], ["dot", "svg", "html"]),
    (["types", "--extension", "jpe"], ["jpe", "jpeg"]),
    (["types", "--no-such="], []), (["types", "--json="], []),
  ])
  func offersTheValuesOfAnOption(_ words: [String], _ expected: [String]) {
    let completion = completion(words)
    #expect(completion.suggestions.map(\.word) == expected)
    #expect(completion.paths == .nothing)
  }

  /// A hyphen alone is an operand, as is every word after two of them.
  @Test(arguments: [["lint", "-", ""], ["lint", "--", "-", ""], ["lint", "--", "--json", ""]])
  func aHyphenIsAnOperand(_ words: [String]) {
    let completion = completion(words)
    #expect(completion.paths == .files)
    #expect(completion.suggestions.isEmpty)
  }

  @Test func aTagOfATypeThatNoFileIsHasItsMeaning() {
    #expect(
      completion(["types", "--mime", "inode/dir"]).suggestions
        == [.init(word: "inode/directory", meaning: "directory")])
  }

  @Test func knowsTypesAndTagsWithTheirMeanings() {
    let types = completion(["info", "public.jpeg"]).suggestions
    #expect(types.first == .init(word: "public.jpeg", meaning: "JPEG image"))
    let extensions = completion(["default", ".jpe"]).suggestions
    #expect(extensions.contains(.init(word: ".jpeg", meaning: "JPEG image")))
    #expect(extensions.map(\.word) == extensions.map(\.word).sorted())
    // A file is meant most of the time: thousands of types would hide it.
    #expect(completion(["default", ""]).suggestions.map(\.word) == ["set", "unset", "adopt"])
    #expect(completion(["default", ""]).paths == .files)
    #expect(completion(["default", "--type", "public.png"]).paths == .nothing)
    #expect(completion(["default", "--file", "public.pn"]).suggestions.isEmpty)
    #expect(completion(["subtypes", ""]).suggestions.count > 2_000)
  }

  @Test func takesWhatFollowsTwoHyphensForOperands() {
    #expect(words("default", "--", "--js").isEmpty)
    #expect(words("default", "--", "set") == ["set"])
    #expect(completion(["xdg-open", ""]).paths == .files)
    #expect(words("no-such-command", "").isEmpty)
  }

  @Test(arguments: Help.dropIns.map(\.name))
  func knowsEveryWordOfTheFormsOfXDGUtils(_ name: String) throws {
    let program = try #require(Help.dropIns.first { $0.name == name })
    let values = program.options.compactMap(\.value).map { UsageLine.word($0) }
    for word in UsageLine(of: program).words + values {
      if case .unknown(let text) = word {
        Issue.record("'\(text)' of '\(name)' has no Placeholder")
      }
    }
    // Each option is of a form, and each form has the options that it names alone.
    for option in program.options {
      #expect(program.forms.contains { $0.line.contains("[\(option.usage)]") })
    }
    for form in program.forms {
      let named = form.line.split { " []".contains($0) }.filter { $0.hasPrefix("--") }
      let first = String(form.line.prefix { $0 != " " })
      #expect(program.options(after: [first]).map(\.name) == named.map(String.init))
    }
  }

  @Test func completesWhatXDGMIMETakes() {
    let first = completion(["xdg-mime", ""]).suggestions
    #expect(first.map(\.word) == ["query", "default", "install", "uninstall"])
    #expect(first.last?.meaning == "remove the types of a file of shared-mime-info")
    #expect(words("xdg-mime", "query", "") == ["filetype", "default"])
    #expect(completion(["xdg-mime", "query", "filetype", ""]).paths == .files)
    #expect(words("xdg-mime", "query", "filetype", "a.txt", "").isEmpty)
    #expect(words("xdg-mime", "query", "default", "image/jp").contains("image/jpeg"))
    #expect(words("xdg-mime", "query", "default", "image/jpeg", "").isEmpty)
    #expect(
      words("xdg-mime", "default", "a.desktop", "image/png", "image/jpe").contains("image/jpeg"))
    #expect(words("xdg-mime", "-") == ["--help", "--manual", "--version"])
    #expect(words("xdg-mime", "query", "-").isEmpty)
    #expect(words("xdg-mime", "install", "-") == ["--mode", "--novendor"])
    #expect(words("xdg-mime", "install", "--novendor", "-") == ["--mode"])
    #expect(words("xdg-mime", "uninstall", "--mode", "") == ["user", "system"])
    #expect(completion(["xdg-mime", "install", "--mode", "user", ""]).paths == .files)
    #expect(words("xdg-open", "-") == ["--help", "--manual", "--version"])
  }

  /// A meaning is one line without control characters, a type without one has an empty one, and what is only
  /// named as a supertype is not offered.
  @Test(arguments: [
    (
      ["info", "org.example.quux"],
      [
        "files", #"org.example.quux-menu\#tMenü\u{7}\u{9}tab"#, "org.example.quux-plain\t",
      ]
    ),
    (["info", ".quux"], ["files", #".quuxmenu\#tMenü\u{7}\u{9}tab"#, ".quuxplain\t"]),
    // With its colon the scheme is longer than the tag.
    (["default", "quux:"], ["files", #"quux:\#tMenü\u{7}\u{9}tab"#]),
    (["default", "QUU"], ["files", #"quux:\#tMenü\u{7}\u{9}tab"#]),
    (["default", "quux:a"], ["files"]),
    (["types", "--scheme", "quux"], ["nothing", #"quux\#tMenü\u{7}\u{9}tab"#]),
  ])
  func showsMeaningsOnOneLine(_ words: [String], _ lines: [String]) throws {
    let installation = try Installation(core: .shipped)
    try installation.write(
      #"""
      {"CFBundleIdentifier": "org.example.quux", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.quux-menu", "UTTypeDescription": "Menü\u0007\ttab",
         "UTTypeConformsTo": ["org.example.quux-nobody"],
         "UTTypeTagSpecification": {
           "public.filename-extension": ["quuxmenu"], "public.url-scheme": ["quux"]}},
        {"UTTypeIdentifier": "org.example.quux-plain",
         "UTTypeTagSpecification": {"public.filename-extension": ["quuxplain"]}}]}
      """#, to: "\(installation.declarations)/org.example.quux.json")
    let outcome = try installation.run(["complete"] + words)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.lines == lines)
  }

  @Test func offersWhatIsInstalled() throws {
    let installation = try Installation(core: .shipped)
    for sample in ["pdf-reader", "pdf-editor.json", "restaurant.json"] {
      try installation.install(sample: sample)
    }
    // A word that a shell would run is not offered.
    try installation.write(
      """
      {"CFBundleIdentifier": "org.example.trap", "CFBundleDocumentTypes": [
        {"CFBundleTypeExtensions": ["trap$(reboot)", "trap;reboot", "trap reboot", "trapped"]}],
        "CFBundleURLTypes": [{"CFBundleURLSchemes": ["trap"]}],
        "TRLaunch": {"Arguments": ["/bin/true", "%F"]}}
      """, to: "\(installation.declarations)/org.example.trap.json")
    func lines(_ words: String...) throws -> [String] {
      let outcome = try installation.run(["complete"] + words)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      return outcome.lines
    }
    #expect(
      try lines("open", "--with", "com.example.pdf") == [
        "nothing", "com.example.pdfeditor\tPDF Editor", "com.example.pdfreader\tPDF Reader",
      ])
    #expect(
      try lines("info", "com.example.rest") == [
        "files", "com.example.restaurantmenu\tRestaurant Menu",
      ])
    #expect(try lines("default", ".restaurantm") == ["files", ".restaurantmenu\tRestaurant Menu"])
    #expect(try lines("default", ".trap") == ["files", ".trapped\t"])
    #expect(try lines("default", "tra") == ["files", "trap:\t"])
    // Only a desktop file names an application there.
    try installation.write(
      """
      [Desktop Entry]
      Type=Application
      Name=Painter
      Exec=/bin/true %F
      MimeType=image/png;
      """, to: "home/.local/share/applications/org.example.painter.desktop")
    #expect(
      try lines("xdg-mime", "default", "") == ["nothing", "org.example.painter.desktop\tPainter"])
    #expect(try lines("xdg-mime", "default", "com") == ["nothing"])
    #expect(
      try lines("xdg-mime", "default", "org.example.painter.desktop", "x-scheme-handler/tra") == [
        "nothing", "x-scheme-handler/trap\t",
      ])
  }
}
