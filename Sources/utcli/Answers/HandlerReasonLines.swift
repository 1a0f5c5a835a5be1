// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The lines of `why` about the applications that open something.
struct HandlerReasonLines {
  let answer: HandlerAnswer

  /// Prints the verdict, the candidates in order, and the applications that are ruled out.
  func print(_ session: Session) {
    session.output.sentence(
      "  "
        + session.output.painted(
          session.shown(verdict), answer.preferred == nil ? .warning : .winner), under: 4)
    for (index, handler) in answer.handlers.enumerated() {
      let number = "\(index + 1)."
      let name = handler.name == handler.bundle ? "" : "  \(handler.name)"
      session.output.line(
        "    \(number) " + session.output.painted(session.shown(handler.bundle), .identifier)
          + session.shown(name))
      for (label, text) in facts(handler) {
        session.output.sentence(
          "       " + session.output.painted(Self.padded(label), .label)
            + " \(session.shown(text))", under: 8 + Self.width)
      }
    }
    for hidden in answer.hidden {
      session.output.sentence(
        "    -  \(session.shown("\(hidden.bundle)  \(hidden.reason)"))", under: 7)
      if let source = hidden.source {
        session.output.sentence(
          "       \(Self.padded("at")) \(session.shown(source.location))", under: 8 + Self.width)
      }
    }
  }

  private var verdict: String {
    guard let preferred = answer.preferred else { return "no application opens it" }
    let reason =
      switch answer.decision {
      case .user where preferred.placement == .file: "the file's own choice"
      case .user: "your choice for \(subject(preferred))"
      case .site: "the site's choice for \(subject(preferred))"
      case .ranking, .none: "the ranking decides"
      }
    return "opens with \(preferred.bundle): \(reason)"
  }

  private func subject(_ handler: Handler) -> String {
    guard let choice = handler.choice else { return "it" }
    return choice.subject.phrase + (choice.role.map { " as \($0.rawValue)" } ?? "")
  }

  private func facts(_ handler: Handler) -> [(label: String, text: String)] {
    var facts: [(String, String)] = []
    if let rule = handler.rule {
      facts.append(("rule \(rule.row)", handler.reason))
    } else if !handler.reason.isEmpty {
      facts.append(("rule -", handler.reason))
    }
    if let source = handler.choice?.source { facts.append(("choice", source.location)) }
    if let claim = handler.claim {
      facts.append(("claims", words(claim, handler)))
    } else {
      let who = handler.choice?.isSite == true ? "the site" : "you"
      let how = handler.placement == .added ? "added" : "chosen"
      facts.append(("claims", "\(unclaimed); \(how) by \(who)"))
    }
    let version = handler.version.isEmpty ? "" : ", version \(handler.version)"
    let flag = handler.isUnconfirmed ? ", unconfirmed" : ""
    facts.append(("origin", "\(handler.origin)\(version)\(flag)"))
    facts.append(("at", handler.claim?.source.location ?? handler.path))
    return facts
  }

  /// The subject that an application does not claim although it was chosen.
  private var unclaimed: String {
    switch answer.tags.first?.tagClass {
    case .urlScheme?: "not this scheme"
    case .urlPattern?: "not this URL"
    case .filenameExtension?: "neither this type nor this extension"
    default: "not this type"
    }
  }

  private func words(_ claim: Handler.Claim, _ handler: Handler) -> String {
    let subject =
      if let type = claim.type {
        type.text
      } else if let tag = claim.tag {
        Binding.Subject.tag(tag).phrase
      } else {
        "everything"
      }
    var rank = claim.rank.rawValue
    if claim.rank == .owner {
      rank = claim.isOwner ? "Owner, and exports it" : "Owner, read as Default: does not export it"
    }
    let way = claim.path.count > 1 ? "; \(claim.path.map(\.text).joined(separator: " -> "))" : ""
    let wildcard = handler.placement == .wildcard && claim.type != nil ? " by a wildcard" : ""
    return "\(subject)\(wildcard) as \(claim.role.rawValue), rank \(rank)\(way)"
  }

  private static let width = 6

  private static func padded(_ label: String) -> String {
    label + String(repeating: " ", count: max(0, width - label.utf8.count))
  }
}
