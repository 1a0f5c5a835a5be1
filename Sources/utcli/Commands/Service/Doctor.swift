// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

extension Command {
  static let doctor: Command = Command(
    "doctor", summary: "show where declarations come from, and check them",
    details: """
      Prints the locations of the core, the bundles and the image, whether the image is sound, the
      location and state of the store of choices, the applications whose program is missing or not
      executable, and every error and warning about the installed declaration files, of one kind in
      one file at most three. A line per kind of problem comes before the findings,
      problem<TAB>KIND<TAB>COUNT<TAB>WHAT TO DO, with three examples: extensions of several types
      that no rule decides, exports outside the domain of their bundle, choices of applications that
      are missing, a mimeapps.list that cannot be written, a daemon that does not answer, is behind,
      cannot watch, has another environment or version, or whose socket was removed; at the end
      problems<TAB>none if there are none. --all shows, as note<TAB>…, also what a rule decides. The
      exit status is 3 if there is an error in a declaration, 5 if choices cannot be read. A damaged
      image is compiled again.

      A notice about the store of choices, such as a damaged file, is repeated with every change until
      --acknowledge marks it as read. With --acknowledge only the notices are printed, as
      \(StoreNotice.form); KIND is damaged, behind or missing.
      """,
    examples: [
      Example("utcli doctor", "what is wrong, and what to do"),
      Example("utcli doctor --all", "every finding"),
      Example("utcli doctor --json", "for a report of a problem"),
    ],
    options: [
      Option("--strict", nil, "the exit status is 3 also if there is a warning or problem"),
      Option("--all", nil, "print all of a kind, not three"),
      Option("--acknowledge", nil, "mark store notices as read"),
    ],
    operandCount: 0...0, asksRegistry: false
  ) { (session, arguments) throws(Failure) in
    if arguments.has("--acknowledge") { return try acknowledge(session) }
    let loaded = session.answerer.load(checkingWholeImage: true)
    let report = DoctorReport(
      loaded: loaded, isSound: loaded.registry.isImageSound,
      sources: RegistryLoader.report(.current),
      store: StoreLocation.current.map { StoreStatus(of: $0) },
      desktopEntries: UnreadDesktopEntries.count(), problems: problems(loaded))
    let showsAll = arguments.has("--all")
    session.show(report.fields) {
      for problem in report.problems where showsAll || !problem.isNote {
        problem.print(to: session, showsAll: showsAll)
      }
      session.show(grouped: report.findings, limit: showsAll ? Int.max : 3)
      session.summarize(report.findings)
      if !report.hasProblem { session.field("problems", "none") }
    }
    if let store = report.store { session.noteProblems(of: store) }
    if report.store?.problem != nil { return .store }
    let isStrict = arguments.has("--strict")
    guard report.isSound, !isStrict || report.problems.allSatisfy(\.isNote) else {
      return .badData
    }
    return report.findings.status(isStrict: isStrict)
  }

  /// The problems of this machine's registry.
  private static func problems(_ loaded: RegistryLoader.Loaded) -> [DoctorProblem] {
    let locations = RegistryLocations.current
    let client = EmbeddedClient(
      PublishedRegistry(loaded, generation: 1), of: locations, store: locations.store)
    // A store that cannot be read is reported with its state.
    let bindings = (try? client.bindings()) ?? []
    let applications = (try? client.applications(in: .none)) ?? []
    return DoctorProblem.all(
      of: loaded, image: locations.imagePath?.description, bindings: bindings,
      startable: Set(applications.filter { $0.problem == nil }.map(\.bundle)),
      lists: UserMIMEApps(locations.environment),
      daemon: DaemonExamination.problems(
        digest: loaded.registry.digest.description, searchPath: locations.searchPathDigest))
  }

  private static func acknowledge(_ session: Session) throws(Failure) -> ExitStatus {
    var notices: [StoreNotice] = []
    do throws(StoreError) {
      notices = try StoreLocation.current?.acknowledgeNotices() ?? []
    } catch {
      throw Failure(.store, error.description, hint: error.advice)
    }
    session.output.head(StoreNotice.columns)
    session.show(notices, as: "acknowledged")
    return .answered
  }
}

extension StoreNotice: TableRow, WireValue {
  static func describe(_ row: Self?, in table: inout Columns) {
    table.add("NUMBER", "the number of the notice", row.map { "\($0.number)" })
    table.add(
      "TIME", "when it was noticed", row.map { CivilDate(secondsSince1970: $0.time).description })
    table.add("KIND", "damaged, behind or missing", row?.kind.rawValue)
    table.add("MESSAGE", "what was noticed", row?.message)
    table.add("FILE", "the file that was kept", row?.file)
  }

  func writeMembers(to writer: inout JSONWriter) {
    writer.member("file", file)
    writer.member("kind", kind.rawValue)
    writer.member("message", message)
    writer.member("number", Int(number))
    writer.member("time", Int(time))
  }
}

/// The state of the registry of this process and of the store of choices.
private struct DoctorReport {
  let loaded: RegistryLoader.Loaded
  let isSound: Bool
  let sources: RegistryLoader.Report
  let store: StoreStatus?
  /// The number of `.desktop` files, which are not read.
  let desktopEntries: Int
  /// The problems, by kinds.
  let problems: [DoctorProblem]

  var registry: CompiledRegistry { loaded.registry }
  var findings: [Diagnostic] { registry.diagnostics.map(\.withCommands) }
  /// Whether something has to be mended: `--strict` would fail.
  var hasProblem: Bool {
    !isSound || store?.problem != nil || !problems.allSatisfy(\.isNote)
      || findings.contains { $0.severity != .note }
  }

  /// The state, and the findings and problems of the document.
  var fields: Fields {
    var fields = Fields()
    fields.add("core", sources.core, otherwise: "part of the program")
    fields.add(
      "core-differs", if: sources.isOtherCore, "other declarations than those of the program")
    for directory in sources.directories {
      fields.addLine(
        directory.origin.name, directory.path + (directory.exists ? "" : " (does not exist)"))
    }
    fields.addMember("directories") { [sources] in
      $0.values(RegistryStatus.directories(of: sources))
    }
    fields.add("registered", sources.registered)
    fields.add(
      "image", sources.image, otherwise: "none: neither XDG_CACHE_HOME nor HOME is set")
    fields.add(
      "image-problem", if: loaded.wasDamaged, "was damaged; it was compiled again", as: "damaged")
    fields.add(
      "image-problem", loaded.cacheProblem,
      line: loaded.cacheProblem.map { "cannot be written: \($0)" }, as: "cacheProblem")
    // The applications whose program is missing, or not executable.
    let notStartable = registry.applicationsWithoutProgram
    for application in notStartable {
      fields.addLine("not-startable", "\(application.bundle): \(application.reason.cause)")
    }
    if !notStartable.isEmpty {
      fields.addMember("notStartable") {
        $0.objects(notStartable) { writer, application in
          writer.member("bundle", application.bundle)
          writer.member("reason", application.reason.name)
        }
      }
    }
    fields.add("loaded-from", loaded.source.rawValue)
    fields.addLine("image-sound", isSound ? "yes" : "no")
    fields.addMember("sound") { [isSound] in $0.boolean(isSound) }
    fields.add("types", registry.typeCount)
    fields.add("image-bytes", registry.imageSize, as: "imageSize")
    fields.add("digest", "\(registry.digest)")
    if desktopEntries > 0 {
      let reason = UnreadDesktopEntries.reason ?? ""
      fields.add(
        "desktop-files", desktopEntries, line: "\(desktopEntries) found, not read: \(reason)")
    }
    if let store {
      store.addLines(to: &fields)
      fields.addMember("store") { $0.value(store) }
    }
    fields.addMember("diagnostics") { [findings] in $0.values(findings) }
    for (name, group) in [
      ("notes", problems.filter(\.isNote)), ("problems", problems.filter { !$0.isNote }),
    ] where !group.isEmpty {
      fields.addMember(name) { $0.values(group) }
    }
    return fields
  }
}
