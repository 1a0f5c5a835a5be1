// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// From a name and the first bytes of a file to a type.
@Suite struct ContentResolutionTests {
  typealias Bundle = TypeRegistry.Bundle

  private static let types = """
    <mime-type type="text/plain"><glob pattern="*.txt"/></mime-type>
    <mime-type type="application/octet-stream"/>
    <mime-type type="application/x-zerosize"/>
    <mime-type type="application/xml"><sub-class-of type="text/plain"/>
      <magic priority="40"><match type="string" value="&lt;?xml" offset="0"/></magic>
      <glob pattern="*.xml"/>
    </mime-type>
    <mime-type type="image/x-picture">
      <sub-class-of type="application/xml"/><root-XML namespaceURI="urn:picture" localName="p"/>
      <root-XML namespaceURI="urn:other" localName=""/>
    </mime-type>
    <mime-type type="application/x-box">
      <magic><match type="string" value="BOX" offset="0"/></magic>
    </mime-type>
    <mime-type type="application/x-fine-box">
      <sub-class-of type="application/x-box"/>
      <magic priority="60"><match type="string" value="BOX" offset="0">
        <match type="string" value="fine" offset="3:8"/><match type="byte" value="7" offset="9"/>
      </match></magic>
      <glob pattern="*.fine"/><glob pattern="*.both"/>
    </mime-type>
    <mime-type type="text/x-recipe"><sub-class-of type="text/plain"/>
      <magic><match type="string" value="recipe" mask="0xdfdfdfdfdfdf" offset="0"/></magic>
      <glob pattern="*.both"/><glob pattern="*.several"/>
    </mime-type>
    <mime-type type="text/x-letter"><sub-class-of type="text/plain"/>
      <magic><match type="string" value="letter" offset="0"/></magic><glob pattern="*.word"/>
    </mime-type>
    <mime-type type="application/x-page"><glob pattern="*.word"/></mime-type>
    <mime-type type="text/x-note"><sub-class-of type="text/plain"/>
      <magic><match type="string" value="note" offset="0"/></magic><glob pattern="*.plain"/>
    </mime-type>
    <mime-type type="text/x-words"><sub-class-of type="text/plain"/><glob pattern="*.plain"/></mime-type>
    <mime-type type="text/x-program">
      <uti:declaration xmlns:uti="https://typeregistry.org/declaration" identifier="org.example.program">
        <uti:conforms-to type="public.source-code"/>
        <uti:conforms-to type="org.freedesktop.mime.text.plain"/></uti:declaration>
      <magic><match type="string" value="#!" offset="0"/></magic><glob pattern="*.code"/>
    </mime-type>
    <mime-type type="text/x-rare"><sub-class-of type="text/plain"/><glob pattern="*.code"/></mime-type>
    <mime-type type="application/x-code"><glob pattern="*.code"/></mime-type>
    <mime-type type="text/x-marked"><sub-class-of type="application/xml"/><glob pattern="*.tag"/></mime-type>
    <mime-type type="text/x-tagged"><sub-class-of type="text/plain"/><glob pattern="*.tag"/></mime-type>
    <mime-type type="text/x-word-markup"><sub-class-of type="application/xml"/>
      <root-XML namespaceURI="urn:word" localName="w"/><glob pattern="*.xml"/></mime-type>
    <mime-type type="audio/x-several"><glob pattern="*.several"/></mime-type>
    <mime-type type="video/x-several"><glob pattern="*.several"/>
      <magic><match type="big16" value="0x0102" offset="1"/></magic>
    </mime-type>
    <mime-type type="font/x-light"><glob pattern="*.several" weight="40"/>
      <magic priority="90"><match type="string" value="light" offset="0"/></magic>
    </mime-type>
    """

  private static let registry: CompiledRegistry? = {
    let text =
      "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">\(types)"
      + "</mime-info>"
    let (bundle, _) = MIMEPackageParser.parse(Array(text.utf8), path: "a.xml", origin: .system)
    // What all types conform to, as in the core.
    var base = Bundle(identifier: "org.typeregistry.core.base", path: "base.json", origin: .core)
    for (name, parent) in [
      ("public.data", nil), ("public.plain-text", "public.data"), ("public.image", "public.data"),
      ("public.source-code", "public.plain-text"),
      ("public.audio", "public.data"), ("public.movie", "public.data"),
      ("public.font", "public.data"),
    ] as [(String, String?)] {
      guard let identifier = try? TypeIdentifier(name) else { continue }
      let parents = parent.flatMap { try? [TypeIdentifier($0)] } ?? []
      base.declarations.append(
        TypeDeclaration(identifier: identifier, kind: .exported, parents: parents))
    }
    return bundle.map { RegistryCompiler.compile([base, $0]).registry }
  }()

  /// The MIME type that a name and contents give, and what found it.
  private static func answer(_ name: String, _ contents: [UInt8]) throws -> String {
    let registry = try #require(registry)
    let byName = registry.resolve(name: Array(name.utf8).span, kind: .regular)
    let resolution = registry.resolve(byName, contents: FileSample(head: contents))
    guard case .type(let type) = resolution.answer else { return "\(resolution.match)" }
    let identifier = registry.identifier(of: type)
    return "\(FreedesktopName.mimeType(of: identifier) ?? identifier.text) \(resolution.match)"
  }

  @Test(arguments: [
    // The name alone gives one type.
    ("a.txt", "BOX", "text/plain filenameExtension"),
    ("a.fine", "?", "application/x-fine-box filenameExtension"),
    // The name gives none.
    ("a", "BOX", "application/x-box magic"),
    ("a", "BOX..fine", "application/x-fine-box magic"),
    ("a", "BOX......\u{7}", "application/x-fine-box magic"),
    ("a", "BOX......fine", "application/x-box magic"),
    ("a", " BOX", "text/plain text"),
    ("a", "ReciPE", "text/x-recipe magic"),
    ("a.unknown", "BOX", "application/x-box magic"),
    ("a.unknown", "text\twith\r\nlines", "text/plain text"),
    ("a.unknown", "\u{1}", "none"),
    ("a", "\u{1}", "public.data none"),
    ("a", "", "application/x-zerosize empty"),
    ("a", "é", "text/plain text"),
    // The name gives several.
    ("a.both", "", "text/x-recipe magic"),
    ("a.xml", "", "application/xml filenameExtension"),
    ("a.xml", "<!DOCTYPE x SYSTEM \"x\"><x/>", "application/xml filenameExtension"),
    ("a.xml", "<w xmlns='urn:word'/>", "text/x-word-markup rootElement"),
    ("a.tag", "\n<x/>", "text/x-marked filenameExtension"),
    ("a.tag", "Tag: x", "text/x-tagged magic"),
    ("a.both", "BOX", "application/x-fine-box magic"),
    ("a.both", "recipe", "text/x-recipe magic"),
    ("a.both", "BOX..fine", "application/x-fine-box magic"),
    ("a.several", "\u{0}\u{1}\u{2}", "video/x-several magic"),
    ("a.several", "\u{1}", "audio/x-several filenameExtension"),
    // A text is none of the types that are not text, also if the rules of a text type fail.
    ("a.several", "?", "text/x-recipe magic"),
    ("a.word", "letter", "text/x-letter magic"),
    ("a.word", "other text", "text/x-letter magic"),
    ("a.word", "\u{1}", "application/x-page filenameExtension"),
    ("a.word", "", "text/x-letter magic"),
    ("a.plain", "note", "text/x-note magic"),
    ("a.plain", "other text", "text/x-words magic"),
    ("a.plain", "\u{1}", "text/x-words magic"),
    // No rule knows all beginnings of a program.
    ("a.code", "#!", "org.example.program magic"),
    ("a.code", "other text", "org.example.program filenameExtension"),
    ("a.code", "\u{1}", "application/x-code magic"),
    ("a.several", "light", "font/x-light magic"),
    // XML.
    ("a", "<?xml version='1.0'?><q/>", "application/xml magic"),
    ("a", "<?xml version='1.0'?><p xmlns='urn:picture'/>", "image/x-picture rootElement"),
    (
      "a",
      "<?xml?><!-- <a> --><?b?><!DOCTYPE p [<!ENTITY c '>'>]> <d:p e='f' xmlns:d=\"urn:picture\">",
      "image/x-picture rootElement"
    ),
    (
      "a", "<?xml?><!DOCTYPE p [ <!-- don't --> <?a don't?> ]><p xmlns='urn:picture'>",
      "image/x-picture rootElement"
    ),
    ("a", "<?xml?><d:p xmlns='urn:picture'>", "application/xml magic"),
    ("a", "<?xml?><q xmlns='urn:picture'>", "application/xml magic"),
    ("a", "<?xml?><q xmlns='urn:other'>", "image/x-picture rootElement"),
    ("a", "<?xml?><p xmlns='urn:picture", "application/xml magic"),
    ("a", "<?xml?><p xmlns=", "application/xml magic"),
    ("a", "<?xml?><", "application/xml magic"),
    ("a", "<?xml?><!-- ", "application/xml magic"),
    ("a", "<?xml?><!DOCTYPE p [", "application/xml magic"),
    ("a.xml", "<?xml?><p xmlns='urn:picture'>", "application/xml magic"),
  ])
  func decides(_ name: String, _ contents: String, _ expected: String) throws {
    let answer = try Self.answer(name, Array(contents.utf8))
    #expect(answer == expected)
  }

  /// A name that matches nothing has no tag, also if the first slot of the tag index is taken.
  @Test func aNameWithoutAPatternHasNoCandidates() throws {
    for count in 1...64 {
      let base = Bundle.test(
        "core.a.b",
        [.test("public.data")]
          + (0..<count).flatMap { number in
            ["a", "b"].map {
              .test("org.\($0).t\(number)", parents: ["public.data"], extensions: ["e\(number)"])
            }
          })
      let registry = RegistryCompiler.compile([base]).registry
      let resolution = registry.resolve(name: Array("name".utf8).span, kind: .regular)
      #expect(registry.contentCandidates(of: resolution).isEmpty, "\(count)")
    }
  }

  @Test func needsAsManyBytesAsTheRules() throws {
    #expect(try #require(Self.registry).contentLength == CompiledRegistry.factSample)
  }

  @Test func readsContentsOnlyWhereTheNameLeavesTheTypeOpen() throws {
    let registry = try #require(Self.registry)
    for (name, expected) in [
      ("a.txt", false), ("a.fine", false), ("a", true), ("a.unknown", true), ("a.several", true),
    ] {
      let resolution = registry.resolve(name: Array(name.utf8).span, kind: .regular)
      #expect(registry.dependsOnContents(resolution) == expected, "\(name)")
    }
    #expect(!registry.dependsOnContents(registry.resolve(name: [97].span, kind: .directory)))
    #expect(!registry.dependsOnContents(registry.resolve(name: [97].span, kind: .namedPipe)))
  }

  /// No prefix of contents reads beyond them.
  @Test func survivesEveryTruncation() throws {
    for text in ["BOX..fine.", "<?xml?><!DOCTYPE p [<a>]><b:p xmlns:b='urn:picture'>", "recipe"] {
      let bytes = Array(text.utf8)
      for count in 0...bytes.count {
        #expect(try !Self.answer("a", Array(bytes[..<count])).isEmpty)
        #expect(try !Self.answer("a.both", Array(bytes[..<count])).isEmpty)
      }
    }
  }

  /// A package and a file that were made for each other cost milliseconds, not seconds.
  @Test func boundsTheWork() throws {
    let value = String(repeating: "a", count: 512) + "b"
    let match = "<match type='string' value='\(value)' offset='0:2000'/>"
    let text =
      "<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\">"
      + "<mime-type type='a/b'><magic>" + String(repeating: match, count: 2_000)
      + "</magic></mime-type></mime-info>"
    let (bundle, _) = MIMEPackageParser.parse(Array(text.utf8), path: "a.xml", origin: .user)
    let registry = RegistryCompiler.compile([try #require(bundle)]).registry
    let contents = Array(repeating: UInt8(ascii: "a"), count: 4_096)
    let byName = registry.resolve(name: [97].span, kind: .regular)
    let clock = ContinuousClock()
    var matching = ContentMatching(registry, FileSample(head: contents))
    let time = clock.measure {
      #expect(matching.bestType() == nil)
    }
    // Two thousand times two thousand times five hundred comparisons would take seconds.
    #expect(time < .seconds(1))
    #expect(registry.resolve(byName, contents: FileSample(head: contents)).match != .magic)
  }

  /// Why contents give the type: the kind of rule, what matched, and the question that it settled.
  @Test(arguments: [
    (
      "a", "<?xml version='1.0'?><p xmlns='urn:picture'/>", "rootElement",
      "the outermost element is 'p' of the namespace 'urn:picture'", "the name has no type"
    ),
    (
      "a", "<?xml?><q xmlns='urn:other'>", "rootElement",
      "the outermost element is one of the namespace 'urn:other'", "the name has no type"
    ),
    ("a", "BOX", "magic", "'BOX' at byte 0", "the name has no type"),
    ("a.unknown", "BOX", "magic", "'BOX' at byte 0", "no declared type has the extension"),
    ("a.several", "\u{0}\u{1}\u{2}", "magic", "01 02 at byte 1", "4 types have the name"),
    (
      "a.word", "other text", "magic", "no rule of the other types matches",
      "2 types have the name"
    ),
    (
      "a", "text", "text", "no rule matches, and the beginning is text", "the name has no type"
    ),
    ("a", "", "empty", "the file is empty", "the name has no type"),
  ])
  func explains(
    _ name: String, _ contents: String, _ rule: String, _ matched: String, _ settled: String
  ) throws {
    let registry = try #require(Self.registry)
    let named = registry.resolve(name: Array(name.utf8).span, kind: .regular)
    var trace = ContentTrace()
    let resolution = registry.resolve(
      named, contents: FileSample(head: Array(contents.utf8)), tracing: &trace)
    let explanation = try #require(registry.explanation(of: resolution, named: named, trace))
    #expect(explanation.foundBy == rule)
    #expect(explanation.matched == matched)
    #expect(explanation.settled.hasPrefix(settled))
    let hasSource = rule == "rootElement" || explanation.offset != nil
    #expect((explanation.source?.bundle == "a.xml") == hasSource)
  }

  /// A name that decides alone is not explained by contents.
  @Test func theNameAloneNeedsNoContents() throws {
    let registry = try #require(Self.registry)
    let named = registry.resolve(name: Array("a.txt".utf8).span, kind: .regular)
    var trace = ContentTrace()
    let resolution = registry.resolve(
      named, contents: FileSample(head: Array("BOX".utf8)), tracing: &trace)
    #expect(resolution == named)
    #expect(registry.explanation(of: resolution, named: named, trace) == nil)
  }

  /// A type that the user has chosen for an extension is not left to the contents.
  @Test func aChosenTypeIsNotDecidedByContents() throws {
    let recipe = "org.freedesktop.mime.text.x-recipe"
    let page = "org.freedesktop.mime.application.x-page"
    let registry = try #require(Self.registry).choosing([
      Binding(.fileExtension("word"), .type(.test(page))),
      Binding(.fileExtension("both"), .type(.test(recipe))),
    ])
    for (name, type) in [("a.both", recipe), ("a.word", page)] {
      let bytes = Array(name.utf8)
      let named = registry.resolve(name: bytes.span, kind: .regular)
      #expect(registry.contentCandidates(of: named).isEmpty)
      let resolution = registry.resolve(
        named, contents: FileSample(head: Array("BOX..fine".utf8)))
      #expect(registry.identifier(of: resolution, name: bytes.span).text == type)
    }
  }

  /// A file without bytes whose name only means data is what the name says.
  @Test(arguments: ["a.bin", "a.bak"]) func anEmptyFileOfDataIsWhatItsNameSays(_ name: String) {
    let registry = Shipped.registry
    let found = UniformType.ofContents([], name: Array(name.utf8), in: registry)
    #expect(found.type == UniformType(fileName: name, in: registry))
    #expect(found.type.conforms(to: .data) && found.type != .plainText)
  }
}
