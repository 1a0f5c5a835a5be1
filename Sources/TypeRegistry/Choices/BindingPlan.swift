// SPDX-License-Identifier: MIT

/// The slots that a list of requests changes, and their new contents.
///
/// The rules that concern more than one slot are here: a web browser is chosen for `http`, `https` and HTML
/// together, the choice of an application removes the binding that forbids it, and a choice for a type removes
/// those for its MIME types themselves, which would decide about these before it. An *exact* plan has none of
/// these rules: its requests name all slots that are to change.
public struct BindingPlan: Sendable {
  /// The new contents of the slots, each slot once, in the order of the requests.
  public private(set) var assignments: [Binding.Assignment] = []

  private let registry: CompiledRegistry
  private let present: [Binding.Slot: Binding]
  private let isExact: Bool
  /// Where the assignment of each slot is.
  private var positions: [Binding.Slot: Int] = [:]
  /// The applications that are forbidden for each subject, or were before, in the spelling of the binding.
  private var forbidden: [Binding.Subject: Set<String>] = [:]

  /// The plan that meets all of `requests`.
  ///
  /// - Parameters:
  ///   - requests: Later ones replace earlier ones about the same slot.
  ///   - registry: The registry whose applications are chosen.
  ///   - present: The bindings before the change.
  ///   - isExact: Whether each request concerns the one slot that it names.
  /// - Throws: ``BindingProblem`` for the first request that cannot be met.
  public init(
    _ requests: [BindingRequest], over registry: CompiledRegistry, present: [Binding],
    isExact: Bool = false
  ) throws(BindingProblem) {
    self.registry = registry
    self.isExact = isExact
    self.present = Dictionary(present.map { ($0.slot, $0) }) { first, _ in first }
    for binding in present { noteForbidden(binding.slot) }
    for request in requests { try add(request) }
  }

  private mutating func add(_ request: BindingRequest) throws(BindingProblem) {
    let subject = request.subject
    switch request.operation {
    case .handler(let bundle):
      try check(request.role)
      choose(try application(bundle), for: subject, role: request.role)
    case .awaitedHandler(let bundle, let origin):
      try check(request.role)
      let slot = Binding.Slot(subject: subject, role: request.role, kind: .handler)
      choose(try awaited(bundle, origin, slot), for: subject, role: request.role)
    case .noHandler: removeChoice(for: subject, role: request.role)
    case .never(let bundle): try forbid(bundle, for: subject)
    case .notNever(let bundle):
      for subject in forbiddenTogether(with: subject) {
        allow(bundle, for: subject)
        if isExact { continue }
        for mimeType in registry.mimeTypesThatMean(subject) { allow(bundle, for: mimeType) }
      }
    case .type(let type): try prefer(type, for: subject)
    case .noType: clear(Binding.Slot(subject: subject, kind: .type))
    }
  }

  private func check(_ role: Role?) throws(BindingProblem) {
    if let role, !RoleMask.choosable.contains(role) { throw .roleCannotBeChosen(role) }
  }

  private mutating func choose(
    _ identity: HandlerIdentity, for subject: Binding.Subject, role: Role?
  ) {
    for subject in chosenTogether(with: subject) {
      set(Binding(subject, role: role, .handler(identity)))
      if isExact { continue }
      let mimeTypes = registry.mimeTypesThatMean(subject)
      for mimeType in mimeTypes {
        clear(Binding.Slot(subject: mimeType, role: role, kind: .handler))
      }
      for subject in Self.withAndWithoutSubtypes(subject) + mimeTypes {
        allow(identity.bundle, for: subject)
      }
    }
  }

  private mutating func removeChoice(for subject: Binding.Subject, role: Role?) {
    let chosen = present[Binding.Slot(subject: subject, role: role, kind: .handler)]?.choice
    for other in chosenTogether(with: subject) {
      let slot = Binding.Slot(subject: other, role: role, kind: .handler)
      // HTML that was chosen for the same browser goes with it; another application's stays.
      if other != subject, case .type = other, now(slot)?.choice != chosen { continue }
      clear(slot)
      if isExact { continue }
      for mimeType in registry.mimeTypesThatMean(other) {
        clear(Binding.Slot(subject: mimeType, role: role, kind: .handler))
      }
    }
  }

  private mutating func forbid(
    _ bundle: String, for subject: Binding.Subject
  ) throws(BindingProblem) {
    let bundle = try known(bundle)
    for subject in forbiddenTogether(with: subject) {
      allow(bundle, for: subject, but: bundle)
      set(Binding(subject, .never(bundle: bundle)))
    }
    if isExact { return }
    // Removes the choice of the application, for all that is chosen together with the subject.
    let chosen = WebSubjects.chosenTogether(with: subject).flatMap(Self.withAndWithoutSubtypes)
    for subject in chosen {
      for role in [nil, Role.editor, .viewer, .shell] {
        let slot = Binding.Slot(subject: subject, role: role, kind: .handler)
        if case .handler(let identity) = now(slot)?.choice, isSame(identity.bundle, bundle) {
          clear(slot)
        }
      }
    }
  }

  /// Clears the slots in which an application is forbidden, in any spelling but one.
  private mutating func allow(
    _ bundle: String, for subject: Binding.Subject, but kept: String? = nil
  ) {
    for name in forbidden[subject, default: []].sorted() where name != kept && isSame(name, bundle)
    {
      clear(Binding.Slot(subject: subject, kind: .never(bundle: name)))
    }
  }

  /// Whether two identifiers belong to one application: stored ones may be in lower case.
  private func isSame(_ left: String, _ right: String) -> Bool {
    left == right
      || left.isEqualIgnoringCase(right)
        && registry.spelling(ofBundle: left) == registry.spelling(ofBundle: right)
  }

  private mutating func prefer(
    _ type: TypeIdentifier, for subject: Binding.Subject
  ) throws(BindingProblem) {
    guard case .tag(let tag) = subject else { throw .notATag(subject) }
    let candidates = registry.types(tag: tag)
    guard !candidates.isDynamic, candidates.types.contains(type) else {
      throw .typeLacksTag(type, tag, others: candidates.isDynamic ? [] : candidates.types)
    }
    set(Binding(subject, .type(type)))
  }

  // MARK: - Subjects

  /// The subjects that an application is forbidden for together: both schemes of the web; of a
  /// family its type alone, because that covers the subtypes too.
  private func forbiddenTogether(with subject: Binding.Subject) -> [Binding.Subject] {
    if case .family(let identifier) = subject { return [.type(identifier)] }
    return WebSubjects.isScheme(subject) && !isExact ? WebSubjects.schemes : [subject]
  }

  /// The subjects that are chosen together with one, itself first.
  private func chosenTogether(with subject: Binding.Subject) -> [Binding.Subject] {
    isExact ? [subject] : WebSubjects.chosenTogether(with: subject)
  }

  /// A type by itself and with its subtypes: a request may concern the slots of both.
  package static func withAndWithoutSubtypes(_ subject: Binding.Subject) -> [Binding.Subject] {
    switch subject {
    case .type(let identifier): [subject, .family(identifier)]
    case .family(let identifier): [subject, .type(identifier)]
    case .tag: [subject]
    }
  }

  /// All subjects whose slots `requests` may read or change, each once.
  package static func subjects(
    concernedBy requests: [BindingRequest], in registry: CompiledRegistry
  ) -> [Binding.Subject] {
    var seen = Set<Binding.Subject>()
    return requests.flatMap { WebSubjects.chosenTogether(with: $0.subject) }
      .flatMap(withAndWithoutSubtypes)
      .flatMap { [$0] + registry.mimeTypesThatMean($0) }
      .filter { seen.insert($0).inserted }
  }

  // MARK: - Applications

  private func application(_ bundle: String) throws(BindingProblem) -> HandlerIdentity {
    guard let index = registry.bundle(named: bundle) else {
      throw registry.noSuchApplication(bundle)
    }
    if let reason = registry.missingReason(ofBundle: index) {
      throw .cannotStart(registry.text(registry.bundleRecords[index].identifier), reason)
    }
    return registry.identity(ofBundle: index)
  }

  /// The application, which may not be installed yet.
  ///
  /// If `slot` holds a missing application with the identifier, it is that one, so that its location is kept.
  private func awaited(
    _ bundle: String, _ origin: Origin, _ slot: Binding.Slot
  ) throws(BindingProblem) -> HandlerIdentity {
    if let index = registry.bundle(named: bundle) { return registry.identity(ofBundle: index) }
    let identity = HandlerIdentity(bundle: try known(bundle), origin: origin, path: "")
    if case .handler(let former)? = now(slot)?.choice, isSame(former.bundle, identity.bundle) {
      return former
    }
    return identity
  }

  /// The identifier of a bundle as that spells it.
  ///
  /// The bundle need not be installed: it may be forbidden before that.
  private func known(_ bundle: String) throws(BindingProblem) -> String {
    guard !bundle.isEmpty, bundle.utf8.count <= TypeIdentifier.maximumLength else {
      throw registry.noSuchApplication(bundle)
    }
    return registry.spelling(ofBundle: bundle)
  }

  // MARK: - Slots

  /// The contents of the slot after the requests so far.
  private func now(_ slot: Binding.Slot) -> Binding? {
    positions[slot].map { assignments[$0].binding } ?? present[slot]
  }

  private mutating func set(_ binding: Binding) { put(Binding.Assignment(binding)) }

  /// Empties a slot that holds something.
  private mutating func clear(_ slot: Binding.Slot) {
    if now(slot) != nil { put(Binding.Assignment(clearing: slot)) }
  }

  private mutating func put(_ assignment: Binding.Assignment) {
    if let index = positions[assignment.slot] {
      assignments[index] = assignment
    } else {
      positions[assignment.slot] = assignments.count
      assignments.append(assignment)
      noteForbidden(assignment.slot)
    }
  }

  private mutating func noteForbidden(_ slot: Binding.Slot) {
    if case .never(let bundle) = slot.kind { forbidden[slot.subject, default: []].insert(bundle) }
  }
}

extension CompiledRegistry {
  /// The problem that no application has the identifier, with the most similar identifier.
  package func noSuchApplication(_ bundle: String) -> BindingProblem {
    // Comparing long names takes long, and no application has one.
    guard bundle.utf8.count <= TypeIdentifier.maximumLength else {
      return .noSuchApplication(bundle, nearest: [])
    }
    let spellings = bundles(spelledLike: bundle).map(identifier(ofBundle:))
    if spellings.count > 1 { return .noSuchApplication(bundle, nearest: spellings) }
    let names = startableApplications.map(\.bundle)
    let near = EditDistance.nearest(to: bundle, among: names)
    return .noSuchApplication(bundle, nearest: near.map { [$0] } ?? [])
  }
}
