// SPDX-License-Identifier: MIT

internal import StrictJSON

/// The nodes of the conformance graph, declared or only referred to, and its edges.
struct NodeTable {
  /// "Child can be opened as the other type", the weaker relation.
  struct OpensAsEdge {
    var child: Int32
    var type: Int32
    /// The index of the supplement that adds it.
    var supplement: Int32
  }

  /// The identifiers of the nodes, in byte order; a node is an index of this array.
  let identifiers: [IdentifierTable.Number]
  /// Each node's index among the declared types; -1 for a node that is only referred to.
  private let types: [Int32]
  /// Every declared edge, those of one child in declared order.
  private(set) var edges: [ConformanceEdge] = []
  /// The edges that supplements of less trusted bundles add: those of one child in the order of its
  /// supplements.
  private(set) var opensAs: [OpensAsEdge] = []

  /// The node of each identifier; -1 for one that is not a node.
  private let numbers: [Int32]
  private let linked: LinkedDeclarations
  private let active: ActiveDeclarations
  private let supplements: SupplementTable

  init(_ active: ActiveDeclarations, _ supplements: SupplementTable) {
    self.active = active
    self.supplements = supplements
    let linked = active.linked
    self.linked = linked
    var isNode = Array(repeating: false, count: linked.identifiers.count)
    for (type, identifier) in active.types.enumerated() {
      isNode[Int(identifier)] = true
      guard let winner = active.winner(of: type) else { continue }
      for parent in linked.parents(of: active.declaration(winner)) { isNode[Int(parent)] = true }
    }
    for identifier in supplements.identifiers {
      isNode[Int(identifier)] = true
      for entry in supplements.of(identifier) {
        for parent in linked.parents(of: entry) { isNode[Int(parent)] = true }
      }
    }
    // A claimed type can be queried, whether or not it is declared.
    for case .type(let identifier) in linked.subjects { isNode[Int(identifier)] = true }
    var identifiers: [IdentifierTable.Number] = []
    identifiers.reserveCapacity(isNode.count)
    var numbers = Array(repeating: Int32(-1), count: isNode.count)
    for identifier in isNode.indices where isNode[identifier] {
      numbers[identifier] = Int32(identifiers.count)
      identifiers.append(IdentifierTable.Number(identifier))
    }
    self.identifiers = identifiers
    self.numbers = numbers
    types = identifiers.map { active.type(of: $0).map(Int32.init) ?? -1 }
    addEdges()
  }

  /// The number of nodes.
  var count: Int { identifiers.count }

  /// The text of a node's identifier.
  func text(of node: Int) -> ImageBytes { linked.identifiers.texts[Int(identifiers[node])] }

  /// A node's index among the declared types, if it is declared.
  func declared(_ node: Int) -> Int? {
    let type = types[node]
    return type < 0 ? nil : Int(type)
  }

  /// The node of an identifier.
  func number(of identifier: IdentifierTable.Number) -> Int? {
    let number = numbers[Int(identifier)]
    return number < 0 ? nil : Int(number)
  }

  /// The node of an identifier.
  func number(of identifier: TypeIdentifier) -> Int? {
    linked.identifiers.number(of: identifier).flatMap { number(of: $0) }
  }

  private mutating func addEdges() {
    edges.reserveCapacity(count)
    var seen: [IdentifierTable.Number] = []
    /// The types that a type opens as: added after its parents, because another file may make it conform to one.
    var others: [(type: IdentifierTable.Number, supplement: Int)] = []
    for (node, identifier) in identifiers.enumerated() {
      var position: Int32 = 0
      seen.removeAll(keepingCapacity: true)
      func add(_ parent: IdentifierTable.Number, _ origin: Origin, _ supplement: Int32?) {
        guard !seen.contains(parent), let number = number(of: parent) else { return }
        seen.append(parent)
        edges.append(
          ConformanceEdge(
            child: Int32(node), parent: Int32(number), origin: origin, position: position,
            supplement: supplement))
        position += 1
      }
      let type = declared(node)
      let winner = type.flatMap { active.winner(of: $0) }
      if let type, let winner {
        let replaced = active.replacedImport(of: type)
        let kept = replaced.map { linked.parents(of: active.declaration($0)) } ?? []
        for parent in linked.parents(of: active.declaration(winner)) {
          // A parent that a trusted import has too is as trusted as that: no cycle of others cuts
          // it.
          let trusted = kept.contains(parent) ? replaced?.bundle ?? winner.bundle : winner.bundle
          add(parent, linked.bundles[Int(trusted)].origin, nil)
        }
      }
      let entries = supplements.of(identifier)
      if entries.isEmpty { continue }
      let trust = winner.map { linked.bundles[Int($0.bundle)].origin }
      others.removeAll(keepingCapacity: true)
      for (index, entry) in entries.enumerated() {
        let origin = linked.bundles[Int(entry.bundle)].origin
        for parent in linked.parents(of: entry) {
          // A less trusted bundle cannot change the conformance of a type, and none but the core that of a
          // reserved one. What has an alias only opens as the type.
          if let trust,
            trust < origin || entry.isAlias
              || origin != .core && linked.identifiers.identifier(identifier).isReserved
          {
            others.append((parent, index))
          } else {
            add(parent, origin, Int32(index))
          }
        }
      }
      for (type, index) in others where !seen.contains(type) {
        guard let number = number(of: type) else { continue }
        seen.append(type)
        opensAs.append(
          OpensAsEdge(child: Int32(node), type: Int32(number), supplement: Int32(index)))
      }
    }
  }

  // MARK: - Diagnostics

  /// Reports undeclared parents, and the edges that `graph` had to drop.
  func report(
    _ graph: ConformanceGraph, _ names: inout UndeclaredNames,
    into diagnostics: inout BoundedDiagnostics
  ) {
    for edge in edges where !isDeclared(node: edge.parent) {
      let (path, location) = source(of: edge)
      diagnostics.add(
        .warning, .undeclaredParent, path: path, at: location,
        "'\(name(edge.child))' conforms to '\(name(edge.parent))', which is not declared",
        hint: names.hint(for: identifier(edge.parent), in: path))
    }
    for edge in opensAs { report(edge, &names, into: &diagnostics) }
    for entry in supplements.withoutType {
      let identifier = linked.identifiers.identifier(entry.identifier)
      let path = linked.bundles[Int(entry.bundle)].path
      diagnostics.add(
        .warning, .supplementWithoutType, path: path, at: entry.location,
        "this supplement has no effect: '\(identifier)' is not declared",
        hint: names.hint(for: identifier, in: path))
    }
    for (edge, others) in graph.cyclic {
      let (path, location) = source(of: edge)
      diagnostics.add(
        .error, .conformanceCycle, path: path, at: location,
        "'\(name(edge.child))' cannot conform to '\(name(edge.parent))', "
          + "which would close a cycle: \(cycle(edge, others))",
        hint: "remove one of these conformances")
    }
    for edge in graph.excessive {
      let (path, location) = source(of: edge)
      diagnostics.add(
        .error, .tooManySupertypes, path: path, at: location,
        "'\(name(edge.child))' cannot conform to '\(name(edge.parent))' too: it would have "
          + "more than \(edge.supplement == nil ? ConformanceGraph.maximumSupertypes : ConformanceGraph.maximumSupertypesBySupplement) supertypes",
        hint: "make the hierarchy flatter")
    }
  }

  /// Whether a declaration of `identifier` is in effect.
  func isDeclared(_ identifier: TypeIdentifier) -> Bool {
    linked.identifiers.number(of: identifier).map { active.isDeclared($0) } ?? false
  }

  private func report(
    _ edge: OpensAsEdge, _ names: inout UndeclaredNames, into diagnostics: inout BoundedDiagnostics
  ) {
    let entry = supplements.of(identifiers[Int(edge.child)])[Int(edge.supplement)]
    // The database has such parents for hundreds of types, and nothing needs to be done.
    if entry.isFromPackage { return }
    let path = linked.bundles[Int(entry.bundle)].path
    if !isDeclared(node: edge.type) {
      let hint = names.hint(for: identifier(edge.type), in: path)
      diagnostics.add(
        .warning, .undeclaredParent, path: path, at: entry.location,
        "'\(name(edge.child))' opens as '\(name(edge.type))', which is not declared", hint: hint)
    }
    diagnostics.add(
      .note, .opensAs, path: path, at: entry.location,
      "'\(name(edge.child))' opens as '\(name(edge.type))' and does not conform to it: the "
        + "declaration of the type is more trusted than this supplement",
      hint: "applications for '\(name(edge.type))' come after all others; declare a type of your "
        + "own that conforms to both, if one is needed")
  }

  private func isDeclared(node: Int32) -> Bool {
    declared(Int(node)).flatMap { active.winner(of: $0) } != nil
  }

  private func identifier(_ node: Int32) -> TypeIdentifier {
    linked.identifiers.identifier(identifiers[Int(node)])
  }

  private func name(_ node: Int32) -> String { identifier(node).text }

  /// The most types of a cycle that a diagnostic lists, to stay readable.
  private static let longestShownCycle = 32

  private func cycle(_ edge: ConformanceEdge, _ path: [Int32]) -> String {
    // `path` leads from the parent up to the child.
    let nodes = [edge.child] + path
    guard nodes.count > Self.longestShownCycle else {
      return nodes.map(name).joined(separator: " -> ")
    }
    let shown = nodes.prefix(Self.longestShownCycle - 1).map(name).joined(separator: " -> ")
    return shown + " -> … (\(nodes.count - Self.longestShownCycle) more) -> " + name(edge.child)
  }

  /// The path of the file that adds an edge, and where.
  private func source(of edge: ConformanceEdge) -> (path: String, location: SourceLocation?) {
    if let supplement = edge.supplement {
      let entry = supplements.of(identifiers[Int(edge.child)])[Int(supplement)]
      return (linked.bundles[Int(entry.bundle)].path, entry.location)
    }
    guard let type = declared(Int(edge.child)), let first = active.contenders(of: type).first
    else { return (linked.bundles[0].path, nil) }
    let location = linked.location(of: active.declaration(first))
    return (linked.bundles[Int(first.bundle)].path, location)
  }
}
