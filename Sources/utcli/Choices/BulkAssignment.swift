// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// `utcli apps --set-default`: sets one application for everything that it claims.
struct BulkAssignment {
  private let word: [UInt8]
  private let role: Role?
  private let takesAll: Bool
  private let arguments: Arguments

  /// The assignment that the command line requests.
  init(_ arguments: Arguments) throws(Failure) {
    guard let word = arguments.operands.first else {
      throw .usage(
        "'apps --set-default' needs an application: BUNDLE", hint: "'utcli apps' lists them")
    }
    try arguments.refuse(["--confirm"], with: "--set-default")
    self.word = word
    role = try arguments.role()
    takesAll = arguments.has("--all") || arguments.value("--role")?.asciiLowercased == "all"
    if takesAll, role != nil { throw .usage("--all cannot be used with --role") }
    self.arguments = arguments
  }

  /// Sets the application, or shows the types that it would be set for.
  func run(_ session: Session) throws(Failure) -> ExitStatus {
    let application = try session.application(named: word)
    var subjects: [Binding.Subject] = []
    for claim in application.claims where isSelected(claim) {
      guard let subject = try subject(of: claim, session), !subjects.contains(subject) else {
        continue
      }
      subjects.append(subject)
    }
    guard !subjects.isEmpty else {
      throw Failure(
        .negative, "\(application.name) \(unclaimed)",
        hint: takesAll ? nil : "--all selects everything that it opens")
    }
    let general = subjects.filter(\.isCatchAll)
    if !general.isEmpty, !arguments.has("--catch-all") {
      subjects.removeAll(where: \.isCatchAll)
      let names = general.map(\.spelling).joined(separator: ", ")
      guard !subjects.isEmpty else {
        throw Failure(
          .negative, "\(application.name) claims nothing but \(names)",
          hint: "--catch-all sets it for everything of that kind")
      }
      session.note("left out: \(names); --catch-all adds them")
    }
    if arguments.has("--only-unowned") {
      subjects = try unowned(subjects, application.bundle, session)
    }
    if arguments.has("--only-unchosen") { subjects = try unchosen(subjects, session) }
    let requests = subjects.map {
      BindingRequest($0, role: role, .handler(bundle: application.bundle))
    }
    guard !requests.isEmpty else {
      try session.report(nil as BindingChange?, dryRun: arguments.has("--dry-run"))
      return .answered
    }
    try session.change(requests, as: .bind, dryRun: arguments.has("--dry-run"))
    return .answered
  }

  private var unclaimed: String {
    switch role {
    case _ where takesAll: "claims nothing that can be set"
    case .viewer?: "claims no type as a viewer"
    case .shell?: "claims no type as a shell"
    default: "claims no type as an editor"
    }
  }

  private func isSelected(_ claim: ApplicationInformation.Claim) -> Bool {
    guard claim.rank != .none else { return false }
    if takesAll { return RoleMask.choosable.contains(claim.role) }
    return claim.role == role ?? .editor
  }

  /// The subject of the choice for a claim: `nil` for a claim on everything; for one on a MIME type
  /// the type that has it, because files have types.
  private func subject(
    of claim: ApplicationInformation.Claim, _ session: Session
  ) throws(Failure) -> Binding.Subject? {
    if let type = claim.type { return .type(type) }
    guard let tag = claim.tag else { return nil }
    if tag.tagClass == .mimeType {
      let types = try session.types(with: tag)
      if let type = types.types.first, !types.isDynamic { return .type(type) }
    }
    return .tag(tag)
  }

  private func unowned(
    _ subjects: [Binding.Subject], _ bundle: String, _ session: Session
  ) throws(Failure) -> [Binding.Subject] {
    let queries = subjects.map { HandlerQuery($0.querySubject) }
    let answers = try session.handlers(for: queries)
    return zip(subjects, answers).filter { _, answer in
      !answer.handlers.contains { handler in
        handler.claim?.isOwner == true && handler.claim?.type == answer.type
          && handler.bundle != bundle
      }
    }.map(\.0)
  }

  private func unchosen(
    _ subjects: [Binding.Subject], _ session: Session
  ) throws(Failure) -> [Binding.Subject] {
    let bindings = try session.ask { try $0.bindings() }
    let chosen = Set(
      bindings.compactMap { binding in
        if case .handler = binding.choice { binding.subject } else { nil }
      })
    return subjects.filter { !chosen.contains($0) }
  }
}
