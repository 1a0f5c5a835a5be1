// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import utcli

@Suite struct DrawnEdgesTests {
  private typealias Edge = LayeredLayout.Edge

  private static func drawn(_ count: Int, _ edges: [Edge], budget: Int) -> DrawnEdges {
    DrawnEdges(edges, columns: LayeredLayout.columns(count: count, edges), budget: budget)
  }

  private static func complete(_ count: Int) -> [Edge] {
    (0..<count).flatMap { to in (0..<to).map { Edge(from: $0, to: to) } }
  }

  @Test func allAreDrawnWithinTheBudget() {
    let edges = Self.complete(4)
    // Three edges of one column, two of two, one of three.
    let drawn = Self.drawn(4, edges, budget: 10)
    #expect(drawn.indices == Array(edges.indices))
    #expect(drawn.impliedCount == 0 && drawn.longCount == 0)
  }

  @Test func impliedEdgesAreLeftOutFirst() {
    let edges = Self.complete(4)
    let drawn = Self.drawn(4, edges, budget: 9)
    #expect(
      drawn.indices.map { edges[$0] }
        == [Edge(from: 0, to: 1), Edge(from: 1, to: 2), Edge(from: 2, to: 3)])
    #expect(drawn.impliedCount == 3 && drawn.longCount == 0)
  }

  @Test func longEdgesAreLeftOutNext() {
    // A chain, and a way from its beginning to its end over a box of the second column.
    let edges = [
      Edge(from: 0, to: 1), Edge(from: 1, to: 2), Edge(from: 2, to: 3), Edge(from: 0, to: 4),
      Edge(from: 4, to: 3),
    ]
    let drawn = Self.drawn(5, edges, budget: 5)
    #expect(drawn.indices == [0, 1, 2, 3])
    #expect(drawn.impliedCount == 0 && drawn.longCount == 1)
  }

  @Test func theCostIsWithinTheBudgetForEveryGraph() {
    for seed in 0..<50 {
      var random = SeededRandom(seed: UInt64(seed))
      let count = Int.random(in: 2...80, using: &random)
      let edges = Self.complete(count).filter { _ in Bool.random(using: &random) }
      let columns = LayeredLayout.columns(count: count, edges)
      let drawn = DrawnEdges(edges, columns: columns, budget: 40)
      let cost = drawn.indices.reduce(0) { $0 + columns[edges[$1].to] - columns[edges[$1].from] }
      #expect(cost <= 40, "\(seed)")
      #expect(drawn.indices.count + drawn.impliedCount + drawn.longCount == edges.count, "\(seed)")
    }
  }
}
