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

  /// Rules of the user's declarations come after those of the core, which has one for all ZIP archives.
  @Test(
    arguments: [
      (Origin.user, "public.data", 100, "or install it for all users"),
      (.user, "public.data", 30, "or install it for all users with a greater priority"),
      (.user, "public.zip-archive", 100, nil), (.local, "public.data", 100, nil),
      (.local, "public.data", 30, "let 'org.example.box' conform to 'public.zip-archive'"),
    ] as [(Origin, String, Int, String?)])
  func aFactOfAContainerIsThatOfAFileOfItsType(
    _ origin: Origin, _ parent: String, _ priority: Int, _ hint: String?
  ) throws {
    let core = """
      {"CFBundleIdentifier": "org.example.core", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "public.data"},
        {"UTTypeIdentifier": "public.zip-archive", "UTTypeConformsTo": "public.data",
         "TRContentRules": [{"Bytes": "50 4B 03 04", "Priority": 30}]}]}
      """
    let own = """
      {"CFBundleIdentifier": "org.example.own", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.box", "UTTypeConformsTo": "\(parent)", "TRContentRules": [
          {"Fact": "ZIPMember", "Value": "menu.xml", "Priority": \(priority)}]}]}
      """
    let bundles = try [(core, "core.json", Origin.core), (own, "own.json", origin)].map {
      try #require(BundleParser.parse(Array($0.0.utf8), path: $0.1, origin: $0.2).bundle)
    }
    let compilation = RegistryCompiler.compile(bundles)
    let findings = compilation.diagnostics.filter { $0.code == .shadowedContentRule }
    #expect(findings.count == (hint == nil ? 0 : 1))
    if let hint { #expect(findings.first?.hint?.hasSuffix(hint) == true) }
    // The finding is right.
    let found = UniformType.ofContents(
      SampleFile.zip([("menu.xml", [1])]), name: [], in: compilation.registry)
    #expect((found.type.identifier == "org.example.box") == (hint == nil))
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
