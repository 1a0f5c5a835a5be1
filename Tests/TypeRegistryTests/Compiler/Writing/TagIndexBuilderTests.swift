// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct TagIndexBuilderTests {
  typealias Tag = TypeRegistry.Tag

  /// A builder in which type *n* + 1 has the *n*-th tag.
  static func builder(_ tags: [Tag]) -> TagIndexBuilder {
    var table = TagTable()
    let numbers = tags.map { tag in
      table.number(of: tag.value.utf8.span, in: table.number(of: tag.tagClass))
    }
    var builder = TagIndexBuilder(table)
    for (index, tag) in numbers.enumerated() {
      guard let number = builder.number(of: tag) else { continue }
      builder.add(TypeTag(tag: number, type: UInt32(index + 1), source: UInt32(index + 1)))
    }
    return builder
  }

  static func build(_ builder: TagIndexBuilder, attempt: Int) -> TagIndexBuilder.Index? {
    var strings = StringPool()
    return builder.build(
      attempt: attempt, seed: UInt64(attempt) &* 0x9E37_79B9_7F4A_7C15, strings: &strings,
      precedes: { $0.type < $1.type },
      conformsToData: { _ in true })
  }

  /// Tags that all fall into the last slot of a first attempt's table of `count` tags.
  static func colliding(_ count: Int) -> [Tag] {
    let capacity = count + count / 3 + 8
    var tags: [Tag] = []
    var number = 0
    while tags.count < count {
      let tag = Tag(trusted: .filenameExtension, String(number, radix: 36))
      let bytes = tag.value.utf8.span
      let hash = Hashing.short(
        bytes.word(at: 0), count: bytes.count, tagClass: TagClass.filenameExtensionCode, seed: 0)
      if Hashing.slot(of: hash, capacity: capacity) == capacity - 1 { tags.append(tag) }
      number += 1
    }
    return tags
  }

  @Test func asksForAnotherSeedWhereTagsCollide() {
    let builder = Self.builder(Self.colliding(200))
    #expect(Self.build(builder, attempt: 0) == nil)
    #expect(Self.build(builder, attempt: 1) != nil)
  }

  private static func compile(_ tags: [Tag]) -> CompiledRegistry {
    let declarations = tags.enumerated().map { index, tag in
      TypeDeclaration(identifier: .test("a.b.t\(index)"), kind: .exported, tags: [tag])
    }
    return RegistryCompiler.compile([.test("a.b.c", declarations)]).registry
  }

  @Test func tagsThatCollideUnderAKnownSeedDoNotCollide() {
    let tags = Self.colliding(200)
    let registry = Self.compile(tags)
    for (index, tag) in tags.enumerated() {
      #expect(registry.types(tag: tag).types == [.test("a.b.t\(index)")])
    }
    // One tag more, and the seed is another, so that it cannot be known beforehand; the same tags
    // have the same seed, so that images can be compared.
    #expect(registry.hashSeed != Self.compile(tags.dropLast()).hashSeed)
    #expect(registry.hashSeed == Self.compile(tags).hashSeed)
    #expect(registry.hashSeed != 0)
  }

  @Test func seedsDependOnIdentifiersToo() {
    let one = RegistryCompiler.compile([.test("a.b.c", [.test("a.b.one")])]).registry
    let two = RegistryCompiler.compile([.test("a.b.c", [.test("a.b.two")])]).registry
    #expect(one.hashSeed != two.hashSeed)
  }

  @Test func wrapsAroundTheEndOfTheTable() {
    let tags = Self.colliding(10)
    let index = Self.build(Self.builder(tags), attempt: 0)
    #expect(Set(index?.slotOfTag ?? []).count == 10)
  }

  @Test(arguments: [10, 1000, 30_000, 150_000])
  func fillsATableOfThatSizeWithFewSeeds(_ count: Int) {
    let tags = (0..<count).map { Tag(trusted: .filenameExtension, "x\($0)") }
    let builder = Self.builder(tags)
    #expect((0..<4).contains { Self.build(builder, attempt: $0) != nil })
  }
}
