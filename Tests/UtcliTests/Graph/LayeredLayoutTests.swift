// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import utcli

@Suite struct LayeredLayoutTests {
  private typealias Edge = LayeredLayout.Edge
  private typealias Size = LayeredLayout.Size

  private static func boxes(_ count: Int) -> [Size] {
    (0..<count).map { index -> Size in
      let (width, height) = (60 + index % 5 * 17, 25 + index % 3 * 15)
      return Size(width: Double(width), height: Double(height))
    }
  }

  /// A graph without cycles: each edge leads from a lower number to a higher one, under a permutation.
  private static func graph(_ random: inout SeededRandom) -> (count: Int, edges: [Edge]) {
    let count = Int.random(in: 0...30, using: &random)
    let numbers = Array(0..<count).shuffled(using: &random)
    var edges: Set<Edge> = []
    if count > 1 {
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        let pair = [
          Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random),
        ].sorted()
        if pair[0] != pair[1] { edges.insert(Edge(from: numbers[pair[0]], to: numbers[pair[1]])) }
      }
    }
    let sorted = edges.sorted { first, second in
      first.from == second.from ? first.to < second.to : first.from < second.from
    }
    return (count, sorted)
  }

  @Test(arguments: 0..<200)
  func leavesRoomBetweenBoxesAndLeadsToTheRight(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let (count, edges) = Self.graph(&random)
    let boxes = Self.boxes(count)
    let layout = LayeredLayout(boxes, edges)
    for edge in edges {
      #expect(
        layout.origins[edge.from].x + boxes[edge.from].width < layout.origins[edge.to].x, "\(seed)")
    }
    for first in 0..<count {
      #expect(layout.origins[first].x >= 0 && layout.origins[first].y >= -1, "\(seed)")
      #expect(layout.origins[first].y + boxes[first].height <= layout.size.height, "\(seed)")
      #expect(layout.origins[first].x + boxes[first].width <= layout.size.width, "\(seed)")
      for second in 0..<first where layout.columns[first] == layout.columns[second] {
        let (one, other) = (layout.origins[first].y, layout.origins[second].y)
        #expect(
          one + boxes[first].height < other || other + boxes[second].height < one, "\(seed)")
      }
    }
    for (edge, route) in zip(edges, layout.routes) {
      #expect(route.count == 2 * (layout.columns[edge.to] - layout.columns[edge.from]), "\(seed)")
      #expect(zip(route, route.dropFirst()).allSatisfy { $0.x <= $1.x }, "\(seed)")
    }
  }

  @Test func putsABoxAfterTheLongestPathToIt() {
    let edges = [(0, 1), (1, 2), (0, 2), (3, 2)].map { Edge(from: $0.0, to: $0.1) }
    #expect(LayeredLayout(Self.boxes(4), edges).columns == [0, 1, 2, 0])
  }

  /// Three boxes whose partners are in the reverse order.
  @Test func untanglesEdges() {
    let edges = [(0, 5), (1, 4), (2, 3)].map { Edge(from: $0.0, to: $0.1) }
    let heights = LayeredLayout(Self.boxes(6), edges).origins.map(\.y)
    #expect(heights[5] < heights[4] && heights[4] < heights[3])
  }

  @Test func untanglesTheOnlyCrossing() {
    let edges = [(0, 3), (1, 2)].map { Edge(from: $0.0, to: $0.1) }
    let heights = LayeredLayout(Self.boxes(4), edges).origins.map(\.y)
    #expect((heights[0] < heights[1]) == (heights[3] < heights[2]))
  }

  @Test func endsForACycle() {
    let edges = [(0, 1), (1, 2), (2, 0), (1, 1)].map { Edge(from: $0.0, to: $0.1) }
    let layout = LayeredLayout(Self.boxes(3), edges)
    #expect(layout.columns == [0, 1, 2])
    #expect(layout.routes.count == 4)
  }

  @Test func equalInputHasEqualOutput() {
    var random = SeededRandom(seed: 7)
    let (count, edges) = Self.graph(&random)
    let layouts = (0..<2).map { _ in LayeredLayout(Self.boxes(count), edges) }
    #expect(layouts[0].origins == layouts[1].origins && layouts[0].routes == layouts[1].routes)
  }
}
