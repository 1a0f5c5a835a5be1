// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing

@testable import TypeRegistry

/// `TRContentRules` in a declaration.
@Suite struct ContentRulesTests {
  private static func parse(
    _ rules: String
  ) throws -> (content: ContentRules, findings: [String]) {
    let text = """
      {"CFBundleIdentifier": "org.example.a", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.b", "TRContentRules": \(rules)}
      ]}
      """
    let (bundle, diagnostics) = BundleParser.parse(Array(text.utf8), path: "a.json", origin: .user)
    let declaration = try #require(bundle?.declarations.first)
    return (declaration.content, diagnostics.map { "\($0.code.rawValue): \($0.message)" })
  }

  @Test func aRuleIsATest() throws {
    let (content, findings) = try Self.parse(#"[{"Text": "MENU", "Priority": 60}]"#)
    #expect(findings.isEmpty)
    let rule = try #require(content.magic.first)
    #expect(rule.priority == 60)
    #expect(
      rule.matches == [
        MagicMatch(depth: 0, start: 0, offsets: 1, value: [77, 69, 78, 85], mask: [])
      ])
    #expect(rule.location?.line == 2)
  }

  @Test func aRuleHasAlternativesThatOthersRefine() throws {
    let (content, findings) = try Self.parse(
      """
      [{"Matches": [
        {"Offset": [2, 5], "Bytes": "89 4d", "Mask": "FF F0", "Matches": [{"Offset": -4, "Text": ["ab", "cd"]}]},
        {"Fact": "ZIPMember", "Value": "a/*.xml", "IgnoresCase": true}
      ]}]
      """)
    #expect(findings.isEmpty)
    let matches = try #require(content.magic.first).matches
    #expect(content.magic.first?.priority == 50)
    #expect(matches.map(\.depth) == [0, 1, 1, 0])
    #expect(matches[0].start == 2 && matches[0].offsets == 4)
    #expect(matches[0].value == [0x89, 0x40] && matches[0].mask == [0xFF, 0xF0])
    #expect(matches[1].test == .bytesFromEnd && matches[1].start == 4)
    #expect(matches[3].test == ContentTest(.zipMember, .ends, ignoresCase: true))
    #expect(matches[3].value == Array("a/.xml".utf8) && matches[3].start == 2)
  }

  @Test func caseIsAMaskForBytes() throws {
    let (content, _) = try Self.parse(#"[{"Text": "a1", "IgnoresCase": true}]"#)
    let match = try #require(content.magic.first?.matches.first)
    #expect(match.value == [0x41, 0x31] && match.mask == [0xDF, 0xFF])
    // Also of bytes in digits, and with the mask that they have.
    let (rules, findings) = try Self.parse(
      """
      [{"Bytes": "61 31", "IgnoresCase": true},
       {"Bytes": "61 7A FF", "Mask": "F0 FF 0F", "IgnoresCase": true}]
      """)
    #expect(findings.isEmpty)
    #expect(rules.magic.map { $0.matches[0].mask } == [[0xDF, 0xFF], [0xD0, 0xDF, 0x0F]])
    #expect(rules.magic.map { $0.matches[0].value } == [[0x41, 0x31], [0x40, 0x5A, 0x0F]])
  }

  @Test func elementsAreRulesOfTheirOwn() throws {
    let (content, findings) = try Self.parse(
      #"[{"RootElement": {"Namespace": "urn:a", "Name": "b"}}, {"RootElement": {"Name": "c"}}]"#)
    #expect(findings.isEmpty)
    #expect(content.rootElements.map(\.namespace) == ["urn:a", ""])
    #expect(content.rootElements.map(\.localName) == ["b", "c"])
  }

  @Test(arguments: [
    (#"{}"#, "rule compares nothing"), (#"{"Text": ""}"#, "'Text' is not a text"),
    (#"{"Bytes": "zz"}"#, "'zz' is not a series of bytes"),
    (#"{"RootElement": 5}"#, "expected an object in 'RootElement', found a number"),
    (#"{"Bytes": "1"}"#, "'1' is not a series of bytes"),
    (#"{"Bytes": "0102", "Mask": "FF"}"#, "'Mask' is not one of 2 bytes"),
    (#"{"Text": "ab", "Mask": "FFFF"}"#, "'Mask' does not go with 'Text'"),
    (#"{"Text": "ab", "Bytes": "0102"}"#, "'Bytes' does not go with 'Text'"),
    (#"{"Text": "ab", "Value": "a"}"#, "'Value' does not go with 'Text'"),
    (#"{"Bytes": "0102", "Value": "a"}"#, "'Value' does not go with 'Bytes'"),
    (#"{"Text": "ab", "IgnoresCase": "yes"}"#, "expected a boolean in 'IgnoresCase'"),
    (#"{"Text": "ab", "IgnoresCase": 2}"#, "expected a boolean in 'IgnoresCase'"),
    (#"{"Offset": 4, "Matches": [{"Text": "ab"}]}"#, "'Offset' is beside no test"),
    (#"{"Mask": "FF", "Matches": [{"Text": "ab"}]}"#, "'Mask' is beside no test"),
    (#"{"IgnoresCase": true, "Matches": [{"Text": "ab"}]}"#, "'IgnoresCase' is beside no test"),
    (#"{"Matches": [{"Value": "a", "Matches": [{"Text": "ab"}]}]}"#, "'Value' is beside no test"),
    (#"{"Matches": [{"Text": "ab", "Priority": 60}]}"#, "'Priority' is in 'Matches'"),
    (#"{"Text": "ab", "Matches": [{"Text": "cd", "Priority": 60}]}"#, "'Priority' is in 'Matches'"),
    (#"{"Matches": [{"RootElement": {"Name": "a"}}]}"#, "'RootElement' is beside no test"),
    (
      #"{"Matches": [{"Text": "ab", "RootElement": {"Name": "a"}}]}"#,
      "'RootElement' does not go with 'Text'"
    ),
    (#"{"Text": "ab", "Priority": 101}"#, "'Priority' is not a number"),
    (#"{"Text": "ab", "Offset": [5, 2]}"#, "'Offset' is neither a number"),
    (#"{"Text": "ab", "Offset": 200000}"#, "'Offset' is neither a number"),
    (#"{"Text": "ab", "Offset": [-2, 2]}"#, "'Offset' is neither a number"),
    (#"{"Text": "abc", "Offset": -2}"#, "bytes do not fit"),
    (#"{"Text": "ab", "Offset": 131072}"#, "rule reads beyond byte 131072"),
    (#"{"Fact": "ZIPMembr", "Value": "a"}"#, "fact 'ZIPMembr' is not known"),
    (#"{"Fact": 5, "Value": "a"}"#, "expected a string in 'Fact', found a number"),
    (#"{"Fact": "ZIPMember"}"#, "rule has no 'Value'"),
    (#"{"Fact": "ZIPMember", "Value": "a*b*"}"#, "value 'a*b*' has several '*'"),
    (#"{"Fact": "ZIPMember", "Value": "a", "Offset": 0}"#, "'Offset' does not go with 'Fact'"),
    (#"{"Fact": "ZIPMember", "Value": "a", "Text": "ab"}"#, "'Text' does not go with 'Fact'"),
    (#"{"RootElement": {}}"#, "'RootElement' has neither namespace nor name"),
    (#"{"RootElement": {"Name": "a"}, "Text": "ab"}"#, "'RootElement' does not go with 'Text'"),
    (#"{"Text": "ab", "Matches": []}"#, "expected an array of objects in 'Matches'"),
    (#"{"Text": "ab", "Matches": [{}]}"#, "rule compares nothing"),
  ])
  func refuses(_ rule: String, _ message: String) throws {
    let (content, findings) = try Self.parse("[\(rule)]")
    #expect(content.magic.isEmpty && content.rootElements.isEmpty)
    #expect(findings.count == 1 && findings[0].contains(message), "\(findings)")
  }

  @Test func aRuleWithoutAnyOfItsNamesIsInvalid() throws {
    #expect(try Self.parse(#"[{}]"#).findings.first?.hasPrefix("invalid-content-rule: ") == true)
  }

  @Test func nestingIsLimited() throws {
    let deep = (0..<12).reduce(#"{"Text": "ab"}"#) { inner, _ in
      #"{"Text": "ab", "Matches": [\#(inner)]}"#
    }
    #expect(try Self.parse("[\(deep)]").findings.first?.contains("nested") == true)
  }

  @Test func rulesOfATypeAreLimited() throws {
    let count = DeclarationLimits.maximumContentRules
    let rules = (0...count).map { #"{"Text": "ab\#($0)"}"# }.joined(separator: ",")
    let (content, findings) = try Self.parse("[\(rules)]")
    #expect(content.magic.count == count && findings.count == 1)
  }

  @Test func oneByteIsWeak() throws {
    #expect(
      try Self.parse(#"[{"Text": "a"}]"#).findings.first?.hasPrefix("weak-content-rule") == true)
    #expect(
      try Self.parse(#"[{"Text": "a", "Matches": [{"Offset": 5, "Text": "b"}]}]"#).findings.isEmpty)
    #expect(try Self.parse(#"[{"Bytes": "0102", "Mask": "FF00"}]"#).findings.count == 1)
  }

  @Test(arguments: [("1", true), ("true", true), ("0", false), ("false", false)])
  func caseIsIgnoredByATruthOrOne(_ value: String, _ isIgnored: Bool) throws {
    let (content, findings) = try Self.parse(#"[{"Text": "ab", "IgnoresCase": \#(value)}]"#)
    #expect(findings.isEmpty)
    #expect(content.magic.first?.matches.first?.mask == (isIgnored ? [0xDF, 0xDF] : []))
  }

  @Test func anElementIsKnownOnce() throws {
    let (content, findings) = try Self.parse(
      #"[{"RootElement": {"Name": "a"}}, {"RootElement": {"Name": "a"}}, {"RootElement": {"Name": "b"}}]"#
    )
    #expect(findings.isEmpty)
    #expect(content.rootElements.map(\.localName) == ["a", "b"])
  }

  /// Alternatives multiply with those that refine them.
  @Test func matchesOfABundleAreLimited() throws {
    let texts = "[" + (0..<300).map { "\"t\($0)\"" }.joined(separator: ",") + "]"
    let many = #"{"Text": \#(texts), "Matches": [{"Text": \#(texts)}]}"#
    let (content, findings) = try Self.parse(#"[\#(many), {"Text": "ab"}]"#)
    #expect(content.magic.count == 1)
    #expect(
      findings == [
        "invalid-content-rule: bundle has more than 65536 matches, and the rule is left out"
      ])
    let nested = try Self.parse(#"[{"Matches": [\#(many)]}, {"Text": "ab"}]"#)
    #expect(nested.content.magic.count == 1)
    #expect(
      nested.findings == ["invalid-content-rule: rule has too many matches, and is left out"])
  }

  @Test func aPackageHoldsBytesFromTheStartAlone() throws {
    let (content, findings) = try Self.parse(
      """
      [{"Text": "MENU"}, {"Text": "END!", "Offset": -4}, {"Fact": "ZIPMember", "Value": "a"},
       {"Text": "ZZ", "Matches": [{"Text": "END!", "Offset": -4}]}, {"RootElement": {"Name": "b"}}]
      """)
    #expect(findings.isEmpty && content.magic.count == 4)
    let packaged = content.packaged
    #expect(packaged.magic.map { $0.matches.map(\.value) } == [[Array("MENU".utf8)]])
    #expect(packaged.rootElements == content.rootElements)
  }
}
