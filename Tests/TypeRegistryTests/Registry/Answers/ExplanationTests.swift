// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct ExplanationTests {
  static let registry = NameResolutionTests.registry

  static func explain(_ name: String, _ kind: FileKind = .regular) -> Explanation {
    registry.explain(name: Array(name.utf8), kind: kind)
  }

  @Test(arguments: [
    ("a.tar.gz", ["extension 'tar.gz'"]), ("Makefile", ["literal name 'makefile'"]),
    ("readme.jpeg", ["pattern 'readme*'"]), ("x.both", ["extension 'both'"]), ("plain", []),
    ("a.unknown", []), ("x.app", ["extension 'app'"]),
  ])
  func listsThePatternsUpToTheOneThatDecides(_ name: String, _ patterns: [String]) {
    #expect(Self.explain(name).steps.map(\.pattern) == patterns)
  }

  @Test func excludedTypesAreListedWithTheReason() {
    let step = Self.explain("x.both").steps.first
    #expect(step?.candidates.map(\.type.text) == ["org.a.both-file"])
    #expect(step?.excluded.map(\.type.text) == ["org.a.both-package"])
    #expect(step?.excluded.map(\.reason) == ["applies to folders only"])
  }

  @Test(arguments: [
    ("a.jpg", "the name has the extension 'jpg'"), ("Makefile", "the whole name is known"),
    ("README", "the name matches the pattern 'readme*'"),
    ("plain", "no pattern matches and there is no usable extension"),
    ("a.ZZZ", "no declared type for data has the extension 'zzz', so it means a dynamic type"),
  ])
  func saysTheVerdict(_ name: String, _ verdict: String) {
    #expect(Self.explain(name).verdict == verdict)
  }

  @Test(arguments: [
    ("x.framework", "org.a.framework"), ("x.app", "org.a.application"), ("x.jpg", "public.folder"),
    ("x", "public.folder"),
  ])
  func aDirectoryIsExplainedAsOne(_ name: String, _ type: String) {
    let explanation = Self.explain(name, .directory)
    #expect(explanation.identifier.text == type)
    #expect(explanation.steps.allSatisfy { $0.candidates.first?.type.text ?? type == type })
  }

  @Test(arguments: [
    (FileKind.symbolicLink, "every symbolic link has this type"),
    (.mountPoint, "every mount point has this type"),
    (.directory, "a directory without the name of a package or bundle"),
  ])
  func aKindIsExplained(_ kind: FileKind, _ verdict: String) {
    #expect(Self.explain("plain", kind).verdict == verdict)
    #expect(Self.explain("plain", kind).steps.isEmpty)
  }

  @Test(
    arguments: [
      ("zzz", nil, ", so it means a dynamic type"),
      ("zzz", "public.data", " and conforms to 'public.data', so it means a dynamic type"),
      (
        "jpg", "com.apple.package",
        " and conforms to 'com.apple.package', so it means a dynamic type"
      ),
    ] as [(String, String?, String)])
  func aTagThatNoTypeHasMeansADynamicType(
    _ filenameExtension: String, _ supertype: String?, _ end: String
  ) {
    let explanation = Self.registry.explain(
      tag: .test(.filenameExtension, filenameExtension),
      conformingTo: supertype.map { TypeIdentifier.test($0) })
    #expect(explanation.isDynamic)
    #expect(explanation.verdict.hasPrefix("no declared type has the "))
    #expect(explanation.verdict.contains(filenameExtension))
    #expect(explanation.verdict.hasSuffix(end))
  }
}
