// SPDX-License-Identifier: MIT

/// The types whose claims and bindings apply to a query, in order of precedence: the type, its supertypes,
/// then the types that one of these can be opened as, with their supertypes.
///
/// Ranking visits these levels, and a client that reads only some bindings reads those of these levels:
/// no other code decides which types a query reaches.
///
/// - Complexity: O(*e* + *s*²) for *s* levels joined by *e* edges. Once the arrays have grown, nothing is
///   allocated.
package struct HandlerLevels {
  /// The types, nearest first; 0 at the start for a type that is not in the registry.
  package private(set) var types: [UInt32] = []
  /// The number of steps from the queried type to each of ``types``, which never decreases.
  package private(set) var distances: [UInt16] = []
  /// The number of levels that the type conforms to; the others it can be opened as.
  package private(set) var conformingCount = 0
  /// For each of the other levels, the conforming one that leads there.
  private var openedFrom: [UInt16] = []

  private static let most = 512

  /// The number of levels.
  package var count: Int { types.count }

  /// Makes these the levels of `question`.
  package mutating func visit(_ question: ResolvedHandlerQuery, in registry: CompiledRegistry) {
    types.removeAll(keepingCapacity: true)
    distances.removeAll(keepingCapacity: true)
    openedFrom.removeAll(keepingCapacity: true)
    conformingCount = 0
    if question.type != .none {
      append(question.type.value, at: 0)
    } else if question.identifier != nil {
      append(0, at: 0)
      if question.supertype != .none { append(question.supertype.value, at: 1) }
    }
    addSupertypes(from: 0, registry)
    conformingCount = types.count
    if question.suffixType != .none { addOpened(question.suffixType.value, from: 0, registry) }
    if registry.opensAs.count > 0 { addOpened(registry) }
  }

  /// The conforming level that leads to a level: itself, or the one that can be opened as it.
  package func source(of level: Int) -> UInt16 {
    level < conformingCount ? UInt16(level) : openedFrom[level - conformingCount]
  }

  /// Adds a level; if the type does not conform to it, the level that leads there.
  @inline(__always)
  private mutating func append(_ type: UInt32, at distance: UInt16, from level: Int? = nil) {
    types.append(type)
    distances.append(distance)
    if let level { openedFrom.append(source(of: level)) }
  }

  /// Adds the supertypes of the levels from `head` on, nearest first.
  private mutating func addSupertypes(from head: Int, _ registry: CompiledRegistry) {
    var head = head
    // A sound image has at most 256; a damaged one must not cost more.
    while head < types.count, types.count <= Self.most {
      let type = types[head]
      if type != 0 {
        for index in registry.parentRun(of: TypeIndex(type)) {
          let parent = registry.parentRuns[index]
          if parent != 0, !types.contains(parent) {
            append(parent, at: distances[head] &+ 1, from: conformingCount > 0 ? head : nil)
          }
        }
      }
      head += 1
    }
  }

  /// Adds a type that `level` can be opened as, and its supertypes, after all levels.
  private mutating func addOpened(_ type: UInt32, from level: Int, _ registry: CompiledRegistry) {
    guard !types.contains(type), let last = distances.last else { return }
    append(type, at: last &+ 1, from: level)
    addSupertypes(from: types.count - 1, registry)
  }

  /// Adds the types that the levels can be opened as, and their supertypes, until no type is new.
  private mutating func addOpened(_ registry: CompiledRegistry) {
    var head = 0
    while head < types.count, types.count <= Self.most {
      let end = types.count
      let distance = distances[end - 1] &+ 1
      for level in head..<end where types[level] != 0 {
        for index in registry.opensAsRun(of: TypeIndex(types[level])) {
          let type = registry.opensAs[index].type
          if type != 0, !types.contains(type), types.count <= Self.most {
            append(type, at: distance, from: level)
          }
        }
      }
      addSupertypes(from: end, registry)
      head = end
    }
  }
}

extension CompiledRegistry {
  /// All subjects whose bindings can apply to a query, but patterns of URLs: its tags and the types of
  /// its ``HandlerLevels``.
  package func bindingSubjects(of query: HandlerQuery) -> [Binding.Subject] {
    let (question, _) = question(query, with: nil)
    var subjects = question.tags.map { Binding.Subject.tag($0) }
    var levels = HandlerLevels()
    levels.visit(question, in: self)
    for type in levels.types {
      guard let identifier = type == 0 ? question.identifier : identifier(of: TypeIndex(type))
      else { continue }
      subjects.append(.type(identifier))
      subjects.append(.family(identifier))
    }
    return subjects
  }
}
