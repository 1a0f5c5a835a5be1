// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let defaultHandler: Command = Command(
    "default", operands: "[OPERAND...] | set OPERAND... BUNDLE | unset OPERAND... | adopt",
    summary: "show or set the default application",
    details: """
      BUNDLE is an application: its identifier, its name, the last label of its identifier, or its
      desktop file. OPERAND is a file, a type, an extension (.md), a MIME type, a scheme (mailto:) or a
      pattern of URLs.

      Without set or unset it prints the identifier of the default application, after OPERAND<TAB> if
      there are several operands; the exit status is 1 if no application opens one of them. A file
      named 'set' is './set'. A link is followed, except with -P. Without operands it prints \(DefaultTable.Row.form) for everything that has a choice
      or is claimed; REASON is chosen, site, owner, default, alternate, wildcard, added (by
      mimeapps.list), on-hold (the choice cannot take effect) or none.

      set and unset change the choice for a type. A file means its type, a MIME type the type that has
      it, an extension the type that alone has it (with --only-extension the extension itself), and
      'image/*' public.image with its subtypes. For a file of an undeclared type the choice is for
      its extension. Prints what changed as \(BindingChange.Edit.form)
      per line; a hyphen means no choice. On a terminal a sentence says it. 'utcli undo' takes a change
      back.

      A choice for a type applies to a subtype too, unless an application claims a nearer type; with
      --and-subtypes it applies before every claim. http: and https: are set together with
      public.html. In a pattern of URLs ('https://*.example.org/*') a port may follow the host, the
      path is compared with its query, '*' in it is any text, and '*.example.org' is example.org,
      too. The most specific pattern that matches a URL decides, before the scheme.

      A choice for public.item, public.content, public.data, public.directory or
      public.folder concerns nearly every file or folder, and needs --catch-all.

      A choice for a type or scheme is also written to the user's mimeapps.list, which other programs
      read, unless --no-mimeapps is given. If another program changes the entry later, that is the
      newer choice, and decides. What the list cannot say is noted: a choice for a role, an extension, a
      pattern or a type with its subtypes; --expand writes the MIME types that it covers.

      adopt writes the present default of every MIME type and scheme that an application claims to
      mimeapps.list, as one change, so that other programs open the same applications. It leaves out
      what has a default there, types as general as public.data, and new applications that no choice
      names yet. From then on these are choices: an application that is installed later does not
      replace them. 'utcli undo' takes all of them back. Prints
      entry<TAB>MIME-TYPE<TAB>GROUP<TAB>FROM<TAB>TO per line.

      With --this-file the choice is stored with the file itself (the extended attribute
      user.typed.handler); it applies to the file's owner, and 'utcli history' does not list it.
      """,
    columns: DefaultTable.Row.columns,
    examples: [
      Example("utcli default photo.jpg", "the default application for a file"),
      Example("utcli default set report.pdf org.example.viewer", "set it for the type of a file"),
      Example("utcli default set .md org.example.editor", "set it for the type of an extension"),
      Example("utcli default set 'image/*' org.example.viewer", "set it for all images"),
      Example("utcli default unset .md", "unset the choice"),
      Example("utcli default adopt --dry-run", "what other programs would open as this one does"),
    ],
    options: [
      .role, Option("--and-subtypes", nil, "also for all subtypes, before every claim"),
      Option("--catch-all", nil, "set: also for types as general as public.data"),
      Option("--only-extension", nil, "for an extension itself, not for the type that has it"),
      Option("--this-file", nil, "store the choice with the file itself"),
      .onlyStore, .expands, .dryRun, .nameOnly, .sniffs, .readsNoContents, .followsLinks,
      .keepsLinks, .asType,
      .asFile, .jsonLines, .locale,
    ], operandCount: 0...Int.max
  ) { (session, arguments) throws(Failure) in
    switch arguments.texts.first {
    case "set":
      try session.checkChanging()
      return try set(session, arguments)
    case "unset":
      try session.checkChanging()
      return try unset(session, arguments)
    case "adopt":
      try session.checkChanging()
      return try DefaultAdoption(arguments).run(session)
    case let word? where otherVerbs.contains(word):
      // Unless there is such a file.
      if (try? FileInspection(of: arguments.operands[0])) == nil {
        let words = [Array("default".utf8)] + arguments.operands.dropFirst()
        throw .usage(
          "'default' has no '\(word)'", hint: "did you mean \(words.quotedLine)?")
      }
      return try show(session, arguments)
    default: return try show(session, arguments)
    }
  }

  /// Words that show a setting in other tools.
  private static let otherVerbs = ["get", "list", "show", "query"]

  // MARK: - Show

  private static func show(
    _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    try arguments.refuse(
      [
        "--and-subtypes", "--catch-all", "--only-extension", "--this-file", "--no-mimeapps",
        "--expand", "--dry-run",
      ], "needs 'default set' or 'default unset'")
    let roles = try arguments.roles()
    guard !arguments.operands.isEmpty else {
      session.show(try DefaultTable(roles, session).rows, as: "answers")
      return .answered
    }
    var batch = session.operands(arguments.operands, arguments)
    var status = batch.status
    var answers = try session.handlers(of: &batch.operands, roles, limit: 1)
    let operands = batch.operands
    if session.wantsJSON {
      for index in answers.indices where answers[index].handlers.preferred == nil {
        answers[index].handlers = []
      }
      if arguments.has("--jsonl") {
        session.output.jsonLines { $0.document(of: batch, answers) }
      } else {
        session.output.json { $0.document(of: batch, answers) }
      }
    }
    session.output.head([.operand, .bundle])
    for index in answers.indices {
      guard let preferred = answers[index].handlers.preferred?.bundle else {
        session.report(try session.noHandler(operands[index], roles))
        session.noteUnreadDesktopEntries()
        status.raise(to: .negative)
        continue
      }
      if session.wantsJSON { continue }
      let name = arguments.operands.count == 1 ? nil : session.shownName(operands[index].word)
      session.output.line(name, [session.shown(preferred)])
    }
    return status
  }

  // MARK: - Set and unset

  private static func set(
    _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    // A role that is left out takes the next word.
    let role = try arguments.role()
    let words = arguments.operands.dropFirst()
    guard words.count >= 2 else {
      throw .usage(
        "'default set' needs what to open, and an application: OPERAND... BUNDLE",
        hint: "such as 'utcli default set .md org.example.editor'; 'utcli apps' lists them")
    }
    let bundle = try bundle(endingIn: words, session, arguments)
    if arguments.has("--this-file") {
      return try ThisFileChoice(arguments).set(bundle, words.dropLast(), session)
    }
    var requests: [BindingRequest] = []
    for word in words.dropLast() {
      for request in try session.choices(for: word, bundle, role) {
        if request.subject.isCatchAll, !arguments.has("--catch-all") {
          throw try tooGeneral(request.subject, word, bundle, session, arguments)
        }
        requests.append(request)
      }
    }
    let isDry = arguments.has("--dry-run")
    try session.change(requests, as: .bind, dryRun: isDry)
    for request in requests where request.subject.isCatchAll {
      session.note(try coverage(of: request.subject, session))
    }
    for request in requests { noteOneURL(request.subject, session) }
    try session.noteUnclaimed(words.dropLast(), bundle)
    if !isDry { try noteOverruled(words.dropLast(), requests, bundle, session, arguments) }
    return .answered
  }

  /// The application at the end of the words; if there is none, what is wrong with the others is reported, too.
  private static func bundle(
    endingIn words: ArraySlice<[UInt8]>, _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> String {
    do throws(Failure) {
      return try session.bundle(endingIn: words)
    } catch {
      guard error.status != .usage, !arguments.has("--this-file") else { throw error }
      for word in words.dropLast() {
        do throws(Failure) {
          _ = try session.bindingSubject(word, arguments)
        } catch let other {
          session.report(other)
        }
      }
      throw error
    }
  }

  /// The refusal of a choice that would concern nearly everything, with words to type instead.
  private static func tooGeneral(
    _ subject: Binding.Subject, _ word: [UInt8], _ bundle: String, _ session: Session,
    _ arguments: Arguments
  ) throws(Failure) -> Failure {
    var words = ["utcli default set --catch-all"]
    if case .family = subject { words.append("--and-subtypes") }
    if let role = try arguments.role() { words.append("--role \(role.rawValue.asciiLowercased)") }
    let command = (words + [subject.spelling.shellWord, bundle.shellWord]).joined(separator: " ")
    var hint = "'\(command)' chooses for all of them"
    if case .file = try session.operand(word, arguments) {
      hint = "--this-file chooses for this file alone; \(hint)"
    }
    let shown = TextEscaping.inMessage(word)
    let type = shown == subject.spelling ? "" : "'\(shown)' is \(subject.spelling): "
    return .usage(type + (try coverage(of: subject, session)), hint: hint)
  }

  /// How many types a choice covers.
  private static func coverage(
    of subject: Binding.Subject, _ session: Session
  ) throws(Failure) -> String {
    let count = try session.subtypes(of: subject).count
    return "a choice for \(subject.spelling) covers \(count) more types, which conform to it"
  }

  /// Notes that a choice is for one URL, for those who meant its host or scheme.
  private static func noteOneURL(_ subject: Binding.Subject, _ session: Session) {
    guard case .tag(let tag) = subject, tag.tagClass == .urlPattern,
      let pattern = try? URLPattern(tag.value), pattern.isOneURL,
      let slash = pattern.text.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return }
    session.note(
      "the choice is for that URL alone; '\(pattern.text[...slash])*' is all that begins so, "
        + "'\(pattern.scheme ?? "https"):' the scheme")
  }

  /// Notes operands and subtypes that other applications still open because another choice is
  /// nearer.
  private static func noteOverruled(
    _ words: ArraySlice<[UInt8]>, _ requests: [BindingRequest], _ bundle: String,
    _ session: Session, _ arguments: Arguments
  ) throws(Failure) {
    let roles = try arguments.roles()
    var operands: [HandlerOperand] = []
    // Of a file nothing but its own type was meant.
    var types: [Binding.Subject] = []
    for word in words {
      let operand = try session.handlerOperand(word, arguments)
      operands.append(operand)
      if case .type(let type) = operand.subject { types += [.type(type), .family(type)] }
    }
    let answers = try session.handlers(of: &operands, roles, limit: 1)
    for (operand, answer) in zip(operands, answers) {
      guard let winner = answer.opener(besides: bundle) else { continue }
      let word = String(decoding: operand.word, as: UTF8.self)
      let advice = try session.overrulingChoice(of: operand, by: winner)
      session.note("'\(winner)' still opens '\(word)': \(advice)")
    }
    for request in requests where types.contains(request.subject) {
      let subtypes = try session.subtypes(of: request.subject)
      let others = try session.handlers(
        for: subtypes.map { HandlerQuery(.type($0), roles: roles, limit: 1) }
      ).count { $0.opener(besides: bundle) != nil }
      guard others > 0 else { continue }
      let advice =
        if case .family = request.subject {
          "'utcli default' shows the nearer choices"
        } else {
          "--and-subtypes chooses for them too"
        }
      session.note(
        "\(others) of \(subtypes.count) subtypes of \(request.subject.spelling) still open with "
          + "others; \(advice)")
    }
  }

  private static func unset(
    _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    let words = arguments.operands.dropFirst()
    guard !words.isEmpty else {
      throw .usage(
        "'default unset' needs a file, type, extension or scheme: OPERAND...",
        hint: "such as 'utcli default unset .md'")
    }
    if arguments.has("--this-file") { return try ThisFileChoice(arguments).unset(words, session) }
    let role = try arguments.role()
    if words.count > 1, let last = words.last, try session.meantApplication(last) != nil {
      let line = [Array("default".utf8), Array("unset".utf8)] + words.dropLast()
      throw .usage("'default unset' takes no application", hint: line.quotedLine)
    }
    let requests = try words.map { (word) throws(Failure) in
      try session.removal(for: word, role)
    }
    try session.takeBack(
      requests, nothing: "nothing to unset", because: "no choice for " + requests.spellings)
    try noteRemaining(requests, session)
    return .answered
  }

  /// Notes choices that remain beside those that were unset: for other roles, and for a type with or
  /// without its subtypes.
  private static func noteRemaining(
    _ requests: [BindingRequest], _ session: Session
  ) throws(Failure) {
    let bindings = try session.ask { try $0.bindings() }
    let removed = Set(requests.map(\.slot))
    for request in requests {
      let subjects = BindingPlan.withAndWithoutSubtypes(request.subject)
      for binding in bindings
      where subjects.contains(binding.subject) && binding.slot.kind == .handler
        && !removed.contains(binding.slot)
      {
        var options: [String] = []
        if case .family = binding.subject { options.append("--and-subtypes") }
        if let role = binding.role { options.append("--role \(role.rawValue.asciiLowercased)") }
        let advice =
          options.isEmpty
          ? "'default unset' without options" : options.joined(separator: " ")
        session.note("a choice for \(binding.description) remains; \(advice) unsets it")
      }
    }
  }
}

extension Binding {
  /// The scope of the choice: the subject, perhaps with its subtypes, and the role.
  fileprivate var description: String {
    var text = subject.spelling
    if case .family = subject { text += " and its subtypes" }
    if let role { text += " as \(role.rawValue)" }
    return text
  }
}

extension HandlerAnswer {
  /// The application that opens it, if it is another one.
  fileprivate func opener(besides bundle: String) -> String? {
    preferred.flatMap { $0.bundle == bundle ? nil : $0.bundle }
  }
}

extension Session {
  /// The types that conform to the type of a subject.
  fileprivate func subtypes(of subject: Binding.Subject) throws(Failure) -> [TypeIdentifier] {
    switch subject {
    case .tag: []
    case .type(let type), .family(let type):
      try ask { client in
        // A type that is only chosen, or dynamic, has none.
        type.isDynamic ? [] : try client.subtypes(of: type)
      }
    }
  }
}

extension [BindingRequest] {
  /// The subjects as operands, for a note.
  var spellings: String { map(\.subject.spelling).joined(separator: ", ") }
}
