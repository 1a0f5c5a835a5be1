// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

@Suite("Habits of existing applications are read as they were meant")
struct ApplicationCorpusTests {
  static let folder = "Data/Corpora/applications"

  /// Bundles that the core of this corpus and a file of it make.
  static let core = Bundle.test(
    "org.test.core",
    [
      .test("public.data"), .test("public.text", parents: ["public.data"], extensions: ["txt"]),
      TypeDeclaration(
        identifier: .test("org.test.lisp"), kind: .imported, parents: [.test("public.text")],
        tags: [
          .test(.filenameExtension, "asd"), .test(.filenameExtension, "lisp"),
          .test(.mimeType, "text/x-lisp"),
        ]),
    ])

  struct Reading {
    let bundle: Bundle?
    let findings: [Diagnostic]
    let registry: CompiledRegistry
    /// Each finding as `LINE SEVERITY CODE`; 0 for the file as a whole.
    var lines: [String] {
      findings.map { finding in
        var line = 0
        if case .location(let location) = finding.position { line = location.line }
        return "\(line) \(finding.severity.rawValue) \(finding.code.rawValue)"
      }
    }
  }

  static func read(_ name: String) -> Reading {
    let file = name + ".plist"
    let (bundle, findings) = BundleParser.parse(
      TestFiles.bytes(of: file, in: folder), path: file, origin: .user)
    let compilation = RegistryCompiler.compile([core] + (bundle.map { [$0] } ?? []))
    return Reading(
      bundle: bundle, findings: findings + compilation.diagnostics, registry: compilation.registry)
  }

  static let table: [(name: String, findings: [String])] = [
    (
      "repeated-keys",
      [
        "7 warning duplicate-key", "9 warning duplicate-key", "13 warning duplicate-key",
        "23 warning duplicate-key",
      ]
    ),
    ("two-values", ["7 error duplicate-key"]),
    ("control-character", ["7 warning invalid-xml"]),
    ("control-character-in-name", ["6 error invalid-xml"]),
    ("importer", []), ("generator", []), ("dynamic-claim", []), ("wildcard", []),
    ("reserved-export", ["9 warning reserved-identifier"]),
    ("narrowing", ["9 warning narrows-trusted-declaration"]),
    (
      "template",
      [
        "6 warning unexpanded-variable", "9 note empty-value", "16 warning invalid-icon-name",
        "22 warning invalid-icon-name", "28 warning invalid-icon-name",
      ]
    ),
  ]

  @Test(arguments: table)
  func drawsTheFindings(_ name: String, _ findings: [String]) {
    #expect(Self.read(name).lines == findings)
  }

  @Test func everyFileIsInTheTable() {
    let files = TestFiles.names(in: Self.folder).filter { $0.hasSuffix(".plist") }
    #expect(Set(files) == Set(Self.table.map { $0.name + ".plist" }))
  }

  // MARK: - How they count

  @Test func aRepeatedKeyThatDoesNoHarmCountsOnce() {
    let reading = Self.read("repeated-keys")
    #expect(reading.bundle?.claims.count == 1)
    #expect(reading.bundle?.version == BundleVersion("1.2"))
    #expect(
      reading.findings.map(\.message) == [
        "key 'NSHighResolutionCapable' appears twice, first at 6:3; it is not read",
        "key 'CFBundleVersion' appears twice, first at 8:3; both values are the same",
        "key 'NSMessage' appears twice, first at 12:5; it is not read",
        "key 'CFBundleDocumentTypes' appears twice, first at 15:3; both values are the same",
      ])
    #expect(Self.read("two-values").bundle == nil)
  }

  @Test func aControlCharacterInAForeignKeyDoesNoHarm() {
    #expect(Self.read("control-character").bundle?.claims.count == 1)
    #expect(Self.read("control-character-in-name").bundle == nil)
  }

  @Test func anImporterOfMetadataOpensNothing() {
    let reading = Self.read("importer")
    #expect(reading.bundle?.claims.map(\.role) == [.none])
    #expect(reading.registry.opening("public.data").isEmpty)
  }

  @Test func aGeneratorOfPreviewsIsNotStartedToOpenAFile() {
    let reading = Self.read("generator")
    #expect(reading.registry.opening("public.data").isEmpty)
    #expect(
      reading.registry.opening("public.data", roles: .quickLookGenerator) == ["org.test.generator"])
  }

  @Test func aNarrowingExportIsToldWhatItDrops() {
    let message = Self.read("narrowing").findings.first?.message ?? ""
    #expect(
      message.hasSuffix(": '.asd', 'text/x-lisp', conformance to 'public.text'"), "\(message)")
  }

  @Test func aClaimOnEveryFileIsRead() {
    #expect(Self.read("wildcard").bundle?.claims.map(\.subjects) == [[.everything]])
  }

  @Test func findingsOfATemplateAreCountedRatherThanRepeated() {
    let findings = Self.read("template").findings
    #expect(
      findings.first?.message
        == "variable '$(PRODUCT_NAME)' is not replaced (and 2 more of this kind in the file)")
    #expect(findings.first?.isAcceptedByApple == nil)
    #expect(findings.last?.message.hasSuffix("(and 3 more of this kind in the file)") == true)
  }
}
