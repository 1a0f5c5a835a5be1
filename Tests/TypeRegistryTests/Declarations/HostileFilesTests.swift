// SPDX-License-Identifier: MIT

import Foundation
import StrictJSON
import TestSupport
import Testing
import TypeRegistry

/// Files that are rejected as a whole, with one clear diagnostic, and the limits.
@Suite struct HostileFilesTests {
  private static func nestedJSON(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  private static func nestedXML(_ depth: Int) -> String {
    "<plist>" + String(repeating: "<array>", count: depth)
      + String(repeating: "</array>", count: depth) + "</plist>"
  }

  static let refused: [(String, Diagnostic.Code)] = [
    ("", .unknownFormat),
    (" ", .unknownFormat),
    ("hello", .unknownFormat),
    ("{ CFBundleIdentifier = \"a.b\"; }", .openStepFormat),
    ("{\n \"CFBundleIdentifier\" = a; }", .openStepFormat),
    ("(\"a\", \"b\")", .openStepFormat),
    ("[Default Applications]\na/b=c.desktop\n", .foreignFormat),
    ("[]", .wrongType),
    ("{}", .missingBundleIdentifier),
    ("{\"CFBundleName\": \"x\"}", .missingBundleIdentifier),
    ("{\"CFBundleIdentifier\": \"\"}", .missingBundleIdentifier),
    ("{\"CFBundleIdentifier\": 7}", .wrongType),
    ("{\"CFBundleIdentifier\": \"$(PRODUCT_BUNDLE_IDENTIFIER)\"}", .unexpandedVariable),
    ("{\"CFBundleIdentifier\": \"@ID@\"}", .unexpandedVariable),
    ("{\"CFBundleIdentifier\": \"a/../b\"}", .invalidBundleIdentifier),
    ("{\"CFBundleIdentifier\": \"a\\u0007.b\"}", .invalidBundleIdentifier),
    ("{\"CFBundleIdentifier\": \"a.b\",}", .invalidJSON),
    ("{\"CFBundleIdentifier\": \"a.b\"} x", .invalidJSON),
    ("{\"CFBundleIdentifier\": \"a.b\", // c\n}", .commentInJSON),
    ("/* c */ {}", .commentInJSON),
    ("# c\n{}", .commentInJSON),
    ("{\"CFBundleIdentifier\": \"a.\\u0000b\"}", .nulInString),
    ("{\"CFBundleIdentifier\": \"a.b\", \"x\": {\"a\": \"\\u0000\"}}", .nulInString),
    ("{\"CFBundleIdentifier\": \"a.b\", \"\\u0000\": 1}", .nulInString),
    ("{\"CFBundleIdentifier\": \"a.b\", \"CFBundleIdentifier\": \"a.c\"}", .duplicateKey),
    (
      "{\"CFBundleIdentifier\": \"a.b\", \"TRLaunch\": {\"Terminal\": true, \"\\u0054erminal\": false}}",
      .duplicateKey
    ),
    (
      xml("<key>CFBundleName</key><string>a</string><key>CFBundleName</key><string>b</string>"),
      .duplicateKey
    ),
    (nestedJSON(65), .invalidJSON), (nestedJSON(512), .invalidJSON),
    (nestedJSON(513), .invalidJSON), (nestedJSON(100_000), .invalidJSON),
    (nestedXML(65), .invalidPropertyList), (nestedXML(513), .invalidPropertyList),
    (nestedXML(60_000), .invalidPropertyList),
    (
      "<!DOCTYPE plist [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><plist>&b;</plist>",
      .invalidXML
    ),
    (
      "<!DOCTYPE plist [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><plist>&a;</plist>", .invalidXML
    ),
    ("<!DOCTYPE plist SYSTEM \"http://x/y.dtd\" [ ]><plist/>", .invalidXML),
    ("<html></html>", .invalidPropertyList),
    ("bplist00", .invalidPropertyList),
    ("bplist00" + String(repeating: "\u{7F}", count: 100), .invalidPropertyList),
  ]

  @Test(arguments: refused)
  func refusesTheFileWithOneError(_ text: String, _ code: Diagnostic.Code) {
    let (bundle, diagnostics) = parse(text)
    #expect(bundle == nil)
    #expect(diagnostics.map(\.code) == [code])
    #expect(diagnostics.map(\.severity) == [.error])
    #expect(diagnostics.map(\.path) == ["bistro.json"])
  }

  @Test func namesBothPositionsOfADuplicateKey() {
    let (_, diagnostics) = parse(
      "{\n \"CFBundleName\": \"a\",\n \"CFBundleName\": \"b\"\n}")
    #expect(
      diagnostics.map(\.message) == ["key 'CFBundleName' appears twice, first at 2:2"])
    #expect(diagnostics.map(\.position) == [.location(SourceLocation(line: 3, column: 2))])
  }

  @Test func refusesBrokenUTF8AndUTF16() {
    for bytes: [UInt8] in [
      Array("{\"a\": \"".utf8) + [0xC3, 0x28, 0x22, 0x7D], [0xFF, 0xFE, 0x7B, 0, 0x7D, 0],
      [0xFE, 0xFF, 0, 0x7B, 0, 0x7D], Array("<plist><string>".utf8) + [0xFF],
    ] {
      let (bundle, diagnostics) = BundleParser.parse(bytes, path: "x", origin: .user)
      #expect(bundle == nil)
      #expect(diagnostics.count == 1)
    }
  }

  @Test func takesALongestFileAndNotOneByteMore() {
    let limit = DeclarationLimits.maximumFileBytes
    let text = json()
    let padded = text + String(repeating: " ", count: limit - text.utf8.count)
    #expect(parse(padded).bundle != nil)
    let (bundle, diagnostics) = parse(padded + " ")
    #expect(bundle == nil)
    #expect(diagnostics.map(\.code) == [.fileTooLong])
  }

  @Test func takesTheMostTypesAndNotOneMore() {
    func text(_ count: Int) -> String {
      let types = (0..<count).map { "{\"UTTypeIdentifier\": \"org.bistro.t\($0)\"}" }
      return json("\"UTExportedTypeDeclarations\": [\(types.joined(separator: ","))]")
    }
    let limit = DeclarationLimits.maximumTypesPerBundle
    #expect(parse(text(limit)).bundle?.declarations.count == limit)
    let (bundle, diagnostics) = parse(text(limit + 1))
    #expect(bundle == nil)
    #expect(diagnostics.map(\.code) == [.tooManyTypes])
    #expect(diagnostics.first?.message.contains("\(limit)") == true)
  }

  @Test func takesTheMostTagsAndNotOneMore() {
    func text(_ count: Int) -> String {
      let tags = (0..<count).map { "\"e\($0)\"" }.joined(separator: ",")
      return exporting(
        "\"UTTypeIdentifier\": \"org.bistro.menu\", \"UTTypeTagSpecification\": "
          + "{\"public.filename-extension\": [\(tags)]}")
    }
    let limit = DeclarationLimits.maximumTagsPerType
    #expect(parse(text(limit)).bundle?.declarations.first?.tags.count == limit)
    let (bundle, diagnostics) = parse(text(limit + 1))
    #expect(bundle?.declarations.isEmpty == true)
    #expect(diagnostics.contains { $0.code == .tooManyTags })
    #expect(parse(text(90_000)).diagnostics.contains { $0.code == .tooManyTags })
  }

  @Test func takesTheMostParentsAndNotOneMore() {
    func text(_ count: Int) -> String {
      let parents = (0..<count).map { "\"org.bistro.p\($0)\"" }.joined(separator: ",")
      return exporting(
        "\"UTTypeIdentifier\": \"org.bistro.menu\", \"UTTypeConformsTo\": [\(parents)]")
    }
    let limit = DeclarationLimits.maximumParentsPerType
    #expect(parse(text(limit)).bundle?.declarations.first?.parents.count == limit)
    #expect(parse(text(limit + 1)).diagnostics.contains { $0.code == .tooManySupertypes })
  }

  @Test func takesTheMostClaimsAndNotOneMore() {
    func text(_ count: Int) -> String {
      let claim = "{\"CFBundleTypeExtensions\":\"a\"}"
      return json(
        "\"CFBundleDocumentTypes\":[" + String(repeating: claim + ",", count: count - 1) + claim
          + "]")
    }
    let limit = DeclarationLimits.maximumClaimsPerBundle
    #expect(parse(text(limit)).bundle?.claims.count == limit)
    let (bundle, diagnostics) = parse(text(limit + 1))
    #expect(bundle == nil)
    #expect(diagnostics.map(\.code) == [.tooManyClaims])
  }

  @Test func takesTheMostSubjectsOfAllClaimsAndNotOneMore() {
    func text(_ count: Int) -> String {
      let limit = DeclarationLimits.maximumSubjectsPerClaim
      let claims = stride(from: 0, to: count, by: limit).map { start in
        let types = (start..<min(count, start + limit)).map { "\"org.bistro.t\($0)\"" }
        return "{\"LSItemContentTypes\":[\(types.joined(separator: ","))]}"
      }
      return json("\"CFBundleDocumentTypes\":[\(claims.joined(separator: ","))]")
    }
    let limit = DeclarationLimits.maximumSubjectsPerBundle
    #expect(parse(text(limit)).bundle?.claims.map(\.subjects.count).reduce(0, +) == limit)
    let (bundle, diagnostics) = parse(text(limit + 1))
    #expect(bundle == nil)
    #expect(diagnostics.map(\.code) == [.tooManyClaims])
    #expect(diagnostics.first?.message.contains("\(limit)") == true)
  }

  private static let claim = "\"CFBundleDocumentTypes\":[{\"CFBundleTypeExtensions\":\"a\"}],"

  @Test func takesTheMostBytesOfArgumentsAndNotOneMore() {
    func text(_ count: Int) -> String {
      let half = String(repeating: "x", count: count / 2)
      let rest = count % 2 > 0 ? "x" : ""
      return json(Self.claim + "\"TRLaunch\":{\"Arguments\":[\"\(half)\",\"\(half)\(rest)\"]}")
    }
    let limit = DeclarationLimits.maximumLaunchBytes
    let most = parse(text(limit))
    #expect(most.bundle?.launchArguments.map(\.utf8.count) == [limit / 2, limit / 2])
    // None of them is a placeholder for files.
    #expect(most.diagnostics.map(\.code) == [.missingPlaceholder])
    let (bundle, diagnostics) = parse(text(limit + 1))
    #expect(bundle?.launchArguments == [])
    #expect(diagnostics.map(\.code) == [.invalidArguments])
    #expect(diagnostics.first?.message.contains("\(limit)") == true)
  }

  @Test func takesTheLongestNameAndNoLongerOne() {
    let limit = DeclarationLimits.maximumTextBytes
    for key in ["CFBundleName", "CFBundleVersion", "CFBundleIconFile"] {
      func parsed(_ count: Int) -> (bundle: TypeRegistry.Bundle?, diagnostics: [Diagnostic]) {
        parse(json(Self.claim + "\"\(key)\": \"\(String(repeating: "1", count: count))\""))
      }
      #expect(parsed(limit).diagnostics.isEmpty, "\(key)")
      let (bundle, diagnostics) = parsed(limit + 1)
      #expect(bundle?.name == nil && bundle?.iconName == nil)
      #expect(diagnostics.map(\.code) == [.textTooLong], "\(key)")
    }
  }
}
