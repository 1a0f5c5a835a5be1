// SPDX-License-Identifier: MIT

internal import Glibc
internal import StrictJSON
internal import SystemBase
internal import TypeRegistry

extension Command {
  static let watch: Command = Command(
    "watch", operands: "[TYPE|.EXT|SCHEME:|MIMETYPE]...",
    summary: "print what changes, as it changes",
    details: """
      Prints the generation of the registry, and then a line for each change, until it is ended:
      bundle<TAB>CHANGE<TAB>BUNDLE<TAB>PATH and type<TAB>CHANGE<TAB>TYPE, where CHANGE is 'added',
      'removed' or 'changed'; means<TAB>TAG<TAB>FROM<TAB>TO for a tag that means another type;
      choice<TAB>KIND<TAB>SUBJECT<TAB>ROLE<TAB>FROM<TAB>TO for your choices;
      default<TAB>SUBJECT<TAB>FROM<TAB>TO<TAB>REASON for what another application opens. A hyphen
      means none. 'missed' means that changes were not read in time. With operands,
      or --bundle, it first prints what opens them, then only their changes. Ends with the exit status 4
      when the daemon ends. Without a daemon, this process watches the declarations, and prints changed
      choices with the next change of those.
      """,
    examples: [
      Example("utcli watch", "everything that changes"),
      Example("utcli watch .md mailto:", "what opens these, and when that changes"),
    ],
    options: [
      Option("--bundle", "BUNDLE", "print also what changes of this application"), .asType,
      .nameOnly, .jsonLines,
    ], operandCount: 0...RegistryFilter.limit, needsDaemon: true
  ) { (session, arguments) throws(Failure) in
    guard let daemon = try session.answerer.client() as? SocketClient else {
      return try watchHere(try filter(session, arguments), session)
    }
    let filter = try filter(session, arguments)
    do throws(RegistryClientError) {
      let events = try daemon.events(matching: filter)
      while let event = try events.next() {
        show(event, session)
      }
    } catch {
      guard case .unreachable(let reason) = error else { throw Failure(error) }
      throw ended(because: reason)
    }
    throw ended(because: "it tells no more")
  }

  private static func ended(because reason: String) -> Failure {
    Failure(
      .unreachable, "the daemon does not answer any more: \(reason)",
      hint: "watch again when it runs; the first line is the state of that moment")
  }

  /// Watches the declarations in this process, without a daemon.
  private static func watchHere(
    _ filter: RegistryFilter, _ session: Session
  ) throws(Failure) -> ExitStatus {
    let locations = RegistryLocations.current
    do throws(SystemError) {
      let events = try EmbeddedRegistry(locations, store: locations.store).events(matching: filter)
      if let problem = events.problem {
        session.note("not everything can be watched (\(problem)): compared every 30 seconds")
      }
      while let event = events.next() { show(event, session) }
      throw SystemError(code: EBADF)
    } catch {
      throw Failure(.internalError, "cannot watch the declarations: \(error)")
    }
  }

  private static func filter(
    _ session: Session, _ arguments: Arguments
  ) throws(Failure) -> RegistryFilter {
    var types: Set<TypeIdentifier> = []
    var tags: Set<Tag> = []
    for word in arguments.operands {
      switch try session.operand(word, arguments) {
      case .type(let identifier): types.insert(identifier)
      case .tag(let tag): tags.insert(tag)
      case .url(let url): tags.insert(url.scheme)
      case .file:
        throw Failure(
          .badData,
          "'\(String(decoding: word, as: UTF8.self))' is not a type, extension, MIME type or scheme",
          hint: "write the dot of an extension, and the colon of a scheme")
      }
    }
    // One that is not installed yet is waited for.
    let bundle = try arguments.value("--bundle").map { (name) throws(Failure) in
      try session.bundle(Array(name.utf8), mayBeMissing: true)
    }
    return RegistryFilter(types: types, tags: tags, bundles: Set(bundle.map { [$0] } ?? []))
  }

  // MARK: - Output

  private static func show(_ event: RegistryEvent, _ session: Session) {
    if session.wantsJSON {
      // An event is a line as a whole.
      session.output.document { event.writeMembers(to: &$0) }
    } else {
      for fields in lines(event) { session.line(fields) }
    }
    session.output.flush()
  }

  private static func lines(_ event: RegistryEvent) -> [[String]] {
    switch event {
    case .state(let generation, _, let defaults):
      [["state", "\(generation)"]]
        + defaults.map { change in
          [
            "default", change.subject.spelling, change.after?.bundle ?? "-", change.reason ?? "-",
          ]
        }
    case .missed(let generation): [["missed", "\(generation)"]]
    case .change(_, let difference): lines(difference)
    }
  }

  private static func lines(_ difference: RegistryDifference) -> [[String]] {
    var lines = difference.bundles.map { change in
      ["bundle", change.change.rawValue, change.bundle.identifier, change.bundle.path]
    }
    lines += difference.types.map { ["type", $0.change.rawValue, $0.identifier.text] }
    lines += difference.tags.map { $0.tag.fields(from: $0.before, to: $0.after) }
    lines += difference.bindings.map { ["choice"] + $0.fields }
    lines += difference.defaults.map { change in
      [
        "default", change.subject.spelling, change.before?.bundle ?? "-",
        change.after?.bundle ?? "-", change.reason ?? "-",
      ]
    }
    return lines
  }
}
