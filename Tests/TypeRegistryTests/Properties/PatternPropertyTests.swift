// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// Patterns found by groups, compared with trying every pattern.
@Suite struct PatternPropertyTests {
  struct Case {
    /// One pattern for each type, in the order in which patterns are tried.
    let patterns: [[UInt8]]
    let registry: CompiledRegistry
    let names: [[UInt8]]

    init(seed: UInt64) {
      var random = SeededRandom(seed: seed)
      // Few letters give large groups, many letters give many groups.
      let letters = Array(Bool.random(using: &random) ? "ab.5" : "abcdefgnorstuvxz.,~%-_@059é")
      let texts = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Self.pattern(letters, &random)
      }
      patterns = Set(texts).filter { Glob.isPattern($0.utf8) }.map { Array($0.utf8) }
        .sorted { left, right in
          left.count == right.count
            ? left.lexicographicallyPrecedes(right) : left.count > right.count
        }
      registry = PatternPropertyTests.registry(of: patterns)
      var names = (0..<40).map { _ in Self.text(letters, 1...12, &random) }
      for pattern in patterns {
        names.append(Self.name(for: pattern, &random))
        names.append(Self.name(for: pattern, &random))
        // Wildcards, at the ends and within.
        var changed = Self.name(for: pattern, &random)
        for _ in 0..<Int.random(in: 1...2, using: &random) {
          let index = Int.random(in: 0..<max(changed.count, 1), using: &random)
          let byte = [0, 0x2E, 0x5B, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
          let new = byte.randomElement(using: &random) ?? 0
          if changed.isEmpty { changed.append(new) } else { changed[index] = new }
        }
        names.append(changed)
      }
      self.names = names.filter { !$0.isEmpty }
    }

    private static func pattern(_ letters: [Character], _ random: inout SeededRandom) -> String {
      if Int.random(in: 0..<30, using: &random) == 0 {
        // More bytes than a pattern in the group of a byte may have.
        return ["*[#-~]", "[#-~]*.a", "[#-~][#-~]*5", "[#-~]*", "*.[#-~]*"]
          .randomElement(using: &random) ?? "*"
      }
      var text = ""
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: text += "*"
        case 1: text += "?"
        case 2:
          text +=
            ["[0-9]", "[a-c]", "[!a]", "[ab.]", "[z-a]", "[.]"]
            .randomElement(using: &random) ?? "?"
        default: text.append(letters.randomElement(using: &random) ?? "a")
        }
      }
      // Most patterns have one open end, as in use.
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return "*" + text
      case 1: return text + "*"
      default: return text
      }
    }

    private static func text(
      _ letters: [Character], _ counts: ClosedRange<Int>, _ random: inout SeededRandom
    ) -> [UInt8] {
      let text = (0..<Int.random(in: counts, using: &random)).map { _ in
        String(letters.randomElement(using: &random) ?? "a")
      }
      return Array(text.joined().utf8).map { byte in
        Int.random(in: 0..<4, using: &random) == 0 ? byte.capital : byte
      }
    }

    /// A name that probably matches the pattern.
    private static func name(for pattern: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
      var name: [UInt8] = []
      for item in GlobShape.items(of: pattern) {
        switch item {
        case .star: name += text(["a", "b", ".", "5", "s"], 0...9, &random)
        case .one(let bytes?): name.append((bytes.randomElement(using: &random) ?? 0x61).capital)
        case .one(nil): name.append(UInt8.random(in: 0...255, using: &random))
        }
      }
      return name
    }
  }

  static func registry(of patterns: [[UInt8]]) -> CompiledRegistry {
    let types = patterns.enumerated().map { number, pattern in
      TypeDeclaration.test(
        "org.a.t\(number)", parents: ["public.data"],
        globs: [String(decoding: pattern, as: UTF8.self)])
    }
    return RegistryCompiler.compile([.test("core.a.b", [.test("public.data")] + types)]).registry
  }

  static let seeds = (0..<UInt64(propertyCases(150))).map { $0 &* 7919 &+ 5 }

  @Test(arguments: seeds)
  func noPatternIsLostInItsGroup(seed: UInt64) {
    let sample = Case(seed: seed)
    let registry = sample.registry
    let types = sample.patterns.indices.map { registry.find(.test("org.a.t\($0)")) }
    for name in sample.names {
      var first: TypeIndex?
      for (pattern, type) in zip(sample.patterns, types) {
        let matches = GlobOracle.matches(pattern, name)
        if matches, first == nil { first = type }
        // Asked for one type, the resolver skips the patterns of all other types.
        let resolution = registry.resolve(name: name.span, conformingTo: type)
        #expect(
          (resolution.match == .pattern) == matches,
          """
          '\(String(decoding: pattern, as: UTF8.self))', \
          '\(String(decoding: name, as: UTF8.self))'
          """)
      }
      let resolution = registry.resolve(name: name.span)
      if let first {
        #expect(resolution.answer == .type(first), "'\(String(decoding: name, as: UTF8.self))'")
      } else {
        #expect(resolution.match == .none, "'\(String(decoding: name, as: UTF8.self))'")
      }
    }
  }

  @Test func everyPatternStandsInAGroup() {
    for seed in Self.seeds.prefix(30) {
      let sample = Case(seed: seed)
      let registry = sample.registry
      var found: Set<UInt32> = []
      for group in 0..<(PatternGroups.records - 1) {
        let start = registry.patternGroups[group].start
        let end = registry.patternGroups[group + 1].start
        let run = (start..<end).map { registry.patternRuns[$0] }
        #expect(run == run.sorted() && Set(run).count == run.count, "group \(group)")
        found.formUnion(run)
      }
      // All but those that no name can match.
      let possible = registry.globs.indices.filter { number in
        let pattern = registry.text(registry.globs[number].pattern)
        return !GlobShape.items(of: Array(pattern.utf8)).contains(.one([]))
      }
      #expect(found.isSuperset(of: possible.map { UInt32($0) }))
    }
  }
}

extension UInt8 {
  /// The byte with a small ASCII letter made a capital.
  fileprivate var capital: UInt8 { self &- 0x61 < 26 ? self - 0x20 : self }
}

extension ImageSection {
  fileprivate var indices: Range<Int> { 0..<count }
}
