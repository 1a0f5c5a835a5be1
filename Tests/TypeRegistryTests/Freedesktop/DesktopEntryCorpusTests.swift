// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

/// Replays the fuzzer's corpus: files that once failed, and one file of each kind to start from.
@Suite struct DesktopEntryCorpusTests {
  static let folder = "Fuzz/corpus/desktopentry"

  @Test func isThere() {
    #expect(TestFiles.names(in: Self.folder).count >= 10)
  }

  @Test(arguments: TestFiles.names(in: folder))
  func neverTraps(_ name: String) {
    let bytes = TestFiles.bytes(of: name, in: Self.folder)
    let (file, findings) = KeyFile.read(bytes, path: name)
    file.checkInvariants()
    #expect(findings.count <= DeclarationLimits.maximumDiagnostics + 1)
    let (bundle, diagnostics) = DesktopEntryParser.parse(
      bytes, path: name, identifier: name, origin: .user)
    bundle?.checkInvariants()
    #expect(bundle != nil || !diagnostics.isEmpty)
    let line = ExecLine(String(decoding: bytes, as: UTF8.self), name: "a", iconName: nil)
    #expect(line.arguments.isEmpty == line.problems.contains { $0.problem.isFatal })
  }
}
