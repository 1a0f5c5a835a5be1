// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry

/// Declarations in the formats of Apple and of freedesktop.org.
@Suite struct ConversionTests {
  private static let core = RegistryLoader.bundles(
    of: RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil))

  private static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>CFBundleIdentifier</key><string>org.bistro.restaurant</string>
    <key>CFBundleName</key><string>Restaurant</string>
    <key>NSPrincipalClass</key><string>NSApplication</string>
    <key>UTExportedTypeDeclarations</key><array><dict>
      <key>UTTypeIdentifier</key><string>org.bistro.menu</string>
      <key>UTTypeDescription</key><string>Menu &amp; Card</string>
      <key>UTTypeConformsTo</key><array><string>public.json</string></array>
      <key>UTTypeTagSpecification</key><dict>
        <key>public.filename-extension</key><array><string>menu</string></array>
        <key>public.mime-type</key><string>application/x-menu</string></dict></dict></array>
    <key>UTImportedTypeDeclarations</key><array><dict>
      <key>UTTypeIdentifier</key><string>com.compy.food</string>
      <key>UTTypeConformsTo</key><array><string>public.data</string></array>
      <key>UTTypeTagSpecification</key><dict>
        <key>public.filename-extension</key><array><string>food</string></array></dict></dict></array>
    <key>CFBundleDocumentTypes</key><array><dict>
      <key>CFBundleTypeName</key><string>Menu</string>
      <key>LSItemContentTypes</key><array><string>org.bistro.menu</string>
      <string>com.compy.food</string><string>public.png</string></array></dict></array>
    <key>CFBundleURLTypes</key><array><dict>
      <key>CFBundleURLSchemes</key><array><string>bistro</string></array></dict></array>
    <key>TRLaunch</key><dict><key>Arguments</key><array><string>/bin/bistro</string>
      <string>%F</string></array></dict>
    <key>TRLocalizedStrings</key><dict><key>de</key><dict><key>Menu &amp; Card</key>
      <string>Speisekarte</string></dict></dict>
    </dict></plist>
    """

  private func declarations(_ text: String, path: String = "/Info.plist") throws -> Conversion.Input
  {
    let bytes = Array(text.utf8)
    let (bundle, diagnostics) = BundleParser.parse(bytes, path: path, origin: .user)
    return Conversion.Input(bytes: bytes, bundle: try #require(bundle, "\(diagnostics)"))
  }

  private func package(_ bytes: [UInt8]) throws -> Conversion.Input {
    let (bundle, diagnostics) = MIMEPackageParser.parse(bytes, path: "/a.xml", origin: .user)
    return Conversion.Input(bytes: bytes, bundle: try #require(bundle, "\(diagnostics)"))
  }

  private func entry(_ bytes: [UInt8], _ identifier: String) throws -> Conversion.Input {
    let (bundle, diagnostics) = DesktopEntryParser.parse(
      bytes, path: "/a.desktop", identifier: identifier, origin: .user)
    return Conversion.Input(bytes: bytes, bundle: try #require(bundle, "\(diagnostics)"))
  }

  /// What a bundle says, without its file and without what a desktop entry cannot hold.
  private func facts(_ bundle: Bundle) -> [String] {
    var facts = [bundle.identifier, bundle.name ?? "", "\(bundle.launchArguments)"]
    for declaration in bundle.declarations {
      facts.append(
        "\(declaration.identifier) \(declaration.kind) \(declaration.parents) "
          + "\(declaration.tags.sorted()) \(declaration.typeDescription ?? "")")
    }
    facts += bundle.claims.flatMap(\.subjects).map { "\($0)" }
    for (language, strings) in bundle.localizedStrings {
      facts += strings.map { "\(language): \($0.key) is \($0.value)" }
    }
    return facts.sorted()
  }

  @Test func aPropertyListAndJSONSayTheSame() throws {
    let input = try declarations(Self.plist)
    var conversion = try Conversion(of: [input], core: Self.core)
    let json = conversion.declarations(forApple: false)
    #expect(
      conversion.losses == [
        "/Info.plist: keys that do not concern types are left out: NSPrincipalClass"
      ])
    let fromJSON = try declarations(String(decoding: json.json, as: UTF8.self), path: "/a.json")
    #expect(facts(fromJSON.bundle) == facts(input.bundle))
    var back = try Conversion(of: [fromJSON], core: Self.core)
    let plist = back.declarations(forApple: true)
    let again = try declarations(String(decoding: plist.propertyList, as: UTF8.self))
    #expect(facts(again.bundle) == facts(input.bundle))
    #expect(back.strings.map(\.language) == ["de"])
    #expect(
      String(decoding: back.strings[0].bytes, as: UTF8.self)
        == "\"Menu & Card\" = \"Speisekarte\";\n")
  }

  @Test func aPropertyListGoesToFreedesktopAndBack() throws {
    let input = try declarations(Self.plist)
    var conversion = try Conversion(of: [input], core: Self.core)
    let export = conversion.freedesktop()
    #expect(
      export.types.map(\.mimeType) == ["application/x-uti.com.compy.food", "application/x-menu"])
    let entry = try #require(export.entries.first)
    #expect(
      entry.mimeTypes == [
        "application/x-menu", "application/x-uti.com.compy.food", "image/png",
        "x-scheme-handler/bistro",
      ])
    #expect(conversion.losses.contains { $0.contains("roles and ranks") })
    var back = try Conversion(
      of: [
        try self.entry(entry.bytes, entry.identifier),
        try package(MIMEPackageWriter.bytes(export.types)),
      ], core: Self.core)
    let plist = back.declarations(forApple: true)
    let again = try declarations(String(decoding: plist.propertyList, as: UTF8.self))
    #expect(facts(again.bundle) == facts(input.bundle))
  }

  @Test func foreignFilesBecomeDeclarations() throws {
    let types = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="application/x-note"><comment>note</comment><comment xml:lang="de">Notiz</comment>
      <acronym>N</acronym><sub-class-of type="text/plain"/><generic-icon name="text-x-generic"/>
      <magic><match type="string" value="N" offset="0"/></magic><glob pattern="*.note" weight="80"/>
      </mime-type><mime-type type="image/png"><glob pattern="*.pngx"/></mime-type></mime-info>
      """
    let desktop = """
      [Desktop Entry]
      Type=Application
      Name=Notes
      Name[de]=Notizen
      Exec=notes %U
      Categories=Utility;
      MimeType=application/x-note;text/plain;application/x-unknown;x-scheme-handler/note;

      [Desktop Action new]
      Name=New
      """
    var conversion = try Conversion(
      of: [try package(Array(types.utf8)), try entry(Array(desktop.utf8), "org.example.notes")],
      core: Self.core)
    let value = conversion.declarations(forApple: false)
    let bundle = try declarations(String(decoding: value.json, as: UTF8.self), path: "/a.json")
      .bundle
    #expect(bundle.identifier == "org.example.notes" && bundle.launchArguments == ["notes", "%U"])
    let type = try #require(bundle.declarations.first)
    #expect(type.identifier.text == "org.freedesktop.mime.application.x-note")
    #expect(type.kind == .imported && type.parents.map(\.text) == ["public.plain-text"])
    #expect(type.tags.map(\.value) == ["application/x-note", "note"])
    #expect(type.content.magic.flatMap(\.matches).map(\.value) == [Array("N".utf8)])
    #expect(bundle.supplements.map(\.identifier.text) == ["public.png"])
    #expect(bundle.supplements[0].tags.map(\.value) == ["pngx"])
    #expect(
      bundle.claims.flatMap(\.subjects) == [
        .type(type.identifier), .type(.test("public.plain-text")),
        .tag(.test(.mimeType, "application/x-unknown")), .tag(.test(.urlScheme, "note")),
      ])
    #expect(bundle.localizedStrings["de"] == ["note": "Notiz", "Notes": "Notizen"])
    for loss in [
      "/a.xml:3:1: element 'acronym'", "the weight 80", "the generic icon",
      "/a.desktop:6:1: key 'Categories'", "/a.desktop:9:1: group 'Desktop Action new'", "guessed",
    ] {
      #expect(conversion.losses.contains { $0.contains(loss) }, "\(loss): \(conversion.losses)")
    }
    #expect(conversion.losses.count == 6, "\(conversion.losses)")
  }

  /// The rules of the first type, without their locations.
  private func rules(_ bundle: Bundle) throws -> ContentRules {
    var content = try #require(bundle.declarations.first).content
    for index in content.magic.indices { content.magic[index].location = nil }
    for index in content.rootElements.indices { content.rootElements[index].location = nil }
    return content
  }

  /// From a package to JSON, from it to a package, and to JSON and a package once more.
  @Test func rulesAboutContentsGoToJSONAndBack() throws {
    let types = """
      <mime-type type="application/x-menu"><comment>menu</comment>
      <magic priority="80"><match type="string" value="MENU" offset="0"/></magic>
      <magic>
        <match type="string" value="\\x89M\\0" mask="0xfffff0" offset="0:64">
          <match type="big16" value="0x1F8B" offset="4">
            <match type="byte" value="10" offset="8"/></match>
          <match type="string" value=" d&#233;j&#224;" offset="12"/></match>
        <match type="little32" value="1" mask="0xff" offset="16"/></magic>
      <root-XML namespaceURI="https://zzq.org/m" localName="menu"/>
      <root-XML namespaceURI="" localName="card"/></mime-type>
      """
    var input = try package(Self.package(types))
    let expected = try rules(input.bundle)
    #expect(expected.magic.map(\.matches.count) == [1, 5] && expected.rootElements.count == 2)
    var packages: [[UInt8]] = []
    for _ in 0..<2 {
      var conversion = try Conversion(of: [input], core: Self.core)
      let json = conversion.declarations(forApple: false).json
      #expect(!conversion.losses.contains { $0.contains("contents") }, "\(conversion.losses)")
      let declared = try declarations(String(decoding: json, as: UTF8.self), path: "/a.json")
      #expect(try rules(declared.bundle) == expected)
      var back = try Conversion(of: [declared], core: Self.core)
      packages.append(MIMEPackageWriter.bytes(back.freedesktop().types))
      input = try package(packages[packages.count - 1])
      #expect(try rules(input.bundle) == expected)
    }
    #expect(packages[0] == packages[1])
  }

  @Test func aRuleThatADeclarationFileCannotHoldIsSaid() throws {
    let long = String(repeating: "a", count: 1_025)
    let types = """
      <mime-type type="image/png"><magic><match type="string" value="ab" offset="0"/></magic>
      <glob pattern="*.pngx"/></mime-type>
      <mime-type type="a/b"><magic><match type="string" value="\(long)" offset="0"/></magic>
      <magic><match type="string" value="ab" offset="0"/></magic></mime-type>
      """
    var conversion = try Conversion(of: [try package(Self.package(types))], core: Self.core)
    let value = conversion.declarations(forApple: true)
    let left = "left out: rules about the contents of 'org.freedesktop.mime.a.b'"
    #expect(
      conversion.losses == [
        "left out: the rules about the contents of 'public.png': additions to a type of the core "
          + "have none",
        "\(left): a declaration file holds 256 of a type, 8 levels of 'Matches', and texts and "
          + "digits of 1024 bytes",
        "Apple's systems do not read 'TRTypeSupplements'",
        "Apple's systems do not read 'TRContentRules'",
      ])
    let bundle = try declarations(String(decoding: value.propertyList, as: UTF8.self)).bundle
    #expect(try rules(bundle).magic.flatMap(\.matches).map(\.value) == [Array("ab".utf8)])
  }

  @Test func onlyOneApplicationIsConverted() throws {
    let input = try declarations(Self.plist)
    #expect(throws: Conversion.Problem.severalApplications("/Info.plist", "/Info.plist")) {
      _ = try Conversion(of: [input, input], core: [])
    }
    let types = try package(
      Array("<mime-info xmlns=\"http://www.freedesktop.org/standards/shared-mime-info\"/>".utf8))
    #expect(throws: Conversion.Problem.packageBesideDeclarations("/a.xml")) {
      _ = try Conversion(of: [types, input], core: [])
    }
    #expect(try Conversion(of: [types], core: []).identifier == "a")
    var other = types
    other.bundle.identifier = "b.pkg"
    #expect(try Conversion(of: [other, types], core: []).identifier == "b.pkg")
    #expect(try Conversion(of: [], core: []).identifier.isEmpty)
  }

  @Test(arguments: [
    (#"{"Fact": "ZIPMember", "Value": "a"}"#, true), (#"{"Offset": -4, "Text": "END!"}"#, true),
    (#"{"Offset": 0, "Text": "BEGIN"}"#, false),
  ])
  func aRuleAboutContentsThatAPackageCannotHoldIsSaid(_ rule: String, _ isLost: Bool) throws {
    let text = """
      {"CFBundleIdentifier": "org.example.a", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.a.type", "UTTypeConformsTo": "public.data",
         "TRContentRules": [\(rule)]}]}
      """
    let input = try declarations(text)
    var conversion = try Conversion(of: [input], core: Self.core)
    _ = conversion.freedesktop()
    let expected =
      "rules about the contents of 'org.example.a.type' are left out: a package holds those of "
      + "bytes at offsets from the start alone"
    #expect(conversion.losses.contains(expected) == isLost, "\(conversion.losses)")
    var other = try Conversion(of: [input], core: Self.core)
    _ = other.declarations(forApple: true)
    #expect(other.losses == ["Apple's systems do not read 'TRContentRules'"])
  }

  @Test func whatFreedesktopCannotHoldIsSaid() throws {
    let long = "org." + String(repeating: "a", count: 63) + "." + String(repeating: "b", count: 63)
    let text = """
      {"CFBundleIdentifier": "org.example.a", "CFBundleName": "A", "CFBundleVersion": "2",
       "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "public.jpeg", "UTTypeConformsTo": "public.image"},
        {"UTTypeIdentifier": "\(long)", "UTTypeConformsTo": "public.data"}],
       "CFBundleDocumentTypes": [
        {"CFBundleTypeName": "Menu", "CFBundleTypeExtensions": ["qqunknown", "png"],
         "CFBundleTypeMIMETypes": ["*", "A/B"]},
        {"LSItemContentTypes": ["public.data", "org.example.unknown", "public.png"]},
        {"CFBundleTypeOSTypes": ["ABCD"]}],
       "TRLaunch": {"Arguments": ["a=b", "%f", "--x=%u"]},
       "TRDefaultHandlers": {"public.png": "org.example.a"},
       "TRProgramDirectories": ["/opt/a/bin"]}
      """
    let bytes = Array(text.utf8)
    let bundle = try #require(
      BundleParser.parse(bytes, path: "/a.json", origin: .local).bundle)
    var conversion = try Conversion(
      of: [Conversion.Input(bytes: bytes, bundle: bundle)], core: Self.core)
    let export = conversion.freedesktop()
    #expect(export.types.isEmpty)
    #expect(
      export.entries.map(\.mimeTypes) == [["image/png", "application/octet-stream", "a/b"]])
    let name = "application 'org.example.a'"
    let left = "which has no MIME type, and is left out"
    #expect(
      conversion.losses == [
        "'\(long)' is left out: no MIME type can contain its identifier",
        "\(name) claims '.qqunknown', \(left)", "\(name) claims 'org.example.unknown', \(left)",
        "\(name) claims 'com.apple.ostype=ABCD', \(left)",
        "\(name) has several arguments for files; a desktop entry has at most one",
        "\(name) has '=' in its program's name, which a desktop entry cannot start",
        "'public.jpeg' is left out: the core's declaration is in effect",
        "roles and ranks of claims are left out: a desktop entry has none",
        "names and icons of document types are left out: a desktop entry has none",
        "'TRDefaultHandlers' is left out: 'mimeapps.list' holds choices",
        "'TRProgramDirectories' is left out: a desktop entry names no directories",
        "the version of the application is left out: a desktop entry has none",
      ])
  }

  @Test func translationsAreQuoted() throws {
    let text = """
      {"CFBundleIdentifier": "org.example.a", "CFBundleName": "Bistro", "TRLocalizedStrings": {
        "de": {"Say \\"hi\\"": "Sag\\n\\"hallo\\\\\\"", "Bistro": "Gasthaus"}}}
      """
    var conversion = try Conversion(of: [try declarations(text)], core: Self.core)
    _ = conversion.declarations(forApple: true)
    let strings = try #require(conversion.strings.first)
    #expect(
      String(decoding: strings.bytes, as: UTF8.self) == #"""
        "Bistro" = "Gasthaus";
        "CFBundleDisplayName" = "Gasthaus";
        "Say \"hi\"" = "Sag\n\"hallo\\\"";

        """#)
    let (read, diagnostics) = StringsFile.read(strings.bytes, path: "x")
    #expect(diagnostics.isEmpty)
    #expect(
      read == [
        "Bistro": "Gasthaus", "CFBundleDisplayName": "Gasthaus",
        "Say \"hi\"": "Sag\n\"hallo\\\"",
      ])
  }

  @Test func aBundleWithoutItsTextIsWrittenFromItsFacts() throws {
    let input = try declarations(Self.plist)
    var conversion = try Conversion(
      of: [Conversion.Input(bytes: [], bundle: input.bundle)], core: Self.core)
    #expect(conversion.declarations(forApple: false) == input.bundle.properties)
    #expect(conversion.losses.isEmpty)
  }

  private static func package(_ types: String) -> [UInt8] {
    let namespace = "http://www.freedesktop.org/standards/shared-mime-info"
    return Array("<mime-info xmlns=\"\(namespace)\">\(types)</mime-info>".utf8)
  }

  private static func entry(_ lines: String) -> [UInt8] {
    Array("[Desktop Entry]\nType=Application\nExec=notes %U\n\(lines)\n".utf8)
  }

  @Test func aMIMETypeOfTheCoreIsItsType() throws {
    let types = """
      <mime-type type="text/x-own"><sub-class-of type="a/b"/><glob pattern="*.own"/></mime-type>
      <mime-type type="a/b"><glob pattern="*.ab" weight="60"/><glob pattern="*.aa" weight="70"/>
      <glob-deleteall/></mime-type>
      <mime-type type="image/png"><sub-class-of type="text/x-own"/></mime-type>
      <mime-type type="image/jpeg"/><mime-type type="inode/directory"/>
      """
    let lines = """
      Path=/opt
      NoDisplay=true
      InitialPreference=5
      MimeType=inode/directory;application/octet-stream;image/png;text/x-own;a/b;
      Name=Notes
      """
    var conversion = try Conversion(
      of: [try entry(Self.entry(lines), "my notes"), try package(Self.package(types))],
      core: Self.core)
    let value = conversion.declarations(forApple: false)
    let bundle = try declarations(String(decoding: value.json, as: UTF8.self)).bundle
    #expect(bundle.identifier == "my-notes")
    let names = ["org.freedesktop.mime.text.x-own", "org.freedesktop.mime.a.b"]
    #expect(bundle.declarations.map(\.identifier.text) == names)
    #expect(
      bundle.declarations.map { $0.parents.map(\.text) } == [
        [names[1], "public.plain-text"], ["public.data"],
      ])
    #expect(bundle.supplements.map(\.identifier.text) == ["public.png"])
    #expect(bundle.supplements.map { $0.parents.map(\.text) } == [[names[0]]])
    #expect(bundle.supplements.allSatisfy { $0.tags.isEmpty })
    let claimed = ["public.directory", "public.data", "public.png"] + names
    #expect(
      bundle.claims.map(\.subjects) == [claimed.map { HandlerClaim.Subject.type(.test($0)) }])
    let left = "a declaration file cannot hold it"
    #expect(
      conversion.losses == [
        "the application is called 'my-notes': an identifier has no blanks",
        "left out: the weight 70 of '.aa' of '\(names[1])': \(left)",
        "left out: the weight 60 of '.ab' of '\(names[1])': \(left)",
        "left out: the removal of others' patterns or rules of '\(names[1])': \(left)",
        "/a.desktop:4:1: key 'Path' is left out", "/a.desktop:5:1: key 'NoDisplay' is left out",
        "/a.desktop:6:1: key 'InitialPreference' is left out",
        "/a.desktop: roles and ranks are guessed from 'Categories'",
      ])
  }

  /// The supertype of every file is left out if another one is declared, here or in the core.
  @Test func aSupertypeThatIsDeclaredIsEnough() throws {
    let types = """
      <mime-type type="a/b"/><mime-type type="a/c"><sub-class-of type="a/b"/></mime-type>
      <mime-type type="a/d"><sub-class-of type="x/unknown"/></mime-type>
      <mime-type type="a/e"><sub-class-of type="application/zip"/></mime-type>
      """
    var conversion = try Conversion(of: [try package(Self.package(types))], core: Self.core)
    let value = conversion.declarations(forApple: false)
    let bundle = try declarations(String(decoding: value.json, as: UTF8.self)).bundle
    #expect(
      bundle.declarations.map { $0.parents.map(\.text) } == [
        ["public.data"], ["org.freedesktop.mime.a.b"],
        ["org.freedesktop.mime.x.unknown", "public.data"], ["public.zip-archive"],
      ])
  }

  /// Of two translations of one text, the application's own is used.
  @Test func theApplicationsOwnTranslationIsUsed() throws {
    let types = """
      <mime-type type="text/x-own"><comment>Own</comment><comment xml:lang="de">Eigenes</comment>
      <comment xml:lang="fr">Propre</comment></mime-type>
      """
    var conversion = try Conversion(
      of: [
        try entry(Self.entry("Name=Own\nName[de]=Mein\nMimeType=text/x-own;"), "org.example.own"),
        try package(Self.package(types)),
      ], core: Self.core)
    let value = conversion.declarations(forApple: false)
    let bundle = try declarations(String(decoding: value.json, as: UTF8.self)).bundle
    #expect(bundle.localizedStrings == ["de": ["Own": "Mein"], "fr": ["Own": "Propre"]])
  }

  @Test func theNumberOfLossesIsLimited() throws {
    let limit = DeclarationLimits.maximumDiagnostics
    let acronyms = String(repeating: "<acronym>x</acronym>", count: limit + 50)
    var types = try Conversion(
      of: [try package(Self.package("<mime-type type=\"a/b\">\(acronyms)</mime-type>"))],
      core: Self.core)
    _ = types.declarations(forApple: false)
    #expect(types.losses.count == limit)
    #expect(types.losses.allSatisfy { $0.hasSuffix("element 'acronym' is left out") })
    let groups = (0..<limit + 50).map { "[X \($0)]" }.joined(separator: "\n")
    var application = try Conversion(
      of: [try entry(Self.entry("Name=Notes\n" + groups), "org.example.notes")], core: Self.core)
    _ = application.declarations(forApple: false)
    #expect(application.losses.count == limit)
    #expect(application.losses.last == "/a.desktop:104:1: group 'X 99' is left out")
  }

  @Test func datesAndDataStayInAPropertyList() throws {
    let text = """
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.bistro.a</string>
      <key>UTImportedTypeDeclarations</key><array><dict>
      <key>UTTypeIdentifier</key><string>org.bistro.menu</string>
      <key>Made</key><date>2026-01-02T03:04:05Z</date><key>Code</key><data>AA
      EC</data></dict></array></dict></plist>
      """
    let input = try declarations(text)
    var conversion = try Conversion(of: [input], core: Self.core)
    let plist = String(
      decoding: conversion.declarations(forApple: true).propertyList, as: UTF8.self)
    #expect(plist.contains("<date>2026-01-02T03:04:05Z</date>"), "\(plist)")
    #expect(plist.contains("<data>AAEC</data>"), "\(plist)")
    #expect(conversion.losses.isEmpty, "\(conversion.losses)")
    var other = try Conversion(of: [input], core: Self.core)
    let json = String(decoding: other.declarations(forApple: false).json, as: UTF8.self)
    #expect(json.contains("\"AAEC\"") && json.contains("\"2026-01-02T03:04:05Z\""), "\(json)")
    #expect(other.losses == ["dates and data become texts: JSON has neither"])
  }

  @Test func whatCannotBeWrittenForAppleIsSaid() throws {
    let text = """
      {"CFBundleIdentifier": "org.example.a", "TRLaunch": {"Arguments": ["a\\u0001", "%F"]},
       "UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.example.t",
         "UTTypeTagSpecification": {"org.freedesktop.filename-glob": ["t*"]}}],
       "TRTypeSupplements": [{"UTTypeIdentifier": "public.png",
         "UTTypeTagSpecification": {"public.filename-extension": ["pngx"]}}]}
      """
    var conversion = try Conversion(of: [try declarations(text)], core: Self.core)
    let plist = conversion.declarations(forApple: true).propertyList
    #expect(conversion.losses.count == 4, "\(conversion.losses)")
    #expect(
      BundleParser.parse(plist, path: "/a", origin: .user).bundle?.launchArguments == ["a", "%F"])
  }

  @Test(arguments: [
    "1", "-7", "true", "\"a<&>\\n\\t\\\"b\"", "[]", "{}", "[1.5, [\"\"], {\"a\": {}}]",
  ]) func aPropertyListKeepsValues(_ json: String) throws {
    let text = "{\"CFBundleIdentifier\": \"org.example.a\", \"x\": \(json)}"
    let document = try #require(DeclarationText.read(Array(text.utf8), path: "").document)
    let value = try #require(PropertyValue(document.root))
    let again = try #require(DeclarationText.read(value.propertyList, path: "").document)
    #expect(PropertyValue(again.root) == value)
    let third = try #require(DeclarationText.read(value.json, path: "").document)
    #expect(PropertyValue(third.root) == value)
  }

  /// The inputs of the fuzzer: what is written can be read, and says the same in both forms.
  @Test(arguments: TestFiles.names(in: "Fuzz/corpus/conversion"))
  func whatIsWrittenCanBeRead(_ name: String) throws {
    let bytes = TestFiles.bytes(of: name, in: "Fuzz/corpus/conversion")
    // A NUL ends a file, unless it is a binary property list.
    let files =
      bytes.starts(with: "bplist".utf8) ? [bytes] : bytes.split(separator: 0).map(Array.init)
    let inputs = files.compactMap { input($0, name) }
    #expect(
      inputs.isEmpty == ["entities.plist", "repeated-keys.json"].contains(name))
    for input in inputs {
      guard input.bundle.kind != .associations else {
        #expect(throws: Conversion.Problem.self) {
          try Conversion(of: [input], core: Self.core)
        }
        continue
      }
      var conversion = try Conversion(of: [input], core: Self.core)
      let value = conversion.declarations(forApple: true)
      let again = [value.json, value.propertyList].map {
        BundleParser.parse($0, path: name, origin: .user).bundle
      }
      // A property list cannot hold them.
      let isCut = conversion.losses.contains { $0.contains("control characters") }
      let read = try again.map { facts(try #require($0)) }
      #expect(read[0] == read[1] || isCut)
    }
  }

  private func input(_ bytes: [UInt8], _ name: String) -> Conversion.Input? {
    switch ForeignFormat(of: bytes) {
    case .desktopEntry: return try? entry(bytes, "org.example.a")
    case .mimePackage: return try? package(bytes)
    case .associations:
      let read = MIMEAppsParser.parse(bytes, path: name, level: 0, origin: .user)
      return read.bundle.map { Conversion.Input(bytes: bytes, bundle: $0) }
    case nil:
      let read = BundleParser.parse(bytes, path: name, origin: .user)
      return read.bundle.map { Conversion.Input(bytes: bytes, bundle: $0) }
    }
  }
}
