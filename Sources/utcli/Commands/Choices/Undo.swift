// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let undo: Command = Command(
    "undo", operands: "[NUMBER]", summary: "take back the last change, or change NUMBER",
    details: """
      A choice is taken back by 'utcli undo', a registration by 'utcli unregister BUNDLE'. NUMBER is
      the number of a change in 'utcli history'.

      Without a number the last change that is not undone yet is taken back, unless a bundle was
      registered after it: then the number is needed. With NUMBER nothing is changed if a later change
      affects one of its choices. An undo is a change itself, which can be undone by its number. What
      the change wrote to mimeapps.list is taken back there, too, unless it was changed since, or
      --no-mimeapps is given. Prints what changed, as 'default set' does.
      """,
    examples: [
      Example("utcli undo --dry-run", "what the last change would give back"),
      Example("utcli undo", "undo the last change"),
    ],
    options: [.onlyStore, .dryRun], operandCount: 0...1
  ) { (session, arguments) throws(Failure) in
    try session.checkChanging()
    var number: Int64?
    if let text = arguments.texts.first {
      guard let value = Int64(text), value > 0 else {
        throw .usage("'\(text)' is not a change number", hint: "'utcli history' lists them")
      }
      number = value
    }
    if number == nil { try checkLaterRegistration(session) }
    let isDry = arguments.has("--dry-run")
    let (outcome, notes, unlisted) = try session.undo(number, dryRun: isDry)
    switch outcome {
    case .undone(let change):
      try session.report(change, dryRun: isDry, unlisted: unlisted)
      session.noteEach(notes)
      if number == nil { try noteEarlierUndo(change, session) }
      return .answered
    case .nothingToUndo:
      if let failure = try entriesLeft(session) { throw failure }
      throw Failure(
        .negative, "nothing to undo", hint: "'utcli unregister BUNDLE' undoes a registration")
    case .noSuchChange(let number):
      throw Failure(.negative, "change \(number) not found", hint: historyHint)
    case .alreadyUndone(let number):
      throw Failure(.negative, "change \(number) is already undone", hint: historyHint)
    case .changedSince(let number, let slots):
      let subjects = slots.map(\.subject.phrase).joined(separator: ", ")
      throw Failure(
        .negative, "a later change than \(number) affects \(subjects)",
        hint: "undo the later change first, or use 'utcli default set'")
    }
  }

  /// Checks that the user registered no bundle after the last change that can be undone.
  private static func checkLaterRegistration(_ session: Session) throws(Failure) {
    guard case .undone(let undoing) = try session.ask({ try $0.undo(nil, dryRun: true) }),
      case .undo(let number) = undoing.action,
      let change = try session.ask({ try $0.history(before: number + 1, limit: 1) }).first,
      let later = try session.latestRegistration(),
      later.time > change.time || later.isNewerThanChoices
    else { return }
    let bundle = later.bundle
    let name = bundle.identifier.isEmpty ? bundle.path : bundle.identifier
    throw Failure(
      .negative, "'\(name)' was registered later than change \(number) was made",
      hint:
        "'utcli unregister \(name.shellWord)' takes that back, 'utcli undo \(number)' the choice "
        + "before it")
  }

  /// Notes that the last change was an undo already, so that this one goes further back.
  private static func noteEarlierUndo(_ change: BindingChange, _ session: Session) throws(Failure) {
    let before = change.number == 0 ? nil : change.number
    let last = try session.ask { try $0.history(before: before, limit: 1) }.first
    guard let last, case .undo(let earlier) = last.action, case .undo(let number) = change.action
    else { return }
    session.note(
      "change \(earlier) was undone already, so this undoes change \(number); 'utcli history' lists them"
    )
  }

  /// The refusal if the entries of the last change decide, because another program undid it without them.
  private static func entriesLeft(_ session: Session) throws(Failure) -> Failure? {
    guard try session.registryForLists() != nil,
      let lists = UserMIMEApps(session.answerer.environment),
      let last = try session.ask({ try $0.history(before: nil, limit: 1) }).first,
      case .undo(let number) = last.action, last.entryEdits.isEmpty,
      let undone = try session.ask({ try $0.history(before: number + 1, limit: 1) }).first,
      !lists.findEditsLeft(toUndo: undone).isEmpty
    else { return nil }
    return Failure(
      .negative,
      "change \(number) is undone, but its entries in '\(lists.written)' are left, and decide",
      hint: "'utcli undo \(last.number)' restores the choice, and then 'utcli undo \(number)' "
        + "undoes it with its entries")
  }

  private static let historyHint = "'utcli history' lists the changes"
}

extension Session {
  /// The bundle that was registered last in the store of the registry that answers; `nil` if there is none,
  /// or it cannot be read.
  fileprivate func latestRegistration() throws(Failure) -> Registrar.Dated? {
    guard let store = try ask({ try $0.status() }).store else { return nil }
    var locations = RegistryLocations.current
    locations.store = StoreLocation(ofDatabaseAt: store.path)
    return try? Registrar(locations).latest()
  }
}
