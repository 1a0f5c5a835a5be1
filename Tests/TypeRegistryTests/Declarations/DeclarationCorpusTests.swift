// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

/// Replays the fuzzer's corpus: files that once failed, and one file of each kind to start from.
@Suite struct DeclarationCorpusTests {
  static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Fuzz/corpus/declaration")

  static var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory.path))?.sorted() ?? []
  }

  @Test func isThere() {
    #expect(Self.names.count >= 10)
  }

  @Test(arguments: names)
  func neverTraps(_ name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.directory.appendingPathComponent(name)))
    let (bundle, diagnostics) = BundleParser.parse(bytes, path: name, origin: .user)
    bundle?.checkInvariants()
    #expect(bundle != nil || diagnostics.contains { $0.severity == .error })
    #expect(diagnostics.count <= DeclarationLimits.maximumDiagnostics + 1)
    #expect(diagnostics == BundleParser.parse(bytes, path: name, origin: .user).diagnostics)
    _ = StringsFile.read(bytes, path: name)
    var scanner = try? XMLScanner(bytes, documentType: .withoutEntities)
    while let event = try? scanner?.next(), event != .endOfText {}
  }
}
