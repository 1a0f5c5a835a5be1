// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// Names, compared with an oracle that tries every pattern of every type.
@Suite struct NameResolutionPropertyTests {
  typealias Tag = TypeRegistry.Tag

  struct Case {
    let registry: CompiledRegistry
    let types: [TypeDeclaration]
    let names: [[UInt8]]

    init(seed: UInt64) {
      var random = SeededRandom(seed: seed)
      func text(_ characters: String, _ counts: ClosedRange<Int>) -> String {
        let characters = Array(characters)
        return String(
          (0..<Int.random(in: counts, using: &random)).map { _ in
            characters.randomElement(using: &random) ?? "a"
          })
      }
      let hasPatterns = Bool.random(using: &random)
      let hasCompounds = Bool.random(using: &random)
      let extensions =
        (0..<6).map { _ in text("ab", 1...2) }
        + ["abcdefg", "abcdefgh", "abcdefghi"]
      var types = [TypeDeclaration.test("public.data")]
      for number in 0..<Int.random(in: 1...8, using: &random) {
        var own: [String] = []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          var parts = [extensions.randomElement(using: &random) ?? "a"]
          while hasCompounds, parts.count < 5, Bool.random(using: &random) {
            parts.append(extensions.randomElement(using: &random) ?? "a")
          }
          own.append(parts.joined(separator: "."))
        }
        var globs: [String] = []
        if hasPatterns {
          for _ in 0..<Int.random(in: 0...2, using: &random) {
            globs.append(text("ab.*?[]-", 1...6))
          }
          if Bool.random(using: &random) { globs.append(text("ab.", 1...4)) }
        }
        let parents =
          Int.random(in: 0..<5, using: &random) == 0
          ? []
          : [
            Bool.random(using: &random)
              ? "public.data" : "org.a.t\(Int.random(in: 0...number, using: &random))"
          ]
        types.append(
          .test("org.a.t\(number)", parents: parents, extensions: own, globs: globs))
      }
      self.types = types
      registry = RegistryCompiler.compile([.test("core.a.b", types)]).registry
      names = (0..<60).map { round in
        var name = text(round % 3 == 0 ? "abAB.[]-x" : "ab.", 0...9)
        if round % 2 == 0 {
          name += "." + (extensions.randomElement(using: &random) ?? "a")
          if round % 4 == 0 { name += "." + (extensions.randomElement(using: &random) ?? "a") }
        }
        var bytes = Array(name.utf8)
        if round % 10 == 9 {
          bytes.append([0xFF, 0x20, 0xC3, 0x09].randomElement(using: &random) ?? 0)
        }
        return bytes
      }
    }

    /// The types that `name` may mean by the first pattern of which a type conforms to
    /// `supertype`; and the rank of that pattern.
    func expected(_ name: [UInt8], conformingTo supertype: String) -> Set<String>? {
      let folded = name.map(\.asciiLowercased)
      /// Rank: literal names first, then the longer, then extensions, then byte order.
      var best: (rank: [Int], pattern: [UInt8], types: Set<String>)?
      for type in types
      where registry.conforms(type.identifier, to: .test(supertype)) {
        for tag in type.tags {
          let value = Array(tag.value.utf8)
          var rank: [Int]?
          if tag.tagClass == .filenameExtension {
            let dots = value.count { $0 == 0x2E }
            if dots <= 3, folded.count > value.count + 1, folded.suffix(value.count) == value[...],
              folded[folded.count - value.count - 1] == 0x2E
            {
              rank = [1, -(value.count + 2), 0]
            }
          } else if tag.tagClass == .filenameGlob {
            if !value.contains(where: { [0x2A, 0x3F, 0x5B].contains($0) }) {
              if folded == value { rank = [0, 0, 0] }
            } else if GlobOracle.matches(value, name) {
              rank = [1, -value.count, 1]
            }
          }
          guard let rank else { continue }
          if let current = best {
            let isSame = current.rank == rank && current.pattern == value
            if isSame {
              best?.types.insert(type.identifier.text)
              continue
            }
            let isBetter =
              rank.lexicographicallyPrecedes(current.rank)
              || rank == current.rank && value.lexicographicallyPrecedes(current.pattern)
            if !isBetter { continue }
          }
          best = (rank, value, [type.identifier.text])
        }
      }
      return best?.types
    }
  }

  static let seeds = (0..<UInt64(propertyCases(250))).map { $0 &* 6151 &+ 3 }

  @Test(arguments: seeds)
  func aNameMeansWhatTryingEveryPatternGives(seed: UInt64) {
    let sample = Case(seed: seed)
    let registry = sample.registry
    for name in sample.names where !name.isEmpty {
      let resolution = registry.resolve(name: name.span)
      let shown = String(decoding: name, as: UTF8.self)
      if let expected = sample.expected(name, conformingTo: "public.data") {
        let found = resolution.type(in: registry)
        #expect(expected.contains(found ?? ""), "'\(shown)': \(found ?? "none"), \(expected)")
        let tag = registry.tag(inSlot: resolution.slot)
        let first = tag.flatMap {
          registry.types(tag: $0, conformingTo: .test("public.data")).types.first?.text
        }
        #expect(found == first, "'\(shown)'")
      } else {
        #expect(resolution.match == .none, "'\(shown)'")
        let dot = name.lastIndex(of: 0x2E) ?? 0
        let suffix = name.dropFirst(dot + 1)
        let isUsable =
          dot > 0 && !suffix.isEmpty && String(validating: suffix, as: UTF8.self) != nil
          && !suffix.contains { $0 <= 0x20 || $0 == 0x7F }
        #expect(
          resolution.answer
            == (isUsable
              ? .dynamic(extensionStart: dot + 1) : .type(registry.find(.test("public.data")))),
          "'\(shown)'")
      }
    }
  }

  @Test(arguments: seeds)
  func theExplanationAgreesWithTheResolver(seed: UInt64) {
    let sample = Case(seed: seed)
    let registry = sample.registry
    for name in sample.names {
      let resolution = registry.resolve(name: name.span)
      let explanation = registry.explain(name: name)
      let shown = String(decoding: name, as: UTF8.self)
      #expect(
        explanation.identifier == registry.identifier(of: resolution, name: name.span), "'\(shown)'"
      )
      #expect(explanation.isTie == resolution.isTie, "'\(shown)'")
      if resolution.match != .none {
        #expect(
          explanation.steps.last?.candidates.first?.type == explanation.identifier, "'\(shown)'")
        #expect(explanation.steps.dropLast().allSatisfy { $0.candidates.isEmpty }, "'\(shown)'")
      } else {
        #expect(explanation.steps.allSatisfy { $0.candidates.isEmpty }, "'\(shown)'")
      }
    }
  }
}
