// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// `utcli apps --set-default`: one application for everything that it claims.
struct BulkAssignment {
  private let bundle: String
  private let role: Role?
  private let takesAll: Bool
  private let arguments: Arguments

  /// What the command line asks for.
  init(_ arguments: Arguments) throws(Failure) {
    guard let word = arguments.operands.first else {
      throw .usage("'apps --set-default' needs an application", hint: "'utcli apps' lists them")
    }
    if arguments.has("--confirm") {
      throw .usage("'--set-default' and '--confirm' cannot both be meant")
    }
    bundle = try arguments.bundle(word)
    role = try arguments.role()
    takesAll = arguments.has("--all") || arguments.value("--role")?.asciiLowercased == "all"
    if takesAll, role != nil { throw .usage("'--all' and '--role' cannot both be meant") }
    self.arguments = arguments
  }

  /// Chooses the application, or says what it would be chosen for.
  func run(_ session: inout Session) throws(Failure) -> ExitStatus {
    let application = try session.application(named: bundle)
    var subjects: [Binding.Subject] = []
    for claim in application.claims where isMeant(claim) {
      guard let subject = try subject(of: claim, &session), !subjects.contains(subject) else {
        continue
      }
      subjects.append(subject)
    }
    guard !subjects.isEmpty else {
      let verb = takesAll ? "open" : role.map { "claim as \($0.rawValue)" } ?? "edit"
      throw Failure(
        .negative, "'\(application.bundle)' does not \(verb) anything",
        hint: takesAll ? nil : "--all takes everything that it opens")
    }
    if arguments.has("--only-unowned") { subjects = try unowned(subjects, &session) }
    if arguments.has("--only-unchosen") { subjects = try unchosen(subjects, &session) }
    let requests = subjects.map {
      BindingRequest($0, role: role, .handler(bundle: application.bundle))
    }
    guard !requests.isEmpty else {
      session.report(nil as BindingChange?, dryRun: arguments.has("--dry-run"))
      return .answered
    }
    try session.change(requests, as: .bind, dryRun: arguments.has("--dry-run"))
    return .answered
  }

  private func isMeant(_ claim: ApplicationInformation.Claim) -> Bool {
    guard claim.rank != .none else { return false }
    if takesAll { return RoleMask.choosable.contains(claim.role) }
    return claim.role == role ?? .editor
  }

  /// What is chosen for a claim: nothing for one on everything, and of a MIME type its type, by
  /// which files are known.
  private func subject(
    of claim: ApplicationInformation.Claim, _ session: inout Session
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
    _ subjects: [Binding.Subject], _ session: inout Session
  ) throws(Failure) -> [Binding.Subject] {
    let queries = subjects.map { subject in
      switch subject {
      case .type(let type), .family(let type): HandlerQuery(.type(type))
      case .tag(let tag): HandlerQuery(.tag(tag))
      }
    }
    let answers = try session.handlers(for: queries)
    let name = bundle.asciiLowercased
    return zip(subjects, answers).filter { _, answer in
      !answer.handlers.contains { handler in
        handler.claim?.isOwner == true && handler.claim?.type == answer.type
          && handler.bundle.asciiLowercased != name
      }
    }.map(\.0)
  }

  private func unchosen(
    _ subjects: [Binding.Subject], _ session: inout Session
  ) throws(Failure) -> [Binding.Subject] {
    let bindings = try session.ask { (client) throws(RegistryClientError) in
      try client.bindings()
    }
    let chosen = Set(
      bindings.compactMap { binding in
        if case .handler = binding.choice { binding.subject } else { nil }
      })
    return subjects.filter { !chosen.contains($0) }
  }
}
