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
      one file at most three. Before these problem<TAB>KIND<TAB>COUNT<TAB>WHAT TO DO for each kind of
      problem, with three lines for those that are not about one file: extensions of several types
      that no rule decides, exports outside the domain of their bundle, choices of applications that
      are missing, a mimeapps.list that cannot be written, a daemon that does not answer, is behind,
      cannot watch, has another environment or version, or whose socket was removed; at the end
      problems<TAB>none if there are none. --all shows, as note<TAB>…, also what a rule decides. The
      exit status is 3 if there is an error in a declaration, 5 if choices cannot be read. A damaged
      image is compiled again.

      A notice about the store of choices, such as a damaged file, is repeated with every change until
      --acknowledge marks it as read. That prints NUMBER<TAB>TIME<TAB>KIND<TAB>MESSAGE<TAB>FILE for
      each notice, and does nothing else. KIND is damaged, behind or missing.
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
    if session.wantsJSON {
      session.output.json { $0.value(report) }
    } else {
      report.print(to: session)
      for problem in report.problems where showsAll || !problem.isNote {
        problem.print(to: session, showsAll: showsAll)
      }
      session.show(grouped: report.findings, limit: showsAll ? Int.max : 3)
      session.summarize(report.findings)
      if !report.hasProblem { session.output.line(["problems", "none"]) }
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
    // Where the store cannot be read, its state says so.
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
    guard session.wantsJSON else {
      session.output.head(
        ["NUMBER", "TIME", "KIND", "MESSAGE", "FILE"].map { Column($0, "") })
      for notice in notices {
        session.output.line(
          [
            "\(notice.number)", CivilDate(secondsSince1970: notice.time).description,
            notice.kind.rawValue, notice.message,
            notice.file ?? "-",
          ].map(session.shown))
      }
      return .answered
    }
    session.output.json { writer in
      writer.beginObject()
      writer.name("acknowledged")
      writer.beginArray()
      for notice in notices {
        writer.beginObject()
        writer.member("file", notice.file)
        writer.member("kind", notice.kind.rawValue)
        writer.member("message", notice.message)
        writer.member("number", Int(notice.number))
        writer.member("time", Int(notice.time))
        writer.endObject()
      }
      writer.endArray()
      writer.schema()
      writer.endObject()
    }
    return .answered
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
  /// What is wrong, by kinds.
  let problems: [DoctorProblem]

  var registry: CompiledRegistry { loaded.registry }
  var findings: [Diagnostic] { registry.diagnostics.map(\.withCommands) }
  /// Whether something has to be mended: what would fail with `--strict`.
  var hasProblem: Bool {
    !isSound || store?.problem != nil || !problems.allSatisfy(\.isNote)
      || findings.contains { $0.severity != .note }
  }
  /// The applications whose program is missing, or not executable.
  var notStartable: [(bundle: String, reason: LaunchProblem)] {
    registry.applicationsWithoutProgram
  }

  /// Prints the state, FIELD<TAB>VALUE per line.
  func print(to session: Session) {
    session.output.line(["core", sources.core.map(session.shown) ?? "part of the program"])
    if sources.isOtherCore {
      session.output.line(["core-differs", "other declarations than those of the program"])
    }
    for directory in sources.directories {
      session.output.line([
        directory.origin.name,
        session.shown(directory.path) + (directory.exists ? "" : " (does not exist)"),
      ])
    }
    if let registered = sources.registered {
      session.output.line(["registered", session.shown(registered)])
    }
    session.output.line([
      "image",
      sources.image.map(session.shown) ?? "none: neither XDG_CACHE_HOME nor HOME is set",
    ])
    if loaded.wasDamaged {
      session.output.line(["image-problem", "was damaged; it was compiled again"])
    }
    if let problem = loaded.cacheProblem {
      session.output.line(["image-problem", "cannot be written: \(session.shown(problem))"])
    }
    for application in notStartable {
      session.output.line([
        "not-startable", session.shown("\(application.bundle): \(application.reason.cause)"),
      ])
    }
    session.output.line(["loaded-from", loaded.source.rawValue])
    session.output.line(["sound", isSound ? "yes" : "no"])
    session.output.line(["types", String(registry.typeCount)])
    session.output.line(["image-bytes", String(registry.imageSize)])
    session.output.line(["digest", registry.digest.description])
    if desktopEntries > 0 {
      let reason = UnreadDesktopEntries.reason(in: .current) ?? ""
      session.output.line(["desktop-files", "\(desktopEntries) found, not read: \(reason)"])
    }
    store?.print(to: session)
  }
}

extension JSONWriter {
  fileprivate mutating func value(_ report: DoctorReport) {
    beginObject()
    member("cacheProblem", report.loaded.cacheProblem)
    member("core", report.sources.core)
    flag("coreDiffers", report.sources.isOtherCore)
    flag("damaged", report.loaded.wasDamaged)
    array("diagnostics", report.findings)
    if report.desktopEntries > 0 { member("desktopFiles", report.desktopEntries) }
    member("digest", report.registry.digest.description)
    array("directories", RegistryStatus.directories(of: report.sources))
    member("image", report.sources.image)
    member("imageSize", report.registry.imageSize)
    member("loadedFrom", report.loaded.source.rawValue)
    let notStartable = report.notStartable
    if !notStartable.isEmpty {
      name("notStartable")
      beginArray()
      for application in notStartable {
        beginObject()
        member("bundle", application.bundle)
        member("reason", application.reason.name)
        endObject()
      }
      endArray()
    }
    for isNote in [true, false] {
      let problems = report.problems.filter { $0.isNote == isNote }
      guard !problems.isEmpty else { continue }
      name(isNote ? "notes" : "problems")
      beginArray()
      for problem in problems { problem.write(to: &self) }
      endArray()
    }
    member("registered", report.sources.registered)
    schema()
    member("sound", report.isSound)
    member("store", report.store)
    member("types", report.registry.typeCount)
    endObject()
  }
}
