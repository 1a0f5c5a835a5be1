// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct TypeBatchTests {
  @Test func namesEndWithANULAndTheLastNeedNot() {
    var batch = TypeBatch(in: Shipped.registry)
    #expect(batch.append(fileNames: "a.jpg\0b.txt\0c.zzyzx".utf8.span) == 3)
    #expect(batch.append(fileNames: "a.png\0".utf8.span) == 1)
    #expect(batch.append(fileNames: [UInt8]().span) == 0)
    // A name may be empty.
    #expect(batch.append(fileNames: "\0\0".utf8.span) == 2)
    batch.append(fileName: "x.gif".utf8.span)
    #expect(
      batch.map(\.description) == [
        "public.jpeg", "public.plain-text",
        UniformType(fileName: "c.zzyzx", in: Shipped.registry).description, "public.png",
        "public.data", "public.data", "com.compuserve.gif",
      ])
    batch.removeAll()
    #expect(batch.isEmpty)
    batch.append(fileName: "y.zzyzy".utf8.span)
    #expect(batch[0] == UniformType(fileName: "y.zzyzy", in: Shipped.registry))
  }

  /// One resolver, one answer: of each name alone, and of all together.
  @Test func aBatchAnswersAsTheSingleQuestions() throws {
    var random = SeededRandom(seed: 11)
    for registry in [Shipped.registry, World.registry(), RegistryCompiler.compile([]).registry] {
      let extensions = Shipped.registry.declaredTypes.flatMap { type in
        Shipped.registry.tags(of: type).filter { $0.tagClass == .filenameExtension }.map(\.value)
      }
      var names: [String] = []
      for _ in 0..<propertyCases(2_000) {
        let known = extensions.randomElement(using: &random) ?? "txt"
        let odd = String(UInt64.random(in: 0...0xFFFF_FFFF, using: &random), radix: 36)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: names.append("\(odd).\(known)")
        case 1: names.append("\(odd).\(known.uppercased())")
        case 2: names.append("\(odd).\(odd)")
        case 3: names.append(odd)
        case 4: names.append("\(odd).tar.\(known)")
        case 5:
          names.append(["Makefile", "README", ".bashrc", "a.", ".", "", "*"][names.count % 7])
        case 6: names.append("é\(odd).Ü\(odd)")
        default: names.append("a.\(known) ")
        }
      }
      var batch = TypeBatch(in: registry)
      batch.append(fileNames: (names.joined(separator: "\0") + "\0").utf8.span)
      try #require(batch.count == names.count)
      let single = names.map { UniformType(fileName: $0, in: registry) }
      for index in names.indices { #expect(batch[index] == single[index], "\(names[index])") }

      var asked = [
        UniformType.image, .data, .item, .content, .jpeg, .text, .folder,
        .init(exportedAs: "org.nobody.exported"),
        UniformType(fileName: "q.zzyzx", in: World.registry()),
      ]
      asked += single.filter(\.isDynamic).prefix(3) + single.filter { !$0.isDynamic }.prefix(3)
      for supertype in asked {
        let expected = single.map { $0.conforms(to: supertype) }
        #expect(batch.conforms(to: supertype) == expected, "\(supertype)")
        #expect(
          batch.count(conformingTo: supertype) == expected.filter { $0 }.count, "\(supertype)")
      }
    }
  }

  /// Names are bytes: what is not UTF-8 is no extension, and ends no name.
  @Test func namesNeedNotBeText() {
    var batch = TypeBatch(in: Shipped.registry)
    batch.append(fileNames: [0xFF, 0x2E, 0xFE, 0, 0xC0, 0x2E, 0x6A, 0x70, 0x67].span)
    #expect(batch.map(\.description) == ["public.data", "public.jpeg"])
  }
}
