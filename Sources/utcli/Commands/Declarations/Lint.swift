// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let lint: Command = Command(
    "lint", operands: "FILE|DIRECTORY|-...",
    summary: "check declaration files, and say how to fix them",
    details: """
      Prints FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE] per line, followed by a hint if there is one;
      the number of errors and warnings goes to standard error. A directory is a bundle with an
      Info.plist, or holds declaration files; '-' is standard input. The files are also compiled
      together with all installed declarations, as if they were installed. The exit status is 3 if
      there is an error, 1 if a file is missing, else 0. --quiet leaves out hints, too.
      """,
    examples: [
      Example("utcli lint painter.json", "check one file"),
      Example("utcli lint --strict --apple painter.json", "before it is packaged"),
    ],
    options: [
      Option("--strict", nil, "the exit status is 3 also if there is a warning"),
      Option("--apple", nil, "say whether Apple's tools accept the same text"), .origin,
      .jsonLines,
    ], operandCount: 1...Int.max, needs: "a file", asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    let check = try session.check(arguments.operands, as: arguments.origin())
    var findings = check.findings.map(\.withCommands)
    let isQuiet = arguments.has("--quiet")
    if isQuiet { findings.removeAll { $0.severity == .note } }
    session.answer {
      $0.array("diagnostics", findings)
    } lines: {
      for finding in findings {
        session.show(finding, withHint: !isQuiet, aboutApple: arguments.has("--apple"))
      }
      session.summarize(findings)
    }
    let status = findings.status(isStrict: arguments.has("--strict"))
    return status == .answered && !check.missing.isEmpty ? .negative : status
  }
}

extension Option {
  static let origin = Option("--origin", "ORIGIN", "user (the default), local or system")
}

extension Arguments {
  /// The origin that checked files get.
  func origin() throws(Failure) -> Origin {
    guard let name = value("--origin") else { return .user }
    guard let found = [Origin.user, .local, .system].first(where: { $0.name == name }) else {
      throw .usage("no origin '\(name)'", hint: "origins are 'user', 'local' and 'system'")
    }
    return found
  }
}

extension Session {
  /// Checks declaration files, directories of them, and standard input; reports those that are
  /// missing.
  func check(_ operands: [[UInt8]], as origin: Origin) throws(Failure) -> DeclarationCheck {
    let inputs = try operands.map { (operand) throws(Failure) -> DeclarationCheck.Input in
      guard operand == [UInt8(ascii: "-")] else { return .path(operand) }
      return .text(try InputFile.read(operand), name: "standard input")
    }
    let check = DeclarationCheck(of: inputs, beside: .current, as: origin)
    for (path, reason) in check.missing {
      report(Failure(.negative, "\(TextEscaping.inMessage(path)): \(reason)"))
    }
    return check
  }
}
