// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry

/// Units whose bytes are damaged although their sums are right.
@Suite struct DeclarationUnitTests {
  /// The bytes of a number.
  private func bytes(of number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
  }

  /// The compiler would keep the weight of a tag that the type does not have.
  @Test(arguments: [(UInt32(1), true), (2, false), (.max, false)])
  func aWeightIsOfATagOfItsType(_ tag: UInt32, _ isSound: Bool) throws {
    let package = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="a/b"><glob pattern="*.b" weight="61"/></mime-type></mime-info>
      """
    let bundle = try #require(
      MIMEPackageParser.parse(Array(package.utf8), path: "/a.xml", origin: .user).bundle)
    let whole = DeclarationUnit(bundle)
    var unit: [UInt8] = []
    withExtendedLifetime(whole) { whole.bytes.append(to: &unit) }
    // The record: the declaration, the tag after the MIME type, and the weight.
    let record = bytes(of: 0) + bytes(of: 1) + bytes(of: 61)
    let places = (0...unit.count - record.count).filter { unit[$0...].starts(with: record) }
    let place = try #require(places.count == 1 ? places.first : nil)
    unit.replaceSubrange(place + 4..<place + 8, with: bytes(of: tag))
    #expect(DeclarationUnit(unit).isSound == isSound)
  }

  @Test func findingsAreReadAsTheyWere() {
    let findings: [Diagnostic] = [
      Diagnostic(.error, .wrongType, path: "/a.plist", message: "first"),
      Diagnostic(
        .warning, .emptyValue, path: "/de.strings", position: .keyPath("a.b[1]"),
        message: "second", hint: "do it", isAcceptedByApple: false),
      Diagnostic(
        .note, .unknownKey, path: "/a.plist",
        position: .location(SourceLocation(line: 3, column: 9)), message: "third",
        isAcceptedByApple: true),
    ]
    let paths = ["/a.plist", "/de.strings"]
    let unit = DeclarationUnit(nil, findings: findings, paths: paths)
    #expect(unit.isSound)
    #expect(unit.findings(paths: paths) == findings)
    #expect(unit.findings(paths: []).map(\.path) == ["", "", ""])
  }

  @Test func aRefusedFileHasAUnitWithoutABundle() {
    let unit = DeclarationUnit(nil, findings: [], paths: ["/a.json"])
    #expect(unit.isSound)
    #expect(unit.bundleIdentifier.isEmpty)
    #expect(unit.declaredTypes(ofFileAt: "/a.json") == nil)
  }

  @Test func declaredTypesAreReadAsTheyWere() throws {
    let text = """
      {"CFBundleIdentifier": "org.bistro.app", "CFBundleName": "Bistro", "CFBundleVersion": "2",
       "CFBundleIconName": "bistro", "CFBundleDevelopmentRegion": "en",
       "UTExportedTypeDeclarations": [{
         "UTTypeIdentifier": "org.bistro.menu", "UTTypeDescription": "Menu",
         "UTTypeConformsTo": ["public.json", "public.content"], "UTTypeIsWildcard": true,
         "UTTypeTagSpecification": {"public.filename-extension": ["menu", "card"]},
         "TRContentRules": [{"Bytes": "FF0F", "Mask": "F00F", "Offset": [0, 4]},
           {"RootElement": {"Namespace": "urn:a", "Name": "menu"}}]}],
       "TRTypeSupplements": [{"UTTypeIdentifier": "public.png",
         "UTTypeConformsTo": ["org.bistro.menu", "public.image"],
         "UTTypeTagSpecification": {"public.filename-extension": ["pngx"]}}],
       "TRLocalizedStrings": {"de": {"Menu": "Karte", "Bistro": "Gasthaus"}}}
      """
    let (read, diagnostics) = parse(text, path: "/a.json")
    #expect(diagnostics.isEmpty)
    let bundle = try #require(read)
    #expect(DeclarationUnit(bundle).declaredTypes(ofFileAt: "/a.json") == bundle)
  }

  @Test func aClaimSaysThatItIsOfPackages() throws {
    let (bundle, _) = parse(
      json(
        "\"CFBundleDocumentTypes\": [{\"CFBundleTypeExtensions\": \"a\", "
          + "\"LSTypeIsPackage\": true}, {\"CFBundleTypeExtensions\": \"b\"}]"))
    let unit = DeclarationUnit(try #require(bundle))
    let flags = withExtendedLifetime(unit) {
      (0..<unit.claims.count).map { unit.claims[$0].flags & UnitClaim.package != 0 }
    }
    #expect(flags == [true, false])
  }

  @Test func aTypeSaysThatItDeletesTheRulesOfOthers() throws {
    let package = """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="a/b"><magic-deleteall/></mime-type><mime-type type="x-content/c">
      <glob-deleteall/><treemagic><treematch path="a"/></treemagic></mime-type></mime-info>
      """
    let bundle = try #require(
      MIMEPackageParser.parse(Array(package.utf8), path: "/a.xml", origin: .user).bundle)
    let unit = DeclarationUnit(bundle)
    #expect(unit.isSound)
    let flags = withExtendedLifetime(unit) {
      (0..<unit.declarations.count).map { unit.declarations[$0].flags }
    }
    #expect(flags.map { $0 & UnitDeclaration.deletesMagic != 0 } == [true, false])
    #expect(flags.map { $0 & UnitDeclaration.deletesPatterns != 0 } == [false, true])
    #expect(unit.trees.count == 1 && unit.treeMatches.count == 1)
  }
}
