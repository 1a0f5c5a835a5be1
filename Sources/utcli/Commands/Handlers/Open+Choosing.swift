// SPDX-License-Identifier: MIT

internal import SystemBase
internal import TypeRegistry

// The menu of 'open --choose', and of files that applications claim only by a wildcard.

extension OpenCommand {
  /// The application that the user chooses among those that open all targets, and all others.
  ///
  /// - Returns: `nil` if no application opens the first target, and no menu is found; the caller reports this.
  mutating func chosen(
    _ questions: [Question], _ answers: [HandlerAnswer]
  ) throws(Failure) -> LaunchApplication? {
    let handlers = answers.first?.handlers ?? []
    let others = answers.dropFirst().map { Set($0.handlers.map(\.identity)) }
    let candidates = handlers.filter { handler in
      handler.claim?.rank != HandlerRank.none
        && others.allSatisfy { $0.contains(handler.identity) }
    }
    guard let menu = ChoiceMenu.find() else {
      if handlers.isEmpty { return nil }
      throw Failure(.negative, "no menu program was found", hint: ChoiceMenu.advice)
    }
    let further = try otherApplications(than: candidates, questions)
    if candidates.isEmpty, further.isEmpty {
      if handlers.isEmpty { return nil }
      throw Failure(
        .negative, "no application opens all of these",
        hint: "open them one by one, or name one with --with BUNDLE")
    }
    return try chosen(by: menu, among: candidates, others: further, questions)
  }

  /// The applications that menus list and that take the targets, by their names, without `candidates`.
  private func otherApplications(
    than candidates: [Handler], _ questions: [Question]
  ) throws(Failure) -> [Handler] {
    let hasURL = questions.contains { $0.target.path == nil }
    let directory = HandlerDirectory(try session.answerer.ownRegistry(), bindings: [])
    let known = Set(candidates.map(\.bundle))
    let others = directory.displayedApplications(in: session.languages).filter { handler in
      guard !known.contains(handler.bundle), let vector = try? LaunchVector(handler.arguments)
      else { return false }
      return hasURL ? vector.takesURLs : vector.takesFiles
    }
    return others.sorted { ($0.name.lowercased(), $0.bundle) < ($1.name.lowercased(), $1.bundle) }
  }

  /// Asks the user for the applications of the targets that applications claim only by a wildcard
  /// (`image/*`).
  ///
  /// Each of these applications may be unable to open them. The user chooses one in a menu, once
  /// for all targets of one type.
  ///
  /// - Returns: By the index of the target. The value is `nil` if nothing was chosen, which is
  ///   reported. Where no menu is found, a note explains why the first application opens the
  ///   target, and the target is left out; so are targets that an application claims by their type.
  mutating func chosenAmongWildcards(
    _ questions: [Question], _ answers: [HandlerAnswer]
  ) -> [Int: LaunchApplication?] {
    let concerned = answers.indices.filter { answers[$0].preferred?.placement == .wildcard }
    guard !concerned.isEmpty else { return [:] }
    let menu = printsOnly ? nil : ChoiceMenu.find()
    var chosen: [Int: LaunchApplication?] = [:]
    var done: Set<TypeIdentifier?> = []
    for index in concerned where done.insert(answers[index].type).inserted {
      let type = answers[index].type
      guard let menu else {
        noteWildcard(answers[index])
        continue
      }
      let group = concerned.filter { answers[$0].type == type }
      for member in group { chosen[member] = .some(nil) }
      attempt { (command) throws(Failure) in
        let candidates = (try command.answer(to: questions[index])?.handlers ?? []).filter {
          $0.placement != .drops
        }
        let application = try command.chosen(
          by: menu, among: candidates, group.map { questions[$0] })
        for member in group { chosen[member] = .some(application) }
      }
    }
    return chosen
  }

  /// Notes that an application opens a type that it claims only by a wildcard.
  private func noteWildcard(_ answer: HandlerAnswer) {
    guard let handler = answer.preferred else { return }
    let type = answer.type.map { "'\($0)'" } ?? "it"
    session.note(
      "\(handler.name) claims \(type) only by a wildcard, and may be unable to open it; "
        + (printsOnly ? "without --print, a menu asks" : "no menu program was found to ask"))
  }

  /// The application that the user chooses in a menu.
  private mutating func chosen(
    by menu: ChoiceMenu, among candidates: [Handler], others: [Handler] = [],
    _ questions: [Question]
  ) throws(Failure) -> LaunchApplication {
    if candidates.isEmpty, !others.isEmpty { return try chosen(by: menu, among: others, questions) }
    var items = Self.items(candidates)
    if !others.isEmpty { items.append(ChoiceMenu.Item(label: Self.others)) }
    let index: Int?
    do throws(SystemError) {
      index = try menu.choose(among: items)
    } catch {
      let program = TextEscaping.inMessage(menu.words[0])
      throw Failure(.notLaunched, "cannot start '\(program)': \(error)")
    }
    guard let index else { throw Failure(.negative, "nothing was chosen") }
    if index == 2 * candidates.count { return try chosen(by: menu, among: others, questions) }
    let handler = candidates[index % candidates.count]
    if index >= candidates.count { try bind(handler, questions) }
    var application = LaunchApplication(handler)
    // To choose it is to confirm it.
    application.isUnconfirmed = false
    return application
  }

  /// The lines of the menu: each application, then each once more to become the default.
  ///
  /// All lines differ.
  static func items(_ candidates: [Handler]) -> [ChoiceMenu.Item] {
    let names = candidates.map { plain($0.name) }
    var labels: [String] = []
    for (handler, name) in zip(candidates, names) {
      // Applications of the same name get their identifiers as suffixes. A name that ends as a
      // suffix does is not taken for another name with that suffix.
      let isAmbiguous =
        names.count { $0 == name } > 1 || name.isEmpty || name.hasSuffix(always)
        || name.hasSuffix("]") || name == others
      let label = isAmbiguous ? "\(name) [\(plain(handler.bundle))]" : name
      var unique = label
      var number = 2
      while labels.contains(unique) {
        unique = "\(label) [\(number)]"
        number += 1
      }
      labels.append(unique)
    }
    let once = zip(labels, candidates).map { ChoiceMenu.Item(label: $0, iconName: $1.iconName) }
    return once
      + once.map { ChoiceMenu.Item(label: "\($0.label) \(always)", iconName: $0.iconName) }
  }

  /// The line that leads to the applications that do not claim the targets.
  private static let others = "Other applications…"

  /// The end of the lines that make an application the default.
  private static let always = "(always)"

  /// A text without control characters, and without blanks that no person sees.
  private static func plain(_ text: String) -> String {
    TextEscaping.forTerminal(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Makes an application the default for the types and schemes of targets.
  private mutating func bind(_ handler: Handler, _ questions: [Question]) throws(Failure) {
    var requests: [BindingRequest] = []
    for question in questions {
      let scheme = question.target.scheme.map { Array("\($0):".utf8) }
      let subject = try session.bindingSubject(
        scheme ?? question.target.path ?? question.operand.word, scheme == nil ? arguments : .none)
      guard !subject.isCatchAll else {
        session.note(
          "a choice for \(subject.spelling) would concern nearly every file, and is not stored; "
            + "'utcli default set --this-file' chooses for one file")
        continue
      }
      let request = BindingRequest(subject, role: nil, .handler(bundle: handler.bundle))
      if !requests.contains(request) { requests.append(request) }
    }
    guard !requests.isEmpty else { return }
    session.noteEach(try session.make(requests, as: .bind, dryRun: false).notes)
    session.note("\(handler.name) now opens \(requests.spellings); 'utcli undo' takes it back")
  }
}
