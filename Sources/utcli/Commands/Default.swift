// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let defaultHandler: Command = Command(
    "default", operands: "OPERAND... | set OPERAND... BUNDLE | unset OPERAND...",
    summary: "show or set the default application",
    details: """
      Without set or unset it prints the bundle identifier of the default application, after
      OPERAND<TAB> if there are several operands; the exit status is 1 if no application opens one of
      them. A file named 'set' is './set'. A link is followed, except with -P.

      set and unset change the choice for a type (also that of a file or MIME type), for an extension
      (.md) or for a scheme (mailto:). A choice for a type applies to a subtype too, unless an
      application claims a nearer type; with --and-subtypes it applies before every claim. http: and
      https: are set together with public.html. 'utcli undo' undoes a change. Prints what changed as
      KIND<TAB>SUBJECT<TAB>ROLE<TAB>FROM<TAB>TO per line; a hyphen means no choice.

      With --this-file the choice is stored with the file itself (the extended attribute
      user.typed.handler); it applies to the file's owner, and 'utcli history' does not list it.
      """,
    options: [
      .role, Option("--and-subtypes", nil, "also for all subtypes, before every claim"),
      Option("--this-file", nil, "store the choice with the file itself"),
      .dryRun, .nameOnly, .followsLinks, .keepsLinks, .asType, .asFile, .locale,
    ], operandCount: 1...Int.max, needs: "a file, type, extension or scheme"
  ) { (session, arguments) throws(Failure) in
    switch arguments.texts[0] {
    case "set": return try set(&session, arguments)
    case "unset": return try unset(&session, arguments)
    default: return try show(&session, arguments)
    }
  }

  // MARK: - Show

  private static func show(
    _ session: inout Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    for option in ["--and-subtypes", "--this-file", "--dry-run"] where arguments.has(option) {
      throw .usage("\(option) needs 'default set' or 'default unset'")
    }
    let roles = try arguments.roles()
    let batch = session.operands(arguments.operands.map { .success($0) }, arguments)
    var status = batch.status
    let operands = batch.operands
    let answers = try session.handlers(of: operands, roles, limit: 1).map { answer in
      var answer = answer
      if session.wantsJSON, answer.preferred == nil { answer.handlers = [] }
      return answer
    }
    if session.wantsJSON { session.output.json { $0.document(of: batch, answers) } }
    for (operand, answer) in zip(operands, answers) {
      guard let handler = answer.preferred else {
        session.report(noHandler(operand, roles))
        session.noteUnreadDesktopEntries()
        status.raise(to: .negative)
        continue
      }
      if session.wantsJSON { continue }
      let name = arguments.operands.count == 1 ? nil : session.shownName(operand.word)
      let bundle = session.shown(handler.bundle)
      session.output.append { buffer in
        if let name { buffer.append(contentsOf: name + [UInt8(ascii: "\t")]) }
        buffer.append(contentsOf: bundle.utf8)
        buffer.append(UInt8(ascii: "\n"))
      }
    }
    return status
  }

  private static func noHandler(_ operand: HandlerOperand, _ roles: RoleMask) -> Failure {
    let role = roles.single.map { " as \($0.rawValue)" } ?? ""
    let word = String(decoding: operand.word, as: UTF8.self)
    return Failure(
      .negative, "no application opens '\(word)'\(role)",
      hint: "'utcli why' explains which applications were ruled out")
  }

  // MARK: - Set and unset

  private static func set(
    _ session: inout Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    let words = arguments.operands.dropFirst()
    guard words.count >= 2, let last = words.last else {
      throw .usage(
        "'default set' needs what to open, and an application: OPERAND... BUNDLE",
        hint: "such as 'utcli default set .md org.example.editor'; 'utcli apps' lists them")
    }
    let bundle = try arguments.bundle(last)
    if arguments.has("--this-file") {
      return try ThisFileChoice(arguments).set(bundle, words.dropLast(), &session)
    }
    let role = try arguments.role()
    var requests: [BindingRequest] = []
    for word in words.dropLast() {
      let subject = try session.bindingSubject(
        word, arguments, andSubtypes: arguments.has("--and-subtypes"))
      requests.append(BindingRequest(subject, role: role, .handler(bundle: bundle)))
    }
    let isDry = arguments.has("--dry-run")
    try session.change(requests, as: .bind, dryRun: isDry)
    if !isDry { try noteOverruled(words.dropLast(), bundle, &session, arguments) }
    return .answered
  }

  /// Notes operands that another choice, nearer than this one, still decides.
  private static func noteOverruled(
    _ words: ArraySlice<[UInt8]>, _ bundle: String, _ session: inout Session,
    _ arguments: Arguments
  ) throws(Failure) {
    var operands: [HandlerOperand] = []
    for word in words { operands.append(try session.handlerOperand(word, arguments)) }
    let answers = try session.handlers(of: operands, try arguments.roles(), limit: 1)
    for (operand, answer) in zip(operands, answers) {
      guard let winner = answer.preferred?.bundle,
        winner.asciiLowercased != bundle.asciiLowercased
      else { continue }
      let word = String(decoding: operand.word, as: UTF8.self)
      session.note("'\(winner)' still opens '\(word)': 'utcli why' shows which choice decides")
    }
  }

  private static func unset(
    _ session: inout Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    let words = arguments.operands.dropFirst()
    guard !words.isEmpty else {
      throw .usage(
        "'default unset' needs a file, type, extension or scheme: OPERAND...",
        hint: "such as 'utcli default unset .md'")
    }
    if arguments.has("--this-file") { return try ThisFileChoice(arguments).unset(words, &session) }
    let role = try arguments.role()
    var requests: [BindingRequest] = []
    for word in words {
      let subject = try session.bindingSubject(
        word, arguments, andSubtypes: arguments.has("--and-subtypes"))
      requests.append(BindingRequest(subject, role: role, .noHandler))
    }
    try session.change(
      requests, as: .unbind, dryRun: arguments.has("--dry-run"),
      unchanged: "nothing to unset: no choice for " + requests.spellings)
    return .answered
  }
}

extension [BindingRequest] {
  /// The subjects as operands, for a note.
  var spellings: String { map(\.subject.spelling).joined(separator: ", ") }
}
