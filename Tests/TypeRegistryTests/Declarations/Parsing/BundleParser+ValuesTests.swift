// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry

/// Values of a wrong kind or size: each is reported with its key, and the rest of the file is read.
@Suite struct ValueParsingTests {
  /// One declaration with these members.
  private static func type(_ members: String) -> String {
    "\"UTExportedTypeDeclarations\": [{\"UTTypeIdentifier\": \"org.bistro.menu\", \(members)}]"
  }

  /// One declaration with these tags.
  private static func tags(_ members: String) -> String {
    type("\"UTTypeTagSpecification\": {\(members)}")
  }

  /// One document type with these members besides a type.
  private static func claim(_ members: String) -> String {
    "\"CFBundleDocumentTypes\": [{\"LSItemContentTypes\": \"public.png\", \(members)}]"
  }

  /// The findings about a bundle with these members, except that it declares nothing.
  private static func findings(_ members: String) -> [Diagnostic] {
    parse(json(members), origin: .local).diagnostics.filter { $0.code != .emptyBundle }
  }

  static let texts: [(String, String, String?)] = [
    (
      "\"CFBundleName\": true", "wrong-type: expected a string in 'CFBundleName', found a boolean",
      "write a string"
    ),
    (
      "\"CFBundleName\": \"\"", "empty-value: 'CFBundleName' is empty",
      "write a name or remove the key"
    ),
    (
      "\"CFBundleName\": \"a\\u200bb\"",
      "invisible-character: 'CFBundleName' holds the invisible character U+200B",
      "remove it unless the script needs it"
    ),
    (
      "\"CFBundleName\": \"a$(NAME\"", "unexpanded-variable: variable '$(NAME' is not replaced",
      "use the file that the build step makes of this one"
    ),
    (
      "\"CFBundleVersion\": 3.1",
      "wrong-type: expected a string in 'CFBundleVersion', found a number",
      "write it as a string: as numbers 3.1 and 3.10 are the same"
    ),
    (
      "\"CFBundleVersion\": \(String(repeating: "1", count: 1_025))",
      "text-too-long: 'CFBundleVersion' has more than 1024 bytes and is ignored", "shorten it"
    ),
    (
      "\"CFBundleIconFile\": 5",
      "wrong-type: expected a string or an array of strings in 'CFBundleIconFile', found a number",
      "write a string or an array of strings"
    ),
    (
      "\"CFBundleIconFile\": \"\"", "empty-value: 'CFBundleIconFile' is empty", "remove the key"
    ),
  ]

  static let types: [(String, String, String?)] = [
    (
      type("\"UTTypeIsWildcard\": \"no\""),
      "loose-boolean: expected a boolean in 'UTTypeIsWildcard', found a string", "write false"
    ),
    (
      type("\"UTTypeIsWildcard\": \"maybe\""),
      "wrong-type: expected a boolean in 'UTTypeIsWildcard', found a string", "write a boolean"
    ),
    (
      type("\"UTTypeConformsTo\": [4, \"public.data\"]"),
      "wrong-type: expected a string in 'UTTypeConformsTo', found a number", "write a string"
    ),
    (
      type("\"UTTypeConformsTo\": [\"a..b\", \"public.data\"]"),
      "invalid-identifier: identifier 'a..b' has an empty label (byte 2)", "remove the extra dot"
    ),
    (
      "\"UTExportedTypeDeclarations\": [5]",
      "wrong-type: expected an object in 'UTExportedTypeDeclarations', found a number",
      "write an object"
    ),
    (
      "\"TRTypeSupplements\": [{\"UTTypeConformsTo\": \"public.data\"}]",
      "missing-identifier: declaration has no 'UTTypeIdentifier'",
      "add one, such as \"UTTypeIdentifier\": \"org.example.document\""
    ),
    (
      """
      "TRTypeSupplements": [{"UTTypeIdentifier": "public.png", "UTTypeVersion": "1"}]
      """,
      "unknown-key: key 'UTTypeVersion' is not known", nil
    ),
    (
      type("\"UTTypeTagSpecification\": \"x\""),
      "wrong-type: expected an object in 'UTTypeTagSpecification', found a string",
      "write an object"
    ),
    (
      tags("\"public.mime-tipe\": \"a/b\""),
      "unknown-tag-class: tag class 'public.mime-tipe' is not known",
      "did you mean 'public.mime-type'?"
    ),
    (
      tags("\"public.filename-extension\": []"),
      "empty-value: 'public.filename-extension' is empty", "remove the key"
    ),
    (
      tags("\"public.filename-extension\": [\"\"]"),
      "empty-value: 'public.filename-extension' holds an empty string", "remove it"
    ),
    (
      tags("\"public.url-scheme\": \"1a\""), "invalid-tag: tag '1a' is not a URL scheme",
      "write letters, digits, '+', '-' and '.', beginning with a letter"
    ),
    (
      tags("\"org.typeregistry.url-pattern\": \"https://*.*/\""),
      """
      invalid-tag: tag 'https://*.*/' has a '*' at byte 10, but in a host it is the whole or the \
      first label
      """, "'*.example.org' is example.org and all hosts below it, '*' every host"
    ),
  ]

  static let applications: [(String, String, String?)] = [
    (
      "\"CFBundleDocumentTypes\": [{\"CFBundleTypeName\": \"Menu\"}]",
      "empty-claim: document type lists no types, extensions or MIME types",
      "add 'LSItemContentTypes' or remove the entry"
    ),
    (
      claim("\"CFBundleTypeMIMETypes\": \"a/b\", \"CFBundleTypeExtensions\": \"b\""),
      """
      ignored-legacy-keys: 'CFBundleTypeMIMETypes' is ignored, because 'LSItemContentTypes' is \
      present
      """, "remove it"
    ),
    (
      claim("\"CFBundleTypeRole\": 5"),
      "wrong-type: expected a string in 'CFBundleTypeRole', found a number", "write a string"
    ),
    (
      claim("\"LSHandlerRank\": 5"),
      "wrong-type: expected a string in 'LSHandlerRank', found a number", "write a string"
    ),
    (
      "\"CFBundleURLTypes\": [{\"CFBundleURLSchemes\": \"bistro\", \"CFBundleURLNam\": \"x\"}]",
      "unknown-key: key 'CFBundleURLNam' is not known", "did you mean 'CFBundleURLName'?"
    ),
    (
      "\"TRLaunch\": {\"Arguments\": [\"bistro\", \"$(FILE)\"]}",
      "unexpanded-variable: variable '$(FILE)' is not replaced",
      "use the file that the build step makes of this one"
    ),
    (
      "\"TRLocalizedStrings\": {\"de\": 5}",
      "wrong-type: expected an object of strings in 'de', found a number",
      "write an object of strings"
    ),
    (
      "\"TRDefaultHandlers\": 5",
      "wrong-type: expected an object in 'TRDefaultHandlers', found a number", "write an object"
    ),
    (
      "\"TRDefaultHandlers\": {\"public.png\": {\"Handler\": \"org.a\", \"Handlr\": \"b\"}}",
      "unknown-key: key 'Handlr' is not known", "did you mean 'Handler'?"
    ),
  ]

  static let cases: [(String, String, String?)] = texts + types + applications

  @Test(arguments: cases)
  func aWrongValueIsReportedWithItsKey(
    _ members: String, _ finding: String, _ hint: String?
  ) {
    let found = Self.findings(members)
    #expect(found.map { "\($0.code.rawValue): \($0.message)" } == [finding])
    #expect(found.map(\.hint) == [hint])
  }

  /// Names of more than 127 bytes are not those that need no check, and of more than 255 are refused.
  @Test(arguments: [127, 128, 255, 256])
  func theLengthOfAnExtensionIsLimited(_ length: Int) throws {
    let name = String(repeating: "e", count: length)
    let (bundle, diagnostics) = parse(
      json(Self.tags("\"public.filename-extension\": \"\(name)\"")))
    let tags = try #require(bundle?.declarations.first).tags
    #expect(tags.map(\.value) == (length < 256 ? [name] : []))
    #expect(diagnostics.map(\.code) == (length < 256 ? [] : [.invalidTag]))
    #expect(diagnostics.map(\.hint) == (length < 256 ? [] : ["shorten it"]))
  }

  @Test(arguments: [255, 256]) func theLengthOfAnIdentifierIsLimited(_ length: Int) throws {
    let identifier = "a." + String(repeating: "b", count: length - 2)
    let (bundle, diagnostics) = parse(
      json(Self.type("\"UTTypeConformsTo\": \"\(identifier)\"")))
    let parents = try #require(bundle?.declarations.first).parents
    #expect(parents.map(\.text) == (length < 256 ? [identifier] : []))
    #expect(diagnostics.map(\.code) == (length < 256 ? [] : [.invalidIdentifier]))
    #expect(diagnostics.map(\.hint) == (length < 256 ? [] : ["shorten it"]))
  }

  @Test(arguments: [255, 256]) func theLengthOfABundleIdentifierIsLimited(_ length: Int) {
    let identifier = "a." + String(repeating: "b", count: length - 2)
    let (bundle, diagnostics) = parse("{\"CFBundleIdentifier\": \"\(identifier)\"}")
    #expect(bundle?.identifier == (length < 256 ? identifier : nil))
    let errors = diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code) == (length < 256 ? [] : [.invalidBundleIdentifier]))
    #expect(
      errors.allSatisfy { $0.message.hasSuffix("is 256 bytes long: expected at most 255") })
  }

  /// A type with one tag or parent too many is left out, alone; a bundle with one type too many is refused.
  @Test func sizesOfDeclarationsAreLimited() throws {
    func list(_ count: Int, _ element: (Int) -> String) -> String {
      "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }
    let other = "{\"UTTypeIdentifier\": \"public.png\", \"UTTypeConformsTo\": \"public.image\"}"
    let parents = "\"UTTypeConformsTo\": " + list(257) { "\"a.b\($0)\"" }
    let extensions = "\"public.filename-extension\": " + list(257) { "\"b\($0)\"" }
    for (members, code) in [
      (parents, Diagnostic.Code.tooManySupertypes),
      ("\"UTTypeTagSpecification\": {\(extensions)}", .tooManyTags),
    ] {
      let (bundle, diagnostics) = parse(
        json(
          "\"TRTypeSupplements\": [{\"UTTypeIdentifier\": \"public.jpeg\", \(members)}, \(other)]"))
      #expect(try #require(bundle).supplements.map(\.identifier.text) == ["public.png"])
      #expect(diagnostics.map(\.code) == [code])
    }
    let nested = parse(
      json(Self.tags("\"UTTypeTagSpecification\": {\(extensions)}") + ", \"TRLaunch\": {}"))
    #expect(try #require(nested.bundle).declarations.isEmpty)
    #expect(nested.diagnostics.map(\.code).contains(.tooManyTags))
    for count in [4_096, 4_097] {
      let types = list(count) { "{\"UTTypeIdentifier\": \"a.b\($0)\"}" }
      let (bundle, diagnostics) = parse(json("\"TRTypeSupplements\": \(types)"))
      #expect(bundle?.supplements.count == (count == 4_096 ? count : nil))
      #expect(diagnostics.map(\.code) == (count == 4_096 ? [] : [.tooManyTypes]))
    }
  }

  @Test(arguments: [4_096, 4_097]) func theNumberOfDefaultHandlersIsLimited(_ count: Int) {
    let handlers = (0..<count).map { "\"a.b\($0)\": \"org.a\"" }.joined(separator: ",")
    let (bundle, diagnostics) = parse(
      json("\"TRDefaultHandlers\": {\(handlers)}"), origin: .local)
    #expect(bundle?.siteBindings.count == (count == 4_096 ? count : nil))
    #expect(diagnostics.map(\.code) == (count == 4_096 ? [] : [.tooManyClaims]))
  }

  @Test func aHandlerThatIsNotAStringIsNoChoice() throws {
    let (bundle, diagnostics) = parse(
      json("\"TRDefaultHandlers\": {\"public.png\": {\"Handler\": 5}, \"a.b\": \"org.a\"}"),
      origin: .local)
    #expect(try #require(bundle).siteBindings.map(\.handler) == ["org.a"])
    #expect(Set(diagnostics.map(\.code)) == [.wrongType, .invalidDefaultHandler])
  }

  @Test func aSchemeHasAnIcon() throws {
    let (bundle, diagnostics) = parse(
      json(
        "\"CFBundleURLTypes\": "
          + "[{\"CFBundleURLSchemes\": \"bistro\", \"CFBundleURLIconFile\": \"table\"}]"))
    #expect(diagnostics.isEmpty)
    #expect(try #require(bundle).claims.map(\.iconName) == ["table"])
  }

  /// A role and a rank of a wrong kind are the usual ones.
  @Test func aClaimKeepsTheUsualRoleAndRank() throws {
    let (bundle, _) = parse(json(Self.claim("\"CFBundleTypeRole\": 5, \"LSHandlerRank\": 5")))
    let claim = try #require(bundle?.claims.first)
    #expect(claim.role == .viewer && claim.rank == .default)
  }

  /// Keys of the core have no effect in other bundles.
  @Test(arguments: [Origin.core, .system, .user])
  func onlyTheCorePrefersExtensions(_ origin: Origin) throws {
    func declaration(_ members: String) throws -> TypeDeclaration {
      let (bundle, diagnostics) = parse(json(Self.type(members)), origin: origin)
      #expect(diagnostics.allSatisfy { $0.severity == .note }, "\(diagnostics)")
      return try #require(bundle?.declarations.first)
    }
    let isCore = origin == .core
    let list = try declaration("\"TRPreferredExtensions\": [\"menu\", 5]")
    #expect(list.preferredTags.map(\.value) == (isCore ? ["menu"] : []))
    let single = try declaration("\"TRPreferredExtensions\": \"menu\"")
    #expect(single.preferredTags.map(\.value) == (isCore ? ["menu"] : []))
    let name = try declaration("\"TRFreedesktopMIMEType\": \"a/b\"")
    #expect(name.freedesktopMIMEType?.value == (isCore ? "a/b" : nil))
  }

  @Test(arguments: [
    ("English", "en"), ("French", "fr"), ("German", "de"), ("Italian", "it"), ("Spanish", "es"),
    ("Dutch", "nl"), ("Japanese", "ja"), ("pt-BR", "pt_BR"), ("sr@latin", "sr@latin"),
    ("x", nil), ("de DE", nil),
  ])
  func aLanguageHasOneSpelling(_ text: String, _ language: String?) {
    let (bundle, diagnostics) = parse(json("\"CFBundleDevelopmentRegion\": \"\(text)\""))
    #expect(bundle?.developmentRegion == language)
    #expect(diagnostics.contains { $0.code == .invalidLanguage } == (language == nil))
  }

  /// Swift holds the two spellings of the key equal.
  @Test func aKeyInAnotherUnicodeSpellingTranslatesNothing() throws {
    let text = json(
      """
      "TRLocalizedStrings": {
        "de": {"Caf\u{E9}": "eins",
          "Cafe\u{301}": "zwei", "Menu": "Karte"},
        "pt-BR": {"Caf\u{E9}": "um"}, "pt_BR": {"Cafe\u{301}": "dois"}}
      """)
    let (bundle, diagnostics) = parse(text)
    let strings = try #require(bundle).localizedStrings
    #expect(
      strings == ["de": ["Caf\u{E9}": "eins", "Menu": "Karte"], "pt_BR": ["Caf\u{E9}": "um"]])
    for key in strings.values.flatMap(\.keys) where key.hasPrefix("C") {
      #expect(Array(key.utf8) == Array("Caf\u{E9}".utf8))
    }
    let findings = diagnostics.filter { $0.code == .duplicateKey }
    let left = "in another Unicode spelling, and its translation is left out"
    #expect(
      findings.map(\.message) == [
        "key 'Cafe\u{301}' is the key at 2:10 \(left)",
        "key 'Cafe\u{301}' is a key before it \(left)",
      ])
    #expect(findings.map(\.severity) == [.warning, .warning])
    #expect(try findings.first?.position == position(of: "\"Cafe\u{301}", in: text))
  }

  @Test func translationsThatAreTooLongOrNotNeededAreLeftOut() throws {
    let long = String(repeating: "x", count: DeclarationLimits.maximumTextBytes + 1)
    let files = [
      ("de", "\"Menu\" = \"\(long)\";\n\"CFBundleName\" = \"Gasthaus\";\n"),
      ("fr", "\"Other\" = \"Autre\";\n"), ("it", "\"Menu\" = \"Carta\";\n"),
    ].map { LocalizedStringsFile(language: $0, bytes: Array($1.utf8), path: "\($0).strings") }
    let text = json("\"CFBundleName\": \"Bistro\", " + Self.type("\"UTTypeDescription\": \"Menu\""))
    let (bundle, diagnostics) = BundleParser.parse(
      Array(text.utf8), path: "a.json", origin: .user, localizedStrings: files)
    #expect(
      try #require(bundle).localizedStrings == [
        "de": ["Bistro": "Gasthaus"], "it": ["Menu": "Carta"],
      ])
    #expect(diagnostics.map(\.path) == ["de.strings"])
    #expect(diagnostics.map(\.code) == [.textTooLong])
    #expect(diagnostics.map(\.message) == ["texts of more than 1024 bytes are ignored"])
  }

  @Test func theCacheOfIdentifiersFindsNothingElse() throws {
    let bytes = Array(#"["org.bistro.menu", "org.bistro.card", "", 5]"#.utf8)
    let values = try #require(DeclarationText.read(bytes, path: "").document).root.elements
    var cache = IdentifierCache()
    cache.insert(.test("org.bistro.menu"))
    let found = values.map { cache.find($0)?.text }
    #expect(found == ["org.bistro.menu", nil, nil, nil])
  }
}
