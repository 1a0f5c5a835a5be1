// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// What is told of two registries with choices.
@Suite struct RegistryDifferenceTests {
  private static let base = Bundle.test(
    "org.test.core",
    [
      .test("public.item"), .test("public.data", parents: ["public.item"]),
      .test("public.text", parents: ["public.data"], extensions: ["txt"]),
      .test("public.jpeg", parents: ["public.data"], extensions: ["jpg"]),
    ])

  private func state(_ bundles: [Bundle], _ bindings: [Binding] = []) -> RegistryState {
    let registry = RegistryCompiler.compile(bundles).registry.choosing(bindings)
    return RegistryState(HandlerDirectory(registry, bindings: bindings), bindings: bindings)
  }

  private func defaults(_ difference: RegistryDifference) -> [String] {
    difference.defaults.map {
      "\($0.subject.text) \($0.before?.bundle ?? "-") \($0.after?.bundle ?? "-")"
    }
  }

  @Test func nothingDiffersFromItself() {
    let bundles = [Self.base, .application("org.test.viewer", [.test("public.jpeg")])]
    #expect(RegistryDifference(from: state(bundles), to: state(bundles)).isEmpty)
  }

  @Test func tellsOfBundlesTypesTagsAndDefaults() throws {
    let viewer = Bundle.application(
      "org.test.viewer", [.test("org.test.menu"), .test(.test(.urlScheme, "menu"))],
      declarations: [.test("org.test.menu", parents: ["public.text"], extensions: ["menu"])])
    let (before, after) = (state([Self.base]), state([Self.base, viewer]))
    let added = RegistryDifference(from: before, to: after)
    #expect(added.bundles.map(\.change) == [.added])
    #expect(added.bundles.map(\.bundle.identifier) == ["org.test.viewer"])
    #expect(added.types == [.init(change: .added, identifier: .test("org.test.menu"))])
    #expect(added.tags.map(\.tag) == [.test(.filenameExtension, "menu")])
    #expect(added.tags[0].before?.isDynamic == true)
    #expect(added.tags[0].after == .test("org.test.menu"))
    #expect(
      defaults(added) == [
        "org.test.menu - org.test.viewer", "menu - org.test.viewer", "menu - org.test.viewer",
      ])
    #expect(added.defaults.allSatisfy { $0.decision == .ranking && $0.reason != nil })
    let removed = RegistryDifference(from: after, to: before)
    #expect(removed.bundles.map(\.change) == [.removed])
    #expect(removed.types.map(\.change) == [.removed])
    #expect(removed.defaults.allSatisfy { $0.after == nil && $0.decision == .none })
    #expect(removed.count == added.count)
  }

  @Test(arguments: [
    TypeDeclaration.test("public.jpeg", parents: ["public.data"], extensions: ["jpg", "jpeg"]),
    .test("public.jpeg", parents: ["public.text"], extensions: ["jpg"]),
    .test("public.jpeg", .imported, parents: ["public.data"], extensions: ["jpg"]),
    .test("public.jpeg", parents: ["public.data"]),
  ])
  func aTypeChangesWithWhatItsDeclarationSays(_ declaration: TypeDeclaration) {
    var other = Self.base
    other.declarations[3] = declaration
    let difference = RegistryDifference(from: state([Self.base]), to: state([other]))
    #expect(difference.types == [.init(change: .changed, identifier: .test("public.jpeg"))])
  }

  /// The classes that other bundles declare have other numbers in each registry.
  @Test(arguments: [
    ("public.filename-extension", "a-long-extension", "a-long-extension"),
    ("public.filename-extension", "a-long-extension", "a-long-extensiom"),
    ("public.filename-extension", "short", "a-long-extension"),
    ("org.test.second", "short", "short"), ("org.test.second", "short", "other"),
    ("org.test.second", "a-long-value", "a-long-value"),
  ])
  func aTypeChangesWithItsTags(_ tagClass: String, _ first: String, _ second: String) throws {
    let tagClass = try TagClass(tagClass)
    func bundles(_ value: String, _ others: [TagClass]) throws -> [Bundle] {
      var base = Self.base
      base.declarations[3].tags = [try Tag(tagClass, value)]
      base.declarations[2].tags = try others.map { try Tag($0, "short") }
      return [base]
    }
    let classes = try ["org.test.first", "org.test.third"].map { try TagClass($0) }
    let difference = RegistryDifference(
      from: state(try bundles(first, [classes[0]])), to: state(try bundles(second, [classes[1]])))
    let changed = difference.types.map(\.identifier.text)
    #expect(changed == (first == second ? [] : ["public.jpeg"]) + ["public.text"])
    let same = RegistryDifference(
      from: state(try bundles(first, classes)), to: state(try bundles(first, classes.reversed())))
    #expect(same.types.map(\.identifier.text) == ["public.text"])
  }

  @Test func tellsOfChoices() throws {
    let bundles = [
      Self.base, .application("org.test.a", [.test("public.jpeg")]),
      .application("org.test.b", [.test("public.jpeg")]),
    ]
    let registry = state(bundles).directory.registry
    let index = try #require(registry.bundle(named: "org.test.b"))
    let choice = Binding(
      .type(.test("public.jpeg")), .handler(registry.identity(ofBundle: index)))
    let never = Binding(.type(.test("public.text")), .never(bundle: "org.test.a"))
    let (before, after) = (state(bundles, [never]), state(bundles, [choice]))
    let difference = RegistryDifference(
      from: before, to: after, comparing: [.tag(.test(.filenameExtension, "jpg"))])
    #expect(difference.bundles.isEmpty && difference.types.isEmpty && difference.tags.isEmpty)
    #expect(
      difference.bindings == [
        .init(slot: choice.slot, before: nil, after: choice),
        .init(slot: never.slot, before: never, after: nil),
      ])
    // The extension only because a subscriber names it.
    #expect(
      defaults(difference) == ["public.jpeg org.test.a org.test.b", "jpg org.test.a org.test.b"])
    #expect(difference.defaults[0].decision == .user)
  }

  /// A file manager names the types that it was told of files with unknown extensions.
  @Test func tellsOfNamedTypesThatAreNotDeclared() throws {
    let viewer = Bundle.application(
      "org.test.viewer", [.test("public.data"), .test("org.test.other")])
    let (before, after) = (state([Self.base, viewer]), state([Self.base]))
    let dynamic = try #require(
      before.directory.registry.usualType(of: .test(.filenameExtension, "qqq")))
    let difference = RegistryDifference(
      from: before, to: after, comparing: [.type(dynamic), .type(.test("org.test.other"))])
    #expect(
      defaults(difference).filter { !$0.hasPrefix("public.") } == [
        "\(dynamic.text) org.test.viewer -", "org.test.other org.test.viewer -",
      ])
  }

  @Test func tellsOfAChosenTypeThatIsNotDeclared() throws {
    let bundles = [Self.base, .application("org.test.a", [.test("public.jpeg")])]
    let registry = state(bundles).directory.registry
    let index = try #require(registry.bundle(named: "org.test.a"))
    let choice = Binding(
      .type(.test("org.test.other")), .handler(registry.identity(ofBundle: index)))
    let difference = RegistryDifference(from: state(bundles), to: state(bundles, [choice]))
    #expect(defaults(difference) == ["org.test.other - org.test.a"])
  }

  /// The choice stays the same, and has no effect without its application.
  @Test func tellsOfAChosenTagWhoseApplicationGoes() throws {
    let bundles = [
      Self.base, .application("org.test.a", [.test("public.data")]),
      .application("org.test.b", [.test("public.data")]),
    ]
    let registry = state(bundles).directory.registry
    let index = try #require(registry.bundle(named: "org.test.b"))
    let choice = Binding(
      .tag(.test(.filenameExtension, "qqq")), .handler(registry.identity(ofBundle: index)))
    let difference = RegistryDifference(
      from: state(bundles, [choice]), to: state(Array(bundles.dropLast()), [choice]))
    #expect(difference.bindings.isEmpty)
    #expect(defaults(difference) == ["qqq org.test.b org.test.a"])
  }

  /// Found in one pass over both registries, and by asking both for every type.
  @Test func isWhatAskingBothRegistriesFinds() {
    for seed in 0..<propertyCases(20) { compare(seed: UInt64(seed)) }
  }

  private func compare(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func bundles() -> [Bundle] {
      (0..<6).map { number in
        let types = (0..<8).filter { _ in Bool.random(using: &random) }.map { type in
          TypeDeclaration.test(
            "org.test\(number).t\(type)",
            parents: ["org.test\(Int.random(in: 0..<6, using: &random)).t0"],
            extensions: (0..<3).filter { _ in Bool.random(using: &random) }.map { "x\(type)\($0)" })
        }
        return .application(
          "org.test\(number)",
          (0..<4).map { _ in
            .test(
              "org.test\(Int.random(in: 0..<6, using: &random)).t\(Int.random(in: 0..<8, using: &random))"
            )
          }, declarations: types)
      }
    }
    let (before, after) = (state(bundles()), state(bundles()))
    let difference = RegistryDifference(from: before, to: after)
    let (old, new) = (before.directory.registry, after.directory.registry)
    var types: [RegistryDifference.TypeChange] = []
    var defaults: [Binding.Subject: String?] = [:]
    for type in Set(old.declaredTypes + new.declaredTypes).sorted() {
      var informations = (old.information(on: type), new.information(on: type))
      // Of a type itself, not of those above it.
      informations.0?.supertypes = []
      informations.1?.supertypes = []
      let isDeclared = (
        informations.0?.isDeclared ?? false, informations.1?.isDeclared ?? false
      )
      if isDeclared.0, !isDeclared.1 { types.append(.init(change: .removed, identifier: type)) }
      if !isDeclared.0, isDeclared.1 { types.append(.init(change: .added, identifier: type)) }
      if isDeclared.0, isDeclared.1, informations.0 != informations.1 {
        types.append(.init(change: .changed, identifier: type))
      }
      let query = HandlerQuery(.type(type))
      let handlers = (
        before.directory.handlers(for: query, in: .none).preferred?.bundle,
        after.directory.handlers(for: query, in: .none).preferred?.bundle
      )
      if handlers.0 != handlers.1 { defaults[.type(type)] = handlers.1 }
    }
    #expect(difference.types == types)
    let told = difference.defaults.filter { if case .type = $0.subject { true } else { false } }
    #expect(told.count == defaults.count)
    #expect(told.allSatisfy { defaults[$0.subject] == .some($0.after?.bundle) })
  }

  /// Choices over one registry are compared by what they can change, those over two by asking for
  /// everything.
  @Test func choicesOverOneRegistryDifferAsThoseOverTwoEqualOnes() throws {
    for seed in 0..<propertyCases(60) {
      var random = SeededRandom(seed: UInt64(seed))
      let bundles = [
        Self.base,
        .application("org.test.a", [.test("public.jpeg"), .test(.test(.urlScheme, "menu"))]),
        .application("org.test.b", [.test("public.text"), .test(.test(.mimeType, "text/x"))]),
      ]
      let registry = RegistryCompiler.compile(bundles).registry
      let handlers = try ["org.test.a", "org.test.b"].map {
        registry.identity(ofBundle: try #require(registry.bundle(named: $0)))
      }
      func bindings() -> [Binding] {
        let subjects: [Binding.Subject] =
          ["txt", "jpg", "zzz"].map { .tag(.test(.filenameExtension, $0)) }
          + [.tag(.test(.urlScheme, "menu")), .tag(.test(.mimeType, "text/x"))]
          + (seed % 3 == 0 ? [.type(.test("public.text")), .family(.test("public.data"))] : [])
        return subjects.compactMap { subject in
          let handler = handlers[Int.random(in: 0...1, using: &random)]
          switch Int.random(in: 0..<4, using: &random) {
          case 0: return Binding(subject, .handler(handler))
          case 1: return Binding(subject, role: .viewer, .handler(handler))
          case 2: return Binding(subject, .never(bundle: handler.bundle))
          default: return nil
          }
        }
      }
      let (old, new) = (bindings(), bindings())
      func state(_ registry: CompiledRegistry, _ bindings: [Binding]) -> RegistryState {
        RegistryState(HandlerDirectory(registry, bindings: bindings), bindings: bindings)
      }
      let before = state(registry, old)
      let dynamic = try #require(registry.usualType(of: .test(.filenameExtension, "zzz")))
      let named: Set<Binding.Subject> = [
        .tag(.test(.filenameExtension, "jpg")), .tag(.test(.filenameExtension, "yyy")),
        .type(dynamic), .type(.test("org.test.other")),
      ]
      let other = RegistryCompiler.compile(bundles).registry
      #expect(
        RegistryDifference(from: before, to: state(registry, new), comparing: named)
          == RegistryDifference(from: before, to: state(other, new), comparing: named),
        "seed \(seed)")
    }
  }

  @Test func aFilterTellsWhatIsNamed() {
    let jpeg = TypeIdentifier.test("public.jpeg")
    let identity = HandlerIdentity(bundle: "org.test.b", origin: .user, path: "/b")
    let change = RegistryDifference.DefaultChange(
      subject: .type(jpeg), before: nil, after: identity, decision: .ranking, reason: "x")
    #expect(RegistryFilter().contains(change))
    #expect(RegistryFilter(types: [jpeg]).contains(change))
    #expect(RegistryFilter(bundles: ["ORG.test.B"]).contains(change))
    #expect(!RegistryFilter(types: [.test("public.text")]).contains(change))
    #expect(!RegistryFilter(tags: [.test(.filenameExtension, "jpg")]).contains(change))
    let edit = BindingChange.Edit(
      slot: Binding(.type(jpeg), .never(bundle: "org.test.b")).slot, before: nil,
      after: Binding(.type(jpeg), .never(bundle: "org.test.b")))
    #expect(RegistryFilter(bundles: ["org.test.b"]).contains(edit))
    #expect(!RegistryFilter(bundles: ["org.test.c"]).contains(edit))
  }
}
