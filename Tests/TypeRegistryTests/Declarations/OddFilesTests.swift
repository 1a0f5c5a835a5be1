// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Irregularities of existing files: each gives one diagnostic, and the rest of the file is read.
@Suite struct OddFilesTests {
  struct Oddity: CustomTestStringConvertible, Sendable {
    let text: String
    let code: Diagnostic.Code
    let severity: Diagnostic.Severity
    let needle: String
    var testDescription: String { "\(code.rawValue) at \(needle)" }

    init(
      _ text: String, _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ needle: String
    ) {
      self.text = text
      self.code = code
      self.severity = severity
      self.needle = needle
    }
  }

  private static let id = "\"UTTypeIdentifier\": \"org.bistro.menu\""

  private static func tags(_ members: String) -> String {
    exporting("\(id), \"UTTypeTagSpecification\": {\(members)}")
  }

  private static func claim(_ members: String) -> String {
    json("\"CFBundleDocumentTypes\": [{\(members)}]")
  }

  private static let types = "\"LSItemContentTypes\": [\"public.json\"]"

  static let oddities: [Oddity] = [
    // Files.
    Oddity("\u{FEFF}" + exporting(id), .note, .byteOrderMark, "\u{FEFF}"),
    Oddity("\u{FEFF}" + xml(), .note, .byteOrderMark, "\u{FEFF}"),
    Oddity(json(), .note, .emptyBundle, "{"),
    Oddity(
      " \n" + xml("<key>CFBundleName</key><string>x</string>"), .warning, .blankBeforeXML, " "),
    // Keys.
    Oddity(exporting(id + ", \"UTTypeConformTo\": []"), .note, .unknownKey, "\"UTTypeConformTo\""),
    Oddity(exporting(id + ", \"x-other\": []"), .note, .unknownKey, "\"x-other\""),
    Oddity(
      json("\"UTExportedTypeDeclaration\": []"), .note, .unknownKey, "\"UTExportedTypeDeclaration\""
    ),
    Oddity(json("\"TRLaunch\": {\"Argument\": []}"), .note, .unknownKey, "\"Argument\""),
    // The bundle.
    Oddity(json("\"CFBundleName\": 7"), .error, .wrongType, "7"),
    Oddity(json("\"CFBundleName\": \"\""), .note, .emptyValue, "\"\""),
    Oddity(json("\"CFBundleName\": \"a\u{202E}b\""), .note, .invisibleCharacter, "\"a\u{202E}"),
    Oddity(json("\"CFBundleName\": \"${NAME}\""), .warning, .unexpandedVariable, "\"${NAME}"),
    Oddity(json("\"CFBundleVersion\": 3.1"), .warning, .wrongType, "3.1"),
    Oddity(
      json("\"CFBundleVersion\": \"$(V)\""), .warning, .unexpandedVariable, "\"$(V)"),
    Oddity(json("\"UTExportedTypeDeclarations\": {}"), .error, .wrongType, "{}"),
    Oddity(json("\"UTExportedTypeDeclarations\": [7]"), .error, .wrongType, "7"),
    Oddity(json("\"UTExportedTypeDeclarations\": [null]"), .error, .wrongType, "null"),
    Oddity(json("\"TRLocalizedStrings\": []"), .error, .wrongType, "[]"),
    Oddity(json("\"TRLocalizedStrings\": {\"v\": {}}"), .warning, .invalidLanguage, "\"v\""),
    Oddity(json("\"TRLocalizedStrings\": {\"vi\": 1}"), .error, .wrongType, "1}"),
    Oddity(json("\"TRLocalizedStrings\": {\"vi\": {\"a\": 1}}"), .error, .wrongType, "1}}"),
    // Types.
    Oddity(exporting(""), .error, .missingIdentifier, "{}"),
    Oddity(exporting("\"UTTypeIdentifier\": \"\""), .error, .missingIdentifier, "\"\""),
    Oddity(exporting("\"UTTypeIdentifier\": 7"), .error, .wrongType, "7"),
    Oddity(exporting("\"UTTypeIdentifier\": \"org.a+b\""), .error, .invalidIdentifier, "\"org.a+b"),
    Oddity(exporting("\"UTTypeIdentifier\": \"org.a_b\""), .error, .invalidIdentifier, "\"org.a_b"),
    Oddity(exporting("\"UTTypeIdentifier\": \"menu\""), .error, .invalidIdentifier, "\"menu"),
    Oddity(exporting("\"UTTypeIdentifier\": \" a.b\""), .warning, .invalidIdentifier, "\" a.b"),
    Oddity(exporting("\"UTTypeIdentifier\": \"$(A).b\""), .error, .unexpandedVariable, "\"$(A)"),
    Oddity(exporting("\"UTTypeIdentifier\": \"@A_B@.b\""), .error, .unexpandedVariable, "\"@A_B@"),
    Oddity(exporting("\"UTTypeIdentifier\": \"dyn.abc\""), .error, .reservedIdentifier, "\"dyn."),
    Oddity(
      exporting("\"UTTypeIdentifier\": \"com.example.x\""), .warning, .exampleIdentifier,
      "\"com.example"),
    Oddity(
      exporting(id + ", \"UTTypeConformsTo\": [\"org.bistro.Menu\"]"), .warning, .conformsToItself,
      "\"org.bistro.Menu"),
    Oddity(
      exporting(id + ", \"UTTypeConformsTo\": [\"public.data\", \"public.Data\"]"), .note,
      .duplicateParent, "\"public.Data"),
    Oddity(
      exporting(id + ", \"UTTypeConformsTo\": [\"public.data\", \"\"]"), .warning, .emptyValue,
      "\"\""),
    Oddity(exporting(id + ", \"UTTypeConformsTo\": {}"), .error, .wrongType, "{}"),
    Oddity(exporting(id + ", \"UTTypeConformsTo\": [7]"), .error, .wrongType, "7"),
    Oddity(exporting(id + ", \"UTTypeIsWildcard\": \"YES\""), .warning, .looseBoolean, "\"YES"),
    Oddity(exporting(id + ", \"UTTypeIsWildcard\": 1"), .warning, .looseBoolean, "1"),
    Oddity(exporting(id + ", \"UTTypeIsWildcard\": \"maybe\""), .error, .wrongType, "\"maybe"),
    Oddity(
      exporting(id + ", \"UTTypeIconFile\": \"../../x\""), .warning, .invalidIconName, "\"../"),
    Oddity(
      json(
        "\"UTExportedTypeDeclarations\": [{\(id)}], \"UTImportedTypeDeclarations\": "
          + "[{\"UTTypeIdentifier\": \"org.bistro.MENU\"}]"),
      .warning, .exportedAndImported, "\"org.bistro.MENU"),
    // Tags.
    Oddity(
      tags("\"UTTypeTagSpecification\": {\"public.mime-type\": \"a/b\"}"), .warning,
      .nestedTagSpecification, "\"UTTypeTagSpecification\": {\"public"),
    Oddity(tags("\"com.apple.os-type\": \"MENU\""), .warning, .unknownTagClass, "\"com.apple"),
    Oddity(tags("\"public.filename.extension\": \"a\""), .warning, .unknownTagClass, "\"public"),
    Oddity(tags("\"public.filenameextension\": \"a\""), .warning, .unknownTagClass, "\"public"),
    Oddity(tags("\"public.filename-extensions\": \"a\""), .warning, .unknownTagClass, "\"public"),
    Oddity(tags("\"public.mime\": \"a/b\""), .warning, .unknownTagClass, "\"public.mime"),
    Oddity(tags("\"public.extension\": \"a\""), .warning, .unknownTagClass, "\"public.ext"),
    Oddity(tags("\"\": \"a\""), .error, .unknownTagClass, "\"\""),
    Oddity(tags("\"OSType\": \"a\""), .error, .unknownTagClass, "\"OSType"),
    Oddity(tags("\"public.mime-type\": []"), .note, .emptyValue, "[]"),
    Oddity(tags("\"public.mime-type\": \"\""), .warning, .emptyValue, "\"\""),
    Oddity(tags("\"public.filename-extension\": \".msi\""), .warning, .untidyTag, "\".msi"),
    Oddity(tags("\"public.filename-extension\": \"*.msi\""), .warning, .untidyTag, "\"*.msi"),
    Oddity(tags("\"public.filename-extension\": \"svg \""), .warning, .untidyTag, "\"svg "),
    Oddity(tags("\"public.filename-extension\": \"*\""), .warning, .invalidTag, "\"*"),
    Oddity(tags("\"public.filename-extension\": \"a/b\""), .error, .invalidTag, "\"a/b"),
    Oddity(tags("\"public.filename-extension\": \"a.b\""), .note, .compoundExtension, "\"a.b"),
    Oddity(tags("\"public.filename-extension\": [\"a\", \"A\"]"), .note, .duplicateTag, "\"A\""),
    Oddity(tags("\"public.filename-extension\": \"$(E)\""), .error, .unexpandedVariable, "\"$(E)"),
    Oddity(tags("\"public.mime-type\": \"text\""), .error, .invalidTag, "\"text"),
    Oddity(tags("\"com.apple.ostype\": \"ABC\""), .error, .invalidTag, "\"ABC"),
    Oddity(tags("\"com.apple.ostype\": \"ABCDE\""), .error, .invalidTag, "\"ABCDE"),
    // Claims.
    Oddity(claim(types + ", \"CFBundleTypeRole\": \"editor\""), .note, .oddCase, "\"editor"),
    Oddity(claim(types + ", \"CFBundleTypeRole\": \"Owner\""), .warning, .unknownRole, "\"Owner"),
    Oddity(claim(types + ", \"LSHandlerRank\": \"DEFAULT\""), .note, .oddCase, "\"DEFAULT"),
    Oddity(claim(types + ", \"LSHandlerRank\": \"High\""), .warning, .unknownRank, "\"High"),
    Oddity(
      claim(types + ", \"CFBundleTypeExtensions\": [\"json\"]"), .note, .ignoredLegacyKeys,
      "\"CFBundleTypeExtensions"),
    Oddity(claim("\"CFBundleTypeName\": \"x\""), .warning, .emptyClaim, "{\"CFBundleTypeName"),
    Oddity(
      json("\"CFBundleURLTypes\": [{\"CFBundleURLSchemes\": \"bistro:\"}]"), .warning, .untidyTag,
      "\"bistro:"),
    // Launching.
    Oddity(json("\"TRLaunch\": [\"x\"]"), .error, .wrongType, "[\"x"),
    Oddity(json("\"TRLaunch\": {\"Arguments\": []}"), .error, .invalidArguments, "[]"),
    Oddity(json("\"TRLaunch\": {\"Arguments\": [\"x\", 1]}"), .error, .invalidArguments, "[\"x"),
    Oddity(json("\"TRLaunch\": {\"Arguments\": [\"%f\"]}"), .error, .invalidArguments, "\"%f"),
    Oddity(json("\"TRLaunch\": {\"Arguments\": [\"\"]}"), .error, .invalidArguments, "\"\""),
    Oddity(
      json("\"TRLaunch\": {\"Arguments\": [\"x\", \"f %f\"]}"), .warning, .unknownPlaceholder,
      "\"f %f"),
    Oddity(
      json(
        "\"CFBundleDocumentTypes\": [{\"LSItemContentTypes\": [\"public.json\"]}], "
          + "\"TRLaunch\": {\"Arguments\": [\"/bin/true\", \"x\"]}"), .warning, .missingPlaceholder,
      "[\"/bin"),
  ]

  @Test(arguments: oddities)
  func givesOneDiagnosticAndGoesOn(_ oddity: Oddity) throws {
    let (bundle, diagnostics) = parse(oddity.text)
    #expect(bundle != nil)
    // A bundle or claim without contents gives a diagnostic of its own.
    let rest: Set<Diagnostic.Code> = [.emptyBundle, .emptyClaim]
    let found = diagnostics.filter { $0.code == oddity.code || !rest.contains($0.code) }
    #expect(found.map(\.code) == [oddity.code])
    #expect(found.map(\.severity) == [oddity.severity])
    #expect(found.map(\.position) == [try position(of: oddity.needle, in: oddity.text)])
    for diagnostic in diagnostics {
      #expect(diagnostic.message.first?.isUppercase != true || diagnostic.code == .commentInJSON)
      #expect(!diagnostic.message.hasSuffix("."))
    }
  }

  @Test func readsWhatTheOddFilesMean() throws {
    func tags(_ text: String) -> [String] {
      parse(text).bundle?.declarations.first?.tags.map(\.description) ?? []
    }
    #expect(
      tags(Self.tags("\"UTTypeTagSpecification\": {\"public.mime-type\": \"a/b\"}"))
        == ["public.mime-type=a/b"])
    #expect(
      tags(Self.tags("\"public.filename-extension\": [\".msi\", \"svg \", \"*\", \"a.b\"]"))
        == ["msi", "svg", "a.b"].map { "public.filename-extension=\($0)" })
    #expect(tags(Self.tags("\"com.apple.ostype\": \"utiƒ\"")) == ["com.apple.ostype=utiƒ"])
    #expect(tags(Self.tags("\"com.apple.os-type\": \"MENU\"")) == ["com.apple.os-type=MENU"])
    #expect(
      parse(exporting(Self.id + ", \"UTTypeIsWildcard\": \"YES\"")).bundle?.declarations.first?
        .isWildcard == true)
    let odd = parse(
      Self.claim(Self.types + ", \"CFBundleTypeRole\": \"x\", \"LSHandlerRank\": \"x\""))
    #expect(odd.bundle?.claims.map(\.role) == [.viewer])
    #expect(odd.bundle?.claims.map(\.rank) == [.alternate])
    #expect(parse(json("\"CFBundleVersion\": 3.1")).bundle?.version == BundleVersion("3.1"))
  }

  @Test func suggestsTheIntendedKey() {
    let (_, diagnostics) = parse(exporting(Self.id + ", \"UTTypeConformTo\": []"))
    #expect(diagnostics.map(\.hint) == ["did you mean 'UTTypeConformsTo'?"])
  }

  @Test func skipsABadDeclarationAlone() {
    let (bundle, diagnostics) = parse(
      json(
        "\"UTExportedTypeDeclarations\": [{\"UTTypeIdentifier\": \"a_b\"}, {\(Self.id)}, \"x\", "
          + "{\"UTTypeIdentifier\": \"org.bistro.list\"}]"))
    #expect(bundle?.declarations.map(\.identifier.text) == ["org.bistro.menu", "org.bistro.list"])
    #expect(diagnostics.map(\.code) == [.invalidIdentifier, .wrongType])
  }

  @Test(arguments: ["a\u{200B}b", "\u{1B}]0;x\u{7}"])
  func keepsStrangeCharactersInNames(_ name: String) {
    let escaped = name.unicodeScalars.map {
      "\\u" + String($0.value + 0x10000, radix: 16).dropFirst()
    }
    .joined()
    let (bundle, diagnostics) = parse(json("\"CFBundleName\": \"\(escaped)\""))
    #expect(bundle?.name == name)
    #expect(diagnostics.contains { $0.code == .invisibleCharacter })
  }

  @Test func ignoresKeysOfOtherVendors() {
    let (_, diagnostics) = parse(
      json(
        "\"SUFeedURL\": 1, \"NSServices\": [], \"UIFoo\": {}, \"$schema\": \"x\", "
          + "\"CFBundleExecutable\": \"x\", \"LSEnvironment\": {}"))
    #expect(diagnostics.map(\.code) == [.emptyBundle])
  }

  @Test func saysNothingOfExamplesAmongSamples() {
    let text = exporting("\"UTTypeIdentifier\": \"com.example.x\"")
    #expect(parse(text, path: "/a/samples/x.json").diagnostics.isEmpty)
    #expect(parse(text, path: "/a/Tests/x.json").diagnostics.isEmpty)
    #expect(!parse(text, path: "/a/other/x.json").diagnostics.isEmpty)
  }

  @Test func acceptsEveryLineEndAndManyEntries() {
    for lineEnd in ["\r\n", "\r"] {
      let text = BundleParserTests.restaurant.split(separator: "\n").joined(separator: lineEnd)
      #expect(parse(text).diagnostics.isEmpty)
    }
    let strings = (0..<5_000).map { "\"key \($0)\": \"value \($0)\"" }.joined(separator: ",")
    let localized = parse(json("\"TRLocalizedStrings\": {\"vi\": {\(strings)}}"))
    #expect(localized.bundle?.localizedStrings["vi"]?.count == 5_000)
    let claims = String(repeating: "{\(Self.types)},", count: 4_999) + "{\(Self.types)}"
    #expect(parse(json("\"CFBundleDocumentTypes\": [\(claims)]")).bundle?.claims.count == 5_000)
  }
}
