// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let register: Command = Command(
    "register", operands: "--dry-run BUNDLE_FILE",
    summary: "preview installing a bundle",
    details: """
      Prints default<TAB>SUBJECT<TAB>FROM<TAB>TO<TAB>REASON for every type, extension or scheme whose
      default application would change, and means<TAB>TAG<TAB>FROM<TAB>TO for every tag that would
      mean another type; a hyphen means none. Your choices never change. All installed declarations
      are compiled with the file; nothing is installed. To install the file, copy it to a directory
      that 'utcli doctor' lists. The findings of 'utcli lint' are printed to standard error; the exit
      status is 3 if one is an error, else 0.
      """,
    options: [
      Option("--dry-run", nil, "show what would change (required)"),
      Option("--origin", "ORIGIN", "user (the default), local or system"),
    ], operandCount: 1...1, needs: "a file"
  ) { (session, arguments) throws(Failure) in
    guard arguments.has("--dry-run") else {
      throw .usage(
        "'register' needs --dry-run: it cannot install a bundle yet",
        hint: "to install the file, copy it to a directory that 'utcli doctor' lists")
    }
    var origin = Origin.user
    if let name = arguments.value("--origin") {
      guard let found = [Origin.user, .local, .system].first(where: { $0.name == name }) else {
        throw .usage("no origin '\(name)'", hint: "origins are 'user', 'local' and 'system'")
      }
      origin = found
    }
    let bindings = try session.ask { (client) throws(RegistryClientError) in
      try client.bindings()
    }
    let findings = RegistryLoader.check(arguments.operands[0], beside: .current, as: origin)
    let preview: RegistrationPreview
    do throws(RegistrationPreview.Refusal) {
      preview = try RegistrationPreview(
        of: arguments.operands[0], as: origin, at: .current, bindings: bindings,
        in: session.languages)
    } catch {
      report(findings, session)
      if findings.contains(where: { $0.severity == .error }) { return .badData }
      let name = TextEscaping.inMessage(arguments.operands[0])
      throw Failure(.badData, "\(name): not a declaration file")
    }
    report(findings, session)
    if session.wantsJSON {
      write(preview, findings, &session)
    } else {
      print(preview, &session)
    }
    if let path = preview.maskedBy {
      session.note("the bundle at \(path) has the same identifier and would be used instead")
    } else if let problem = preview.problem {
      session.note("'\(preview.bundle)' \(problem); it would open nothing")
    }
    return findings.contains { $0.severity == .error } ? .badData : .answered
  }

  /// Reports the findings about the file, except those that the preview reports itself.
  private static func report(_ findings: [Diagnostic], _ session: Session) {
    let shownByPreview: Set<Diagnostic.Code> = [.programMissing, .maskedBundle]
    for finding in findings {
      if finding.severity == .error {
        session.report(Failure(.badData, "\(finding)", hint: finding.hint))
      } else if !shownByPreview.contains(finding.code) {
        session.note("\(finding)" + (finding.hint.map { "; \($0)" } ?? ""))
      }
    }
  }

  private static func print(_ preview: RegistrationPreview, _ session: inout Session) {
    for change in preview.defaults {
      let fields = [
        "default", change.subject.spelling, change.before?.bundle ?? "-",
        change.after?.bundle ?? "-", reason(change),
      ]
      session.output.line(fields.map(session.shown))
    }
    for change in preview.tags {
      let fields = [
        "means", Binding.Subject.tag(change.tag).spelling, change.before?.text ?? "-",
        change.after?.text ?? "-",
      ]
      session.output.line(fields.map(session.shown))
    }
  }

  private static func reason(_ change: RegistrationPreview.DefaultChange) -> String {
    guard let after = change.after else { return "no other application opens it" }
    guard let rule = after.rule else { return after.reason }
    return "rule \(rule.row): \(after.reason)"
  }

  private static func write(
    _ preview: RegistrationPreview, _ findings: [Diagnostic], _ session: inout Session
  ) {
    session.output.json { writer in
      writer.beginObject()
      writer.member("bundle", preview.bundle)
      writer.name("defaults")
      writer.beginArray()
      for change in preview.defaults {
        writer.beginObject()
        change.subject.writeMember(to: &writer)
        writer.member("decision", change.decision.rawValue)
        writer.member("before", change.before)
        writer.member("after", change.after)
        writer.endObject()
      }
      writer.endArray()
      writer.array("diagnostics", findings)
      writer.member("maskedBy", preview.maskedBy)
      writer.name("meanings")
      writer.beginArray()
      for change in preview.tags {
        writer.beginObject()
        writer.member("tag", change.tag)
        writer.member("before", change.before?.text)
        writer.member("after", change.after?.text)
        writer.endObject()
      }
      writer.endArray()
      writer.member("origin", preview.origin.name)
      writer.member("problem", preview.problem)
      writer.schema()
      writer.endObject()
    }
  }
}
