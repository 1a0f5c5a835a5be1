// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A part of the graph of types: the named types, all their supertypes, and their nearest subtypes.
struct TypeGraph {
  /// A type of the graph.
  struct Node {
    var information: TypeInformation
    /// Whether the user named it.
    var isNamed: Bool
    /// The index of its family in ``GraphFamily/all``.
    var family: Int
    /// The number of its direct subtypes that the graph leaves out.
    var omittedSubtypes: Int
  }

  /// A conformance of one type of the graph to another, as indices of ``types``.
  struct Edge: Hashable {
    var subtype: Int
    var supertype: Int
  }

  /// An application that claims a type of the graph, or is chosen for one.
  struct Application {
    var identity: HandlerIdentity
    var name: String
  }

  /// A claim on a type, or a choice for it.
  struct Claim {
    /// The index in ``applications``.
    var application: Int
    /// The index in ``types``.
    var type: Int
    /// The role of the claim; `nil` for a choice without a claim.
    var role: Role?
    /// The rank of the claim; `nil` for a choice without a claim.
    var rank: HandlerRank?
    /// Whether the application opens the type by default.
    var isDefault: Bool
    /// Whether a choice of the user or the site names it.
    var isChosen: Bool
    /// The file, line and column of the claim; the application's file without one.
    var location: String
  }

  /// In byte order.
  private(set) var types: [Node]
  /// In the order of their subtypes, then as declared.
  private(set) var edges: [Edge]
  /// In the order of the first type that each of them claims.
  private(set) var applications: [Application] = []
  /// In the order of the types, then in the order of the handlers.
  private(set) var claims: [Claim] = []

  /// The graph of types whose information is known.
  ///
  /// - Parameters:
  ///   - information: The types; each of them once.
  ///   - named: The types that the user named.
  ///   - omitted: The number of direct subtypes of each type that are left out; 0 for a type without
  ///     an entry.
  init(
    _ information: [TypeInformation], named: Set<TypeIdentifier> = [],
    omitted: [TypeIdentifier: Int] = [:]
  ) {
    types = information.sorted { $0.identifier < $1.identifier }.map {
      Node(
        information: $0, isNamed: named.contains($0.identifier),
        family: GraphFamily.index(of: $0), omittedSubtypes: omitted[$0.identifier] ?? 0)
    }
    var indices: [TypeIdentifier: Int] = [:]
    for (index, node) in types.enumerated() { indices[node.information.identifier] = index }
    edges = []
    for (index, node) in types.enumerated() {
      for parent in node.information.parents {
        guard let supertype = indices[parent] else { continue }
        edges.append(Edge(subtype: index, supertype: supertype))
      }
    }
  }

  /// Adds the claims on each type itself, and the choices for it.
  ///
  /// - Parameter answers: The handlers of each of ``types``, in the same order.
  mutating func add(_ answers: [HandlerAnswer]) {
    var indices: [HandlerIdentity: Int] = [:]
    for (type, answer) in zip(types.indices, answers) {
      for (position, handler) in answer.handlers.enumerated() where handler.isDirect {
        let application =
          indices[handler.identity]
          ?? {
            applications.append(Application(identity: handler.identity, name: handler.name))
            indices[handler.identity] = applications.count - 1
            return applications.count - 1
          }()
        claims.append(
          Claim(
            application: application, type: type, role: handler.claim?.role,
            rank: handler.claim?.rank, isDefault: position == 0,
            isChosen: handler.placement == .binding,
            location: handler.claim?.source.location ?? handler.path))
      }
    }
  }
}

extension Handler {
  /// Whether the type itself is claimed or chosen for, and not a supertype, a tag or everything.
  fileprivate var isDirect: Bool {
    switch placement {
    case .binding, .claim, .added: distance == 0
    case .file, .supertypeBinding, .opensAs, .tagClaim, .wildcard, .drops: false
    }
  }
}

extension TypeInformation {
  /// The declaration that is in effect, and the number of others, in a few words:
  /// `exported by org.example.editor (user); 1 other does not count`.
  var declarationPhrase: String {
    if isDynamic { return "dynamic" }
    guard let active = declarations.first(where: { $0.isActive && $0.kind != .supplement }) else {
      return "undeclared"
    }
    return
      "\(active.kind.rawValue) by \(active.source.bundle) (\(active.source.origin))\(otherDeclarations)"
  }

  /// ``declarationPhrase`` without the bundle: `exported (user); 1 other does not count`.
  var shortPhrase: String {
    guard let active = declarations.first(where: { $0.isActive && $0.kind != .supplement }) else {
      return declarationPhrase
    }
    return "\(active.kind.rawValue) (\(active.source.origin))\(otherDeclarations)"
  }

  /// The numbers of supplements and of declarations that are not in effect, after a semicolon each.
  private var otherDeclarations: String {
    var phrase = ""
    let supplements = declarations.count { $0.kind == .supplement }
    if supplements > 0 {
      phrase += "; \(supplements) \(supplements == 1 ? "supplement" : "supplements")"
    }
    let others = declarations.count { !$0.isActive }
    if others > 0 {
      phrase += "; \(others) \(others == 1 ? "other does" : "others do") not count"
    }
    return phrase
  }

  /// The text that a picture shows about a type where the pointer rests on it, one fact a line.
  var pictureLines: [String] {
    var lines = [identifier.text]
    if let description { lines.append(description) }
    if declarations.isEmpty { lines.append(declarationPhrase) }
    for declaration in declarations {
      let state = declaration.isActive ? declaration.kind.rawValue : "does not count"
      let reason = declaration.reason.map { ": \($0.explanation)" } ?? ""
      lines.append("\(state): \(declaration.source.location)\(reason)")
    }
    return lines
  }
}
