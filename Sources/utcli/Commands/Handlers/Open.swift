// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

extension Command {
  static let open: Command = Command(
    "open", operands: "FILE|URL...", summary: "open files and URLs with their applications",
    details: """
      Each application is started once with all of its files, by its argument vector and without a
      shell. An argument that starts with a scheme and a colon is a URL; write './' before a file of
      such a name. A link is followed to choose the application, except with -P; the application
      receives the name of the link.

      The contents of a file whose name leaves its type open choose the application, as in
      'utcli type-of'; 'utcli why' shows which rule did.

      An application that needs a terminal runs in the terminal of this program, which waits for it,
      if standard input, output and error are one; else in a terminal emulator: 'xdg-terminal-exec',
      that of the variable TERMINAL, 'x-terminal-emulator', or one that is known. An emulator that joins
      the words of a command is skipped where a shell could run a part of a name. Without a terminal,
      failures go to the journal and, by 'notify-send', to the desktop.

      --choose shows the applications in a menu, in their order: by the program of the variable
      TYPED_MENU, else fuzzel, wofi, rofi, dmenu, in a terminal fzf, else kdialog or zenity. A line that
      ends in '(always)' also makes the application the default. Where two lines could be taken for one
      another, each has the identifier of its application. The last line shows the other applications
      that take files; for a file that no application claims they come at once. The same menu asks where
      applications claim a file only by a wildcard of their entries, such as 'image/*': they may be
      unable to open it. Where no menu is found, and with --print, the first of them opens it.

      --action starts an application by an action of its desktop entry, such as 'new-window'. An action
      that takes no files is started without them. With --with it needs no file.

      --wait waits until the applications end; the exit status is that of the application (128 plus
      the number of the signal that ended it), the highest of several.

      --print prints a line for each process, its arguments separated by tabs; with -0 a NUL ends
      each argument, and another NUL each process.
      """,
    examples: [
      Example("utcli open report.pdf", "open with the default application"),
      Example("utcli open --with org.example.editor photo.jpg", "open with another one"),
      Example("utcli open --choose photo.jpg", "choose the application in a menu"),
      Example("utcli open --print https://example.org *.jpg", "show what would be started"),
    ],
    options: [
      Option("--with", "BUNDLE", "open with this application"),
      .role,
      Option("--choose", nil, "choose the application in a menu"),
      Option("--action", "NAME", "start it by this action, such as 'new-window'"),
      Option("--print", nil, "show what would be started; start nothing"),
      Option("--wait", nil, "wait until the applications end"),
      .sniffs, .readsNoContents, .followsLinks, .keepsLinks, .asFile,
      Option("--stdin", nil, "read operands from standard input, one per line"),
      .isNULTerminated, .locale,
    ], operandCount: 0...Int.max, needs: "a file or a URL"
  ) { (session, arguments) throws(Failure) in
    var command = try OpenCommand(session, arguments)
    do throws(Failure) {
      return try command.run()
    } catch {
      command.notify(of: error)
      throw error
    }
  }
}

/// `utcli open`.
struct OpenCommand {
  let session: Session
  private let roles: RoleMask
  let arguments: Arguments
  /// The application given with `--with`.
  private var wanted: String? { arguments.value("--with") }
  /// The action given with `--action`.
  var action: String? { arguments.value("--action") }
  var printsOnly: Bool { arguments.has("--print") }
  private var chooses: Bool { arguments.has("--choose") }
  var waits: Bool { arguments.has("--wait") }
  var isNULTerminated: Bool { arguments.has("-0") }
  /// The highest status of the errors so far.
  private(set) var status = ExitStatus.answered
  /// The errors so far.
  private var failures: [Failure] = []

  /// A target, and the operand whose handlers are queried.
  struct Question {
    var target: LaunchTarget
    var operand: HandlerOperand
  }

  /// A process to start, or started.
  struct Launch {
    var application: LaunchApplication
    var words: [[UInt8]]
    /// Whether it runs in the terminal of this process, which waits for it.
    var usesOwnTerminal = false
    /// Its process identifier, once it runs.
    var process: pid_t?
    /// Its exit status, if it was awaited.
    var exitStatus: Int32?
  }

  init(_ session: Session, _ arguments: Arguments) throws(Failure) {
    self.session = session
    roles = try arguments.roles()
    self.arguments = arguments
    guard !printsOnly || !waits else { throw .usage("--wait has no effect with --print") }
    guard !chooses || wanted == nil else { throw .usage("--choose cannot be used with --with") }
  }

  mutating func run() throws(Failure) -> ExitStatus {
    let words = try words()
    if !printsOnly { try session.checkStarting() }
    if words.isEmpty, let wanted, action != nil {
      let application = try application(named: wanted, [])
      return finish(try perform([LaunchGroup(application: application, targets: [])]))
    }
    let directory = LaunchTarget.workingDirectory()
    var questions: [Question] = []
    for word in words {
      attempt { (command) throws(Failure) in
        let isFile = command.arguments.has("--file")
        let target = try LaunchTarget(word, isFile: isFile, in: directory)
        command.noteFile(namedLike: word, target)
        let operand = try command.operand(target, named: word)
        questions.append(Question(target: target, operand: operand))
      }
    }
    return finish(try perform(LaunchGroup.groups(of: try choices(questions))))
  }

  /// Prints or starts the processes of applications.
  private mutating func perform(_ groups: [LaunchGroup]) throws(Failure) -> [Launch] {
    var launches: [Launch] = []
    for group in groups {
      attempt { (command) throws(Failure) in launches += try command.launches(of: group) }
    }
    if printsOnly {
      show(launches)
      return launches
    }
    start(&launches)
    if waits { wait(for: &launches) }
    if session.wantsJSON { show(launches) }
    notify()
    return launches
  }

  /// Runs `body` and reports its error, so that the other targets are still opened.
  mutating func attempt(_ body: (inout OpenCommand) throws(Failure) -> Void) {
    do throws(Failure) {
      try body(&self)
    } catch {
      report(error)
    }
  }

  mutating func report(_ failure: Failure) {
    session.report(failure)
    failures.append(failure)
    status.raise(to: failure.status)
  }

  /// Notifies the user of the failures, and of the one that ends the command, where standard error
  /// is not seen.
  fileprivate func notify(of last: Failure? = nil) {
    guard !printsOnly else { return }
    FailureNotice(failures + [last].compactMap(\.self))?.send()
  }

  /// The operands, from the command line or standard input.
  private mutating func words() throws(Failure) -> [[UInt8]] {
    if action != nil, wanted != nil, arguments.operands.isEmpty, !arguments.has("--stdin") {
      return []
    }
    guard try Command.open.readsOperands(arguments) else { return arguments.operands }
    var reader = NameReader(
      terminator: isNULTerminated ? 0 : UInt8(ascii: "\n"), longestName: InputFile.longest)
    var names: [[UInt8]] = []
    while try reader.read() {
      session.noteLineEnds(of: reader)
      for name in reader.names() {
        attempt { (_) throws(Failure) in names.append(try name.get()) }
      }
    }
    return names.filter { !$0.isEmpty }
  }

  /// Notes that a word is opened as a URL although a file has that name.
  private func noteFile(namedLike word: [UInt8], _ target: LaunchTarget) {
    guard case .url = target, (try? FileInspection(of: word)) != nil else { return }
    let name = TextEscaping.inMessage(word)
    session.note("'\(name)' is opened as a URL; './\(name)' is the file of that name")
  }

  // MARK: - Choosing

  /// The application of each target that has one.
  private mutating func choices(
    _ questions: [Question]
  ) throws(Failure) -> [(application: LaunchApplication, target: LaunchTarget)] {
    guard !questions.isEmpty else { return [] }
    // The application of '--with', and of the menu, may be any of the handlers.
    let limit = wanted == nil && !chooses ? 1 : nil
    var operands = questions.map(\.operand)
    let answers = try session.handlers(of: &operands, roles, limit: limit)
    var questions = questions
    for index in questions.indices { questions[index].operand = operands[index] }
    var named: LaunchApplication?
    if let wanted { named = try application(named: wanted, answers) }
    if chooses { named = try chosen(questions, answers) }
    var choices: [(application: LaunchApplication, target: LaunchTarget)] = []
    let asked = named == nil ? chosenAmongWildcards(questions, answers) : [:]
    for (index, (question, answer)) in zip(questions, answers).enumerated() {
      if let chosen = asked[index] {
        if let chosen { choices.append((chosen, question.target)) }
      } else if let application = named ?? answer.preferred.map(LaunchApplication.init) {
        choices.append((application, question.target))
      } else {
        report(try noApplication(opens: question, answer))
        session.noteUnreadDesktopEntries()
      }
    }
    return choices
  }

  /// The answer to the question for the handlers of a target, all of them.
  func answer(
    to question: Question, explains: Bool = false
  ) throws(Failure) -> HandlerAnswer? {
    try session.handlers(for: [question.operand.query(roles, explains: explains)]).first
  }

  /// The operand of a target.
  private func operand(
    _ target: LaunchTarget, named word: [UInt8]
  ) throws(Failure) -> HandlerOperand {
    switch target {
    case .file(let path, _):
      let file: FileInspection
      do throws(FileInspection.Failure) {
        file = try FileInspection(of: path, followsLinks: arguments.followsLinks(usually: true))
      } catch {
        var hint: String?
        if !arguments.has("--file") {
          hint = try session.meantApplication(word)
          if hint == nil { hint = try session.meantSubject(word) }
          if hint == nil { hint = try session.meantInstead(word) }
          if hint == nil { hint = session.meantHost(word) }
        }
        throw Failure(.negative, "\(TextEscaping.inMessage(word)): \(error)", hint: hint)
      }
      // Files from elsewhere have all kinds of attributes: a damaged one is worth no note.
      return try session.handlerOperand(
        FileQuery(name: file.name, kind: file.kind), at: path, word: word, arguments,
        notesDamage: false)
    case .url(let url):
      do {
        return HandlerOperand(word: word, subject: .url(try TargetURL(bytes: url)))
      } catch {
        throw Failure(.badData, "URL scheme '\(target.scheme ?? "")' \(error)")
      }
    }
  }

  /// The error if no application opens something; a hint names one that was ruled out.
  private mutating func noApplication(
    opens question: Question, _ answer: HandlerAnswer
  ) throws(Failure) -> Failure {
    let hidden = try self.answer(to: question, explains: true)?.hidden.first { $0.cause != .role }
    let hint =
      hidden.map { "'\($0.bundle)' \($0.reason)" }
      ?? "'utcli open --with BUNDLE' opens it with an application that does not claim it"
    let role = roles == .all ? "" : " as \(roles.single?.rawValue.lowercased() ?? "")"
    if let scheme = question.target.scheme {
      return Failure(.negative, "no application opens the scheme '\(scheme)'\(role)", hint: hint)
    }
    let name = TextEscaping.inMessage(question.operand.word)
    let type = answer.type.map { " (\($0))" } ?? ""
    return Failure(.negative, "no application opens '\(name)'\(type)\(role)", hint: hint)
  }

  /// The application that `--with` names.
  private mutating func application(
    named word: String, _ answers: [HandlerAnswer]
  ) throws(Failure) -> LaunchApplication {
    let bundle = try session.bundle(Array(word.utf8))
    for answer in answers {
      if let handler = answer.handlers.first(where: { $0.bundle == bundle }) {
        var application = LaunchApplication(handler)
        // To name it is to choose it.
        application.isUnconfirmed = false
        return application
      }
    }
    let found = try session.application(named: Array(bundle.utf8))
    if let problem = found.problem {
      throw Failure(.notLaunched, "'\(found.bundle)' \(problem)")
    }
    return LaunchApplication(found)
  }

  // MARK: - Starting

  /// The processes that open the targets of one application.
  private mutating func launches(of group: LaunchGroup) throws(Failure) -> [Launch] {
    var application = group.application
    let bundle = application.identity.bundle
    if let action { application = try performing(action, application) }
    let vector = try application.vector()
    var targets = group.targets
    if targets.isEmpty {
      // An action alone.
    } else if !vector.takesFiles {
      guard wanted != nil || action != nil else {
        throw Failure(
          .notLaunched, "'\(bundle)' has no placeholder for files in its arguments",
          hint: "--with \(bundle.shellWord) starts it without the file")
      }
      session.note("'\(bundle)' takes no files; it is started without them")
    } else if !vector.takesURLs {
      targets.removeAll { $0.path == nil }
      if targets.count < group.targets.count {
        report(
          Failure(
            .notLaunched, "'\(bundle)' takes files but no URLs",
            hint: "'utcli open --with BUNDLE' opens it with another application"))
      }
    }
    guard !targets.isEmpty || group.targets.isEmpty else { return [] }
    let room = LaunchVector.room()
    let plain = vector.expanded(with: targets, room: room).map(\.words)
    let terminal = application.isTerminal ? try findTerminal(for: application, plain) : nil
    var prefix: [[UInt8]] = []
    if case .emulator(let emulator, _)? = terminal {
      prefix = emulator.words
      try LaunchCheck.check(application, in: emulator, plain)
    } else {
      try LaunchCheck.check(application, plain)
    }
    if application.isUnconfirmed {
      session.note(
        "\(application.name) is newly installed and became the default by rank; 'utcli default set' "
          + "changes it, 'utcli apps --confirm \(bundle.shellWord)' accepts it")
    }
    return vector.expanded(with: targets, prefix: prefix, room: room).map { process in
      Launch(
        application: application, words: process.words, usesOwnTerminal: terminal == .own)
    }
  }
}
