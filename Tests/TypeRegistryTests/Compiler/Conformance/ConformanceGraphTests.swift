// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct ConformanceGraphTests {
  /// The edges child to parent of `pairs`, all of one origin.
  static func edges(_ pairs: [(Int, Int)], origin: Origin = .core) -> [ConformanceEdge] {
    var positions: [Int: Int32] = [:]
    return pairs.map { child, parent in
      let position = positions[child, default: 0]
      positions[child] = position + 1
      return ConformanceEdge(
        child: Int32(child), parent: Int32(parent), origin: origin, position: position)
    }
  }

  /// By Warshall's algorithm: `reach[a][b]` if there is a path of one edge or more from *a* to *b*.
  static func reach(_ count: Int, _ edges: [ConformanceEdge]) -> [[Bool]] {
    var reach = Array(repeating: Array(repeating: false, count: count), count: count)
    for edge in edges { reach[Int(edge.child)][Int(edge.parent)] = true }
    for middle in 0..<count {
      for from in 0..<count where reach[from][middle] {
        for to in 0..<count where reach[middle][to] { reach[from][to] = true }
      }
    }
    return reach
  }

  /// The first law that the graph of `edges` breaks, in words.
  static func brokenLaw(_ count: Int, _ edges: [ConformanceEdge]) -> String? {
    let graph = ConformanceGraph(count: count, edges: edges)
    let all = reach(count, edges)
    let kept = (0..<count).flatMap { graph.parents(of: $0) }
    let left = reach(count, kept)
    if (0..<count).contains(where: { left[$0][$0] }) { return "a cycle is left" }
    if kept.count + graph.cyclic.count + graph.excessive.count != edges.count {
      return "edges lost"
    }
    for node in 0..<count {
      let supertypes = graph.supertypes(of: node)
      if Set(supertypes).count != supertypes.count { return "a supertype appears twice" }
      if Set(supertypes) != Set((0..<count).filter { left[node][$0] }.map(Int32.init)) {
        return "the closure is not that of the kept edges"
      }
      var slots: Set<UInt16> = []
      for supertype in supertypes where !slots.insert(graph.slots[Int(supertype)]).inserted {
        return "two supertypes share a slot"
      }
    }
    for (edge, path) in graph.cyclic {
      let isInCycle = edge.child == edge.parent || all[Int(edge.parent)][Int(edge.child)]
      if !isInCycle { return "an edge of no cycle was dropped" }
      if path.first != edge.parent || path.last != edge.child { return "the path has other ends" }
      for (lower, upper) in zip(path, path.dropFirst()) {
        let steps = kept.filter { $0.child == lower && $0.parent == upper }
        if steps.isEmpty { return "the path uses an edge that was not kept" }
        // Of the cycle, the dropped edge is the last in the order, so none is less trusted.
        let isBefore = steps.contains {
          ($0.origin, $0.child, $0.position) < (edge.origin, edge.child, edge.position)
        }
        if !isBefore { return "another edge of the cycle ought to have been dropped" }
      }
    }
    return nil
  }

  // MARK: - Exhaustive

  /// All subsets of the edges among up to four types, self conformance included for up to three.
  @Test(arguments: [(1, true), (2, true), (3, true), (4, false)])
  func everyGraphKeepsTheLaws(_ count: Int, _ hasLoops: Bool) {
    let pairs = (0..<count).flatMap { child in
      (0..<count).compactMap { hasLoops || child != $0 ? (child, $0) : nil }
    }
    for subset in 0..<(1 << pairs.count) {
      var edges = Self.edges(pairs.indices.filter { subset >> $0 & 1 == 1 }.map { pairs[$0] })
      for index in edges.indices {
        // Origins that depend on the subset: all equal, by child, and by edge.
        edges[index].origin = [.core, .user, .local, .system][(subset + index * subset) % 4]
      }
      if let broken = Self.brokenLaw(count, edges) {
        Issue.record("\(broken): \(edges.map { ($0.child, $0.parent, $0.origin) })")
        return
      }
    }
  }

  @Test func everyAcyclicGraphIsKeptWhole() {
    let pairs = (0..<4).flatMap { child in (0..<4).compactMap { child > $0 ? (child, $0) : nil } }
    for subset in 0..<(1 << pairs.count) {
      let edges = Self.edges(pairs.indices.filter { subset >> $0 & 1 == 1 }.map { pairs[$0] })
      let graph = ConformanceGraph(count: 4, edges: edges)
      #expect(graph.cyclic.isEmpty)
      #expect((0..<graph.count).flatMap { graph.parents(of: $0) }.count == edges.count)
    }
  }

  // MARK: - Random

  @Test func randomGraphsKeepTheLawsInAnyOrderOfEdges() {
    var random = SeededRandom(seed: 77)
    for round in 0..<propertyCases(600) {
      let count = Int.random(in: 1...16, using: &random)
      let most = Int.random(in: 0...count * 3, using: &random)
      var edges = Self.edges(
        (0..<most).map { _ in
          (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
        })
      for index in edges.indices {
        edges[index].origin = Origin.allCases.randomElement(using: &random) ?? .user
      }
      if let broken = Self.brokenLaw(count, edges) {
        Issue.record("round \(round): \(broken): \(edges.map { ($0.child, $0.parent, $0.origin) })")
        return
      }
    }
  }

  // MARK: - Shapes

  static let many = 100_000

  @Test func aLongChainDoesNotRecurse() {
    let edges = Self.edges((1..<Self.many).map { ($0, $0 - 1) })
    let graph = ConformanceGraph(count: Self.many, edges: edges)
    #expect(graph.cyclic.isEmpty)
    // A node has at most 255 supertypes, so each 256th begins a new chain.
    #expect(
      graph.excessive.map(\.child) == stride(from: 256, to: Int32(Self.many), by: 256).map { $0 })
  }

  @Test func aLongCycleLosesOneEdge() {
    let edges = Self.edges((0..<Self.many).map { ($0, ($0 + 1) % Self.many) })
    let graph = ConformanceGraph(count: Self.many, edges: edges)
    #expect(graph.cyclic.map(\.edge.child) == [Int32(Self.many - 1)])
    #expect(graph.cyclic.first?.path.count == Self.many)
  }

  @Test func manyCyclesThroughOneTypeAreCutInBoundedTime() {
    let spokes = (1..<20_000).flatMap { [($0, 0), (0, $0)] }
    let graph = ConformanceGraph(count: 20_000, edges: Self.edges(spokes))
    #expect(graph.cyclic.count == 19_999)
  }

  @Test func aCompleteGraphOf300TypesBecomesAnOrder() {
    let pairs = (0..<300).flatMap { child in
      (0..<300).compactMap { child != $0 ? (child, $0) : nil }
    }
    let graph = ConformanceGraph(count: 300, edges: Self.edges(pairs))
    #expect(graph.cyclic.count >= 300 * 299 / 2)
  }

  @Test func aDiamondOf40LevelsIsWalkedByItsTypes() {
    // Level n has two types, each conforming to both of level n - 1: 2^40 paths.
    let pairs = (1..<40).flatMap { level in
      [(0, 0), (0, 1), (1, 0), (1, 1)].map { (2 * level + $0.0, 2 * (level - 1) + $0.1) }
    }
    let graph = ConformanceGraph(count: 80, edges: Self.edges(pairs))
    #expect(graph.supertypes(of: 79).count == 78)
    #expect(graph.cyclic.isEmpty)
  }

  // MARK: - The limit of supertypes

  @Test func aTypeHas255SupertypesAtMost() {
    let atLimit = ConformanceGraph(count: 256, edges: Self.edges((1...255).map { (0, $0) }))
    #expect(atLimit.supertypes(of: 0).count == 255)
    #expect(atLimit.excessive.isEmpty)
    let beyond = ConformanceGraph(count: 257, edges: Self.edges((1...256).map { (0, $0) }))
    #expect(beyond.supertypes(of: 0).count == 255)
    #expect(beyond.excessive.map(\.parent) == [256])
  }

  @Test func aParentThatBringsTooManyIsLeftOutAndALaterOneThatFitsIsNot() {
    // 0 conforms to 1, which has 254 supertypes, to 2, which has one more, and to 3.
    var pairs = (4..<258).map { (1, $0) } + [(2, 258)]
    pairs += [(0, 1), (0, 2), (0, 3)]
    let graph = ConformanceGraph(count: 259, edges: Self.edges(pairs))
    #expect(graph.excessive.map(\.parent) == [2, 3])
    pairs = (4..<257).map { (1, $0) } + [(2, 258), (0, 1), (0, 2), (0, 3)]
    let roomForOne = ConformanceGraph(count: 259, edges: Self.edges(pairs))
    #expect(roomForOne.excessive.map(\.parent) == [2])
    #expect(roomForOne.supertypes(of: 0).contains(3))
    #expect(!roomForOne.supertypes(of: 0).contains(258))
  }

  @Test func manyTypesBelowADeepChainAreQuicklyGivenSlots() {
    // 254 types in a chain, and 20,000 that conform to the last of them.
    let chain = (1..<254).map { ($0, $0 - 1) }
    let leaves = (254..<20_000).map { ($0, 253) }
    let graph = ConformanceGraph(count: 20_000, edges: Self.edges(chain + leaves))
    #expect(Set((0..<254).map { graph.slots[$0] }).count == 254)
  }
}
