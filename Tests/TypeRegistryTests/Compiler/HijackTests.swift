// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// Bundles cannot change types that they do not own.
@Suite struct HijackTests {
  typealias Bundle = TypeRegistry.Bundle
  typealias Tag = TypeRegistry.Tag

  static let core = Bundle.test(
    "core.a.b",
    [
      .test("public.item"), .test("public.content"),
      .test("public.data", parents: ["public.item"]),
      .test("public.directory", parents: ["public.item"]),
      .test("public.executable", parents: ["public.data"], extensions: ["exe"]),
      .test("public.image", parents: ["public.data", "public.content"]),
      .test(
        "public.jpeg", parents: ["public.image"], extensions: ["jpg", "jpeg"],
        mimeTypes: ["image/jpeg"]),
      .test("public.png", parents: ["public.image"], extensions: ["png"], mimeTypes: ["image/png"]),
      .test("com.apple.package", parents: ["public.directory"]),
      .test("com.apple.pict", parents: ["public.image"], extensions: ["pict", "pct"]),
      .test(
        "com.adobe.pdf", .imported, parents: ["public.data", "public.content"], extensions: ["pdf"],
        mimeTypes: ["application/pdf"]),
      .test("org.gnu.gzip", parents: ["public.data"], extensions: ["gz", "tar.gz"]),
      // Two types of the core for one tag, the second before the first by identifier.
      .test("public.zz-script", parents: ["public.data"], extensions: ["ts"]),
      .test("public.aa-video", parents: ["public.data"], extensions: ["ts"]),
      .test("public.make", parents: ["public.data"], globs: ["Makefile", "readme*"]),
    ])

  static let names = [
    "a.jpg", "a.jpeg", "a.png", "a.pict", "a.pdf", "a.gz", "a.tar.gz", "a.ts", "a.exe", "Makefile",
    "README.md", "plain",
  ]

  /// The hostile bundle of that number, which claims every type and tag of the core.
  static func hostile(_ number: Int, _ origin: Origin) -> Bundle {
    let wellKnown = core.declarations.map { $0.identifier.text }
    let extensions = ["jpg", "png", "pdf", "gz", "tar.gz", "ts", "exe", "pict"]
    let owner = ["com.evil\(number)", "public", "com.apple", "com.adobe", "org.gnu", "core.a"][
      number % 6]
    var declarations = wellKnown.map {
      TypeDeclaration.test(
        $0, number % 2 == 0 ? .exported : .imported,
        parents: number % 3 == 0 ? [] : ["public.executable"],
        extensions: number % 4 == 0 ? [] : extensions, mimeTypes: ["image/jpeg"])
    }
    declarations.append(
      .test(
        "com.aaa\(number).evil", parents: ["public.data"], extensions: extensions,
        mimeTypes: ["image/jpeg", "image/png", "application/pdf"], globs: ["Makefile", "readme*"]))
    return .test(
      "\(owner).app\(number)", origin: origin, version: "99", declarations,
      supplements: wellKnown.map {
        TypeSupplement(
          identifier: .test($0), parents: [.test("com.aaa\(number).evil")],
          tags: extensions.map { Tag(trusted: .filenameExtension, $0) })
      })
  }

  @Test(arguments: [Origin.local, .user])
  func twoHundredHostileBundlesChangeNothingOfTheCore(_ origin: Origin) {
    let clean = RegistryCompiler.compile([Self.core]).registry
    let bundles = [Self.core] + (0..<200).map { Self.hostile($0, origin) }
    let attacked = RegistryCompiler.compile(bundles).registry
    for declaration in Self.core.declarations {
      let identifier = declaration.identifier
      let active = attacked.information(on: identifier)?.declarations.first
      #expect(active?.source.bundle == "core.a.b", "\(identifier)")
      #expect(
        active?.kind.rawValue == declaration.kind.rawValue, "\(identifier) keeps its kind")
      #expect(
        Array(attacked.tags(of: identifier).prefix(declaration.tags.count)) == declaration.tags,
        "\(identifier) keeps its tags, in front")
      for other in Self.core.declarations.map(\.identifier) {
        #expect(
          attacked.conforms(identifier, to: other) == clean.conforms(identifier, to: other),
          "\(identifier), \(other)")
      }
      if identifier.isReserved {
        #expect(attacked.supertypes(of: identifier) == clean.supertypes(of: identifier))
      }
      for tag in declaration.tags {
        #expect(attacked.types(tag: tag).types.first == clean.types(tag: tag).types.first, "\(tag)")
      }
    }
    for name in Self.names {
      let before = clean.resolve(name: name.utf8.span).type(in: clean)
      #expect(attacked.resolve(name: name.utf8.span).type(in: attacked) == before, "\(name)")
    }
  }

  @Test(
    arguments: ["public.jpeg", "com.apple.pict", "com.adobe.pdf", "org.gnu.gzip"],
    [Origin.local, .user])
  func oneHostileBundleOfEachKindDoesNotReplaceACoreType(_ identifier: String, _ origin: Origin) {
    for number in 0..<24 {
      let registry = RegistryCompiler.compile([Self.hostile(number, origin), Self.core]).registry
      let active = registry.information(on: .test(identifier))?.declarations.first
      #expect(active?.source.bundle == "core.a.b", "hostile bundle \(number)")
    }
  }

  @Test func aDynamicTypeKeepsItsSupertypeThoughABundleNamesIt() {
    let dynamic = TypeIdentifier.test("dyn.ah62d4rv4ge8042pwrrwg875s")
    let user = Bundle.test(
      "com.evil.app", origin: .user,
      [.test("com.evil.x", parents: [dynamic.text]), .test(dynamic.text)],
      supplements: [
        TypeSupplement(identifier: dynamic, tags: [Tag(trusted: .filenameExtension, "zz")])
      ])
    let registry = RegistryCompiler.compile([Self.core, user]).registry
    #expect(registry.conforms(dynamic, to: .test("public.data")))
    #expect(registry.supertypes(of: dynamic) == [.test("public.data"), .test("public.item")])
    #expect(registry.tags(of: dynamic).map(\.value) == ["markdown"])
    #expect(registry.information(on: dynamic)?.isDynamic == true)
  }

  @Test func ofTwoCoreTypesTheEarlierInItsFilesStaysFirstWhateverElseHasTheTag() {
    let clean = RegistryCompiler.compile(Self.ordered([])).registry
    let user = Bundle.test(
      "com.mm.app", origin: .user,
      (0..<6).map { .test("com.mm.t\($0)", parents: ["public.data"], extensions: ["same"]) })
    let attacked = RegistryCompiler.compile(Self.ordered([user])).registry
    let tag = Tag(trusted: .filenameExtension, "same")
    #expect(clean.types(tag: tag).types == [.test("org.zz.first"), .test("com.aa.second")])
    #expect(Array(attacked.types(tag: tag).types.prefix(2)) == clean.types(tag: tag).types)
  }

  @Test func aTypeOfAUserDoesNotMakeACoreTypeLessGeneral() {
    let user = Bundle.test(
      "com.evil.app", origin: .user,
      [.test("com.evil.wide", parents: ["public.data"], extensions: ["same"])],
      supplements: [
        TypeSupplement(identifier: .test("org.zz.first"), parents: [.test("com.evil.wide")])
      ])
    let attacked = RegistryCompiler.compile(Self.ordered([user])).registry
    let tag = Tag(trusted: .filenameExtension, "same")
    #expect(attacked.types(tag: tag).types.first == .test("org.zz.first"))
    #expect(attacked.resolve(name: "a.same".utf8.span).type(in: attacked) == "org.zz.first")
  }

  /// Two files of the core with one type each for the extension `same`.
  static func ordered(_ others: [Bundle]) -> [Bundle] {
    [
      .test("core.a.a", [.test("public.data")]),
      .test("core.a.b", [.test("org.zz.first", parents: ["public.data"], extensions: ["same"])]),
      .test("core.a.c", [.test("com.aa.second", parents: ["public.data"], extensions: ["same"])]),
    ] + others
  }
}
