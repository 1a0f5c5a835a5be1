// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry

/// A bundle as the keys of a declaration file.
@Suite struct BundlePropertiesTests {
  /// With the keys in the order of the writer.
  private static let text = """
    {"CFBundleIdentifier": "org.bistro.app", "CFBundleName": "Bistro", "CFBundleVersion": "2",
     "CFBundleDevelopmentRegion": "en", "CFBundleIconName": "bistro",
     "UTExportedTypeDeclarations": [{"UTTypeIdentifier": "org.bistro.menu",
       "UTTypeDescription": "Menu", "UTTypeConformsTo": ["public.data"],
       "UTTypeTagSpecification": {"public.filename-extension": ["menu", "card"],
         "public.mime-type": ["a/b"]}, "UTTypeIconName": "m", "UTTypeVersion": "3",
       "UTTypeReferenceURL": "https://bistro.example",
       "TRContentRules": [{"Priority": 60, "Offset": 0, "Text": "MENÜ"},
         {"Matches": [{"Offset": [0, 64], "Bytes": "89 4D 00", "Mask": "FF FF F0", "Matches": [
             {"Offset": -4, "Text": "END!"}, {"Offset": [-8, -6], "Bytes": "0A 0A"},
             {"Fact": "ZIPMember", "Value": "courses/*.xml", "IgnoresCase": true}]},
           {"Fact": "ZIPMember", "Value": "*menu*"}, {"Fact": "ZIPMIMEType", "Value": "a/b"}]},
         {"RootElement": {"Namespace": "https://bistro.example", "Name": "menu"}},
         {"RootElement": {"Name": "card"}}]}],
     "UTImportedTypeDeclarations": [{"UTTypeIdentifier": "org.other.list"}],
     "TRTypeSupplements": [{"UTTypeIdentifier": "public.png",
       "UTTypeConformsTo": ["org.bistro.menu"],
       "UTTypeTagSpecification": {"public.filename-extension": ["pngx"]}}],
     "CFBundleDocumentTypes": [
       {"CFBundleTypeName": "Menu", "LSItemContentTypes": ["org.bistro.menu", "public.png"],
        "CFBundleTypeRole": "Editor", "LSHandlerRank": "Owner", "LSTypeIsPackage": true},
       {"CFBundleTypeExtensions": ["lst", "*"], "CFBundleTypeMIMETypes": ["text/x-list"],
        "CFBundleTypeOSTypes": ["LIST"], "CFBundleTypeRole": "Viewer",
        "LSHandlerRank": "Default"},
       {"CFBundleTypeExtensions": ["*"], "CFBundleTypeRole": "None", "LSHandlerRank": "None"}],
     "CFBundleURLTypes": [{"CFBundleURLName": "Table", "CFBundleURLSchemes": ["bistro", "menu"],
       "CFBundleTypeRole": "Viewer", "LSHandlerRank": "Alternate"}],
     "TRLaunch": {"Arguments": ["bistro", "%F"], "Terminal": true},
     "TRLocalizedStrings": {"de": {"Bistro": "Gasthaus", "Menu": "Karte"}}}
    """

  @Test func everyFactIsWrittenAsItIsRead() throws {
    let (bundle, diagnostics) = parse(Self.text)
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    let document = try #require(DeclarationText.read(Array(Self.text.utf8), path: "").document)
    #expect(try #require(bundle).properties == PropertyValue(document.root))
  }

  /// Such as that of an application that D-Bus starts.
  @Test func aTerminalIsWrittenWithoutACommand() throws {
    let text = """
      {"CFBundleIdentifier": "org.bistro.Bistro", "CFBundleName": "Bistro",
       "TRLaunch": {"Terminal": true}}
      """
    let document = try #require(DeclarationText.read(Array(text.utf8), path: "").document)
    #expect(try #require(parse(text).bundle).properties == PropertyValue(document.root))
  }

  /// Each rule, and whether a declaration file can hold it.
  @Test(arguments: [
    (1_024, UInt8(ascii: "a"), 8, true), (1_025, UInt8(ascii: "a"), 0, false),
    (1, UInt8(ascii: "a"), 9, false), (512, 0xFF, 0, true), (513, 0xFF, 0, false),
  ])
  func aRuleIsHeldUpToTheLimits(_ count: Int, _ byte: UInt8, _ depth: Int, _ isHeld: Bool) throws {
    var rule = ContentRule<MagicMatch>(priority: 50)
    rule.matches = (0...depth).map {
      MagicMatch(
        depth: $0, start: 0, offsets: 1, value: Array(repeating: byte, count: count), mask: [])
    }
    var content = ContentRules()
    content.magic = [rule]
    #expect(content.declarable.magic == (isHeld ? [rule] : []))
    guard isHeld else { return }
    var declaration = TypeDeclaration(identifier: .test("org.bistro.menu"), kind: .imported)
    declaration.content = content
    let bundle = Bundle(
      identifier: "org.bistro.app", path: "/a", origin: .user, declarations: [declaration])
    let (again, diagnostics) = parse(String(decoding: bundle.properties.json, as: UTF8.self))
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    #expect(try #require(again).declarations[0].content.magic.map(\.matches) == [rule.matches])
  }

  @Test func asManyRulesAreHeldAsATypeMayHave() {
    var content = ContentRules()
    content.magic = Array(
      repeating: ContentRule(priority: 50), count: DeclarationLimits.maximumContentRules)
    content.rootElements = [RootElement(namespace: "", localName: "menu")]
    #expect(content.declarable.magic.count == DeclarationLimits.maximumContentRules - 1)
    #expect(content.declarable.rootElements == content.rootElements)
  }

  @Test func whatABundleDoesNotHaveIsLeftOut() {
    let bundle = Bundle(identifier: "org.bistro.app", path: "/a", origin: .user)
    #expect(
      bundle.properties
        == .dictionary([
          PropertyValue.Member(name: "CFBundleIdentifier", value: .string("org.bistro.app"))
        ]))
  }

  /// Property lists have no null.
  @Test func aValueWithoutAFormIsLeftOut() throws {
    let text = "{\"a\": null, \"b\": [null, 1, 1.5], \"c\": {\"d\": null}}"
    let document = try #require(DeclarationText.read(Array(text.utf8), path: "").document)
    #expect(
      PropertyValue(document.root)
        == .dictionary([
          PropertyValue.Member(name: "b", value: .array([.integer(1), .real(1.5)])),
          PropertyValue.Member(name: "c", value: .dictionary([])),
        ]))
  }
}
