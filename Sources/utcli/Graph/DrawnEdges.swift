// SPDX-License-Identifier: MIT

/// The edges of a graph that a drawing shows: all, or, where laying them out would take too long,
/// the most useful ones.
///
/// The cost of an edge is the number of columns that it passes, because a line has a bend in each. Over
/// the budget, edges that follow from others are left out first, and then the longest ones.
struct DrawnEdges {
  /// The most columns that all lines pass together.
  static let budget = 6_000

  /// The indices of the edges that are drawn, in their order.
  private(set) var indices: [Int]
  /// The number of edges that are left out because others imply them.
  private(set) var impliedCount = 0
  /// The number of edges that are left out although no others imply them.
  private(set) var longCount = 0

  /// Chooses the edges of a drawing.
  ///
  /// - Parameters:
  ///   - edges: The edges.
  ///   - columns: The column of each box, as ``LayeredLayout/columns(count:_:)`` returns them.
  ///   - budget: The most columns that all lines pass together.
  /// - Complexity: O(*e* · *n* / 64) for *e* edges of *n* boxes, if not all are drawn.
  init(_ edges: [LayeredLayout.Edge], columns: [Int], budget: Int = Self.budget) {
    func cost(_ index: Int) -> Int { max(1, columns[edges[index].to] - columns[edges[index].from]) }
    func total(_ indices: [Int]) -> Int { indices.reduce(0) { $0 + cost($1) } }
    indices = Array(edges.indices)
    guard total(indices) > budget else { return }
    indices = Self.notImplied(edges, columns: columns)
    impliedCount = edges.count - indices.count
    guard total(indices) > budget else { return }
    var left = budget
    let nearest = indices.sorted { cost($0) == cost($1) ? $0 < $1 : cost($0) < cost($1) }
      .prefix { index in
        left -= cost(index)
        return left >= 0
      }
    longCount = indices.count - nearest.count
    indices = nearest.sorted()
  }

  /// The edges whose ends are not joined by a way over other boxes.
  private static func notImplied(_ edges: [LayeredLayout.Edge], columns: [Int]) -> [Int] {
    let width = (columns.count + 63) / 64
    var entering = columns.map { _ in [Int]() }
    for (index, edge) in edges.enumerated() where columns[edge.from] < columns[edge.to] {
      entering[edge.to].append(index)
    }
    // The boxes before each box, as bits.
    var before = columns.map { _ in [UInt64](repeating: 0, count: width) }
    var isImplied = edges.map { _ in false }
    for box in columns.indices.sorted(by: { columns[$0] < columns[$1] }) {
      var beforeOthers = [UInt64](repeating: 0, count: width)
      for index in entering[box] {
        for word in 0..<width { beforeOthers[word] |= before[edges[index].from][word] }
      }
      before[box] = beforeOthers
      for index in entering[box] {
        let (word, bit) = edges[index].from.quotientAndRemainder(dividingBy: 64)
        isImplied[index] = beforeOthers[word] & (1 << UInt64(bit)) != 0
        before[box][word] |= 1 << UInt64(bit)
      }
    }
    return edges.indices.filter { !isImplied[$0] }
  }
}
