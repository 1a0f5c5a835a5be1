// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// Rules about contents that never decide.
@Suite struct ShadowedRulesTests {
  /// The types of whose rules a warning is.
  private static func warned(_ types: [(name: String, parent: String, rules: String)]) throws
    -> [String]
  {
    let declarations = types.map { type in
      """
      {"UTTypeIdentifier": "org.example.\(type.name)", "UTTypeConformsTo": "org.example.\(type.parent)",
       "TRContentRules": [\(type.rules)]}
      """
    }
    let text = """
      {"CFBundleIdentifier": "org.example.rules", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.root"}, \(declarations.joined(separator: ","))]}
      """
    let (bundle, diagnostics) = BundleParser.parse(Array(text.utf8), path: "a.json", origin: .user)
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    let compilation = RegistryCompiler.compile([try #require(bundle)])
    return compilation.diagnostics.filter { $0.code == .shadowedContentRule }.map { finding in
      #expect(finding.severity == .warning && finding.hint != nil)
      return finding.message.split(separator: "'").dropFirst().first.map(String.init) ?? ""
    }
  }

  @Test func aLongerValueBehindItsBeginningIsWarnedOf() throws {
    #expect(
      try Self.warned([
        ("a", "root", #"{"Text": "BOX", "Priority": 60}"#), ("b", "root", #"{"Text": "BOXES"}"#),
      ]) == ["org.example.b"])
  }

  @Test(arguments: [
    // A greater priority, a subtype, other bytes, a further condition, an alternative.
    (#"{"Text": "BOX", "Priority": 40}"#, "root", #"{"Text": "BOXES"}"#),
    (#"{"Text": "BOX", "Priority": 60}"#, "a", #"{"Text": "BOXES"}"#),
    (#"{"Text": "BOX", "Priority": 60}"#, "root", #"{"Text": "BO"}"#),
    (#"{"Text": "BOX", "Priority": 60}"#, "root", #"{"Offset": 1, "Text": "BOXES"}"#),
    (
      #"{"Text": "BOX", "Priority": 60, "Matches": [{"Offset": 9, "Text": "ab"}]}"#, "root",
      #"{"Text": "BOXES"}"#
    ),
    (#"{"Text": "BOX", "Priority": 60}"#, "root", #"{"Text": ["BOXES", "CASES"]}"#),
    (#"{"Bytes": "0102", "Priority": 60}"#, "root", #"{"Bytes": "0102", "Mask": "FF0F"}"#),
  ])
  func otherRulesAreNot(_ first: String, _ parent: String, _ second: String) throws {
    #expect(try Self.warned([("a", "root", first), ("b", parent, second)]).isEmpty)
  }

  @Test func factsAndMasksAreCompared() throws {
    #expect(
      try Self.warned([
        ("a", "root", #"{"Fact": "ZIPMember", "Value": "x/*", "Priority": 60}"#),
        (
          "b", "root",
          #"{"Fact": "ZIPMember", "Value": "x/*", "Matches": [{"Offset": 9, "Text": "ab"}]}"#
        ),
        ("c", "root", #"{"Bytes": "F001", "Mask": "F0FF", "Priority": 60}"#),
        ("d", "root", #"{"Bytes": "FF01"}"#),
      ]) == ["org.example.b"])
  }

  @Test func aUnitKeepsTheRules() throws {
    let text = """
      {"CFBundleIdentifier": "org.example.rules", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.a", "TRContentRules": [
          {"Offset": [1, 4], "Bytes": "0102", "Mask": "FF0F", "Matches": [{"Fact": "Line", "Value": "x*y"}]},
          {"Fact": "TarMember", "Value": "*"}, {"RootElement": {"Namespace": "n", "Name": "e"}}]}]}
      """
    let bundle = try #require(
      BundleParser.parse(Array(text.utf8), path: "a.json", origin: .user).bundle)
    let read = DeclarationUnit(bundle).declaredTypes(ofFileAt: "a.json")
    #expect(read?.declarations == bundle.declarations)
  }
}
