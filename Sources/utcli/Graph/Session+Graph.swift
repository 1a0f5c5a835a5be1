// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Session {
  /// The graph around types.
  ///
  /// - Parameters:
  ///   - named: The types; if there is none, the graph has every type.
  ///   - depth: How many levels of subtypes of the named types it has; `nil` for all.
  ///   - withHandlers: Whether it has the applications that claim a type.
  /// - Returns: The named types, their supertypes, and the subtypes up to `depth`.
  /// - Throws: ``Failure`` if the registry does not answer.
  /// - Complexity: O(*n*) for all types of the registry, whose parents decide which are subtypes.
  func graph(
    around named: [TypeIdentifier], depth: Int?, withHandlers: Bool
  ) throws(Failure) -> TypeGraph {
    var graph =
      try named.isEmpty
      ? TypeGraph(everyType(and: [])) : selection(around: named, depth: depth)
    if withHandlers {
      graph.add(
        try handlers(for: graph.types.map { HandlerQuery(.type($0.information.identifier)) }))
    }
    return graph
  }

  /// The information on every declared type, on `others`, and on all that these conform to.
  ///
  /// - Throws: ``Failure`` if the registry does not answer.
  func everyType(and others: [TypeIdentifier]) throws(Failure) -> [TypeInformation] {
    var all: [TypeInformation] = []
    try visitEveryType(and: others) { (types) throws(Failure) in
      let found = try ask { try $0.information(on: types, in: languages) }
        .compactMap(\.self)
      all += found
      return found.flatMap(\.parents)
    }
    return all
  }

  private func selection(around named: [TypeIdentifier], depth: Int?) throws(Failure) -> TypeGraph {
    var parents: [TypeIdentifier: [TypeIdentifier]] = [:]
    try visitEveryType(and: named) { (types) throws(Failure) in
      let found = try ask { try $0.summaries(of: types, in: .none) }
      for summary in found { parents[summary.identifier] = summary.parents }
      return found.flatMap(\.parents)
    }
    var children: [TypeIdentifier: [TypeIdentifier]] = [:]
    for (type, supertypes) in parents {
      for supertype in supertypes { children[supertype, default: []].append(type) }
    }
    var selected = Set(named)
    var level = named
    var levels = 0
    while !level.isEmpty, levels != depth {
      level = level.flatMap { children[$0] ?? [] }.filter { selected.insert($0).inserted }
      levels += 1
    }
    // Those of the subtypes too, whose other parents would be missing.
    var rest = Array(selected)
    while let type = rest.popLast() {
      rest += (parents[type] ?? []).filter { selected.insert($0).inserted }
    }
    var omitted: [TypeIdentifier: Int] = [:]
    for type in selected {
      omitted[type] = children[type]?.count { !selected.contains($0) }
    }
    let wanted = selected.sorted()
    let information = try ask { try $0.information(on: wanted, in: languages) }
    return TypeGraph(information.compactMap(\.self), named: Set(named), omitted: omitted)
  }
}
