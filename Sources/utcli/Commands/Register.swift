// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let register: Command = Command(
    "register", operands: "--dry-run FILE|DIRECTORY|-",
    summary: "preview installing a bundle",
    details: """
      Prints default<TAB>SUBJECT<TAB>FROM<TAB>TO<TAB>REASON for every type, extension or scheme whose
      default application would change, and means<TAB>TAG<TAB>FROM<TAB>TO for every tag that would
      mean another type; a hyphen means none. Your choices never change. All installed declarations
      are compiled with the file, or with all files of the directory; nothing is installed. To
      install the file, copy it to a directory that 'utcli doctor' lists. The findings of 'utcli
      lint' are printed to standard error; the exit status is 3 if one is an error, 1 if the file is
      missing, else 0.
      """,
    options: [
      Option("--dry-run", nil, "show what would change (required)"),
      .origin, .locale,
    ], operandCount: 1...1, needs: "a file"
  ) { (session, arguments) throws(Failure) in
    guard arguments.has("--dry-run") else {
      throw .usage(
        "'register' needs --dry-run: it cannot install a bundle yet",
        hint: "to install the file, copy it to a directory that 'utcli doctor' lists")
    }
    let check = try session.check(arguments.operands, as: arguments.origin())
    guard check.missing.isEmpty else { return .negative }
    report(check.findings, session)
    let status = check.findings.status(isStrict: false)
    guard check.hasBundles else { return status }
    let bindings = try session.ask { (client) throws(RegistryClientError) in
      try client.bindings()
    }
    let preview = RegistrationPreview(
      of: check, at: .current, bindings: bindings, in: session.languages)
    if session.wantsJSON {
      write(preview, check.findings, &session)
    } else {
      print(preview, &session)
    }
    for bundle in preview.bundles {
      if let path = bundle.maskedBy {
        session.note(
          "the bundle at \(path) has the identifier '\(bundle.identifier)' too and would be used "
            + "instead")
      } else if let problem = bundle.problem {
        session.note("'\(bundle.identifier)' \(problem); it would open nothing")
      }
    }
    return status
  }

  /// Reports the findings about the file, except those that the preview reports itself.
  private static func report(_ findings: [Diagnostic], _ session: Session) {
    let shownByPreview: Set<Diagnostic.Code> = [.programMissing, .maskedBundle]
    for finding in findings {
      if finding.severity == .error {
        session.report(Failure(.badData, "\(finding)", hint: finding.hint))
      } else if !shownByPreview.contains(finding.code) {
        // In JSON the document has them.
        session.remark("\(finding)" + (finding.hint.map { "; \($0)" } ?? ""))
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
      writer.name("bundles")
      writer.beginArray()
      for bundle in preview.bundles {
        writer.beginObject()
        writer.member("bundle", bundle.identifier)
        writer.member("maskedBy", bundle.maskedBy)
        writer.member("problem", bundle.problem)
        writer.endObject()
      }
      writer.endArray()
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
      writer.schema()
      writer.endObject()
    }
  }
}
