// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// From declared rules and contents to a type.
@Suite struct DeclaredRulesTests {
  private static let declarations = """
    {"CFBundleIdentifier": "org.example.rules", "UTExportedTypeDeclarations": [
      {"UTTypeIdentifier": "public.data"},
      {"UTTypeIdentifier": "public.plain-text", "UTTypeConformsTo": "public.data",
       "UTTypeTagSpecification": {"public.mime-type": "text/plain"}},
      {"UTTypeIdentifier": "org.example.box", "UTTypeConformsTo": "public.data",
       "TRContentRules": [{"Text": "BOX"}, {"Offset": -4, "Text": "box!"}]},
      {"UTTypeIdentifier": "org.example.fine-box", "UTTypeConformsTo": "org.example.box",
       "TRContentRules": [{"Text": "BOX", "Priority": 20, "Matches": [{"Offset": [3, 9], "Text": "fine"}]}]},
      {"UTTypeIdentifier": "org.example.other", "UTTypeConformsTo": "public.data",
       "TRContentRules": [{"Text": "BOX", "Priority": 20, "Matches": [{"Offset": [3, 9], "Text": "other"}]}]},
      {"UTTypeIdentifier": "org.example.menu", "UTTypeConformsTo": "public.data",
       "TRContentRules": [
         {"Fact": "ZIPMember", "Value": "courses/*", "Matches": [{"Fact": "ZIPMember", "Value": "menu.xml"}]},
         {"RootElement": {"Namespace": "urn:menu", "Name": "menu"}}]},
      {"UTTypeIdentifier": "org.example.script", "UTTypeConformsTo": "public.plain-text",
       "TRContentRules": [{"Fact": "Interpreter", "Value": ["cook", "BAKE"], "IgnoresCase": true}],
       "UTTypeTagSpecification": {"public.filename-extension": "rec"}},
      {"UTTypeIdentifier": "org.example.recipe", "UTTypeConformsTo": "public.plain-text",
       "TRContentRules": [{"Fact": "Line", "Value": "*sugar*", "Priority": 5}],
       "UTTypeTagSpecification": {"public.filename-extension": "rec"}},
      {"UTTypeIdentifier": "org.example.record", "UTTypeConformsTo": "public.data",
       "TRContentRules": [{"Text": "REC"}], "UTTypeTagSpecification": {"public.filename-extension": "rec"}}
    ]}
    """

  private static let registry: CompiledRegistry? = {
    let (bundle, diagnostics) = BundleParser.parse(
      Array(declarations.utf8), path: "rules.json", origin: .core)
    guard let bundle, diagnostics.isEmpty else { return nil }
    return RegistryCompiler.compile([bundle]).registry
  }()

  private static func found(_ name: String, _ contents: [UInt8]) throws -> TypeByContents {
    let registry = try #require(registry)
    return UniformType.ofContents(contents, name: Array(name.utf8), in: registry)
  }

  @Test(arguments: [
    ("a", "BOX", "org.example.box", TypeCertainty.contents),
    // The more specific type, whatever its priority; another one only with a greater.
    ("a", "BOX fine", "org.example.fine-box", .contents),
    ("a", "BOX other", "org.example.box", .contents),
    ("a", "\u{1}box!", "org.example.box", .contents), ("a", "\u{1}box!.", "public.data", .nothing),
    ("a", "box", "public.plain-text", .text), ("a", "\u{1}", "public.data", .nothing),
    ("a", "#!/usr/bin/env bake\n", "org.example.script", .contents),
    ("a", "<?xml?><m:menu xmlns:m='urn:menu'/>", "org.example.menu", .contents),
    ("a", "\u{FEFF}<menu xmlns='urn:menu'/>", "org.example.menu", .contents),
    // A rule below 10 only tells the types of a name apart.
    ("a", "take sugar now", "public.plain-text", .text),
    ("a.rec", "take sugar now", "org.example.recipe", .contents),
    // In any line, also in the last one, and behind a part of the pattern.
    ("a.rec", "take\nsususugar", "org.example.recipe", .contents),
    ("a.rec", "sug\nar suga", "org.example.script", .name),
    ("a.rec", "REC\u{1}", "org.example.record", .contents),
  ])
  func decides(_ name: String, _ text: String, _ type: String, _ certainty: TypeCertainty) throws {
    let found = try Self.found(name, Array(text.utf8))
    #expect(found.type.identifier == type)
    #expect(found.certainty == certainty)
  }

  /// The core's types of one extension, which only the beginning of a file tells apart.
  @Test(arguments: [
    ("a.m", "function y = double(x)\n% DOUBLE Twice.\ny = 2 * x;\n", "com.mathworks.matlab-source"),
    ("a.m", "## Copyright\n1;\n", "com.mathworks.matlab-source"),
    ("a.m", "#import <Foundation/Foundation.h>\n", "public.objective-c-source"),
    ("a.mm", ".HU \"heading\"\n", "org.gnu.groff.troff-mm"),
    ("a.mm", "#import <Foundation/Foundation.h>\n", "public.objective-c-plus-plus-source"),
    ("a.med", "MMD1\u{0}\u{0}", "org.typeregistry.octamed-module"),
    ("a", "<?wpl version=\"1.0\"?>\n<smil><head/></smil>", "com.microsoft.wpl-playlist"),
    ("a", "// Doc.\n", "public.plain-text"),
  ])
  func tellTypesOfTheCoreApart(_ name: String, _ text: String, _ type: String) {
    let found = UniformType.ofContents(
      Array(text.utf8), name: Array(name.utf8), in: Shipped.registry)
    #expect(found.type.identifier == type)
  }

  /// A package's rules for a type whose declaration has rules have no effect, and those for others do.
  @Test(arguments: [
    ("/* a program */", "public.plain-text"), ("program: hello", "org.example.program"),
    ("%% free", "org.example.free"),
  ])
  func comeInPlaceOfThoseOfPackages(_ contents: String, _ type: String) throws {
    let declarations = """
      {"CFBundleIdentifier": "org.example.rules", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "public.data"},
        {"UTTypeIdentifier": "public.plain-text", "UTTypeConformsTo": "public.data",
         "UTTypeTagSpecification": {"public.mime-type": "text/plain"}},
        {"UTTypeIdentifier": "org.example.program", "UTTypeConformsTo": "public.plain-text",
         "TRContentRules": [{"Text": "program:"}],
         "UTTypeTagSpecification": {"public.mime-type": "text/x-program"}},
        {"UTTypeIdentifier": "org.example.free", "UTTypeConformsTo": "public.plain-text",
         "UTTypeTagSpecification": {"public.mime-type": "text/x-free"}}]}
      """
    let package = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="text/x-program">
          <magic priority="30"><match type="string" value="/*" offset="0"/></magic></mime-type>
        <mime-type type="text/x-free">
          <magic priority="30"><match type="string" value="%%" offset="0"/></magic></mime-type>
      </mime-info>
      """
    let (rules, _) = BundleParser.parse(Array(declarations.utf8), path: "r.json", origin: .core)
    let (magic, _) = MIMEPackageParser.parse(Array(package.utf8), path: "p.xml", origin: .system)
    let registry = RegistryCompiler.compile([try #require(rules), try #require(magic)]).registry
    let found = UniformType.ofContents(Array(contents.utf8), name: [], in: registry)
    #expect(found.type.identifier == type)
  }

  @Test func asksForSeveralFacts() throws {
    let members = [("courses/soup.xml", [UInt8(1)]), ("menu.xml", [2])]
    #expect(try Self.found("a", SampleFile.zip(members)).type.identifier == "org.example.menu")
    #expect(
      try Self.found("a", SampleFile.zip([members[0]])).type.identifier == "public.data")
  }

  /// The beginnings of files whose facts are elsewhere: of none, a directory of TIFF, a box after a long one,
  /// and frames after a tag of ID3, each at the end, too.
  private static let beginnings: [[UInt8]] = {
    var beginnings: [[UInt8]] = [[1]]
    for place in [200_000, 299_999] {
      let data = SampleFile.big(place - 12, 4) + Array("mdat".utf8)
      let size: [UInt8] = [0, UInt8(place >> 14), UInt8(place >> 7 & 127), 0]
      beginnings.append([0x49, 0x49, 42, 0] + SampleFile.little(place, 4))
      beginnings.append(SampleFile.box("ftyp", Array("isom".utf8)) + data)
      beginnings.append(Array("ID3".utf8) + [3, 0, 0] + size)
    }
    return beginnings
  }()

  @Test(arguments: beginnings) func looksAtTheEndOfALongFile(_ beginning: [UInt8]) throws {
    let directory = try TemporaryDirectory()
    let registry = try #require(Self.registry)
    // Of a file of few bytes more, only some of the last ones are not in the beginning.
    for length in [300_000, registry.contentLength + 2] {
      let long =
        beginning + [UInt8](repeating: 1, count: length - 4 - beginning.count) + Array("box!".utf8)
      #expect(try Self.found("a", long).type.identifier == "org.example.box")
      try directory.write("file", long)
      #expect(
        try UniformType(contentsOfFile: directory.path + "/file", in: registry).identifier
          == "org.example.box")
    }
  }

  @Test func anExtensionThatNobodyDeclaresSaysNothing() throws {
    let found = try Self.found("a.unheard-of", [1])
    #expect(found.type.isDynamic && found.certainty == .nothing)
  }

  @Test func filesAreRead() throws {
    let directory = try TemporaryDirectory()
    try directory.write("report", "BOX fine")
    let registry = try #require(Self.registry)
    let path = directory.path + "/report"
    #expect(
      try UniformType(contentsOfFile: path, in: registry).identifier == "org.example.fine-box")
    #expect(throws: FileInspection.Failure.self) {
      try UniformType(contentsOfFile: path + "-missing", in: registry)
    }
    let itself = try UniformType.ofFile(Array(directory.path.utf8), in: registry)
    #expect(itself.certainty == .name)
  }

  /// Files of all kinds, so that each thread uses its memory again for others.
  @Test(arguments: [1, 2, 8]) func manyFilesAreReadAsOne(threads: Int) throws {
    let directory = try TemporaryDirectory()
    let registry = try #require(Self.registry)
    let contents = ["BOX fine", "BOX", "", "words\n", "<?xml version='1.0'?><menu/>", "\u{1}\u{2}"]
    var paths: [[UInt8]] = []
    for index in 0..<300 {
      let path = "\(directory.path)/\(index)"
      if index % 7 != 6 { try directory.write("\(index)", contents[index % 7 % contents.count]) }
      paths.append(Array(path.utf8))
    }
    paths += [[], Array(directory.path.utf8), Array("/dev/null".utf8)]
    let answers = UniformType.ofFiles(paths, in: registry, threads: threads)
    #expect(answers.count == paths.count)
    for (path, answer) in zip(paths, answers) {
      let alone = Result { () throws(FileInspection.Failure) in
        try UniformType.ofFile(path, in: registry)
      }
      switch (answer, alone) {
      case (.success(let one), .success(let other)): #expect(one == other)
      case (.failure(let one), .failure(let other)): #expect("\(one)" == "\(other)")
      default: Issue.record("\(String(decoding: path, as: UTF8.self))")
      }
    }
    #expect(answers.filter { if case .failure = $0 { true } else { false } }.count == 43)
  }

  private static func registry(_ files: (origin: Origin, rules: String)...) throws
    -> CompiledRegistry
  {
    let bundles = try files.enumerated().map { number, file in
      let text = """
        {"CFBundleIdentifier": "org.example.b\(number)", "UTExportedTypeDeclarations": [
          {"UTTypeIdentifier": "public.data"},
          {"UTTypeIdentifier": "org.example.t\(number)", "UTTypeConformsTo": "public.data",
           "TRContentRules": \(file.rules)}]}
        """
      return try #require(
        BundleParser.parse(Array(text.utf8), path: "\(number).json", origin: file.origin).bundle)
    }
    return RegistryCompiler.compile(bundles).registry
  }

  /// A file in the home directory does not take files from those who know them, whatever priority it asks for.
  @Test(arguments: [
    (Origin.user, "org.example.t0"), (.local, "org.example.t1"), (.system, "org.example.t1"),
  ])
  func aRuleOfTheUsersComesLast(_ origin: Origin, _ type: String) throws {
    let registry = try Self.registry(
      (.core, #"[{"Text": "BOX"}]"#), (origin, #"[{"Text": "BO", "Priority": 100}]"#))
    let found = UniformType.ofContents(Array("BOX".utf8), name: [], in: registry)
    #expect(found.type.identifier == type)
    #expect(
      UniformType.ofContents(Array("BO.".utf8), name: [], in: registry).type.identifier
        == "org.example.t1")
  }

  /// Rules that search all of a file take as long as all together may; those of a few places are tried all the same.
  @Test func aSearchOfTheWholeFileLeavesOtherRulesTheirTurn() throws {
    let searches = (0..<8).map { #"{"Offset": [0, 65536], "Text": "\#($0)absent"}"# }
    let registry = try Self.registry(
      (.core, #"[{"Text": "BOX", "Priority": 40}]"#),
      (.system, "[{\"Priority\": 90, \"Matches\": [\(searches.joined(separator: ", "))]}]"))
    // Each pair of bytes occurs, so that no search is ruled out.
    let filler = Array("0ab se nt 1a 2a 3a 4a 5a 6a 7a bs en ".utf8)
    var contents = Array("BOX".utf8)
    while contents.count < 70_000 { contents += filler }
    let found = UniformType.ofContents(contents, name: [], in: registry)
    #expect(found.type.identifier == "org.example.t0")
  }

  /// A part of a line, with and without regard of case, and any line at all.
  @Test(arguments: [
    (#"{"Fact": "Line", "Value": "*Sugar*", "IgnoresCase": true}"#, "much SUGAR here", true),
    (#"{"Fact": "Line", "Value": "*Sugar*", "IgnoresCase": true}"#, "much SUGA R here", false),
    (#"{"Fact": "Line", "Value": "*Sugar*"}"#, "much SUGAR here", false),
    (#"{"Fact": "Line", "Value": "*Sugar*"}"#, "much SugSugar here", true),
    (#"{"Fact": "Line", "Value": "*"}"#, "anything", true),
    (#"{"Fact": "Line", "Value": "*"}"#, "\u{0}", false),
    (#"{"Fact": "Line", "Value": "a*z"}"#, "abcxyz", true),
    (#"{"Fact": "Line", "Value": "a*z"}"#, "abcxy", false),
  ])
  func comparesPartsOfFacts(_ rule: String, _ text: String, _ matches: Bool) throws {
    let registry = try Self.registry((.core, "[\(rule)]"))
    let found = UniformType.ofContents(Array("first\n\(text)\n".utf8), name: [], in: registry)
    #expect((found.type.identifier == "org.example.t0") == matches)
  }

  /// What matched is shown in words: a fact, and the first 32 bytes of long ones.
  @Test(arguments: [
    (#"{"Fact": "Interpreter", "Value": "bake"}"#, "Interpreter is 'bake'"),
    (
      #"{"Text": "bake with a long line of options and", "Offset": 15}"#,
      "'bake with a long line of options…' at byte 15"
    ),
    (#"{"Text": "bake", "Offset": 15}"#, "'bake' at byte 15"),
  ])
  func saysWhatMatched(_ rule: String, _ matched: String) throws {
    let registry = try Self.registry((.core, "[\(rule)]"))
    let contents = Array("#!/usr/bin/env bake with a long line of options and words\n".utf8)
    let named = registry.resolve(name: Array("a".utf8).span, kind: .regular)
    var trace = ContentTrace()
    let resolution = registry.resolve(
      named, contents: FileSample(head: contents), tracing: &trace)
    let explanation = try #require(registry.explanation(of: resolution, named: named, trace))
    #expect(explanation.identifier.text == "org.example.t0")
    #expect(explanation.matched == matched)
    #expect(explanation.source?.bundle == "org.example.b0")
  }

  /// Once the work is spent, no other rule searches the whole file, even if it would find something.
  @Test(arguments: [0, 8]) func searchesEndWithTheWorkForAllRules(_ count: Int) throws {
    let searches = (0..<count).map { #"{"Offset": [0, 65536], "Text": "\#($0)absent"}"# }
    let needle = #"{"Offset": [0, 65536], "Text": "needle", "Priority": 85}"#
    let first = "{\"Priority\": 90, \"Matches\": [\(searches.joined(separator: ", "))]}"
    let registry = try Self.registry(
      (.core, #"[{"Text": "BOX", "Priority": 40}]"#),
      (.system, count == 0 ? "[]" : "[\(first)]"), (.system, "[\(needle)]"))
    let filler = Array("0ab se nt 1a 2a 3a 4a 5a 6a 7a bs en ".utf8)
    var contents = Array("BOX".utf8)
    while contents.count < 60_000 { contents += filler }
    contents += Array("needle".utf8)
    let found = UniformType.ofContents(contents, name: [], in: registry)
    #expect(found.type.identifier == (count == 0 ? "org.example.t2" : "org.example.t0"))
  }
}
