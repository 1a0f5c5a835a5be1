// SPDX-License-Identifier: MIT

extension HandlerDirectory {
  /// The applications that open a type, in order.
  ///
  /// The applications of ``handlers(for:in:)``, in the same order; their texts are read when the caller reads
  /// them.
  ///
  /// - Parameters:
  ///   - type: A type of any registry; it is looked up in this one.
  ///   - roles: The roles to consider.
  /// - Returns: The applications, those that only accept drops last.
  /// - Complexity: O(*r* + *s*²) for *r* claims on the type and its *s* supertypes; one allocation.
  public func handlers(of type: UniformType, roles: RoleMask = .all) -> RankedHandlers {
    let question = question(type, roles)
    let rows = memory.rank(question, in: registry, with: table, firstOnly: false) { ranking in
      // A copy: the ranking keeps its own for the next query.
      Array(ranking.rows[...])
    }
    return RankedHandlers(rows, in: registry)
  }

  /// The application that opens a type, like ``HandlerAnswer/preferred``.
  ///
  /// - Returns: `nil` if no application opens the type.
  /// - Complexity: O(*r* + *s*²) for *r* claims on the types up to the nearest that is claimed, and *s*
  ///   supertypes; no allocation for a type of the registry.
  public func preferredHandler(of type: UniformType, roles: RoleMask = .all) -> RankedHandler? {
    let question = question(type, roles)
    let row = memory.rank(question, in: registry, with: table, firstOnly: true) { $0.rows.first }
    guard let row, row.placement != .drops else { return nil }
    return RankedHandler(row, in: registry)
  }

  private func question(_ type: UniformType, _ roles: RoleMask) -> ResolvedHandlerQuery {
    let index = type.isDynamic ? .none : type.index(in: registry)
    if index == .none {
      return registry.question(HandlerQuery(.type(type.typeIdentifier), roles: roles), with: nil)
        .question
    }
    var question = ResolvedHandlerQuery()
    question.type = index
    question.roles = roles
    return question
  }
}
