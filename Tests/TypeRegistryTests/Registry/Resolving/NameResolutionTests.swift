// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct NameResolutionTests {
  typealias Bundle = TypeRegistry.Bundle

  static let core = Bundle.test(
    "core.a.b",
    [
      .test("public.item"), .test("public.data", parents: ["public.item"]),
      .test("public.directory", parents: ["public.item"]),
      .test("public.folder", parents: ["public.directory"]),
      .test("com.apple.package", parents: ["public.directory"]),
      .test("com.apple.bundle", parents: ["public.directory"]),
      .test("org.a.jpeg", parents: ["public.data"], extensions: ["jpeg", "jpg"]),
      .test("org.a.gzip", parents: ["public.data"], extensions: ["gz"]),
      .test("org.a.tgz", parents: ["org.a.gzip"], extensions: ["tar.gz", "tgz"]),
      .test("org.a.eight", parents: ["public.data"], extensions: ["eightchr", "ninechars"]),
      .test("org.a.deep", parents: ["public.data"], extensions: ["a.b.c.d"]),
      .test(
        "org.a.make", parents: ["public.data"], extensions: ["mk"],
        globs: ["Makefile", "GNUmakefile"]),
      .test("org.a.readme", parents: ["public.data"], globs: ["readme*"]),
      .test("org.a.turn", parents: ["public.data"], globs: ["*~", "x*y?"]),
      .test("org.a.utf", parents: ["public.data"], extensions: ["日本"]),
      .test(
        "org.a.application", parents: ["com.apple.package", "com.apple.bundle"], extensions: ["app"]
      ),
      .test("org.a.framework", parents: ["com.apple.bundle"], extensions: ["framework"]),
      .test("org.a.both-file", parents: ["public.data"], extensions: ["both"]),
      .test("org.a.both-package", parents: ["com.apple.package"], extensions: ["both"]),
      .test("org.a.folder-file", parents: ["public.folder"], extensions: ["fold"]),
    ])
  static let registry = RegistryCompiler.compile([core]).registry

  /// A dynamic type is made from a tag, so what is no tag makes none.
  @Test(arguments: ["a.*", "dir.foo/bar", "a.jpg/", "a./x", "a.b/c.d/e"])
  func whatIsNoTagIsNoExtension(_ name: String) {
    #expect(Self.answer(Array(name.utf8)) == "public.data")
  }

  @Test(arguments: ["a.**", "a.*x", "a.x*"])
  func aStarIsOtherwiseAByteOfATag(_ name: String) {
    #expect(Self.answer(Array(name.utf8)).hasPrefix("dyn."))
  }

  static func answer(_ name: [UInt8], _ kind: FileKind = .regular) -> String {
    let resolution = registry.resolve(name: name.span, kind: kind)
    return registry.identifier(of: resolution, name: name.span).text
  }

  static let names: [(String, String)] =
    [
      ("a.jpg", "org.a.jpeg"), ("a.JPG", "org.a.jpeg"), ("holiday in Rome.JpEg", "org.a.jpeg"),
      ("a.b.jpg", "org.a.jpeg"), ("..jpg", "org.a.jpeg"), ("a..jpg", "org.a.jpeg"),
      (".a.jpg", "org.a.jpeg"), (".jpg", "public.data"), ("jpg", "public.data"),
      ("a.jpg.", "public.data"), ("a.", "public.data"), (".", "public.data"), ("..", "public.data"),
      ("...", "public.data"), ("", "public.data"), ("a", "public.data"),
      ("long name only", "public.data"),
      (".hidden-and-long", "public.data"), ("a. jpg", "public.data"), ("a.jp g", "public.data"),
      ("a b.jpg", "org.a.jpeg"), ("a.x\u{A0}", "public.data"), ("a.x\u{2003}y", "public.data"),
      ("a.x\u{3000}", "public.data"), ("a.x\u{85}", "public.data"), ("a.x\u{7F}", "public.data"),
      ("a.\u{1}", "public.data"), ("a.x\n", "public.data"), ("a.tar.gz", "org.a.tgz"),
      ("A.TAR.GZ", "org.a.tgz"), ("a.b.tar.gz", "org.a.tgz"), (".tar.gz", "org.a.gzip"),
      ("tar.gz", "org.a.gzip"), ("a.gz", "org.a.gzip"), ("a.xtar.gz", "org.a.gzip"),
      ("a.tar.gz.gz", "org.a.gzip"), ("a b.tar.gz", "org.a.tgz"),
      ("long.name.with.dots.tar.gz", "org.a.tgz"),
      ("a.eightchr", "org.a.eight"), ("a.ninechars", "org.a.eight"), ("a.EIGHTCHR", "org.a.eight"),
      ("eightchr", "public.data"), ("ninechars", "public.data"), ("xx.tar.gz", "org.a.tgz"),
      ("x.tar.gz", "org.a.tgz"), ("abcd.jpg", "org.a.jpeg"), ("abcde.jpg", "org.a.jpeg"),
      ("x.a.b.c.d", "org.a.deep"), ("a.b.c.d", nil), ("Makefile", "org.a.make"),
      ("MAKEFILE", "org.a.make"), ("GNUmakefile", "org.a.make"), ("makefile.jpg", "org.a.jpeg"),
      ("Makefilex", "public.data"), ("README", "org.a.readme"), ("readme.jpg", "org.a.readme"),
      ("readme.x", "org.a.readme"), ("READ.jpeg", "org.a.jpeg"), ("a.jpg~", "org.a.turn"),
      ("xyz", "org.a.turn"), ("x.jpg.yz", "org.a.turn"), ("a.日本", "org.a.utf"),
      ("a.日", nil), ("a.unknown", nil), ("readme.jpeg", "org.a.readme"),
      ("a.app", nil),
    ].map { ($0, $1 ?? "dyn") } as [(String, String)]

  @Test(arguments: names)
  func aRegularFileGoesByItsName(_ name: String, _ type: String) {
    let found = Self.answer(Array(name.utf8))
    #expect(type == "dyn" ? found.hasPrefix("dyn.a") : found == type)
  }

  @Test func anUnknownExtensionIsADynamicTypeInLowerCase() throws {
    let expected = DynamicIdentifier(
      try Tag(.filenameExtension, "markdown"), conformingTo: .test("public.data"))
    #expect(Self.answer(Array("a.MarkDown".utf8)) == expected?.identifier.text)
  }

  @Test(
    arguments: [
      [0x61, 0x2E, 0xFF], [0x61, 0x2E, 0x6A, 0xC3], [0x61, 0x2E, 0xC0, 0x80],
      [0x61, 0x2E, 0xED, 0xA0, 0x80], [0x61, 0x2E, 0xF4, 0x90, 0x80, 0x80], [0x61, 0x2E, 0x61, 0],
    ] as [[UInt8]])
  func anExtensionThatIsNotTextDoesNotCount(_ name: [UInt8]) {
    #expect(Self.answer(name) == "public.data")
  }

  @Test func bytesBeforeTheExtensionDoNotCount() {
    #expect(Self.answer([0xFF, 0xFE, 0, 0x0A] + Array(".jpg".utf8)) == "org.a.jpeg")
  }

  @Test(arguments: [200, 255, 256, 4096])
  func aLongNameGoesByItsExtension(_ length: Int) {
    let stem = String(repeating: "n", count: length)
    #expect(Self.answer(Array((stem + ".jpg").utf8)) == "org.a.jpeg")
    #expect(Self.answer(Array(stem.utf8)) == "public.data")
    #expect(Self.answer(Array(("readme" + stem).utf8)) == "org.a.readme")
  }

  @Test(arguments: [(149, true), (150, false), (255, false), (256, false), (5000, false)])
  func anExtensionTooLongForAnIdentifierDoesNotCount(_ length: Int, _ isDynamic: Bool) {
    let found = Self.answer(Array(("a." + String(repeating: "x", count: length)).utf8))
    #expect(found.hasPrefix("dyn.") == isDynamic)
    #expect(isDynamic || found == "public.data")
  }

  @Test(arguments: [
    ("x.app", "org.a.application"), ("x.APP", "org.a.application"),
    ("x.framework", "org.a.framework"),
    ("x.both", "org.a.both-package"), ("x.jpg", "public.folder"), ("x", "public.folder"),
    ("", "public.folder"), ("x.unknown", "public.folder"), (".app", "public.folder"),
    ("x.fold", "public.folder"), ("Makefile", "public.folder"), ("x.app.", "public.folder"),
    ("long directory name", "public.folder"), ("app", "public.folder"),
  ])
  func aDirectoryIsAPackageABundleOrAFolder(_ name: String, _ type: String) {
    #expect(Self.answer(Array(name.utf8), .directory) == type)
  }

  @Test(arguments: FileKind.allCases.filter { $0 != .regular && $0 != .directory })
  func everyOtherKindHasATypeOfItsOwn(_ kind: FileKind) {
    #expect(Self.answer(Array("a.jpg".utf8), kind) == kind.typeIdentifier.text)
  }

  @Test func saysHowTheNameWasMatched() {
    let matches = ["a.jpg", "Makefile", "readme.x", "a.zzz", "a"].map {
      Self.registry.resolve(name: $0.utf8.span).match
    }
    #expect(matches == [.filenameExtension, .literalName, .pattern, .none, .none])
  }

  @Test func withoutDataThereIsStillAnAnswer() {
    let registry = RegistryCompiler.compile([.test("a.b.c", [.test("a.b.x", extensions: ["x"])])])
      .registry
    #expect(registry.resolve(name: "a.x".utf8.span).type(in: registry) == "a.b.x")
    #expect(registry.resolve(name: "a".utf8.span).answer == .kind(.regular))
    #expect(registry.resolve(name: "a.y".utf8.span).answer == .dynamic(extensionStart: 2))
  }

  @Test func patternsOfOneLengthAreTriedInByteOrder() {
    for identifiers in [("org.a.one", "org.a.two"), ("org.a.two", "org.a.one")] {
      let registry = RegistryCompiler.compile([
        .test(
          "a.b.c", [.test(identifiers.0, globs: ["*bc"]), .test(identifiers.1, globs: ["a*c"])])
      ]).registry
      #expect(registry.resolve(name: "abc".utf8.span).type(in: registry) == identifiers.0)
    }
  }

  /// A name that is spelt as a pattern is not a literal name.
  @Test func aPatternIsNotALiteralName() {
    let resolution = Self.registry.resolve(name: Array("x*y?".utf8).span, kind: .regular)
    #expect(resolution.match == .pattern)
    #expect(Self.answer(Array("x*y?".utf8)) == "org.a.turn")
  }

  /// A pattern of directories says nothing of a file, whose extension decides.
  @Test func theExtensionDecidesWhereAPatternIsOfDirectories() {
    let bundle = Bundle.test(
      "org.a.more",
      [
        .test("org.a.text", parents: ["public.data"], extensions: ["txt"]),
        .test("org.a.pack", parents: ["com.apple.package"], globs: ["x*.txt"]),
      ])
    let registry = RegistryCompiler.compile([Self.core, bundle]).registry
    let name = Array("xa.txt".utf8)
    for (kind, type, match) in [
      (FileKind.regular, "org.a.text", NameResolution.Match.filenameExtension),
      (.directory, "org.a.pack", .pattern),
    ] {
      let resolution = registry.resolve(name: name.span, kind: kind)
      #expect(registry.identifier(of: resolution, name: name.span).text == type)
      #expect(resolution.match == match)
    }
  }
}
