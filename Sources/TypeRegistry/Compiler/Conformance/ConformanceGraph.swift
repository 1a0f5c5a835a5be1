// SPDX-License-Identifier: MIT

/// "Child conforms to parent", with the source of this statement.
struct ConformanceEdge {
  var child: Int32
  var parent: Int32
  /// How far the source is trusted.
  var origin: Origin
  /// The index among the child's parents.
  var position: Int32
  /// The supplement that adds the edge, as the caller's index; `nil` for the active declaration.
  var supplement: Int32?

  /// The key of the edge in its graph.
  fileprivate var key: Int64 { Int64(child) << 32 | Int64(position) }
}

/// The conformance graph: acyclic, with the supertypes of each type and their slots.
///
/// Nodes are numbered from 0 in the order of their identifiers. All walks are loops with a visited
/// mark; none recurses, however long a chain is.
struct ConformanceGraph {
  /// The most supertypes of one type.
  ///
  /// The deepest known hierarchies have under 20; the bound keeps the size of a registry linear in
  /// its number of types.
  static let maximumSupertypes = 255

  /// The most supertypes that a type may have with supplements: few enough that a supplement to
  /// another bundle's type cannot push its subtypes over the bound.
  static let maximumSupertypesBySupplement = 48

  let count: Int
  /// The accepted edges, those of one child in declared order.
  private var edges: [ConformanceEdge]
  /// The start of each node's run in ``edges``, and the end of the last run.
  private var starts: [Int32] = []
  /// The edges that would have closed a cycle, each with the cycle's other nodes from its parent
  /// up to its child.
  private(set) var cyclic: [(edge: ConformanceEdge, path: [Int32])] = []
  /// The edges that would have given their child too many supertypes.
  private(set) var excessive: [ConformanceEdge] = []
  /// The run of each node in ``closure``.
  private var closures: [(start: Int32, end: Int32)] = []
  /// The supertypes of all nodes, themselves excluded.
  private var closure: [Int32] = []
  /// The nodes in an order in which parents come before children.
  private(set) var order: [Int32] = []
  /// Each node's slot in the displays of its subtypes; 0 for nodes without subtypes.
  private(set) var slots: [UInt16] = []

  /// - Parameters:
  ///   - count: The number of nodes.
  ///   - edges: In any order.
  init(count: Int, edges: [ConformanceEdge]) {
    self.count = count
    self.edges = edges
    if zip(edges, edges.dropFirst()).contains(where: { $1.key < $0.key }) {
      self.edges.sort { $0.key < $1.key }
    }
    findStarts()
    cutCycles()
    sortTopologically()
    closeUpwards()
    assignSlots()
  }

  /// A node's accepted edges to its parents, in declared order.
  func parents(of node: Int) -> ArraySlice<ConformanceEdge> {
    edges[Int(starts[node])..<Int(starts[node + 1])]
  }

  private mutating func findStarts() {
    starts = Array(repeating: 0, count: count + 1)
    for edge in edges { starts[Int(edge.child) + 1] += 1 }
    for node in 0..<count { starts[node + 1] += starts[node] }
  }

  /// The nearest supertype of a node for which `test` holds: breadth first, in declared order.
  ///
  /// - Complexity: O(*e* + *s*²) for *s* supertypes joined by *e* edges.
  func nearestSupertype(of node: Int, where test: (Int) -> Bool) -> Int? {
    var seen = [node]
    var visited = 0
    while visited < seen.count {
      if visited > 0, test(seen[visited]) { return seen[visited] }
      for edge in parents(of: seen[visited]) where !seen.contains(Int(edge.parent)) {
        seen.append(Int(edge.parent))
      }
      visited += 1
    }
    return nil
  }

  /// A node's supertypes, itself excluded, in no particular order; not available after
  /// ``forgetSupertypes()``.
  func supertypes(of node: Int) -> ArraySlice<Int32> {
    closure[Int(closures[node].start)..<Int(closures[node].end)]
  }

  /// Frees the supertypes of all nodes, which take more memory than the rest of the graph.
  mutating func forgetSupertypes() {
    closures = []
    closure = []
  }
}

// MARK: - Order and closure

extension ConformanceGraph {
  private mutating func sortTopologically() {
    var waiting = Array(repeating: Int32(0), count: count)
    // The children of each node, those of one in a run.
    var next = Array(repeating: Int32(0), count: count + 1)
    for edge in edges { next[Int(edge.parent) + 1] += 1 }
    for node in 0..<count { next[node + 1] += next[node] }
    let starts = next
    var children = Array(repeating: Int32(0), count: edges.count)
    for edge in edges {
      waiting[Int(edge.child)] += 1
      children[Int(next[Int(edge.parent)])] = edge.child
      next[Int(edge.parent)] += 1
    }
    order.reserveCapacity(count)
    for node in 0..<count where waiting[node] == 0 { order.append(Int32(node)) }
    var head = 0
    while head < order.count {
      let node = Int(order[head])
      for child in children[Int(starts[node])..<Int(starts[node + 1])] {
        waiting[Int(child)] -= 1
        if waiting[Int(child)] == 0 { order.append(child) }
      }
      head += 1
    }
    precondition(order.count == count, "a cycle was left in the graph")
  }

  private mutating func closeUpwards() {
    var mark = Array(repeating: Int32(-1), count: count)
    closures = Array(repeating: (0, 0), count: count)
    closure.reserveCapacity(4 * count)
    var dropped: Set<Int64> = []
    for node in order.map(Int.init) {
      let start = closure.count
      for edge in parents(of: node) {
        let before = closure.count
        if mark[Int(edge.parent)] != Int32(node) {
          mark[Int(edge.parent)] = Int32(node)
          closure.append(edge.parent)
        }
        let above = closures[Int(edge.parent)]
        for index in Int(above.start)..<Int(above.end) where mark[Int(closure[index])] != node {
          mark[Int(closure[index])] = Int32(node)
          closure.append(closure[index])
        }
        let limit =
          edge.supplement == nil
          ? Self.maximumSupertypes : Self.maximumSupertypesBySupplement
        if closure.count - start > limit {
          for supertype in closure[before...] { mark[Int(supertype)] = -1 }
          closure.removeSubrange(before...)
          excessive.append(edge)
          dropped.insert(edge.key)
        }
      }
      closures[node] = (Int32(start), Int32(closure.count))
    }
    if !dropped.isEmpty { drop(dropped) }
    excessive.sort { ($0.child, $0.position) < ($1.child, $1.position) }
  }

  private mutating func drop(_ keys: Set<Int64>) {
    edges.removeAll { keys.contains($0.key) }
    findStarts()
  }

  /// Assigns to each node with subtypes the lowest slot such that the supertypes of each type have different
  /// slots.
  ///
  /// Parents come before children, so that a tree's slots are its depths. Only the supertypes of
  /// types without subtypes are compared: those of any other type are among them.
  private mutating func assignSlots() {
    var hasSubtypes = Array(repeating: false, count: count)
    for edge in edges { hasSubtypes[Int(edge.parent)] = true }
    // Types with the same parents have the same supertypes; one of them represents all.
    var leaves = Array(repeating: [Int32](), count: count)
    var represented = Array(repeating: false, count: count)
    var representatives: Set<[Int32]> = []
    for node in 0..<count where !hasSubtypes[node] {
      let parents = parents(of: node)
      guard let first = parents.first else { continue }
      if parents.count == 1 {
        if represented[Int(first.parent)] { continue }
        represented[Int(first.parent)] = true
      } else if !representatives.insert(parents.map(\.parent)).inserted {
        continue
      }
      for supertype in supertypes(of: node) { leaves[Int(supertype)].append(Int32(node)) }
    }
    slots = Array(repeating: 0, count: count)
    // Bit *n* of a type without subtypes: some supertype of it has slot *n*. The first 64 bits of all
    // are one array, because few types need more.
    var taken = Array(repeating: UInt64(0), count: count)
    var further: [Int32: [UInt64]] = [:]
    var union: [UInt64] = []
    for node in order where hasSubtypes[Int(node)] {
      union.removeAll(keepingCapacity: true)
      union.append(0)
      for leaf in leaves[Int(node)] {
        union[0] |= taken[Int(leaf)]
        guard !further.isEmpty, let bits = further[leaf] else { continue }
        while union.count <= bits.count { union.append(0) }
        for word in bits.indices { union[word + 1] |= bits[word] }
      }
      let word = union.firstIndex { $0 != .max } ?? union.count
      let bit = word < union.count ? (~union[word]).trailingZeroBitCount : 0
      slots[Int(node)] = UInt16(word * 64 + bit)
      for leaf in leaves[Int(node)] {
        if word == 0 {
          taken[Int(leaf)] |= 1 << UInt64(bit)
        } else {
          var bits = further[leaf] ?? []
          while bits.count < word { bits.append(0) }
          bits[word - 1] |= 1 << UInt64(bit)
          further[leaf] = bits
        }
      }
    }
  }
}

// MARK: - Cycles

extension ConformanceGraph {
  /// The most steps that the search for cycles may take, whatever the edges are.
  private static let searchBudget = 20_000_000

  /// Drops edges until no cycle is left: of each cycle, the last one in the order of origin, child,
  /// position.
  ///
  /// Only edges within a strongly connected component can close a cycle, so all others are accepted
  /// at once. Within a component they are added one by one: a search up from the parent and one
  /// down from the child alternate until either is exhausted or they meet.
  private mutating func cutCycles() {
    let component = stronglyConnectedComponents()
    var suspects = edges.filter { component[Int($0.child)] == component[Int($0.parent)] }
    guard !suspects.isEmpty else { return }
    suspects.sort { ($0.origin, $0.child, $0.position) < ($1.origin, $1.child, $1.position) }
    var search = CycleSearch(count: count, budget: Self.searchBudget)
    var dropped: Set<Int64> = []
    for edge in suspects {
      if let path = search.path(from: edge.parent, to: edge.child) {
        cyclic.append((edge, path))
        dropped.insert(edge.key)
      } else {
        search.accept(edge)
      }
    }
    if !dropped.isEmpty { drop(dropped) }
  }

  /// Each node's component, by Tarjan's algorithm with a stack of its own.
  private func stronglyConnectedComponents() -> [Int32] {
    var component = Array(repeating: Int32(-1), count: count)
    var index = Array(repeating: Int32(-1), count: count)
    var low = Array(repeating: Int32(0), count: count)
    var open: [Int32] = []
    var calls: [(node: Int, next: Int)] = []
    var counter: Int32 = 0
    var components: Int32 = 0
    for root in 0..<count where index[root] < 0 {
      calls.append((root, 0))
      while let (node, next) = calls.last {
        if next == 0 {
          index[node] = counter
          low[node] = counter
          counter += 1
          open.append(Int32(node))
        }
        let edge = Int(starts[node]) + next
        if edge < starts[node + 1] {
          calls[calls.count - 1].next += 1
          let parent = Int(edges[edge].parent)
          if index[parent] < 0 {
            calls.append((parent, 0))
          } else if component[parent] < 0 {
            low[node] = min(low[node], index[parent])
          }
          continue
        }
        calls.removeLast()
        if let caller = calls.last { low[caller.node] = min(low[caller.node], low[node]) }
        guard low[node] == index[node] else { continue }
        while let member = open.popLast() {
          component[Int(member)] = components
          if Int(member) == node { break }
        }
        components += 1
      }
    }
    return component
  }
}

/// Searches for paths through the edges accepted so far.
private struct CycleSearch {
  private var up: [[Int32]]
  private var down: [[Int32]]
  private var budget: Int
  private var cameFromBelow: [Int32]
  private var cameFromAbove: [Int32]
  private var mark: [Int32]
  private var turn: Int32 = 0

  init(count: Int, budget: Int) {
    up = Array(repeating: [], count: count)
    down = up
    self.budget = budget
    cameFromBelow = Array(repeating: -1, count: count)
    cameFromAbove = cameFromBelow
    mark = Array(repeating: 0, count: count)
  }

  mutating func accept(_ edge: ConformanceEdge) {
    up[Int(edge.child)].append(edge.parent)
    down[Int(edge.parent)].append(edge.child)
  }

  /// The nodes from `start` up to `end`, both included, or `nil` if there is no path.
  ///
  /// If the budget is used up, every edge is treated as closing a cycle, with its ends as the path:
  /// an acyclic graph matters more than an edge of a tangle that large.
  mutating func path(from start: Int32, to end: Int32) -> [Int32]? {
    if start == end { return [start] }
    guard budget > 0 else { return [start, end] }
    turn += 2  // `turn` marks nodes reached from below, `turn + 1` nodes reached from above.
    let below = turn
    let above = turn + 1
    var ascending = [start]
    var descending = [end]
    var ascended = 0
    var descended = 0
    mark[Int(start)] = below
    mark[Int(end)] = above
    cameFromBelow[Int(start)] = -1
    cameFromAbove[Int(end)] = -1
    while ascended < ascending.count, descended < descending.count {
      let node = ascending[ascended]
      ascended += 1
      for parent in up[Int(node)] {
        budget -= 1
        if mark[Int(parent)] == above { return joined(node, parent) }
        guard mark[Int(parent)] != below else { continue }
        mark[Int(parent)] = below
        cameFromBelow[Int(parent)] = node
        ascending.append(parent)
      }
      let other = descending[descended]
      descended += 1
      for child in down[Int(other)] {
        budget -= 1
        if mark[Int(child)] == below { return joined(child, other) }
        guard mark[Int(child)] != above else { continue }
        mark[Int(child)] = above
        cameFromAbove[Int(child)] = other
        descending.append(child)
      }
    }
    return nil
  }

  private func joined(_ lower: Int32, _ upper: Int32) -> [Int32] {
    func chain(from node: Int32, _ cameFrom: [Int32]) -> [Int32] {
      sequence(first: node) { cameFrom[Int($0)] }.prefix { $0 >= 0 }
    }
    return chain(from: lower, cameFromBelow).reversed() + chain(from: upper, cameFromAbove)
  }
}
