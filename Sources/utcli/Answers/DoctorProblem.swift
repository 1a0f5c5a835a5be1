// SPDX-License-Identifier: MIT

internal import StrictJSON
internal import TypeRegistry

/// Problems of one kind, with one way to mend them, which `--strict` does not accept; or notes of one kind.
struct DoctorProblem {
  /// A stable word for the kind.
  let kind: String
  /// The steps that solve the problem.
  let hint: String
  /// One line for each problem.
  let items: [String]
  /// Whether the problems are shown elsewhere too: as findings about files.
  var isShownElsewhere = false
  /// Whether nothing has to be done: a rule has decided, and `--all` alone shows it.
  var isNote = false

  /// How many of a kind are shown without `--all`.
  static let shownCount = 3

  /// Prints problem or note<TAB>KIND<TAB>COUNT<TAB>HINT, and then each problem.
  func print(to session: Session, showsAll: Bool) {
    session.line([isNote ? "note" : "problem", kind, "\(items.count)", hint])
    guard !isShownElsewhere else { return }
    let shown = showsAll ? items[...] : items.prefix(Self.shownCount)
    for item in shown { session.output.sentence("  " + session.shown(item), under: 4) }
    if shown.count < items.count {
      session.output.line("  \(items.count - shown.count) more; --all shows them")
    }
  }
}

extension DoctorProblem: WireValue {
  /// Writes the kind, with all problems.
  func writeMembers(to writer: inout JSONWriter) {
    writer.member("kind", kind)
    writer.member("count", items.count)
    writer.member("hint", hint)
    writer.member("items", items)
  }
}

extension DoctorProblem {
  /// The problems of a registry, its choices and its image, the kinds in a fixed order.
  static func all(
    of loaded: RegistryLoader.Loaded, image: String?, bindings: [Binding],
    startable: Set<String>, lists: UserMIMEApps?, daemon: [DoctorProblem]
  ) -> [DoctorProblem] {
    let registry = loaded.registry
    let findings = registry.diagnostics
    func group(_ kind: String, _ codes: Set<Diagnostic.Code>, hint: String) -> DoctorProblem {
      DoctorProblem(
        kind: kind, hint: hint,
        items: findings.filter { codes.contains($0.code) }.map { "\($0.path): \($0.message)" },
        isShownElsewhere: true)
    }
    let contested = contestedExtensions(registry, bindings)
    let groups = [
      DoctorProblem(
        kind: "contested-extension",
        hint: "'utcli prefer .EXT TYPE' settles it, 'utcli why .EXT' explains it",
        items: contested.ties),
      DoctorProblem(
        kind: "decided-extension",
        hint: "'utcli why .EXT' explains the rule, 'utcli prefer .EXT TYPE' decides otherwise",
        items: contested.decided, isNote: true),
      group(
        "shadowed-declaration", [.inactiveDeclaration, .maskedBundle],
        hint: "'utcli why TYPE' shows which declaration is in effect, and why"),
      DoctorProblem(
        kind: "foreign-export",
        hint: "import the type, or export one whose identifier begins as that of the bundle",
        items: foreignExports(registry)),
      group(
        "dangling", [.undeclaredParent, .undeclaredType, .supplementWithoutType],
        hint: "install what declares the types, or correct their identifiers"),
      group("cycle", [.conformanceCycle], hint: "remove one of the conformances"),
      DoctorProblem(
        kind: "program-missing",
        hint: "install the program, or remove the declaration of the application",
        items: registry.applicationsWithoutProgram.map { "\($0.bundle): \($0.reason.cause)" },
        isShownElsewhere: true),
      DoctorProblem(
        kind: "sleeping-choice",
        hint: "install the application, or 'utcli default unset' the choice",
        items: sleepingChoices(bindings, startable)),
      group(
        "sleeping-site-choice", [.missingDefaultHandler],
        hint: "install the application for all users, or correct the file"),
      group(
        "sleeping-registration", [.registeredBundleMissing],
        hint: "'utcli gc' removes registrations whose file is gone"),
      group(
        "unreadable", [.directoryUnreadable, .fileUnreadable],
        hint: "make it readable, or remove it"),
      DoctorProblem(
        kind: "unwritable-list",
        hint: "let it be a file of yours that you can write; other programs learn choices from it",
        items: written(loaded.registry, lists) { $0.findWritingProblem() }),
      DoctorProblem(
        kind: "rejected-list",
        hint: "correct the line; programs that use GLib read nothing of a list with it",
        items: written(loaded.registry, lists) { $0.findRejection() }),
    ]
    return (groups + imageProblems(loaded, image) + daemon).filter { !$0.items.isEmpty }
  }

  /// The extensions of installed types that other bundles' types have too, and that no choice settles:
  /// those that byte order alone decides, and those that a rule does.
  ///
  /// Extensions that the core declares several times are settled there.
  private static func contestedExtensions(
    _ registry: CompiledRegistry, _ bindings: [Binding]
  ) -> (ties: [String], decided: [String]) {
    let settled = Set(bindings.compactMap { $0.slot.kind == .type ? $0.subject : nil })
    var tags: Set<Tag> = []
    for index in 0..<registry.declarations.count {
      let record = registry.declarations[index]
      guard record.origin != .core, record.isActive || record.isSupplement else { continue }
      for tag in registry.tags(of: TypeIndex(record.type))
      where tag.tagClass == .filenameExtension && !settled.contains(.tag(tag)) {
        tags.insert(tag)
      }
    }
    var found: (ties: [String], decided: [String]) = ([], [])
    for tag in tags.sorted() {
      let explanation = registry.explain(
        tag: tag, conformingTo: registry.usualSupertype(for: tag))
      guard let candidates = explanation.steps.first?.candidates, candidates.count > 1,
        Set(candidates.map(\.source.bundle)).count > 1,
        candidates.contains(where: { $0.source.origin != .core })
      else { continue }
      let others = candidates.dropFirst().map { "'\($0.type)' (\($0.source.bundle))" }
      let first = candidates[0]
      let meaning =
        ".\(tag.value) means '\(first.type)' (\(first.source.bundle)), not "
        + others.joined(separator: " or ")
      // Between types of the core the order of its files decides, the same on every machine.
      if explanation.isTie, candidates.prefix(2).contains(where: { $0.source.origin != .core }) {
        found.ties.append("\(meaning): a tie, which byte order decides")
      } else {
        found.decided.append(
          "\(meaning): \(explanation.isTie ? "the order of the core" : first.reason)")
      }
    }
    return found
  }

  /// The exports whose identifiers do not begin with the domain of their bundle.
  private static func foreignExports(_ registry: CompiledRegistry) -> [String] {
    (0..<registry.declarations.count).compactMap { index in
      let record = registry.declarations[index]
      guard record.isActive, record.isExported, record.origin != .core else { return nil }
      let source = registry.source(UInt32(index))
      let type = registry.identifier(of: TypeIndex(record.type))
      guard let bundle = try? TypeIdentifier(source.bundle), type.owner != bundle.owner else {
        return nil
      }
      return "\(source.location): '\(source.bundle)' exports '\(type)'"
    }
    .sorted()
  }

  /// The choices whose application is not installed or cannot be started.
  private static func sleepingChoices(_ bindings: [Binding], _ startable: Set<String>) -> [String] {
    bindings.compactMap { binding in
      guard case .handler(let identity) = binding.choice,
        startable.meanings(of: identity.bundle).count != 1
      else { return nil }
      return "\(binding.subject.spelling): \(identity.bundle)"
    }
  }

  /// The list into which choices are written, with a problem if `find` finds one.
  private static func written(
    _ registry: CompiledRegistry, _ lists: UserMIMEApps?, _ find: (UserMIMEApps) -> String?
  ) -> [String] {
    // Where there are none of freedesktop's files, no program reads the list.
    guard let lists, registry.hasDesktopFiles, let problem = find(lists) else { return [] }
    return ["\(lists.written): \(problem)"]
  }

  private static func imageProblems(
    _ loaded: RegistryLoader.Loaded, _ image: String?
  ) -> [DoctorProblem] {
    [
      DoctorProblem(
        kind: "image-not-written",
        hint: "make its directory writable, or every call compiles the declarations",
        items: loaded.cacheProblem.map { ["\(image ?? "the image"): \($0)"] } ?? [],
        isShownElsewhere: true),
      DoctorProblem(
        kind: "image-damaged", hint: "check the disk if that happens again",
        items: loaded.wasDamaged ? ["\(image ?? "the image"): compiled again"] : [],
        isShownElsewhere: true),
    ]
  }
}
