// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let why: Command = Command(
    "why", operands: "FILE|TYPE|.EXT|SCHEME:...",
    summary: "explain an answer: candidates, rules, file and line",
    details: """
      For a file or an extension it prints the patterns that were tried, and for each the candidates
      in order with the rule that ranked them. For a type it prints its declarations, which of them
      is in effect, and the declarations of its parents. A link is followed, except with -P; the
      head shows the link and its target. 'type-of' does not follow links: a line shows its answer.
      Of a file whose contents contradict its name it prints what they say.

      Then it prints what decided the default application (your choice, the site's choice or the
      ranking), and every application in order: the rule that ranked it, what it claims, and the file
      and line of the claim; last the applications that are ruled out, with the reason. The rules:
      1 explicit choice, 2 nearer type, 3 vetted owner, 4 origin (what only root can change comes
      before a user's), 5 rank, 6 role, 7 directory (the order of XDG_DATA_DIRS), 8 weight,
      9 alphabetical order.
      """,
    examples: [
      Example("utcli why photo.jpg", "why it has its type, and opens in its application"),
      Example("utcli why --no-handlers .ts", "why an extension has its type"),
      Example("utcli why mailto:", "why an application opens mail addresses"),
    ],
    options: [
      .role, .nameOnly, .sniffs, .readsNoContents, .followsLinks, .keepsLinks, .asType, .asFile,
      .jsonLines, .locale,
      Option("--no-handlers", nil, "explain the type alone"),
    ], operandCount: 1...Int.max, needs: "a file, type, extension or scheme"
  ) { (session, arguments) throws(Failure) in
    let roles = try arguments.roles()
    return try session.answer(arguments.operands) { (word) throws(Failure) in
      try answer(word, roles, session, arguments)
    } show: { answers in
      session.answer {
        $0.answers("answers", answers) { $2.writeMembers(to: &$0) }
      } lines: {
        for (index, answer) in answers.compactMap(\.outcome.value).enumerated() {
          if index > 0 { session.output.line("") }
          print(answer, session)
        }
      }
      if answers.contains(where: { $0.outcome.value?.handlers.map { $0.preferred == nil } ?? false }
      ) {
        session.noteUnreadDesktopEntries()
      }
    }
  }

  private static func answer(
    _ word: [UInt8], _ roles: RoleMask, _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> WhyAnswer {
    var operands = [try session.handlerOperand(word, arguments)]
    let handlers = try handlers(of: &operands, roles, session, arguments)
    let operand = operands[0]
    var answer = WhyAnswer(
      reason: try reason(operand, session), contents: operand.contents, handlers: handlers)
    answer.refuting = try refuting(operand, answer.reason, session)
    if let path = operand.path, arguments.followsLinks(usually: true) {
      answer.link = FollowedLink(path, named: word)
    }
    if case .tag(let tag) = operand.subject, tag.tagClass == .filenameExtension {
      answer.head = tag.spelling
    }
    return answer
  }

  /// The type that the contents of a file alone would give, if its name decides and they contradict it.
  private static func refuting(
    _ operand: HandlerOperand, _ reason: WhyAnswer.Reason, _ session: Session
  ) throws(Failure) -> ContentExplanation? {
    guard case .name(let explanation) = reason, operand.contents == nil, let file = operand.file,
      file.kind == .regular, let path = operand.path, operand.reading != .never
    else { return nil }
    let registry = try session.answerer.ownRegistry(for: .types)
    var reader = ContentReader(operand.reading, ignoresNames: true)
    let named = registry.resolve(name: file.name.span, kind: file.kind)
    // A file that cannot be read contradicts nothing.
    _ = reader.resolve(
      file, named: named, at: path, in: registry, followsLinks: operand.followsLinks,
      explains: true
    ) { _ in }
    guard let found = reader.explanation, ["magic", "rootElement"].contains(found.foundBy),
      found.source != nil
    else { return nil }
    let (byName, byContents) = (explanation.identifier, found.identifier)
    let agrees =
      registry.isKind(registry.find(byName), of: registry.find(byContents))
      || registry.isKind(registry.find(byContents), of: registry.find(byName))
    return agrees ? nil : found
  }

  /// The handlers of one operand, unless they are not wanted; in both cases its contents are read if they
  /// decide.
  private static func handlers(
    of operands: inout [HandlerOperand], _ roles: RoleMask, _ session: Session,
    _ arguments: Arguments
  ) throws(Failure) -> HandlerAnswer? {
    guard arguments.has("--no-handlers") else {
      return try session.handlers(of: &operands, roles, explains: true).first
    }
    if let file = operands[0].file {
      let contentsDecide = try session.nameType(file).contentsDecide
      _ = try session.readContents(of: &operands[0], contentsDecide: contentsDecide)
    }
    return nil
  }

  private static func reason(
    _ operand: HandlerOperand, _ session: Session
  ) throws(Failure) -> WhyAnswer.Reason {
    switch operand.subject {
    case .type(let identifier):
      let information = try session.information(on: identifier)
      let ways = try session.ask { try $0.conformances(of: identifier) }
      return .type(information, ways)
    case .url(let url):
      let answer = try session.ask { try $0.usualTypes(tag: url.scheme) }
      guard answer.isDynamic else {
        return .name(try session.ask { try $0.explanation(of: url.scheme) })
      }
      return url.hasHost ? .url(url) : .scheme(url.scheme)
    case .tag(let tag):
      if let url = TargetURL(pattern: tag) { return .url(url) }
      let answer = try session.ask { try $0.usualTypes(tag: tag) }
      // Most schemes have no type.
      if tag.tagClass == .urlScheme, answer.isDynamic { return .scheme(tag) }
      guard !answer.types.isEmpty else {
        throw Failure(.badData, "'\(tag.value)' is too long for the identifier of a dynamic type")
      }
      return .name(try session.ask { try $0.explanation(of: tag) })
    case .file(let query):
      return .name(
        try session.ask { try $0.explanation(of: query) })
    }
  }

  // MARK: - Text

  private static func print(_ answer: WhyAnswer, _ session: Session) {
    switch answer.reason {
    case .name(let explanation): print(explanation, of: answer, session)
    case .type(let information, let ways): print(information, ways, session)
    case .scheme(let tag): session.output.line("\(session.shown(tag.value)): a URL scheme")
    case .url(let url):
      session.output.line("\(session.shown(url.text)): a URL of the scheme '\(url.scheme.value)'")
    }
    if let handlers = answer.handlers { HandlerReasonLines(answer: handlers).print(session) }
  }

  private static func print(_ explanation: Explanation, of answer: WhyAnswer, _ session: Session) {
    let head = answer.link?.text ?? answer.head ?? explanation.subject
    let identifier = answer.contents?.identifier ?? explanation.identifier
    session.output.line(
      "\(session.shown(head)): " + session.output.painted("\(identifier)", .winner))
    if let link = answer.link {
      session.output.line(
        "  'type-of' answers \(link.type): it does not follow a link, except with -L")
    }
    if let contents = answer.contents { print(contents, session) }
    let because =
      answer.contents == nil ? "because" : "by its name alone: \(explanation.identifier), as"
    session.output.sentence("  \(because) \(session.shown(explanation.verdict))", under: 4)
    if let refuting = answer.refuting {
      session.output.sentence(
        "  by its contents alone: \(refuting.identifier), as \(session.shown(refuting.matched)); a name "
          + "that means a type decides", under: 4)
    }
    for step in explanation.steps {
      session.output.line("  \(session.shown(step.pattern))")
      for (index, candidate) in step.candidates.enumerated() {
        session.output.sentence(
          "    \(index + 1). " + session.output.painted("\(candidate.type)", .identifier)
            + "  \(session.shown(candidate.reason))", under: 7)
        session.output.sentence(
          "       "
            + session.output.painted(
              session.shown(Self.words(candidate.kind, candidate.source)), .reason), under: 9)
      }
      for excluded in step.excluded {
        session.output.sentence(
          "    -  \(excluded.type)  \(session.shown(excluded.reason))", under: 7)
        session.output.sentence("       \(session.shown(excluded.source.location))", under: 9)
      }
    }
  }

  private static func print(_ contents: ContentExplanation, _ session: Session) {
    session.output.sentence(
      "  because of its contents: \(session.shown(contents.matched))", under: 4)
    if let source = contents.source {
      let priority = contents.priority.map { ", priority \($0)" } ?? ""
      session.output.sentence(
        "    rule of \(session.shown(source.bundle))\(priority) at \(session.shown(source.location))",
        under: 6)
    }
    session.output.sentence("    read because \(session.shown(contents.settled))", under: 6)
    if !contents.others.isEmpty {
      session.output.sentence(
        "    not " + contents.others.map(\.text).joined(separator: ", "), under: 8)
    }
  }

  private static func print(
    _ information: TypeInformation, _ ways: [ConformanceInformation], _ session: Session
  ) {
    let state =
      information.isDynamic
      ? "dynamic" : information.isDeclared ? "declared" : "not declared, only named as a parent"
    session.output.line(
      session.output.painted("\(information.identifier)", .identifier) + ": "
        + (information.description.map { "\(session.shown($0)) (\(state))" } ?? state))
    for declaration in information.declarations {
      let verdict =
        declaration.kind == .supplement
        ? "adds to it" : declaration.isActive ? "in effect" : "not in effect"
      session.output.sentence(
        "  \(session.shown(Self.words(declaration.kind, declaration.source))): \(verdict)", under: 4
      )
      if let reason = declaration.reason {
        session.output.sentence("    \(reason.explanation)", under: 4)
      }
    }
    for parent in information.parents {
      session.output.line("  conforms to \(parent)")
      if let source = ways.first(where: { $0.supertype == parent })?.source {
        session.output.sentence("    \(session.shown(source.location))", under: 6)
      }
    }
    for way in ways where !information.parents.contains(way.supertype) {
      session.output.sentence(
        "  conforms to \(way.supertype)  through "
          + way.path.dropFirst().dropLast().map(\.text).joined(separator: " -> "), under: 4)
    }
  }

  private static func words(
    _ kind: DeclarationInformation.Kind, _ source: SourceReference
  ) -> String {
    let verb =
      switch kind {
      case .exported: "exported by"
      case .imported: "imported by"
      case .supplement: "supplemented by"
      }
    return "\(verb) \(source.bundle) (\(source.origin)) at \(source.location)"
  }
}
