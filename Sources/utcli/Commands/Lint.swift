// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let lint: Command = Command(
    "lint", operands: "FILE...", summary: "check declaration files, and say how to fix them",
    details: """
      Prints FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE] per line, followed by a hint if there is one.
      Each file is also compiled together with all installed declarations, as if it were installed
      for the user. The exit status is 3 if there is an error, else 0.
      """,
    options: [Option("--quiet", nil, "only errors and warnings, no notes or hints")],
    operandCount: 1...Int.max, needs: "a file", asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    var findings: [Diagnostic] = []
    for operand in arguments.operands {
      findings += RegistryLoader.check(operand, beside: .current)
    }
    let isQuiet = arguments.has("--quiet")
    if isQuiet { findings.removeAll { $0.severity == .note } }
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.array("diagnostics", findings)
        writer.schema()
        writer.endObject()
      }
    } else {
      for finding in findings { print(finding, withHint: !isQuiet, &session) }
    }
    return findings.contains { $0.severity == .error } ? .badData : .answered
  }

  static func print(_ finding: Diagnostic, withHint: Bool, _ session: inout Session) {
    session.output.line(session.shown(finding.description))
    guard withHint else { return }
    if let hint = finding.hint { session.output.line("  hint: " + session.shown(hint)) }
    if let isAccepted = finding.isAcceptedByApple {
      session.output.line(
        "  Apple's tools " + (isAccepted ? "accept this" : "do not accept this"))
    }
  }
}
