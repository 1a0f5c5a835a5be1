// SPDX-License-Identifier: MIT

/// The places that a person's wishes change, and what they will hold.
///
/// The rules that go beyond one place are here: a web browser is chosen for `http`, `https` and HTML
/// together, and a choice for an application ends the word that it is never to be used.
public struct BindingPlan: Sendable {
  /// What will stand in each place, each place once, in the order of the wishes.
  ///
  /// `nil` empties a place.
  public private(set) var edits: [(slot: Binding.Slot, after: Binding?)] = []

  private let registry: CompiledRegistry
  private let present: [Binding.Slot: Binding]

  /// The plan that meets `requests`, all of them or none.
  ///
  /// - Parameters:
  ///   - requests: Later ones replace earlier ones in the same place.
  ///   - registry: The registry whose applications are chosen.
  ///   - present: The bindings that there are.
  /// - Throws: ``BindingProblem`` for the first wish that cannot be met.
  public init(
    _ requests: [BindingRequest], over registry: CompiledRegistry, present: [Binding]
  ) throws(BindingProblem) {
    self.registry = registry
    self.present = Dictionary(present.map { ($0.slot, $0) }) { first, _ in first }
    for request in requests { try add(request) }
  }

  private mutating func add(_ request: BindingRequest) throws(BindingProblem) {
    switch request.wish {
    case .handler(let bundle):
      if let role = request.role, !RoleMask.choosable.contains(role) {
        throw .roleCannotBeChosen(role)
      }
      let identity = try application(bundle)
      for subject in Self.subjects(with: request.subject) {
        set(Binding(subject, role: request.role, .handler(identity)))
        for place in Self.grains(of: subject) {
          clear(Binding.Slot(subject: place, kind: .never(bundle: identity.bundle)))
        }
      }
    case .noHandler:
      for subject in Self.subjects(with: request.subject) {
        let slot = Binding.Slot(subject: subject, role: request.role, kind: .handler)
        // A browser's HTML goes with its schemes, another program's stays.
        if subject != request.subject, case .type = subject,
          now(slot)?.choice
            != present[
              Binding.Slot(subject: request.subject, role: request.role, kind: .handler)]?.choice
        {
          continue
        }
        clear(slot)
      }
    case .never(let bundle):
      let name = try known(bundle)
      for subject in Self.subjects(forbiddenWith: request.subject) {
        set(Binding(subject, .never(bundle: name)))
      }
      // Whatever was chosen with the subject goes with it.
      for subject in Self.subjects(with: request.subject).flatMap(Self.grains) {
        for role in [nil, Role.editor, .viewer, .shell] {
          let slot = Binding.Slot(subject: subject, role: role, kind: .handler)
          if case .handler(let identity) = now(slot)?.choice, identity.bundle == name {
            clear(slot)
          }
        }
      }
    case .notNever(let bundle):
      for subject in Self.subjects(forbiddenWith: request.subject) {
        clear(Binding.Slot(subject: subject, kind: .never(bundle: bundle.asciiLowercased)))
      }
    case .type(let type):
      guard case .tag(let tag) = request.subject else { throw .notATag(request.subject) }
      let candidates = registry.types(tag: tag)
      guard !candidates.isDynamic, candidates.types.contains(type) else {
        throw .typeLacksTag(type, tag, others: candidates.isDynamic ? [] : candidates.types)
      }
      set(Binding(request.subject, .type(type)))
    case .noType:
      clear(Binding.Slot(subject: request.subject, kind: .type))
    }
  }

  /// What is chosen together: the schemes of the web and the type of its pages.
  private static func subjects(with subject: Binding.Subject) -> [Binding.Subject] {
    guard case .tag(let tag) = subject, tag == web || tag == secureWeb else { return [subject] }
    let other = tag == web ? secureWeb : web
    return [subject, .tag(other), .type(TypeIdentifier(trusted: "public.html"))]
  }

  /// What is forbidden together: both schemes of the web; a type, whose subtypes that means anyway.
  private static func subjects(forbiddenWith subject: Binding.Subject) -> [Binding.Subject] {
    switch subject {
    case .family(let identifier): [.type(identifier)]
    case .tag(web), .tag(secureWeb): [.tag(web), .tag(secureWeb)]
    default: [subject]
    }
  }

  /// A type as such and with its subtypes: one wish may concern both places.
  private static func grains(of subject: Binding.Subject) -> [Binding.Subject] {
    switch subject {
    case .type(let identifier): [subject, .family(identifier)]
    case .family(let identifier): [subject, .type(identifier)]
    case .tag: [subject]
    }
  }

  /// All subjects whose places `requests` may look at or change.
  package static func subjects(concernedBy requests: [BindingRequest]) -> [Binding.Subject] {
    var seen = Set<Binding.Subject>()
    return requests.flatMap { subjects(with: $0.subject) }.flatMap(grains)
      .filter { seen.insert($0).inserted }
  }

  private static let web = Tag(trusted: .urlScheme, "http")
  private static let secureWeb = Tag(trusted: .urlScheme, "https")

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

  /// The identifier of a bundle, which need not be there: it may be forbidden before it comes.
  private func known(_ bundle: String) throws(BindingProblem) -> String {
    guard !bundle.isEmpty, bundle.utf8.count <= TypeIdentifier.maximumLength else {
      throw registry.noSuchApplication(bundle)
    }
    return bundle.asciiLowercased
  }

  // MARK: - Places

  private func now(_ slot: Binding.Slot) -> Binding? {
    for edit in edits where edit.slot == slot { return edit.after }
    return present[slot]
  }

  private mutating func set(_ binding: Binding) { put(binding.slot, binding) }

  /// Empties a place, if anything is there.
  private mutating func clear(_ slot: Binding.Slot) {
    if now(slot) != nil { put(slot, nil) }
  }

  private mutating func put(_ slot: Binding.Slot, _ binding: Binding?) {
    if let place = edits.firstIndex(where: { $0.slot == slot }) {
      edits[place].after = binding
    } else {
      edits.append((slot, binding))
    }
  }
}

extension CompiledRegistry {
  /// That no application has the identifier, with those that are spelt almost alike.
  package func noSuchApplication(_ bundle: String) -> BindingProblem {
    // The comparison takes long for what nobody can have misspelt.
    guard bundle.utf8.count <= TypeIdentifier.maximumLength else {
      return .noSuchApplication(bundle, nearest: [])
    }
    var names: [String] = []
    for index in effectiveBundles where missingReason(ofBundle: index) == nil {
      names.append(text(bundleRecords[index].identifier))
    }
    let near = EditDistance.nearest(to: bundle, among: names)
    return .noSuchApplication(bundle, nearest: near.map { [$0] } ?? [])
  }
}
