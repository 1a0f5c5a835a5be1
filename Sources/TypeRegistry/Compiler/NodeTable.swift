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

  /// All identifiers in byte order; a node is an index of this array.
  let identifiers: [TypeIdentifier]
  /// Each node's index among the declared types, if it is declared.
  let declared: [Int?]
  /// Every declared edge, those of one child in declared order.
  private(set) var edges: [ConformanceEdge] = []
  /// What supplements of less trusted bundles add: of one child, in the order of its supplements.
  private(set) var opensAs: [OpensAsEdge] = []

  private let numbers: [TypeIdentifier: Int32]
  private let bundles: [Bundle]
  private let active: ActiveDeclarations
  private let supplements: SupplementTable

  init(_ active: ActiveDeclarations, _ supplements: SupplementTable) {
    self.active = active
    self.supplements = supplements
    bundles = active.bundles
    var indices: [TypeIdentifier: Int] = [:]
    indices.reserveCapacity(active.types.count)
    for (index, type) in active.types.enumerated() { indices[type.identifier] = index }
    var named: Set<TypeIdentifier> = []
    for type in active.types.indices {
      guard let winner = active.winner(of: type) else { continue }
      for parent in active.declaration(winner).parents where indices[parent] == nil {
        named.insert(parent)
      }
    }
    for identifier in supplements.identifiers {
      if indices[identifier] == nil { named.insert(identifier) }
      for entry in supplements.of(identifier) {
        for parent in entry.contents.parents where indices[parent] == nil { named.insert(parent) }
      }
    }
    // A claimed type can be queried, whether or not it is declared.
    for bundle in active.bundles {
      for claim in bundle.claims {
        for case .type(let identifier) in claim.subjects
        where indices[identifier] == nil && !identifier.isDynamic {
          named.insert(identifier)
        }
      }
    }
    if named.isEmpty {
      identifiers = active.types.map(\.identifier)
    } else {
      identifiers = (active.types.map(\.identifier) + Array(named)).sorted()
    }
    var numbers: [TypeIdentifier: Int32] = [:]
    numbers.reserveCapacity(identifiers.count)
    for (node, identifier) in identifiers.enumerated() { numbers[identifier] = Int32(node) }
    self.numbers = numbers
    declared = identifiers.map { indices[$0] }
    addEdges()
  }

  /// The node of an identifier.
  func number(of identifier: TypeIdentifier) -> Int? { numbers[identifier].map(Int.init) }

  private mutating func addEdges() {
    for (node, identifier) in identifiers.enumerated() {
      var position: Int32 = 0
      var seen: [TypeIdentifier] = []
      func add(_ parent: TypeIdentifier, _ origin: Origin, _ supplement: Int32?) {
        guard !seen.contains(parent), let number = numbers[parent] else { return }
        seen.append(parent)
        edges.append(
          ConformanceEdge(
            child: Int32(node), parent: number, origin: origin, position: position,
            supplement: supplement))
        position += 1
      }
      if let type = declared[node], let winner = active.winner(of: type) {
        let replaced = active.replacedImport(of: type)
        for parent in active.declaration(winner).parents {
          // A parent that a trusted import has too is as trusted as that: no cycle of others cuts
          // it.
          let isKept = replaced.map { active.declaration($0).parents.contains(parent) } ?? false
          let trusted = isKept ? replaced?.bundle ?? winner.bundle : winner.bundle
          add(parent, bundles[trusted].origin, nil)
        }
      }
      let trust = declared[node].flatMap(active.winner(of:)).map { bundles[$0.bundle].origin }
      for (index, entry) in supplements.of(identifier).enumerated() {
        let origin = bundles[entry.bundle].origin
        for parent in entry.contents.parents {
          if let trust, trust < origin {
            // Nothing that is less trusted bends the conformance of a type.
            guard !seen.contains(parent), let number = numbers[parent] else { continue }
            seen.append(parent)
            opensAs.append(
              OpensAsEdge(child: Int32(node), type: number, supplement: Int32(index)))
          } else {
            add(parent, origin, Int32(index))
          }
        }
      }
    }
  }

  // MARK: - Diagnostics

  /// Reports undeclared parents, and the edges that `graph` had to drop.
  func report(
    _ graph: ConformanceGraph, _ names: inout UndeclaredNames,
    into diagnostics: inout BoundedDiagnostics
  ) {
    for edge in edges where !isDeclared(edge.parent) {
      let path = path(of: edge)
      diagnostics.add(
        .undeclaredParent, path: path,
        diagnostic(
          .warning, .undeclaredParent, edge,
          "'\(name(edge.child))' conforms to '\(name(edge.parent))', which is not declared",
          hint: names.hint(for: identifiers[Int(edge.parent)], in: path)))
    }
    for edge in opensAs { report(edge, &names, into: &diagnostics) }
    for identifier in supplements.identifiers.sorted() {
      guard let node = numbers[identifier], !isDeclared(node) else { continue }
      for entry in supplements.of(identifier) {
        diagnostics.add(
          .supplementWithoutType, path: bundles[entry.bundle].path,
          Diagnostic(
            .warning, .supplementWithoutType, path: bundles[entry.bundle].path,
            position: entry.contents.location.map { .location($0) } ?? .file,
            message: "this supplement adds to '\(identifier)', which is not declared",
            hint: names.hint(for: identifier, in: bundles[entry.bundle].path)))
      }
    }
    for (edge, path) in graph.cyclic {
      diagnostics.add(
        .conformanceCycle, path: self.path(of: edge),
        diagnostic(
          .error, .conformanceCycle, edge,
          "'\(name(edge.child))' cannot conform to '\(name(edge.parent))', "
            + "which would close a cycle: \(cycle(edge, path))",
          hint: "remove one of these conformances"))
    }
    for edge in graph.excessive {
      diagnostics.add(
        .tooManySupertypes, path: path(of: edge),
        diagnostic(
          .error, .tooManySupertypes, edge,
          "'\(name(edge.child))' cannot conform to '\(name(edge.parent))' too: it would have "
            + "more than \(edge.supplement == nil ? ConformanceGraph.maximumSupertypes : ConformanceGraph.maximumSupertypesBySupplement) supertypes",
          hint: "make the hierarchy flatter"))
    }
  }

  /// Whether a declaration of `identifier` is in effect.
  func isDeclared(_ identifier: TypeIdentifier) -> Bool {
    numbers[identifier].map(isDeclared) ?? false
  }

  private func report(
    _ edge: OpensAsEdge, _ names: inout UndeclaredNames, into diagnostics: inout BoundedDiagnostics
  ) {
    let entry = supplements.of(identifiers[Int(edge.child)])[Int(edge.supplement)]
    let path = bundles[entry.bundle].path
    func add(
      _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String, _ hint: String
    ) {
      diagnostics.add(
        code, path: path,
        Diagnostic(
          severity, code, path: path,
          position: entry.contents.location.map { .location($0) } ?? .file, message: message,
          hint: hint))
    }
    if !isDeclared(edge.type) {
      add(
        .warning, .undeclaredParent,
        "'\(name(edge.child))' opens as '\(name(edge.type))', which is not declared",
        names.hint(for: identifiers[Int(edge.type)], in: path))
    }
    add(
      .note, .opensAs,
      "'\(name(edge.child))' opens as '\(name(edge.type))' and does not conform to it: the "
        + "declaration of the type is more trusted than this supplement",
      "applications for '\(name(edge.type))' come after all others; declare a type of your own that "
        + "conforms to both, if one is needed")
  }

  private func isDeclared(_ node: Int32) -> Bool {
    guard let type = declared[Int(node)] else { return false }
    return active.types[type].contenders.first?.reason == nil
  }

  private func name(_ node: Int32) -> String { identifiers[Int(node)].text }

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

  private func diagnostic(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ edge: ConformanceEdge,
    _ message: String, hint: String
  ) -> Diagnostic {
    let (bundle, location) = source(of: edge)
    return Diagnostic(
      severity, code, path: bundles[bundle].path, position: location.map { .location($0) } ?? .file,
      message: message, hint: hint)
  }

  private func path(of edge: ConformanceEdge) -> String { bundles[source(of: edge).bundle].path }

  /// The bundle that adds an edge, and where.
  private func source(of edge: ConformanceEdge) -> (bundle: Int, location: SourceLocation?) {
    if let supplement = edge.supplement {
      let entry = supplements.of(identifiers[Int(edge.child)])[Int(supplement)]
      return (entry.bundle, entry.contents.location)
    }
    guard let type = declared[Int(edge.child)], let first = active.types[type].contenders.first
    else { return (0, nil) }
    return (first.bundle, active.declaration(first).location)
  }
}
