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
      their image was opened, 'compared' is the last check that found them unchanged; 'watching' is
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
    session.answer {
      $0.member("answersFrom", backEnd)
      $0.member("environmentDiffers", differing)
      status.writeMembers(to: &$0)
    } lines: {
      session.show(lines: fields(of: status, answersFrom: backEnd, differing))
    }
    if let store = status.store { session.noteProblems(of: store) }
    if !differing.isEmpty {
      session.note(
        "the daemon has another environment than this program; without --socket and TYPED_SOCKET, "
          + "commands do not query it")
    }
    return .answered
  }

  /// The fields of the lines; the document has them as the daemon sends them.
  private static func fields(
    of status: RegistryStatus, answersFrom backEnd: String, _ differing: [String]
  ) -> Fields {
    var fields = Fields()
    fields.addLine("answers-from", backEnd)
    fields.addLine("daemon-version", status.version)
    fields.addLine("generation", "\(status.generation)")
    fields.addLine("digest", status.digest)
    fields.addLine("search-path-digest", status.searchPathDigest)
    for variable in differing { fields.addLine("environment-differs", variable) }
    fields.addLine("core", status.core ?? "part of the program")
    fields.addLine(
      "core-differs",
      status.isOtherCore ? "other declarations than those of the program" : nil)
    fields.addLine("loaded-from", status.source)
    fields.addLine("types", "\(status.typeCount)")
    fields.addLine("bundles", "\(status.bundleCount)")
    fields.addLine("diagnostics", "\(status.diagnosticCount)")
    fields.addLine("sleeping", status.sleepingCount > 0 ? "\(status.sleepingCount)" : nil)
    fields.addLine("image", status.image ?? "none")
    fields.addLine("image-bytes", "\(status.imageSize)")
    let now = Int(WallClock.seconds)
    let times = [
      ("started", status.startedAt), ("loaded", status.loadedAt), ("compared", status.comparedAt),
    ]
    for case (let name, let time?) in times where time > 0 {
      let date = CivilDate(secondsSince1970: Int64(time)).description
      fields.addLine(name, "\(date) (\(max(now - time, 0)) s ago)")
    }
    if let watching = status.watching {
      fields.addLine(
        "watching", watching.problem.map { "every \(watching.interval) s: \($0)" } ?? "whole")
    }
    for limit in status.limits { fields.addLine("limit-\(limit.name)", "\(limit.value)") }
    let reasons = status.reasons
    fields.addLine("health", reasons.isEmpty ? "ok" : "degraded")
    for reason in reasons {
      fields.addLine(["reason", reason.kind, reason.message])
      if let hint = reason.commandHint { fields.addLine(["  hint: \(hint)"]) }
    }
    status.store?.addLines(to: &fields)
    return fields
  }
}
