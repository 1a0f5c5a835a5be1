// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let why: Command = Command(
    "why", operands: "FILE|TYPE...",
    summary: "the reason for an answer: every candidate, the rule, file and line",
    details: """
      For a file or an extension: the patterns that were tried, and for each the candidates in order
      with the rule that placed them. For a type: its declarations, which of them counts, and where
      its place in the hierarchy comes from. A link is followed.
      """,
    options: [
      Option("--name-only", nil, "go by the name alone, as of a regular file; touch no file"),
      Option("--type", nil, "take every operand for an identifier"),
      Option("--file", nil, "take every operand for a file"),
    ], operandCount: 1...Int.max
  ) { (session, arguments) throws(Failure) in
    var answers: [Answer] = []
    var failure: Failure?
    for operand in arguments.operands {
      do throws(Failure) {
        answers.append(try answer(operand, &session, arguments))
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
        for answer in answers { Self.write(answer, to: &writer) }
        writer.endArray()
        writer.schema()
        writer.endObject()
      }
    } else {
      for (place, answer) in answers.enumerated() {
        if place > 0 { session.output.line("") }
        switch answer {
        case .name(let explanation): print(explanation, &session)
        case .type(let information, let ways): print(information, ways, &session)
        }
      }
    }
    if let failure { throw failure }
    return .answered
  }

  private static func answer(
    _ word: [UInt8], _ session: inout Session, _ arguments: Arguments
  ) throws(Failure) -> Answer {
    switch try session.operand(word, arguments) {
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
      guard !answer.types.isEmpty else {
        throw Failure(.badData, "'\(tag.value)' is too long for the identifier of a dynamic type")
      }
      return .name(
        try session.ask { (client) throws(RegistryClientError) in
          try client.explanation(of: tag)
        })
    case .file(let path):
      let query: FileQuery
      do throws(FileInspection.Failure) {
        if arguments.has("--name-only") {
          query = FileQuery(name: FileInspection.lastComponent(of: path))
        } else {
          let file = try FileInspection(of: path, followsLinks: true)
          query = FileQuery(name: file.name, kind: file.kind)
        }
      } catch {
        throw Failure(
          .negative, "\(TextEscaping.inMessage(path)): \(error)",
          hint: path.contains(UInt8(ascii: "/")) || arguments.has("--file")
            ? nil
            : "no type and no MIME type has that name either; --name-only asks without a file")
      }
      return .name(
        try session.ask { (client) throws(RegistryClientError) in
          try client.explanation(of: query)
        })
    }
  }

  private enum Answer {
    case name(Explanation)
    case type(TypeInformation, [ConformanceInformation])
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

  // MARK: JSON

  private static func write(_ answer: Answer, to writer: inout JSONWriter) {
    switch answer {
    case .name(let explanation): write(explanation, to: &writer)
    case .type(let information, let ways): write(information, ways, to: &writer)
    }
  }

  private static func write(_ explanation: Explanation, to writer: inout JSONWriter) {
    writer.beginObject()
    if explanation.isDynamic { writer.member("dynamic", true) }
    writer.member("identifier", explanation.identifier.text)
    writer.name("steps")
    writer.beginArray()
    for step in explanation.steps {
      writer.beginObject()
      writer.name("candidates")
      writer.beginArray()
      for candidate in step.candidates {
        writer.beginObject()
        writer.member("identifier", candidate.type.text)
        writer.member("kind", candidate.kind.rawValue)
        writer.member("reason", candidate.reason)
        writer.member("rule", candidate.rule.rawValue)
        writer.name("source")
        writer.value(candidate.source)
        writer.endObject()
      }
      writer.endArray()
      if !step.excluded.isEmpty {
        writer.name("excluded")
        writer.beginArray()
        for excluded in step.excluded {
          writer.beginObject()
          writer.member("identifier", excluded.type.text)
          writer.member("reason", excluded.reason)
          writer.name("source")
          writer.value(excluded.source)
          writer.endObject()
        }
        writer.endArray()
      }
      writer.member("pattern", step.pattern)
      writer.member("tag", step.tag.value)
      writer.member("tagClass", step.tag.tagClass.text)
      writer.endObject()
    }
    writer.endArray()
    writer.member("subject", explanation.subject)
    if explanation.isTie { writer.member("tie", true) }
    writer.member("verdict", explanation.verdict)
    writer.endObject()
  }

  private static func write(
    _ information: TypeInformation, _ ways: [ConformanceInformation], to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.name("conformance")
    writer.beginArray()
    for way in ways {
      writer.beginObject()
      writer.member("path", way.path.map(\.text))
      writer.member("supertype", way.supertype.text)
      writer.endObject()
    }
    writer.endArray()
    writer.name("declarations")
    writer.beginArray()
    for declaration in information.declarations {
      writer.beginObject()
      writer.member("active", declaration.isActive)
      writer.member("kind", declaration.kind.rawValue)
      writer.member("reason", declaration.reason?.explanation)
      writer.name("source")
      writer.value(declaration.source)
      writer.endObject()
    }
    writer.endArray()
    if information.isDynamic { writer.member("dynamic", true) }
    writer.member("identifier", information.identifier.text)
    writer.endObject()
  }
}
