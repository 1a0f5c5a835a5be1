// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// Types, each below its parents, and which of them are familiar.
///
/// A type is *familiar* if it is public, has an extension or a file name, if an application claims it, or
/// if one of its subtypes is familiar. No file on this computer is found to be of any other.
struct TypeTree {
  /// A type of the tree.
  struct Entry {
    var identifier: TypeIdentifier
    var description: String?
    var parents: [TypeIdentifier]
    /// Whether names of files have one of its tags.
    var isInNames: Bool
  }

  private var entries: [TypeIdentifier: Entry] = [:]
  private var childrenOfType: [TypeIdentifier: [TypeIdentifier]] = [:]
  private var familiar: Set<TypeIdentifier> = []
  private var visited: Set<TypeIdentifier> = []

  /// The tree of `types`.
  ///
  /// - Parameters:
  ///   - types: The types; a parent that is not among them has no entry.
  ///   - claimed: The types that an application claims.
  /// - Complexity: O(*n* + *e* + *n* log *n*) for *n* types with *e* parents in all.
  init(_ types: [Entry], claimed: Set<TypeIdentifier>) {
    for type in types { entries[type.identifier] = type }
    // In byte order below each parent.
    for type in types.sorted(by: { $0.identifier < $1.identifier }) {
      for parent in type.parents { childrenOfType[parent, default: []].append(type.identifier) }
    }
    var rest = types.filter { type in
      type.identifier.isPublic || type.isInNames || claimed.contains(type.identifier)
    }.map(\.identifier).filter { familiar.insert($0).inserted }
    while let type = rest.popLast() {
      rest += (entries[type]?.parents ?? []).filter { familiar.insert($0).inserted }
    }
  }

  /// The types without parents, those with the most subtypes first.
  var roots: [TypeIdentifier] {
    entries.values.filter(\.parents.isEmpty).map { ($0.identifier, count(below: [$0.identifier])) }
      .sorted { (-$0.1, $0.0) < (-$1.1, $1.0) }.map(\.0)
  }

  func children(of type: TypeIdentifier) -> [TypeIdentifier] { childrenOfType[type] ?? [] }

  /// The subtypes directly below a type that are familiar; all of them if none is.
  func familiarChildren(of type: TypeIdentifier) -> [TypeIdentifier] {
    let all = children(of: type)
    let some = all.filter(familiar.contains(_:))
    return some.isEmpty ? all : some
  }

  func description(of type: TypeIdentifier) -> String? { entries[type]?.description }

  /// Whether the type is visited for the first time.
  mutating func visit(_ type: TypeIdentifier) -> Bool { visited.insert(type).inserted }

  /// Whether the type is in the tree.
  func contains(_ type: TypeIdentifier) -> Bool { entries[type] != nil }

  /// The number of `types` and of all types below them, each once.
  func count(below types: Set<TypeIdentifier>) -> Int {
    var seen = types
    var rest = Array(types)
    while let type = rest.popLast() {
      rest += children(of: type).filter { seen.insert($0).inserted }
    }
    return seen.count
  }

  /// Writes a type and its subtypes.
  ///
  /// The depth is bounded: a type has at most 255 supertypes.
  /// `levels` are shown below the type; `nil` for all.
  mutating func write(_ type: TypeIdentifier, levels: Int?, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("description", description(of: type))
    writer.member("identifier", type.text)
    let children = children(of: type)
    if !children.isEmpty {
      if levels == 0 {
        writer.member("subtypesBelow", children.count)
      } else if visit(type) {
        writer.array("subtypes", children) { write($1, levels: levels.map { $0 - 1 }, to: &$0) }
      } else {
        writer.member("subtypesShownBefore", true)
      }
    }
    writer.endObject()
  }
}

extension TypeTree.Entry {
  fileprivate init(_ type: TypeInformation) {
    self.init(
      identifier: type.identifier, description: type.description, parents: type.parents,
      isInNames: type.tags.contains(where: \.isOfFileNames))
  }

  fileprivate init(_ type: TypeIndex, in registry: CompiledRegistry, _ languages: LanguageList) {
    self.init(
      identifier: registry.identifier(of: type),
      description: registry.localizedDescription(of: type, in: languages)?.text,
      parents: registry.parents(of: type).map(registry.identifier(of:)),
      isInNames: registry.tags(of: type).contains(where: \.isOfFileNames))
  }
}

extension Session {
  /// A type with its subtypes.
  func tree(below root: TypeIdentifier) throws(Failure) -> TypeTree {
    let types =
      [root]
      + (try ask { try $0.subtypes(of: root) })
    return TypeTree(try entries(of: types), claimed: try claimedTypes())
  }

  /// All declared types, with those that they conform to.
  func treeOfEveryType() throws(Failure) -> TypeTree {
    var entries: [TypeTree.Entry] = []
    try visitEveryType(and: []) { (types) throws(Failure) in
      let found = try self.entries(of: types)
      entries += found
      return found.flatMap(\.parents)
    }
    return TypeTree(entries, claimed: try claimedTypes())
  }

  private func entries(of types: [TypeIdentifier]) throws(Failure) -> [TypeTree.Entry] {
    let languages = languages
    // A daemon would describe each of thousands of types in full.
    if let registry = try answerer.registry(forNames: .max) {
      let found = types.map(registry.find(_:))
      if !found.contains(.none) {
        return found.map { TypeTree.Entry($0, in: registry, languages) }
      }
    }
    return try ask { try $0.information(on: types, in: languages) }
      .compactMap(\.self).map(TypeTree.Entry.init(_:))
  }

  /// The types that an application claims.
  private func claimedTypes() throws(Failure) -> Set<TypeIdentifier> {
    Set(try applications().flatMap(\.claims).compactMap(\.type))
  }
}
