// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Findings about files that are not installed.
@Suite struct DeclarationCheckTests {
  private let directory: TemporaryDirectory
  private let locations: RegistryLocations

  init() throws {
    directory = try TemporaryDirectory(mode: 0o755)
    try directory.write(
      "core/types.json",
      """
      {"CFBundleIdentifier": "org.example.types", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "public.data"},
        {"UTTypeIdentifier": "public.jpeg", "UTTypeConformsTo": "public.data"}]}
      """)
    try directory.write(
      "new.json",
      """
      {"CFBundleIdentifier": "org.example.app", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.a", "UTTypeConformsTo": "public.jpg"}],
       "CFBundleDocumentTypes": [
         {"LSItemContentTypes": ["public.jpg", "org.zzz.unheard-of-anywhere"]}]}
      """)
    locations = RegistryLocations(
      core: directory.path + "/core", environment: Environment(declarations: ""), cache: nil)
  }

  private func input(_ name: String) -> DeclarationCheck.Input {
    .path(Array("\(directory.path)/\(name)".utf8))
  }

  /// A name that is misspelt twice is explained twice.
  @Test func aMisspeltTypeIsFoundAgain() {
    let check = DeclarationCheck(of: [input("new.json")], beside: locations)
    let undeclared = check.findings.filter { $0.code.rawValue.hasPrefix("undeclared-") }
    #expect(
      undeclared.map(\.hint) == [
        "did you mean 'public.jpeg'?", "did you mean 'public.jpeg'?",
        "check the spelling, or import 'org.zzz.unheard-of-anywhere'",
      ])
  }

  @Test func aFileThatIsNamedTwiceIsCheckedOnce() {
    let once = DeclarationCheck(of: [input("new.json")], beside: locations)
    let twice = DeclarationCheck(of: [input("new.json"), input("new.json")], beside: locations)
    #expect(twice.findings == once.findings && twice.bundles.count == 1)
  }

  @Test func whatIsNotAPathIsMissing() {
    let check = DeclarationCheck(
      of: [.path([]), .path([0x61, 0]), input("absent.json")], beside: locations)
    #expect(
      check.missing.map(\.reason) == [
        "the name is empty or holds a NUL", "the name is empty or holds a NUL",
        "no such file or directory",
      ])
    #expect(!check.hasBundles && check.findings.isEmpty)
  }
}
