// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let apply: Command = Command(
    "apply", operands: "FILE|-", summary: "make the choices that a file lists, all or none",
    details: """
      The file is the output of 'utcli dump', or settings of the tool duti: lines of an application's
      bundle identifier, a type, extension (.md) or MIME type, and a role (editor, viewer, shell,
      all); or of a bundle identifier and a URL scheme; also as a property list or JSON with the key
      DUTISettings. All choices are checked first, and are one change, which 'utcli undo' takes back;
      of more than 4,096, each 4,096 are one change. Choices that the file does
      not name stay, unless --exact is given. duti's settings set the browser for HTML too, as
      'default set' does; a dump lists HTML itself. Prints what changed, as 'default set' does;
      errors in the file are printed to standard error with line and column.

      Where an application is missing, nothing is changed. With --skip-missing its choices are kept
      on hold: they take effect when the application is installed, wherever that is, unless its
      origin is less trusted than in the file.
      """,
    examples: [
      Example("utcli apply --dry-run choices.json", "what would change"),
      Example("utcli apply choices.json", "make the choices"),
      Example("utcli apply --exact - <choices.json", "and unset all others"),
    ],
    options: [
      .onlyStore, .dryRun, Option("--exact", nil, "unset every choice that the file does not name"),
      Option("--skip-missing", nil, "keep choices of missing applications on hold"),
    ], operandCount: 1...1, needs: "a file, or '-' for standard input"
  ) { (session, arguments) throws(Failure) in
    try session.checkChanging()
    let path = arguments.operands[0]
    let bytes = try InputFile.read(path)
    let isInput = path == [UInt8(ascii: "-")]
    if let foreign = ForeignFormat(of: bytes) {
      let name = isInput ? "standard input" : TextEscaping.inMessage(path)
      throw Failure(.badData, "\(name): \(foreign.message)", hint: foreign.commandHint)
    }
    var file = ChoicesDocument(name: isInput ? "standard input" : TextEscaping.inMessage(path))
    try read(bytes, into: &file)
    try session.fail(file.problems)
    let isExact = arguments.has("--exact")
    guard !isExact || file.listsChoices else {
      throw Failure(
        .badData, "\(file.name): names no choice, and --exact would unset all choices",
        hint: "to unset all choices, write {\"bindings\": []}")
    }
    let keepsMissing = arguments.has("--skip-missing")
    let plan = try ApplyPlan(file, isExact: isExact, keepsMissing: keepsMissing, session)
    let isDry = arguments.has("--dry-run")
    let (changes, unlisted) = try make(plan, dryRun: isDry, session)
    let isEmpty = !file.listsChoices
    session.report(
      changes, dryRun: isDry,
      unchanged: "nothing to change: " + (isEmpty ? "\(file.name) names no choice" : "already set"),
      unlisted: unlisted)
    if keepsMissing { try noteMissing(plan, changes, session) }
    return .answered
  }

  /// Makes the requests of a plan, as one change if they fit one; nothing is changed unless all of
  /// them can be met.
  private static func make(
    _ plan: ApplyPlan, dryRun: Bool, _ session: Session
  ) throws(Failure) -> (changes: [BindingChange], unlisted: [String]) {
    let batches = BindingRequest.batches(of: plan.requests)
    var made: (changes: [BindingChange], unlisted: [String]) = ([], [])
    if dryRun || batches.count > 1 {
      made = try make(batches, of: plan, dryRun: true, session)
    }
    return dryRun ? made : try make(batches, of: plan, dryRun: false, session)
  }

  /// Makes the requests of a plan, each batch as one change, or only reports the changes.
  private static func make(
    _ batches: [[BindingRequest]], of plan: ApplyPlan, dryRun: Bool, _ session: Session
  ) throws(Failure) -> (changes: [BindingChange], unlisted: [String]) {
    var changes: [BindingChange] = []
    var unlisted: [String] = []
    do throws(Failure) {
      for batch in batches {
        switch try session.attempt(batch, as: .apply, dryRun: dryRun) {
        case .success(let outcome):
          if let change = outcome.change { changes.append(change) }
          unlisted += outcome.unlisted
          if !dryRun { session.noteEach(outcome.notes) }
        case .failure(let error):
          // The error names one request only: check each, to report every problem with its position.
          if case .binding = error { try session.fail(try plan.problems(session)) }
          throw Failure(error)
        }
      }
    } catch {
      if let last = changes.last, !dryRun {
        session.note("a part was applied, as the changes up to number \(last.number)")
      }
      throw error
    }
    return (changes, unlisted)
  }

  /// Notes the entries whose applications are missing, so that their choices are on hold.
  private static func noteMissing(
    _ plan: ApplyPlan, _ changes: [BindingChange], _ session: Session
  ) throws(Failure) {
    let chosen = Set(changes.flatMap(\.edits).compactMap { $0.after?.slot })
    let made = plan.entries.filter { chosen.contains($0.slot) }
    guard !made.isEmpty else { return }
    let startable = Set(
      try session.applications().filter { $0.problem == nil }.map(\.bundle.asciiLowercased))
    for entry in made {
      guard case .awaitedHandler(let bundle, _) = entry.request.operation,
        !startable.contains(bundle.asciiLowercased)
      else { continue }
      session.note(
        "\(entry.position): application '\(bundle)' not found; its choice is on hold until it is "
          + "installed")
    }
  }

  /// Reads JSON, a property list, or lines; the first byte shows which.
  private static func read(_ bytes: [UInt8], into file: inout ChoicesDocument) throws(Failure) {
    let first = bytes.first { !($0 == 0x20 || (0x09...0x0D).contains($0)) }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let limits = JSONLimits(
        maximumBytes: InputFile.longest, maximumDepth: 16, maximumValues: 4_000_000)
      do throws(JSONError) {
        file.read(
          try JSONDocument(
            parsing: bytes, options: JSONReaderOptions(limits: limits, refusesNUL: true)))
      } catch {
        let location = SourceLocation(ofOffset: error.offset, in: bytes.span)
        throw Failure(.badData, "\(file.name):\(location): \(error)", hint: error.hint)
      }
    case UInt8(ascii: "<"):
      try readPropertyList(bytes, into: &file)
    case UInt8(ascii: "b") where bytes.starts(with: Array("bplist".utf8)):
      try readPropertyList(bytes, into: &file)
    default: file.read(settings: bytes)
    }
  }

  private static func readPropertyList(
    _ bytes: [UInt8], into file: inout ChoicesDocument
  ) throws(Failure) {
    let (document, findings) = DeclarationText.read(bytes, path: file.name)
    guard let document else {
      let finding = findings.first { $0.severity == .error }
      throw Failure(
        .badData, finding.map { "\($0)" } ?? "\(file.name): not a property list",
        hint: finding?.withCommands.hint)
    }
    file.read(document)
  }
}

extension Session {
  /// Reports the problems of a file; throws the last one.
  func fail(_ problems: [ChoicesDocument.Problem]) throws(Failure) {
    let failures = problems.map {
      Failure($0.status, "\($0.position): \($0.message)", hint: $0.hint)
    }
    guard let last = failures.last else { return }
    for failure in failures.dropLast() { report(failure) }
    throw last
  }
}
