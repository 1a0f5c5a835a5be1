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
    var chosen: Set<Binding.Slot> = []
    var slots: Set<Binding.Slot> = []
    for binding in bindings {
      let subject = Self.single(binding.subject)
      slots.insert(Binding.Slot(subject: subject, kind: .handler))
      if case .handler = binding.choice {
        // A row of its own for a choice for one role, where all are asked for.
        let slot = Binding.Slot(
          subject: subject, role: roles == .all ? binding.role : nil, kind: .handler)
        chosen.insert(slot)
        slots.insert(slot)
      }
    }
    for claim in try session.applications().flatMap(\.claims) where claim.rank != .none {
      if let type = claim.type {
        slots.insert(Binding.Slot(subject: .type(type), kind: .handler))
      } else if let tag = claim.tag {
        slots.insert(Binding.Slot(subject: .tag(tag), kind: .handler))
      }
    }
    let ordered = slots.sorted { $0.order < $1.order }
    let answers = try session.handlers(for: ordered.map { $0.query(roles) })
    rows = zip(ordered, answers).map { slot, answer in
      Row(
        subject: slot.subject, role: slot.role, answer: answer,
        isOnHold: chosen.contains(slot) && answer.decision != .user && answer.decision != .site)
    }
  }

  /// A type for its family: one application opens the type, whichever choice decides.
  private static func single(_ subject: Binding.Subject) -> Binding.Subject {
    if case .family(let type) = subject { .type(type) } else { subject }
  }
}

extension Binding.Slot {
  /// Types first, then tags by class and value, each by role.
  fileprivate var order: (Int, String, String, UInt8) {
    let bit = role.map { $0.bit + 1 } ?? 0
    return switch subject {
    case .type(let type), .family(let type): (0, type.text, "", bit)
    case .tag(let tag): (1, tag.tagClass.text, tag.value, bit)
    }
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
    writer.member("operand", subject.spelling)
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
