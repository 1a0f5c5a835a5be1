// SPDX-License-Identifier: MIT

import Foundation
import StrictJSON
import TestSupport
import Testing
import TypeRegistry

/// Well-formed files.
@Suite struct BundleParserTests {
  static let restaurant = """
    {
      "CFBundleIdentifier": "org.bistro.restaurant",
      "CFBundleName": "Restaurant",
      "CFBundleVersion": "3.10",
      "CFBundleDevelopmentRegion": "English",
      "UTExportedTypeDeclarations": [{
        "UTTypeIdentifier": "org.bistro.RestaurantMenu",
        "UTTypeDescription": "Restaurant Menu",
        "UTTypeConformsTo": ["public.json", "public.content"],
        "UTTypeTagSpecification": {
          "public.filename-extension": ["restaurantmenu", "MENU"],
          "public.mime-type": "application/x-menu",
          "com.apple.ostype": ["MENU"]
        },
        "UTTypeIconFile": "menu.icns",
        "UTTypeReferenceURL": "https://bistro.example/menu",
        "UTTypeVersion": "2",
        "UTTypeIsWildcard": true,
        "TRSwiftConstant": "menu"
      }],
      "UTImportedTypeDeclarations": [{
        "UTTypeIdentifier": "org.other.list",
        "UTTypeConformsTo": "public.data"
      }],
      "CFBundleDocumentTypes": [{
        "CFBundleTypeName": "Restaurant Menu",
        "LSItemContentTypes": ["org.bistro.restaurantmenu"],
        "CFBundleTypeRole": "Editor",
        "LSHandlerRank": "Owner",
        "LSTypeIsPackage": false,
        "NSDocumentClass": "MenuDocument"
      }, {
        "CFBundleTypeExtensions": ["lst", "*"],
        "CFBundleTypeMIMETypes": "text/x-list",
        "CFBundleTypeOSTypes": ["LIST"],
        "CFBundleTypeRole": "Viewer"
      }],
      "CFBundleURLTypes": [{
        "CFBundleURLName": "Bistro",
        "CFBundleURLSchemes": ["bistro"],
        "CFBundleTypeRole": "Viewer"
      }],
      "TRTypeSupplements": [{
        "UTTypeIdentifier": "public.json",
        "UTTypeTagSpecification": { "public.filename-extension": ["bistrojson"] }
      }],
      "TRLaunch": { "Arguments": ["restaurant", "--open", "%F"] },
      "TRLocalizedStrings": { "vi": { "Restaurant Menu": "Thực đơn nhà hàng" } },
      "LSMinimumSystemVersion": "14.0",
      "NSPrincipalClass": "NSApplication"
    }
    """

  private func type(_ text: String) throws -> TypeIdentifier { try TypeIdentifier(text) }

  @Test func readsEveryKey() throws {
    let text = Self.restaurant
    let (read, diagnostics) = parse(text)
    #expect(diagnostics == [])
    let bundle = try #require(read)
    #expect(bundle.identifier == "org.bistro.restaurant")
    #expect(bundle.name == "Restaurant")
    #expect(bundle.version == BundleVersion("3.10"))
    #expect(bundle.developmentRegion == "en")
    #expect(bundle.path == "bistro.json")
    #expect(bundle.origin == .user)
    #expect(bundle.launchArguments == ["restaurant", "--open", "%F"])
    #expect(bundle.localizedStrings == ["vi": ["Restaurant Menu": "Thực đơn nhà hàng"]])
    let menu = TypeDeclaration(
      identifier: try type("org.bistro.restaurantmenu"), kind: .exported,
      parents: [try type("public.json"), try type("public.content")],
      tags: [
        try Tag(.filenameExtension, "restaurantmenu"), try Tag(.filenameExtension, "menu"),
        try Tag(.mimeType, "application/x-menu"), try Tag(.osType, "MENU"),
      ],
      typeDescription: "Restaurant Menu", iconName: "menu.icns", version: "2",
      referenceURL: "https://bistro.example/menu", isWildcard: true,
      location: SourceLocation(line: 7, column: 25))
    let list = TypeDeclaration(
      identifier: try type("org.other.list"), kind: .imported, parents: [try type("public.data")],
      location: SourceLocation(line: 22, column: 25))
    #expect(bundle.declarations == [menu, list])
    #expect(bundle.supplements.map(\.tags) == [[try Tag(.filenameExtension, "bistrojson")]])
    #expect(
      bundle.claims.map(\.subjects) == [
        [.type(try type("org.bistro.restaurantmenu"))],
        [
          .tag(try Tag(.filenameExtension, "lst")), .everything,
          .tag(try Tag(.mimeType, "text/x-list")), .tag(try Tag(.osType, "LIST")),
        ],
        [.tag(try Tag(.urlScheme, "bistro"))],
      ])
    #expect(bundle.claims.map(\.role) == [.editor, .viewer, .viewer])
    #expect(bundle.claims.map(\.rank) == [.owner, .default, .default])
    #expect(bundle.claims.map(\.name) == ["Restaurant Menu", nil, "Bistro"])
    #expect(bundle.claims.first?.location == SourceLocation(line: 25, column: 29))
  }

  @Test func readsTheSameFromEveryFormat() throws {
    let json = try #require(parse(Self.restaurant).bundle)
    let object = try JSONSerialization.jsonObject(with: Data(Self.restaurant.utf8))
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: object, format: format, options: 0)
      let (read, diagnostics) = BundleParser.parse(
        Array(data), path: "bistro.json", origin: .user)
      #expect(diagnostics == [])
      let bundle = try #require(read)
      #expect(bundle.identifier == json.identifier)
      // Foundation writes dictionaries in an undefined order.
      func contents(_ bundle: TypeRegistry.Bundle) -> Set<TypeDeclaration> {
        Set(
          bundle.declarations.map { declaration in
            var declaration = declaration
            declaration.tags.sort()
            declaration.location = nil
            return declaration
          })
      }
      #expect(contents(bundle) == contents(json))
      #expect(
        Set(bundle.claims.map { Set($0.subjects) }) == Set(json.claims.map { Set($0.subjects) }))
      #expect(bundle.localizedStrings == json.localizedStrings)
      #expect(bundle.launchArguments == json.launchArguments)
      #expect(bundle.declarations.allSatisfy { ($0.location != nil) == (format == .xml) })
    }
  }

  @Test func survivesEveryTruncation() {
    let bytes = Array(Self.restaurant.utf8)
    for length in bytes.indices {
      let (bundle, diagnostics) = BundleParser.parse(
        Array(bytes[..<length]), path: "x", origin: .user)
      #expect(bundle == nil)
      #expect(diagnostics.contains { $0.severity == .error })
    }
  }

  @Test func takesTheShortVersionWhereThereIsNoOther() {
    let short = "\"CFBundleShortVersionString\": \"1.2\""
    #expect(parse(json(short)).bundle?.version == BundleVersion("1.2"))
    #expect(
      parse(json(short + ", \"CFBundleVersion\": \"7\"")).bundle?.version == BundleVersion("7"))
  }

  @Test func prefersTheDisplayName() {
    let names = "\"CFBundleDisplayName\": \"Bistro\", \"CFBundleName\": \"bistro\""
    #expect(parse(json(names)).bundle?.name == "Bistro")
  }

  @Test(arguments: [
    ("{\"UTTypeIconName\": \"menu-icon\"}", "menu-icon", []),
    ("{\"UTTypeIconText\": \"MENU\"}", nil, []),
    ("{\"UTTypeIconNam\": \"x\"}", nil, [Diagnostic.Code.unknownKey]),
    ("\"menu-icon\"", nil, [.wrongType]),
  ])
  func anIconHasParts(_ icons: String, _ name: String?, _ codes: [Diagnostic.Code]) throws {
    let (bundle, diagnostics) = parse(
      json(
        """
        "UTExportedTypeDeclarations": [{
          "UTTypeIdentifier": "org.bistro.menu", "UTTypeConformsTo": "public.data",
          "UTTypeDescription": "Menu", "UTTypeIcons": \(icons)
        }]
        """))
    #expect(try #require(bundle?.declarations.first).iconName == name)
    #expect(diagnostics.map(\.code) == codes)
  }

  @Test func addsTheTranslationsBesideTheFile() throws {
    let strings = """
      "Restaurant Menu" = "Speisekarte";
      "NSCameraUsageDescription" = "…";
      CFBundleName = "Gasthaus";
      """
    let (read, diagnostics) = BundleParser.parse(
      Array(Self.restaurant.utf8), path: "x", origin: .user,
      localizedStrings: [
        LocalizedStringsFile(language: "de", bytes: Array(strings.utf8), path: "de"),
        LocalizedStringsFile(language: "vi", bytes: Array(strings.utf8), path: "vi"),
        LocalizedStringsFile(language: "Base", bytes: Array(strings.utf8), path: "Base"),
        LocalizedStringsFile(language: "fr", bytes: Array("oops".utf8), path: "fr.strings"),
      ])
    let bundle = try #require(read)
    #expect(
      bundle.localizedStrings == [
        "de": ["Restaurant Menu": "Speisekarte", "Restaurant": "Gasthaus"],
        "vi": ["Restaurant Menu": "Thực đơn nhà hàng", "Restaurant": "Gasthaus"],
      ])
    #expect(diagnostics.map(\.code) == [.invalidStrings])
    #expect(diagnostics.map(\.path) == ["fr.strings"])
  }

  @Test func findsPositionsInEveryKindOfText() throws {
    // Long lines, characters of several bytes, and every kind of line end.
    let filler = "\"x\": \"\(String(repeating: "ü😀", count: 3_000))\""
    for lineEnd in ["\n", "\r\n", "\r", " "] {
      let entry = "{\"UTTypeIdentifier\": \"org.bistro.a_b\"},\(lineEnd)"
      let entries = String(repeating: entry, count: 40)
      let text = json(
        "\(filler),\(lineEnd)\"UTExportedTypeDeclarations\": [\(lineEnd)\(entries){}]")
      let bytes = Array(text.utf8)
      let marks = Array("\"org.bistro.a_b".utf8)
      let expected = bytes.indices.filter { bytes[$0...].starts(with: marks) }
        .map { Diagnostic.Position.location(SourceLocation(ofOffset: $0, in: bytes.span)) }
      let found = parse(text).diagnostics.filter { $0.code == .invalidIdentifier }
      #expect(found.map(\.position) == expected)
    }
  }

  @Test func readsTheShippedDeclarations() throws {
    let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("../../../Declarations")
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: directory.path))?
      .filter { $0.hasSuffix(".json") } ?? []
    #expect(!names.isEmpty, "no declarations in \(directory.path)")
    for name in names {
      let data = try Data(contentsOf: directory.appendingPathComponent(name))
      let (bundle, diagnostics) = BundleParser.parse(Array(data), path: name, origin: .core)
      #expect(bundle != nil)
      #expect(diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    }
  }

  /// A longer pattern goes before a shorter one, so one that says the same is said shortly.
  @Test(arguments: [
    ("filename-glob", "*.[pP][dD][fF]", "*.pdf", true),
    ("filename-glob", "[Mm]ake[f]ile", "makefile", true),
    ("filename-glob", "*.[ab]", "*.[ab]", true),
    ("filename-glob", "*.[!a]", "*.[!a]", true),
    ("filename-glob", "*.[]", "*.[]", true),
    ("filename-glob", "a[", "a[", true),
    ("case-sensitive-glob", "*.pdf", "*.pdf", true),
    ("case-sensitive-glob", "*.C", "*.C", false),
    ("case-sensitive-glob", "*.[pP]df", "*.pdf", true),
    ("case-sensitive-glob", "*.[p]df", "*.pdf", true),
    ("case-sensitive-glob", "*.[P]df", "*.[P]df", false),
    ("case-sensitive-glob", "[rR]eadme", "[rR]eadme", false),
    ("case-sensitive-glob", "*.q?", "*.q?", false),
    ("case-sensitive-glob", "*.k.*", "*.k.*", false),
  ])
  func aPatternIsSaidShortly(
    _ tagClass: String, _ pattern: String, _ value: String, _ isWithoutCase: Bool
  ) throws {
    let text = """
      {"CFBundleIdentifier": "org.a.b", "UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.a.b.c",
       "UTTypeTagSpecification": {"org.freedesktop.\(tagClass)": "\(pattern)"}}]}
      """
    let bundle = try #require(
      BundleParser.parse(Array(text.utf8), path: "a.json", origin: .user).bundle)
    let tag = try #require(bundle.declarations.first?.tags.first)
    #expect(tag.value == value)
    #expect(tag.tagClass == (isWithoutCase ? .filenameGlob : .caseSensitiveGlob))
  }

  @Test(arguments: ["*", "**"]) func aPatternOfEveryNameIsRefused(_ pattern: String) {
    let text = """
      {"CFBundleIdentifier": "org.a.b", "UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.a.b.c",
       "UTTypeTagSpecification": {"org.freedesktop.filename-glob": "\(pattern)"}}]}
      """
    let (bundle, diagnostics) = BundleParser.parse(
      Array(text.utf8), path: "a.json", origin: .user)
    #expect(bundle?.declarations.first?.tags.isEmpty == true)
    #expect(diagnostics.map(\.code) == [.invalidTag])
  }
}
