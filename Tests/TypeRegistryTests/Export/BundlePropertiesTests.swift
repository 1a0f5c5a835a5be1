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
       "UTTypeReferenceURL": "https://bistro.example"}],
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
