// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let reload: Command = Command(
    "reload", summary: "have the daemon read the declarations again",
    details: """
      Prints FIELD<TAB>VALUE per line: the number of the registry that answers now, and whether it
      changed; then 'added', 'removed' or 'updated' with BUNDLE<TAB>PATH for each bundle that differs.
      Any query makes the daemon reload declarations that changed; this command always does.
      Where lists of applications differ by desktop, the daemon serves the desktop of the caller
      (XDG_CURRENT_DESKTOP) from then on. Without a daemon nothing is to be done: every call looks at
      the declarations.
      """,
    examples: [
      Example("utcli reload", "after a change that the daemon cannot notice")
    ],
    operandCount: 0...0, refreshesDaemon: false, needsDaemon: true
  ) { (session, _) throws(Failure) in
    try session.checkChanging()
    guard let daemon = try session.answerer.client() as? SocketClient else {
      session.note("no daemon answers; without one, every call looks at the declarations")
      return .answered
    }
    let before: [BundleInformation]
    let outcome: (isChanged: Bool, generation: UInt64)
    let after: [BundleInformation]
    // This process cannot do it instead of the daemon.
    do throws(RegistryClientError) {
      before = try daemon.bundles(in: session.languages)
      outcome = try daemon.reload()
      after = try daemon.bundles(in: session.languages)
    } catch {
      throw session.answerer.failure(error)
    }
    let old = Dictionary(before.map { ($0.path, $0) }) { first, _ in first }
    let new = Dictionary(after.map { ($0.path, $0) }) { first, _ in first }
    let added = after.filter { old[$0.path] == nil }
    let removed = before.filter { new[$0.path] == nil }
    let updated = after.filter { bundle in old[bundle.path].map { $0 != bundle } ?? false }
    let changes = [("added", added), ("removed", removed), ("updated", updated)]
    session.answer {
      $0.member("generation", outcome.generation)
      $0.member("changed", outcome.isChanged)
      for (name, bundles) in changes { $0.list(name, bundles) }
    } lines: {
      session.field("generation", "\(outcome.generation)")
      session.field("changed", outcome.isChanged ? "yes" : "no")
      for (name, bundles) in changes {
        for bundle in bundles { session.line([name, bundle.identifier, bundle.path]) }
      }
    }
    return .answered
  }
}
