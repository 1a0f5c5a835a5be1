// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let why: Command = Command(
    "why", operands: "FILE|TYPE|.EXT|SCHEME:...",
    summary: "the reason for an answer: every candidate, the rule, file and line",
    details: """
      For a file or an extension: the patterns that were tried, and for each the candidates in order
      with the rule that placed them. For a type: its declarations, which of them counts, and where
      its place in the hierarchy comes from. A link is followed.

      Then who opens it: who decided (a person, the site or the ranking), and every application in
      order with the row of the table that placed it, the way to what it claims, and where the claim
      stands; last those that are out, and why. The rows: 1 an explicit choice, 2 the nearer type,
      3 a vetted owner, 4 the more trusted origin, 5 rank, 6 role, 7 weight, 8 identifier.
      """,
    options: [
      .role, .nameOnly, .asType, .asFile,
      Option("--no-handlers", nil, "explain the type alone"),
    ], operandCount: 1...Int.max
  ) { (session, arguments) throws(Failure) in
    var answers: [WhyAnswer] = []
    var failure: Failure?
    let roles = try arguments.roles()
    for operand in arguments.operands {
      do throws(Failure) {
        answers.append(try answer(operand, roles, &session, arguments))
      } catch {
        // The others are still answered; the last failure is the one that is returned.
        if let earlier = failure { session.report(earlier) }
        failure = error
      }
    }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.name("answers")
        writer.beginArray()
        for answer in answers { writer.value(answer) }
        writer.endArray()
        writer.schema()
        writer.endObject()
      }
    } else {
      for (place, answer) in answers.enumerated() {
        if place > 0 { session.output.line("") }
        switch answer.reason {
        case .name(let explanation): print(explanation, &session)
        case .type(let information, let ways): print(information, ways, &session)
        case .scheme(let tag): session.output.line("\(session.shown(tag.value)): a URL scheme")
        }
        if let handlers = answer.handlers { HandlerReasonLines(handlers).print(&session) }
      }
    }
    if let failure { throw failure }
    return .answered
  }

  private static func answer(
    _ word: [UInt8], _ roles: RoleMask, _ session: inout Session, _ arguments: Arguments
  ) throws(Failure) -> WhyAnswer {
    let operand = try session.handlerOperand(word, arguments)
    var answer = WhyAnswer(reason: try reason(operand, &session))
    if !arguments.has("--no-handlers") {
      answer.handlers = try session.handlers(of: [operand], roles, explains: true).first
    }
    return answer
  }

  private static func reason(
    _ operand: HandlerOperand, _ session: inout Session
  ) throws(Failure) -> WhyAnswer.Reason {
    switch operand.subject {
    case .type(let identifier):
      let languages = session.languages
      let found = try session.ask { (client) throws(RegistryClientError) in
        try client.information(on: [identifier], in: languages)
      }
      guard let information = found.first ?? nil else {
        throw Failure(.negative, "no type '\(identifier)' is known")
      }
      let ways = try session.ask { (client) throws(RegistryClientError) in
        try client.conformances(of: identifier)
      }
      return .type(information, ways)
    case .tag(let tag):
      let answer = try session.ask { (client) throws(RegistryClientError) in
        try client.usualTypes(tag: tag)
      }
      // Most schemes have no type, and need none.
      if tag.tagClass == .urlScheme, answer.isDynamic { return .scheme(tag) }
      guard !answer.types.isEmpty else {
        throw Failure(.badData, "'\(tag.value)' is too long for the identifier of a dynamic type")
      }
      return .name(
        try session.ask { (client) throws(RegistryClientError) in
          try client.explanation(of: tag)
        })
    case .file(let query):
      return .name(
        try session.ask { (client) throws(RegistryClientError) in
          try client.explanation(of: query)
        })
    }
  }

  // MARK: Text

  private static func print(_ explanation: Explanation, _ session: inout Session) {
    session.output.line(
      "\(session.shown(explanation.subject)): \(explanation.identifier)")
    session.output.line("  because \(session.shown(explanation.verdict))")
    for step in explanation.steps {
      session.output.line("  \(session.shown(step.pattern))")
      for (place, candidate) in step.candidates.enumerated() {
        session.output.line(
          "    \(place + 1). \(candidate.type)  \(session.shown(candidate.reason))")
        session.output.line("       \(session.shown(Self.words(candidate.kind, candidate.source)))")
      }
      for excluded in step.excluded {
        session.output.line("    -  \(excluded.type)  \(session.shown(excluded.reason))")
        session.output.line("       \(session.shown(excluded.source.place))")
      }
    }
  }

  private static func print(
    _ information: TypeInformation, _ ways: [ConformanceInformation], _ session: inout Session
  ) {
    let state =
      information.isDynamic
      ? "a dynamic type" : information.isDeclared ? "a declared type" : "named, but not declared"
    session.output.line(
      "\(information.identifier): \(state)"
        + (information.description.map { ", \(session.shown($0))" } ?? ""))
    for declaration in information.declarations {
      let verdict =
        declaration.kind == .supplement
        ? "adds to it" : declaration.isActive ? "counts" : "does not count"
      session.output.line(
        "  \(session.shown(Self.words(declaration.kind, declaration.source))): \(verdict)")
      if let reason = declaration.reason { session.output.line("    \(reason.explanation)") }
    }
    for parent in information.parents {
      session.output.line("  conforms to \(parent)")
      if let source = ways.first(where: { $0.supertype == parent })?.source {
        session.output.line("    \(session.shown(source.place))")
      }
    }
    for way in ways where !information.parents.contains(way.supertype) {
      session.output.line(
        "  conforms to \(way.supertype)  through "
          + way.path.dropFirst().dropLast().map(\.text).joined(separator: " -> "))
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
    return "\(verb) \(source.bundle) (\(source.origin)) at \(source.place)"
  }
}
