// SPDX-License-Identifier: MIT

internal import TypeRegistry

extension Command {
  static let gc: Command = Command(
    "gc", summary: "remove the registrations of bundles whose file is gone",
    details: """
      Prints removed<TAB>BUNDLE<TAB>PATH<TAB>REASON for each registration of a path ('utcli register')
      at which there is no bundle any more. It may have been moved, or be on a disk that is not mounted:
      look first, with --dry-run.
      """,
    examples: [
      Example("utcli gc --dry-run", "what is missing"),
      Example("utcli gc", "remove its registrations"),
    ],
    options: [.dryRun], operandCount: 0...0
  ) { (session, arguments) throws(Failure) in
    try session.checkChanging()
    let isDryRun = arguments.has("--dry-run")
    let removed = try session.ask { try $0.unregister(.missing, dryRun: isDryRun) }
    session.show(removed, isDryRun: isDryRun)
    if removed.isEmpty { session.remark("nothing to remove: no registered bundle is missing") }
    return .answered
  }
}
