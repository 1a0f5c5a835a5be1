// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// `utcli default adopt`: writes the present defaults into the user's `mimeapps.list`.
struct DefaultAdoption {
  private let isDry: Bool

  /// The adoption that the command line requests.
  init(_ arguments: Arguments) throws(Failure) {
    guard arguments.operands.count == 1 else {
      throw .usage("'default adopt' takes no operands: it adopts every default")
    }
    try arguments.refuse(
      [
        "--and-subtypes", "--catch-all", "--this-file", "--no-mimeapps", "--expand", "--role",
        "--system",
      ], "cannot be used with 'default adopt'")
    isDry = arguments.has("--dry-run")
  }

  /// Writes the defaults, or shows the entries that would be written.
  func run(_ session: Session) throws(Failure) -> ExitStatus {
    guard let registry = try session.registryForLists() else {
      throw Failure(
        .negative, "no mimeapps.list is read here",
        hint: "TYPED_FREEDESKTOP and TYPED_DECLARATIONS leave it out")
    }
    let (defaults, unconfirmed, wildcards) = try defaults(session)
    let made = try session.ask { client in
      try ChoiceWriter(client, over: registry, environment: session.answerer.environment)
        .adopt(defaults, dryRun: isDry)
    }
    guard let made else { throw Failure(.negative, "no desktop entries were found") }
    let (outcome, adoption) = made
    // The list is all that was to change.
    if let reason = outcome.unlisted.first { throw Failure(.store, reason) }
    if session.wantsJSON {
      write(outcome.change, adoption, unconfirmed, wildcards, session)
    } else {
      try session.report(
        outcome.change, dryRun: isDry, unchanged: "nothing to write: each has a default already")
    }
    session.noteEach(outcome.notes)
    summarize(adoption, unconfirmed, wildcards, session)
    return .answered
  }

  /// The application that opens each type and scheme that one claims, how many are left out because it is
  /// not confirmed, and how many because it claims them by a wildcard, so that it may be unable to open
  /// them.
  private func defaults(_ session: Session) throws(Failure) -> (
    found: [(subject: Binding.Subject, bundle: String)], unconfirmed: Int, wildcards: Int
  ) {
    var subjects: [Binding.Subject] = []
    var seen: Set<Binding.Subject> = []
    for claim in try session.applications().flatMap(\.claims) where claim.rank != .none {
      guard let subject = Self.subject(of: claim), seen.insert(subject).inserted else { continue }
      subjects.append(subject)
    }
    subjects.sort { $0.spelling < $1.spelling }
    let answers = try session.handlers(
      for: subjects.map { HandlerQuery($0.querySubject, limit: 1) })
    var found: [(subject: Binding.Subject, bundle: String)] = []
    var (unconfirmed, wildcards) = (0, 0)
    for (subject, answer) in zip(subjects, answers) {
      guard let preferred = answer.preferred else { continue }
      if preferred.placement == .wildcard {
        wildcards += 1
      } else if preferred.isUnconfirmed {
        unconfirmed += 1
      } else {
        found.append((subject, preferred.bundle))
      }
    }
    return (found, unconfirmed, wildcards)
  }

  /// The subject of a claim that a list can name; `nil` for one that concerns nearly every file, and for tags
  /// that lists do not have.
  private static func subject(of claim: ApplicationInformation.Claim) -> Binding.Subject? {
    if let type = claim.type {
      let subject = Binding.Subject.type(type)
      return subject.isCatchAll && !folders.contains(type.text) ? nil : subject
    }
    guard let tag = claim.tag, tag.tagClass == .mimeType || tag.tagClass == .urlScheme else {
      return nil
    }
    return .tag(tag)
  }

  private static let folders = ["public.directory", "public.folder"]

  private func write(
    _ change: BindingChange?, _ adoption: ChoiceWriter.Adoption, _ unconfirmed: Int,
    _ wildcards: Int, _ session: Session
  ) {
    session.document {
      $0.object("adopted") {
        $0.member("kept", adoption.kept)
        $0.member("keptOthers", adoption.keptOthers)
        $0.member("left", adoption.left)
        $0.member("unconfirmed", unconfirmed)
        $0.member("unnameable", adoption.unnameable)
        $0.member("wildcards", wildcards)
        $0.member("written", adoption.written)
      }
      $0.member("change", change)
      $0.member("dryRun", isDry)
    }
  }

  /// Notes how many defaults were written, and why others were not.
  private func summarize(
    _ adoption: ChoiceWriter.Adoption, _ unconfirmed: Int, _ wildcards: Int,
    _ session: Session
  ) {
    let all =
      adoption.written + adoption.kept + adoption.left + adoption.unnameable + unconfirmed
      + wildcards
    let written = "\(adoption.written) of \(all) MIME types and schemes"
    session.note(
      isDry
        ? "would write the defaults of \(written)"
        : "wrote the defaults of \(written)"
          + (adoption.written > 0 ? "; 'utcli undo' takes them back" : ""))
    if adoption.kept > 0 {
      session.note(
        "\(adoption.kept) have a default in the list, which stays: \(adoption.keptOthers) of them "
          + "another application")
    }
    if unconfirmed > 0 {
      session.note(
        "\(unconfirmed) open with new applications: 'utcli apps --confirm' accepts them")
    }
    if wildcards > 0 {
      session.note(
        "\(wildcards) open with applications that claim them by a wildcard only, as 'image/*': "
          + "'utcli default set' chooses one")
    }
    if adoption.unnameable > 0 {
      session.note(
        "\(adoption.unnameable) open with applications that are not desktop entries, which no list "
          + "can name")
    }
    if adoption.left > 0 {
      session.note("\(adoption.left) are more than one change keeps: repeat the command for them")
    }
  }
}
