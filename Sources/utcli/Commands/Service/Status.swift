// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import SystemBase
internal import TypeRegistry

extension Command {
  static let status: Command = Command(
    "status", summary: "show whether the daemon answers, and its registry",
    details: """
      Prints FIELD<TAB>VALUE per line: whether the daemon answers, the generation and digest of its
      registry, and the digest of its search path; 'sleeping' is the number of registered bundles whose
      file is gone ('utcli gc --dry-run' lists them). 'loaded' is when the declarations were read or
      their image was opened, 'compared' when they were last found unchanged since; 'watching' is
      'whole', or why changes are noticed only at intervals. 'health' is 'ok' or 'degraded', then with a
      line reason<TAB>KIND<TAB>MESSAGE for each cause. A daemon with another environment, such as
      another XDG_DATA_HOME, is not queried by commands, as a note says; --socket queries it all the
      same, and 'environment-differs' then names the variables.
      """,
    examples: [
      Example("utcli status", "the state of the daemon, if there is one"),
      Example("utcli status --json", "for programs"),
    ],
    operandCount: 0...0
  ) { (session, arguments) throws(Failure) in
    let status = try session.ask { try $0.status() }
    let isEmbedded = try session.answerer.embeddedRegistry() != nil
    let isFile = arguments.has("--registry")
    // Nothing is searched for beside a file, and the system's daemon has an environment of its own.
    let isOfUser = !isFile && !isEmbedded && !arguments.has("--system")
    var differing: [String] = []
    if isOfUser { differing = DaemonEnvironment(status).differingVariables }
    let backEnd = isFile ? "file" : isEmbedded ? "embedded" : "daemon"
    if session.wantsJSON {
      session.output.json { writer in
        writer.beginObject()
        writer.member("answersFrom", backEnd)
        if !differing.isEmpty { writer.member("environmentDiffers", differing) }
        status.writeMembers(to: &writer)
        writer.schema()
        writer.endObject()
      }
    } else {
      session.output.line(["answers-from", backEnd])
      if let version = status.version {
        session.output.line(["daemon-version", session.shown(version)])
      }
      session.output.line(["generation", String(status.generation)])
      session.output.line(["digest", session.shown(status.digest)])
      session.output.line(["search-path-digest", session.shown(status.searchPathDigest)])
      for variable in differing { session.output.line(["environment-differs", variable]) }
      session.output.line(["core", status.core.map(session.shown) ?? "part of the program"])
      if status.isOtherCore {
        session.output.line(["core-differs", "other declarations than those of the program"])
      }
      session.output.line(["loaded-from", session.shown(status.source)])
      session.output.line(["types", String(status.typeCount)])
      session.output.line(["bundles", String(status.bundleCount)])
      session.output.line(["diagnostics", String(status.diagnosticCount)])
      if status.sleepingCount > 0 {
        session.output.line(["sleeping", String(status.sleepingCount)])
      }
      printState(status, session)
      status.store?.print(to: session)
    }
    if let store = status.store { session.noteProblems(of: store) }
    if !differing.isEmpty {
      session.note(
        "the daemon has another environment than this program; without --socket and TYPED_SOCKET, "
          + "commands do not query it")
    }
    return .answered
  }

  /// Prints the image, times, limits and health.
  private static func printState(_ status: RegistryStatus, _ session: Session) {
    session.output.line(["image", status.image.map(session.shown) ?? "none"])
    session.output.line(["image-bytes", String(status.imageSize)])
    let now = Int(WallClock.seconds)
    let times = [
      ("started", status.startedAt), ("loaded", status.loadedAt), ("compared", status.comparedAt),
    ]
    for case (let name, let time?) in times where time > 0 {
      let date = CivilDate(secondsSince1970: Int64(time)).description
      session.output.line([name, "\(date) (\(max(now - time, 0)) s ago)"])
    }
    if let watching = status.watching {
      let mode = watching.problem.map { "every \(watching.interval) s: \(session.shown($0))" }
      session.output.line(["watching", mode ?? "whole"])
    }
    for limit in status.limits {
      session.output.line(["limit-" + session.shown(limit.name), String(limit.value)])
    }
    let reasons = status.reasons
    session.output.line(["health", reasons.isEmpty ? "ok" : "degraded"])
    for reason in reasons {
      session.output.line(["reason", session.shown(reason.kind), session.shown(reason.message)])
      if let hint = reason.commandHint { session.output.line("  hint: " + session.shown(hint)) }
    }
  }
}
