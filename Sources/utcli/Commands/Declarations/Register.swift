// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let register: Command = Command(
    "register", operands: "FILE|DIRECTORY|- | --extension EXT,... --as TYPE",
    summary: "register a bundle or a type of your own, or preview that",
    details: """
      Registers a declaration file, a directory with an Info.plist or Info.json, or the declaration on
      standard input ('-'). It is in effect at once, until 'utcli unregister'. A file or directory is
      read where it is, also when it changes; if it is moved or removed, the registration has no
      effect. A declaration from standard input is stored. Prints
      EFFECT<TAB>BUNDLE<TAB>PATH, where EFFECT is added, replaced or unchanged. A bundle with an error is
      refused: the findings of 'utcli lint' are printed to standard error, and the exit status is 3; it
      is 1 if there is no bundle at the path, 5 if nothing can be stored. At most 1,024 bundles can be
      registered. A package instead installs its file in a directory that 'utcli doctor' lists.

      With --extension, the declaration is made from the options: one type, which is named
      'local.type.' and its first extension, and is a kind of the TYPE. 'utcli unregister' with that
      name undoes it. An extension or MIME type that a type has already is refused, with the exit
      status 3: 'utcli prefer' chooses among the types that have one, and TRTypeSupplements in a
      declaration adds one to a type.

      With --dry-run nothing is registered: all installed declarations are compiled with the file, or
      with all files of a directory. Prints default<TAB>SUBJECT<TAB>FROM<TAB>TO<TAB>REASON for every
      type, extension or scheme whose default application would change, and
      means<TAB>TAG<TAB>FROM<TAB>TO for every tag that would mean another type; a hyphen means none. Your
      choices never change.
      """,
    examples: [
      Example("utcli register --dry-run painter.json", "what it would change"),
      Example("utcli register painter.json", "register the file where it is"),
      Example("utcli register - <painter.json", "store the declaration itself"),
      Example(
        "utcli register --extension .survey --as public.plain-text", "a type of your own"),
    ],
    options: [
      Option(
        "--extension", "EXT,...", "declare a type with these extensions, in place of a file"),
      Option("--as", "TYPE", "with --extension: the type that it is a kind of"),
      Option("--describe", "TEXT", "with --extension: what it is, such as 'JPEG image'"),
      Option("--mime", "MIMETYPE,...", "with --extension: its MIME types"),
      Option("--dry-run", nil, short: "-n", "show what would change; register nothing"),
      Option("--origin", "ORIGIN", "with --dry-run: user (the default), local or system"), .locale,
    ], operandCount: 0...1, needs: "a file, or --extension"
  ) { (session, arguments) throws(Failure) in
    try session.checkChanging()
    let own = try session.ownType(arguments)
    guard own != nil || !arguments.operands.isEmpty else { throw register.missingOperands }
    if arguments.has("--dry-run") { return try preview(own, session, arguments) }
    guard arguments.value("--origin") == nil else {
      throw .usage(
        "'--origin' needs --dry-run",
        hint: "a registered bundle has the origin user, or local in the system's daemon")
    }
    let source =
      if let own {
        RegistrationSource.declaration(own.declaration)
      } else if arguments.operands[0] == [UInt8(ascii: "-")] {
        RegistrationSource.declaration(try InputFile.read(arguments.operands[0]))
      } else {
        RegistrationSource.path(try FileArgument.absolutePath(of: arguments.operands[0]).bytes)
      }
    var registration: Registration
    switch try session.askToRegister({ try $0.register(source) }) {
    case .success(let made):
      registration = made
      registration.diagnostics = made.diagnostics.map(\.withCommands)
    case .failure(.invalid(let findings)):
      report(findings.map(\.withCommands), session)
      return .badData
    case .failure(let problem): throw Failure(.registration(problem))
    }
    session.answer {
      registration.writeMembers(to: &$0)
    } lines: {
      session.line([
        registration.effect.rawValue, registration.bundle.identifier, registration.bundle.path,
      ])
      session.output.flush()
    }
    report(registration.diagnostics, session)
    if let other = registration.maskedBy {
      session.note(
        "'\(registration.bundle.identifier)' is masked: the bundle at \(other) is used instead")
    } else if let own {
      session.remark(
        "\(own.tags[0].spelling) means \(own.identifier); 'utcli unregister \(own.identifier)' "
          + "undoes that")
    }
    return .answered
  }

  private static func preview(
    _ own: OwnType?, _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> ExitStatus {
    for operand in arguments.operands {
      // Such files are read where they are, and are not registered.
      guard let path = FilePath(bytes: operand), let foreign = ForeignFormat.ofFile(at: path)
      else { continue }
      throw Failure(
        .badData, "\(TextEscaping.inMessage(operand)): \(foreign.message)",
        hint: foreign.commandHint)
    }
    let origin = try arguments.origin()
    let check =
      if let own {
        DeclarationCheck(
          of: [.text(own.declaration, name: "declaration")], beside: .current, as: origin)
      } else {
        try session.check(arguments.operands, as: origin)
      }
    guard check.missing.isEmpty else { return .negative }
    let findings = check.findings.map(\.withCommands)
    report(findings, session, shown: [.programMissing, .maskedBundle])
    let status = check.findings.status(isStrict: false)
    guard check.hasBundles else { return status }
    let bindings = try session.ask { try $0.bindings() }
    let preview = RegistrationPreview(
      of: check, at: .current, bindings: bindings, in: session.languages)
    session.answer {
      write(preview, findings, to: &$0)
    } lines: {
      for change in preview.defaults {
        session.line([
          "default", change.subject.spelling, change.before?.bundle ?? "-",
          change.after?.bundle ?? "-", reason(change),
        ])
      }
      for change in preview.tags {
        session.line(change.tag.fields(from: change.before, to: change.after))
      }
    }
    if preview.defaults.isEmpty, preview.tags.isEmpty, !session.wantsJSON {
      session.output.flush()
      session.note(
        "nothing would change: no default application, and no meaning of an extension or MIME type")
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

  /// Reports the findings about the file, except those that are shown otherwise.
  private static func report(
    _ findings: [Diagnostic], _ session: Session, shown: Set<Diagnostic.Code> = [.maskedBundle]
  ) {
    for finding in findings {
      if finding.severity == .error {
        session.report(Failure(.badData, "\(finding)", hint: finding.hint))
      } else if !shown.contains(finding.code) {
        // In JSON the document has them.
        session.remark("\(finding)" + (finding.hint.map { "; \($0)" } ?? ""))
      }
    }
  }

  private static func reason(_ change: RegistrationPreview.DefaultChange) -> String {
    guard let after = change.after else { return "no other application opens it" }
    guard let rule = after.rule else { return after.reason }
    return "rule \(rule.row): \(after.reason)"
  }

  private static func write(
    _ preview: RegistrationPreview, _ findings: [Diagnostic], to writer: inout JSONWriter
  ) {
    writer.objects("bundles", preview.bundles) { writer, bundle in
      writer.member("bundle", bundle.identifier)
      writer.member("maskedBy", bundle.maskedBy)
      writer.member("problem", bundle.problem)
    }
    writer.objects("defaults", preview.defaults) { writer, change in
      change.subject.writeMember(to: &writer)
      writer.member("decision", change.decision.rawValue)
      writer.member("before", change.before)
      writer.member("after", change.after)
    }
    writer.array("diagnostics", findings)
    writer.array("meanings", preview.tags)
    writer.member("origin", preview.origin.name)
  }
}
