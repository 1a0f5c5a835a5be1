// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// The applications that open something: a row for every subject of a choice, and for everything
/// that some application claims.
struct DefaultTable {
  struct Row {
    var subject: Binding.Subject
    /// The role that a choice is for; `nil` for the roles of the query.
    var role: Role?
    var answer: HandlerAnswer
    /// Whether an application is chosen for exactly this, which cannot be started now.
    var isOnHold: Bool
  }

  let rows: [Row]

  /// The table for some roles.
  ///
  /// - Complexity: one ranking for each type, tag and role in it.
  init(_ roles: RoleMask, _ session: Session) throws(Failure) {
    let bindings =
      try session.ask { try $0.bindings() }
      + session.ask { try $0.siteBindings() }.map(\.binding)
    var chosen: Set<Key> = []
    var keys: Set<Key> = []
    for binding in bindings {
      let subject = Self.single(binding.subject)
      keys.insert(Key(subject: subject))
      if case .handler = binding.choice {
        // A row of its own for a choice for one role, where all are asked for.
        let key = Key(subject: subject, role: roles == .all ? binding.role : nil)
        chosen.insert(key)
        keys.insert(key)
      }
    }
    for claim in try session.applications().flatMap(\.claims) where claim.rank != .none {
      if let type = claim.type {
        keys.insert(Key(subject: .type(type)))
      } else if let tag = claim.tag {
        keys.insert(Key(subject: .tag(tag)))
      }
    }
    let ordered = keys.sorted()
    let answers = try session.handlers(
      for: ordered.map { key in
        HandlerQuery(
          key.subject.querySubject, roles: key.role.map { RoleMask($0) } ?? roles, limit: 1)
      })
    rows = zip(ordered, answers).map { key, answer in
      Row(
        subject: key.subject, role: key.role, answer: answer,
        isOnHold: chosen.contains(key) && answer.decision != .user && answer.decision != .site)
    }
  }

  /// A type for its family: one application opens the type, whichever choice decides.
  private static func single(_ subject: Binding.Subject) -> Binding.Subject {
    if case .family(let type) = subject { .type(type) } else { subject }
  }

  /// The subject and role of a row.
  private struct Key: Hashable, Comparable {
    var subject: Binding.Subject
    var role: Role?

    /// Types first, then tags by class and value, each by role.
    private var order: (Int, String, String, UInt8) {
      let bit = role.map { $0.bit + 1 } ?? 0
      return switch subject {
      case .type(let type), .family(let type): (0, type.text, "", bit)
      case .tag(let tag): (1, tag.tagClass.text, tag.value, bit)
      }
    }

    static func < (left: Key, right: Key) -> Bool { left.order < right.order }
  }
}

extension DefaultTable.Row: TableRow, WireValue {
  static func describe(_ row: Self?, in table: inout Columns) {
    table.add(
      "OPERAND", "a type, or an extension, MIME type or scheme", .identifier, row?.subject.spelling)
    table.add(
      "ROLE", "the role that a choice is for, or 'all'", row.map { $0.role?.rawValue ?? "all" })
    table.add(
      "BUNDLE", "the identifier of the application that opens it", .winner,
      row?.answer.preferred?.bundle)
    table.add("REASON", "why it opens it, in a word", .reason, row?.reason)
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.operand(Array(subject.spelling.utf8))
    writer.member("role", role?.rawValue)
    writer.member("reason", reason)
    var answer = answer
    if answer.preferred == nil { answer.handlers = [] }
    answer.writeMembers(to: &writer)
  }

  /// Why the application opens it, in a word.
  private var reason: String {
    if isOnHold { return "on-hold" }
    guard let handler = answer.preferred else { return "none" }
    switch answer.decision {
    case .user: return "chosen"
    case .site: return "site"
    case .ranking, .none:
      if handler.placement == .wildcard { return "wildcard" }
      // Without a claim, only a list of the user or of the site can name it.
      guard let claim = handler.claim else { return "added" }
      return claim.effectiveRank.rawValue.asciiLowercased
    }
  }
}

extension Handler.Claim {
  /// The rank in effect: Owner only if the application exports the type.
  var effectiveRank: HandlerRank { rank == .owner && !isOwner ? .default : rank }
}
