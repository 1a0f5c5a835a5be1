// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The places of boxes that are joined by edges, in columns: a box comes after all boxes that an edge
/// leads from.
///
/// The method of Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical System
/// Structures" (1981): layers by the longest path, then an order within each layer that lets few edges
/// cross, found by barycentres, then heights near those of the neighbours. Equal input gives equal
/// output: there is no chance in it, and ties end in the order of the input.
struct LayeredLayout {
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  struct Size: Hashable {
    var width: Double
    var height: Double
  }

  struct Edge: Hashable {
    var from: Int
    var to: Int
  }

  /// The upper left corner of each box.
  private(set) var origins: [Point]
  /// The points that each edge passes, from the right side of one box to the left side of another.
  private(set) var routes: [[Point]]
  /// The size of the whole.
  private(set) var size = Size(width: 0, height: 0)
  /// The column of each box.
  let columns: [Int]

  private static let columnGap = 56.0
  private static let boxGap = 12.0
  private static let sweeps = 12

  /// Lays out boxes.
  ///
  /// - Complexity: O(*s* · *e* log *e*) for *s* sweeps and *e* edges, counted once a column.
  init(_ boxes: [Size], _ edges: [Edge]) {
    columns = Self.columns(count: boxes.count, edges)
    let net = Net(boxes, edges, columns)
    let layers = net.ordered(sweeps: Self.sweeps)
    let heights = net.heights(layers, gap: Self.boxGap)
    var widths = layers.map { _ in 0.0 }
    for (box, column) in columns.enumerated() {
      widths[column] = max(widths[column], boxes[box].width)
    }
    var starts: [Double] = []
    var x = 0.0
    for width in widths {
      starts.append(x)
      x += width + Self.columnGap
    }
    let columns = columns
    origins = boxes.indices.map { box in
      Point(
        x: starts[columns[box]], y: (heights[box] - boxes[box].height / 2).rounded())
    }
    let origins = origins
    routes = zip(edges, net.chains).map { edge, chain in
      func middle(_ box: Int) -> Double { origins[box].y + (boxes[box].height / 2).rounded() }
      var points = [
        Point(x: origins[edge.from].x + boxes[edge.from].width, y: middle(edge.from))
      ]
      for bend in chain {
        let column = net.columns[bend]
        let y = heights[bend].rounded()
        points.append(Point(x: starts[column], y: y))
        points.append(Point(x: starts[column] + widths[column], y: y))
      }
      points.append(Point(x: origins[edge.to].x, y: middle(edge.to)))
      return points
    }
    if !boxes.isEmpty {
      size.width = x - Self.columnGap
      size.height = zip(origins, boxes).map { $0.y + $1.height }.max() ?? 0
      size.height = max(size.height, routes.joined().map(\.y).max() ?? 0)
    }
  }

  /// The length of the longest path to each box.
  ///
  /// Edges that close a cycle have no effect.
  static func columns(count: Int, _ edges: [Edge]) -> [Int] {
    var columns = Array(repeating: 0, count: count)
    var waiting = Array(repeating: 0, count: count)
    var leaving = Array(repeating: [Int](), count: count)
    for edge in edges where edge.from != edge.to {
      waiting[edge.to] += 1
      leaving[edge.from].append(edge.to)
    }
    var isDone = Array(repeating: false, count: count)
    var ready = (0..<count).filter { waiting[$0] == 0 }
    var next = 0
    for _ in 0..<count {
      // Where only a cycle is left, its first box goes first.
      if next == ready.count { ready.append(isDone.firstIndex(of: false) ?? 0) }
      let box = ready[next]
      next += 1
      isDone[box] = true
      for other in leaving[box] where !isDone[other] {
        columns[other] = max(columns[other], columns[box] + 1)
        waiting[other] -= 1
        if waiting[other] == 0 { ready.append(other) }
      }
    }
    return columns
  }
}

/// Boxes, and a bend in each column that an edge passes.
private struct Net {
  /// The column of each box, then of each bend.
  private(set) var columns: [Int]
  /// The bends of each edge, from left to right.
  private(set) var chains: [[Int]] = []
  private var heightOfItem: [Double]
  private var left: [[Int]]
  private var right: [[Int]]

  private static let bendHeight = 4.0

  init(_ boxes: [LayeredLayout.Size], _ edges: [LayeredLayout.Edge], _ columns: [Int]) {
    self.columns = columns
    heightOfItem = boxes.map(\.height)
    left = boxes.map { _ in [] }
    right = left
    for edge in edges {
      var chain: [Int] = []
      var last = edge.from
      // Empty for an edge that leads back.
      for column in columns[edge.from]..<max(columns[edge.to], columns[edge.from])
      where column > columns[edge.from] {
        let bend = self.columns.count
        self.columns.append(column)
        heightOfItem.append(Self.bendHeight)
        left.append([])
        right.append([])
        join(last, bend)
        chain.append(bend)
        last = bend
      }
      if columns[edge.from] < columns[edge.to] { join(last, edge.to) }
      chains.append(chain)
    }
  }

  private mutating func join(_ first: Int, _ second: Int) {
    right[first].append(second)
    left[second].append(first)
  }

  /// The items of each column in an order that lets few edges cross.
  func ordered(sweeps: Int) -> [[Int]] {
    var layers = Array(repeating: [Int](), count: (columns.max() ?? -1) + 1)
    for (item, column) in columns.enumerated() { layers[column].append(item) }
    var best = layers
    var fewest = crossings(layers)
    for sweep in 0..<sweeps where fewest > 0 {
      if sweep % 2 == 0 {
        for column in layers.indices.dropFirst() { sort(&layers, column, by: left, column - 1) }
      } else {
        for column in layers.indices.dropLast().reversed() {
          sort(&layers, column, by: right, column + 1)
        }
      }
      let count = crossings(layers)
      if count < fewest { (best, fewest) = (layers, count) }
    }
    return best
  }

  /// Sorts a column by the mean positions of the neighbours in another one; an item without neighbours
  /// keeps its position.
  private func sort(_ layers: inout [[Int]], _ column: Int, by neighbours: [[Int]], _ other: Int) {
    let positions = positions(in: layers[other])
    let keyed = layers[column].enumerated().map { position, item in
      let means = neighbours[item].compactMap { positions[$0] }
      let mean =
        means.isEmpty ? Double(position) : Double(means.reduce(0, +)) / Double(means.count)
      return (mean: mean, position: position, item: item)
    }
    layers[column] = keyed.sorted {
      $0.mean == $1.mean ? $0.position < $1.position : $0.mean < $1.mean
    }.map(\.item)
  }

  private func positions(in layer: [Int]) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: zip(layer, layer.indices))
  }

  /// The number of pairs of edges between neighbouring columns that cross.
  private func crossings(_ layers: [[Int]]) -> Int {
    var count = 0
    for column in layers.indices.dropLast() {
      let positions = positions(in: layers[column + 1])
      // The ends of edges in the order of their beginnings: each inversion is a crossing.
      var seen: [Int] = []
      for item in layers[column] {
        let ends = right[item].compactMap { positions[$0] }.sorted()
        func position(after end: Int) -> Int { seen.indices.partitioningIndex { seen[$0] > end } }
        for end in ends { count += seen.count - position(after: end) }
        for end in ends { seen.insert(end, at: position(after: end)) }
      }
    }
    return count
  }

  /// The middle of each item, so that none overlaps another of its column, near its neighbours.
  func heights(_ layers: [[Int]], gap: Double) -> [Double] {
    var middles = Array(repeating: 0.0, count: columns.count)
    func distance(_ first: Int, _ second: Int) -> Double {
      (heightOfItem[first] + heightOfItem[second]) / 2 + gap
    }
    for layer in layers {
      for (item, above) in zip(layer.dropFirst(), layer) {
        middles[item] = middles[above] + distance(above, item)
      }
    }
    for pass in 0..<24 {
      let order = pass % 2 == 0 ? Array(layers) : layers.reversed()
      for layer in order {
        let wanted = layer.map { item in
          let neighbours =
            (pass < 20 ? (pass % 2 == 0 ? left : right)[item] : left[item] + right[item])
            .map { middles[$0] }
          return neighbours.isEmpty
            ? middles[item] : neighbours.reduce(0, +) / Double(neighbours.count)
        }
        // Moved down where it is necessary, and moved up; both keep the distances, and so does the mean.
        var down = wanted
        for index in down.indices.dropFirst() {
          down[index] = max(
            wanted[index], down[index - 1] + distance(layer[index - 1], layer[index]))
        }
        var up = wanted
        for index in up.indices.dropLast().reversed() {
          up[index] = min(wanted[index], up[index + 1] - distance(layer[index], layer[index + 1]))
        }
        for (index, item) in layer.enumerated() { middles[item] = (down[index] + up[index]) / 2 }
      }
    }
    let top = middles.indices.map { middles[$0] - heightOfItem[$0] / 2 }.min() ?? 0
    return middles.map { $0 - top }
  }
}
