// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// Files that were made to take long cost no more than others.
///
/// Counted, and not timed: the benchmarks print times.
@Suite struct HostileContentsTests {
  @Test(arguments: [4 << 10, 64 << 10, 1 << 20])
  func costNoMoreThanOthers(length: Int) {
    let registry = Shipped.registry
    let name: [UInt8] = []
    let named = registry.resolve(name: name.span, kind: .regular)
    var matching = ContentMatching(registry)
    for file in HostileContents.files(length: length) {
      let sample = FileSample(file.bytes, length: nil, headLength: registry.contentLength)
      var (trace, other) = (ContentTrace(), ContentTrace())
      let found = matching.resolve(named, sample, in: registry, tracing: &trace)
      #expect(
        matching.budget >= -CompiledRegistry.contentBudget / 4,
        "\(file.name): rules compare a bounded number of bytes")
      #expect(matching.facts.count <= ContentFacts.maximum)
      #expect(
        matching.facts.inflatingBudget > -Inflating.budget,
        "\(file.name): little of members is decompressed")
      // What is kept for the next file does not count for it.
      #expect(found == registry.resolve(named, contents: sample, tracing: &other), "\(file.name)")
      #expect(trace == other, "\(file.name)")
    }
  }

  /// A rule that holds is one that is tried.
  @Test func gatesLeaveOutNoRule() {
    let registry = Shipped.registry
    var held = 0
    for bytes in SampleFile.all {
      let sample = FileSample(bytes, length: nil, headLength: registry.contentLength)
      var matching = ContentMatching(registry, sample)
      _ = matching.bestType()
      let rules = registry.magic
      for index in 0..<rules.count where rules[index].priority >= ContentTest.leastPriority {
        guard matching.matches(rules[index]) else { continue }
        held += 1
        #expect(
          matching.candidates[index / 64] & 1 << UInt64(index % 64) != 0,
          "\(registry.identifier(of: TypeIndex(rules[index].type)))")
      }
    }
    #expect(held >= SampleFile.all.count / 2)
  }

  /// However often a rule says the same, it has a gate once.
  @Test func aRuleHasEachGateOnce() throws {
    let values = Array(repeating: "\"ABCD\", \"ABCE\"", count: 500).joined(separator: ", ")
    let text = """
      {"CFBundleIdentifier": "org.example.gates", "UTExportedTypeDeclarations": [
        {"UTTypeIdentifier": "org.example.one", "TRContentRules": [{"Text": [\(values)]}]}]}
      """
    let (bundle, _) = BundleParser.parse(Array(text.utf8), path: "gates.json", origin: .user)
    let registry = RegistryCompiler.compile([try #require(bundle)]).registry
    let gates = registry.contentGates
    #expect(gates.count == 2)
    #expect(Set((0..<gates.count).map { gates[$0].beginning }).count == 2)
  }

  /// Members of which each is to be decompressed because the one before said nothing.
  @Test func decompressFewMembers() throws {
    let file = try #require(
      HostileContents.files(length: 64 << 10).first { $0.name.hasPrefix("content types") })
    let facts = ContentFacts(FileSample(file.bytes, length: nil, headLength: 64 << 10))
    #expect(facts.count > 1)
    #expect(facts.inflatingBudget <= 0)
  }
}
