// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

/// The directories of programs that a declaration file names.
@Suite struct ProgramDirectoriesKeyTests {
  private func parse(_ value: String) throws -> (bundle: Bundle, diagnostics: [Diagnostic]) {
    let (bundle, diagnostics) = BundleParser.parse(
      Array("{\"CFBundleIdentifier\": \"org.a\",\n\"TRProgramDirectories\": \(value)}".utf8),
      path: "/a.json", origin: .user)
    return (try #require(bundle), diagnostics)
  }

  @Test func absoluteDirectoriesAreKeptInOrder() throws {
    let (bundle, diagnostics) = try parse(#"["/opt/b/bin", "/opt/a/bin", "/opt/b/bin"]"#)
    #expect(diagnostics.isEmpty)
    #expect(bundle.programDirectories.map(\.path) == ["/opt/b/bin", "/opt/a/bin"])
    #expect(bundle.programDirectories.map(\.location?.line) == [2, 2])
    #expect(try parse(#""/opt/a""#).bundle.programDirectories.map(\.path) == ["/opt/a"])
  }

  @Test func aUnitHasThem() throws {
    let (bundle, _) = try parse(#"["/opt/b/bin", "/opt/a/bin"]"#)
    let unit = DeclarationUnit(bundle)
    #expect(unit.isSound && unit.namedProgramDirectories == bundle.programDirectories)
  }

  @Test(arguments: [
    ("[\"bin\"]", Diagnostic.Code.invalidProgramDirectory, "is not an absolute path"),
    ("[\"~/bin\"]", .invalidProgramDirectory, "'~' is not replaced"),
    ("[\"/a\\nb\"]", .invalidProgramDirectory, "control character"),
    ("[\"/\(String(repeating: "a", count: 1_024))\"]", .invalidProgramDirectory, "bytes"),
    ("[\"$(HOME)/bin\"]", .unexpandedVariable, "$(HOME)"),
    ("[1]", .wrongType, "a string"), ("{}", .wrongType, "an array"),
  ])
  func othersAreReported(_ value: String, _ code: Diagnostic.Code, _ words: String) throws {
    let (bundle, diagnostics) = try parse(value)
    #expect(bundle.programDirectories.isEmpty)
    #expect(diagnostics.map(\.code) == [code])
    #expect(diagnostics.allSatisfy { $0.severity == .error && $0.message.contains(words) })
  }

  @Test func theirNumberIsLimited() throws {
    func count(_ number: Int) throws -> (accepted: Int, findings: Int) {
      let names = (0..<number).map { "\"/opt/n\($0)\"" }.joined(separator: ", ")
      let (bundle, diagnostics) = try parse("[\(names)]")
      return (bundle.programDirectories.count, diagnostics.count)
    }
    let limit = DeclarationLimits.maximumProgramDirectories
    #expect(try count(limit) == (limit, 0))
    #expect(try count(limit + 1) == (limit, 1))
  }
}
