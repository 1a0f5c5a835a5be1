// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct DiagnosticSinkTests {
  @Test func countsWhatIsMoreThanAHundredDiagnostics() {
    let odd = "{\"UTTypeIdentifier\": \"org.bistro.t\", \"x\": 1}"
    let bad = "{\"UTTypeIdentifier\": \"a_b\"}"
    let entries = String(repeating: odd + ",", count: 500) + bad
    let (_, diagnostics) = parse(json("\"UTExportedTypeDeclarations\": [\(entries)]"))
    #expect(diagnostics.count == 101)
    // The only error is kept among the notes.
    #expect(diagnostics.filter { $0.severity == .error }.map(\.code) == [.invalidIdentifier])
    #expect(diagnostics.last?.code == .tooManyDiagnostics)
    #expect(diagnostics.last?.message == "file has 401 more findings than the 100 shown")
  }

  @Test(arguments: [
    "\"a\": 1", "\"UTTypeConformTo\": 1", "\"UTExportedTypeDeclaration\": 1", "\"CFBundleNam\": 1",
  ])
  func isNotSlowedDownByManyMistakes(_ member: String) {
    // Many mistakes: duplicate keys, and keys that look like known ones.
    let growth = Growth.ofFourfold(2_500) { count in
      let members = (0..<count).map { member == "\"a\": 1" ? member : "\"\($0)\": {\(member)}" }
      _ = parse(json(members.joined(separator: ",")))
      let entries = members.map { "{\($0)}" }.joined(separator: ",")
      _ = parse(json("\"UTExportedTypeDeclarations\": [\(entries)]"))
    }
    #expect(growth < 7)
  }

  @Test func keepsTheOrderOfTheFile() {
    let (_, diagnostics) = parse(
      json(
        "\"UTImportedTypeDeclarations\": [{\"x\": 1, \"UTTypeIdentifier\": \"com.example.x\"}, "
          + "{\"UTTypeIdentifier\": \"a\"}], \"TRFoo\": 1"))
    #expect(
      diagnostics.map(\.code) == [
        .unknownKey, .exampleIdentifier, .invalidIdentifier, .unknownKey,
      ])
  }
}
