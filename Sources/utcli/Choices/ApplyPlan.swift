// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The requests that make the present choices those of a file.
///
/// A file lists choices by their slots, and a change of the kind `apply` concerns the slots that
/// its requests name and no others. The consequences of a choice are therefore decided here: an
/// application that is chosen is not blocked any more, and one that is blocked is not chosen any
/// more, unless the file lists both; the web is completed where the file names a part of it.
struct ApplyPlan {
  /// The requests, each about another slot.
  private(set) var requests: [BindingRequest] = []
  /// The entries of the file that led to requests, for messages.
  private(set) var entries: [ChoicesDocument.Entry] = []

  /// The plan for `file`.
  ///
  /// - Parameters:
  ///   - file: A file without problems.
  ///   - isExact: Whether choices that the file does not name are unset.
  ///   - keepsMissing: Whether applications that are missing are chosen all the same.
  ///   - session: Provides the present choices.
  /// - Throws: ``Failure`` if the present choices cannot be queried.
  init(
    _ file: ChoicesDocument, isExact: Bool, keepsMissing: Bool, _ session: Session
  ) throws(Failure) {
    let present = try session.ask { try $0.bindings() }
    var all = file.entries
    try Self.spell(&all, session)
    if file.isForeign {
      for index in all.indices { try Self.resolveMIMEType(&all[index], session) }
      try Self.noteUnknownTypes(all, session)
    }
    all = Self.completed(all, isForeign: file.isForeign)
    let bySlot = Dictionary(present.map { ($0.slot, $0) }) { first, _ in first }
    // A choice that is already made stays, also if its application is missing.
    let unmet = all.filter { !$0.isMet(by: bySlot[$0.slot]) }
    let named = Set(all.map(\.slot))
    let contradicted = Set(unmet.flatMap { $0.contradictions(among: bySlot) })
    for binding in present where !named.contains(binding.slot) {
      if isExact || contradicted.contains(binding.slot) { requests.append(binding.removal) }
    }
    for var entry in unmet {
      if keepsMissing, case .handler(let bundle) = entry.request.operation {
        entry.request.operation = .awaitedHandler(
          bundle: bundle, origin: entry.identity?.origin ?? .user)
      }
      requests.append(entry.request)
      entries.append(entry)
    }
  }

  /// The problems of the entries, each with its own.
  ///
  /// A change names its first problem only, so parts are tried that become smaller.
  func problems(_ session: Session) throws(Failure) -> [ChoicesDocument.Problem] {
    var found: [ChoicesDocument.Problem] = []
    var parts = [entries[...]]
    while let part = parts.popLast(), found.count < ChoicesDocument.maximumProblems {
      let check = try session.attempt { client in
        for batch in BindingRequest.batches(of: part.map(\.request)) {
          _ = try client.change(batch, as: .apply, dryRun: true)
        }
      }
      guard case .failure(let error) = check else { continue }
      guard case .binding(let problem) = error else { throw Failure(error) }
      guard part.count == 1, let entry = part.first else {
        let middle = part.startIndex + part.count / 2
        parts.append(part[middle...])
        parts.append(part[..<middle])
        continue
      }
      found.append(
        ChoicesDocument.Problem(
          position: entry.position, message: "\(problem)", hint: Self.hint(about: problem),
          status: problem.status))
    }
    return found
  }

  /// A hint with the way to keep a choice of a missing application.
  private static func hint(about problem: BindingProblem) -> String? {
    guard case .noSuchApplication = problem else { return problem.commandHint }
    let hint = problem.commandHint.map { "\($0); " } ?? ""
    return hint + "--skip-missing keeps the choice until the application is installed"
  }

  // MARK: - Parts

  /// Spells applications as their bundles do, so that slots and choices can be compared.
  private static func spell(
    _ entries: inout [ChoicesDocument.Entry], _ session: Session
  ) throws(Failure) {
    let names = try session.ask { try $0.bundles(in: .none) }
      .filter { $0.maskedBy == nil }.map(\.identifier)
    let known = Set(names)
    let spellings = Dictionary(grouping: names, by: \.asciiLowercased)
    func spelling(_ bundle: String) -> String {
      guard !known.contains(bundle), let found = spellings[bundle.asciiLowercased],
        found.count == 1
      else { return bundle }
      return found[0]
    }
    for index in entries.indices {
      switch entries[index].request.operation {
      case .handler(let bundle):
        entries[index].request.operation = .handler(bundle: spelling(bundle))
      case .never(let bundle):
        entries[index].request.operation = .never(bundle: spelling(bundle))
      case .awaitedHandler, .noHandler, .notNever, .type, .noType: break
      }
    }
  }

  private static func resolveMIMEType(
    _ entry: inout ChoicesDocument.Entry, _ session: Session
  ) throws(Failure) {
    guard case .tag(let tag) = entry.slot.subject, tag.tagClass == .mimeType else { return }
    let types = try session.types(with: tag)
    guard let type = types.types.first, !types.isDynamic else { return }
    entry.request.subject = .type(type)
  }

  /// Notes types that are not known: they may be misspelt, or be declared later.
  private static func noteUnknownTypes(
    _ entries: [ChoicesDocument.Entry], _ session: Session
  ) throws(Failure) {
    for entry in entries {
      guard case .type(let type) = entry.slot.subject, try !session.isKnown(type) else { continue }
      session.note(
        "\(entry.position): type '\(type)' not found; the choice takes effect when it is declared")
    }
  }

  /// The entries, with those that complete the web.
  ///
  /// Where a file names one scheme of the web, the other scheme and HTML go with it. `dump` writes all
  /// choices, so a dump that names both schemes and not HTML has no choice for HTML; in another
  /// tool's settings the choice of a browser includes HTML.
  private static func completed(
    _ entries: [ChoicesDocument.Entry], isForeign: Bool
  ) -> [ChoicesDocument.Entry] {
    var named = Set(entries.map(\.slot))
    var completed = entries
    for entry in entries where WebSubjects.isScheme(entry.slot.subject) {
      func addition(_ subject: Binding.Subject) -> ChoicesDocument.Entry? {
        var addition = entry
        addition.request.subject = subject
        return named.contains(addition.slot) ? nil : addition
      }
      let others =
        WebSubjects.chosenTogether(with: entry.slot.subject).dropFirst()
        .compactMap(addition)
      let namesBoth = !others.contains { WebSubjects.isScheme($0.slot.subject) }
      for other in others {
        if other.slot.subject == WebSubjects.html {
          guard entry.slot.kind == .handler, isForeign || !namesBoth else { continue }
        }
        guard entry.slot.kind != .type else { continue }
        completed.append(other)
        named.insert(other.slot)
      }
    }
    return completed
  }
}

extension ChoicesDocument.Entry {
  /// Whether `present`, which has the slot of the entry, is its choice.
  fileprivate func isMet(by present: Binding?) -> Bool {
    switch (present?.choice, request.operation) {
    case (.handler(let now)?, .handler): now == identity
    // The slot names the application.
    case (.never?, .never): true
    case (.type(let now)?, .type(let type)): now == type
    default: false
    }
  }

  /// The slots of `present` that contradict the entry: that an application which it chooses is
  /// blocked, or that one which it blocks is chosen.
  fileprivate func contradictions(among present: [Binding.Slot: Binding]) -> [Binding.Slot] {
    let subjects = BindingPlan.withAndWithoutSubtypes(slot.subject)
    switch request.operation {
    case .handler(let bundle), .awaitedHandler(let bundle, _):
      return subjects.map { Binding.Slot(subject: $0, kind: .never(bundle: bundle)) }
    case .never(let bundle):
      let roles = [nil, Role.editor, .viewer, .shell]
      let slots = subjects.flatMap { subject in
        roles.map { Binding.Slot(subject: subject, role: $0, kind: .handler) }
      }
      return slots.filter {
        guard case .handler(let identity)? = present[$0]?.choice else { return false }
        return identity.bundle == bundle
      }
    case .noHandler, .notNever, .type, .noType: return []
    }
  }
}

extension Binding {
  /// The request that removes the binding.
  fileprivate var removal: BindingRequest {
    let operation: BindingRequest.Operation =
      switch choice {
      case .handler: .noHandler
      case .never(let bundle): .notNever(bundle: bundle)
      case .type: .noType
      }
    return BindingRequest(subject, role: role, operation)
  }
}
