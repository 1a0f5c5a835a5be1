// SPDX-License-Identifier: MIT

/// A registry with the user's choices, at one moment.
package struct RegistryState: Sendable {
  /// The applications and the choices; its registry has the types that tags were chosen to mean.
  package let directory: HandlerDirectory
  /// The choices, in byte order of their subjects.
  package let bindings: [Binding]

  package init(_ directory: HandlerDirectory, bindings: [Binding]) {
    self.directory = directory
    self.bindings = bindings
  }

  fileprivate var registry: CompiledRegistry { directory.registry }
}

extension RegistryDifference {
  /// The differences between two states.
  ///
  /// - Parameters:
  ///   - before: The earlier state.
  ///   - after: The later one.
  ///   - named: Further types and tags whose default applications are compared: of types those of all
  ///     declared ones are, of tags those that a bundle claims; of both those that the user has chosen for.
  /// - Complexity: O(*t* · *r*) for *t* types and tags, whose handlers are ranked in O(*r*). If only
  ///   choices for tags differ, declared types are not among them.
  package init(
    from before: RegistryState, to after: RegistryState,
    comparing named: Set<Binding.Subject> = []
  ) {
    let registries = (before.registry, after.registry)
    var declared: [DeclaredPair] = []
    var touched: Set<Tag> = []
    if registries.0.digest != registries.1.digest {
      declared = Self.declaredTypes(registries.0, registries.1)
      bundles = Self.bundles(registries.0, registries.1)
      types = Self.types(declared, registries.0, registries.1, tags: &touched)
    }
    bindings = Self.bindings(before.bindings, after.bindings)
    var (comparedTypes, comparedTags): (Set<TypeIdentifier>, Set<Tag>) = ([], [])
    // Also if the choice is the same: its application comes and goes.
    for subject in named.union((before.bindings + after.bindings).map(\.subject)) {
      switch subject {
      case .type(let identifier), .family(let identifier): comparedTypes.insert(identifier)
      case .tag(let tag): comparedTags.insert(tag)
      }
    }
    tags = touched.union(comparedTags).sorted().compactMap {
      TagChange($0, registries.0, registries.1)
    }
    comparedTags.formUnion(tags.map(\.tag))
    comparedTags.formUnion(registries.0.claimedTags)
    comparedTags.formUnion(registries.1.claimedTags)
    if registries.0.memory !== registries.1.memory || !Self.areOfTags(bindings) {
      if declared.isEmpty { declared = Self.declaredTypes(registries.0, registries.1) }
      for pair in declared where pair.mayHaveAnotherDefault(before, after) {
        comparedTypes.insert(pair.identifier(registries.0, registries.1))
      }
    }
    defaults =
      comparedTypes.sorted().compactMap { DefaultChange(.type($0), before, after) }
      + comparedTags.sorted().compactMap { DefaultChange(.tag($0), before, after) }
  }

  // MARK: - Bundles

  private static func bundles(
    _ before: CompiledRegistry, _ after: CompiledRegistry
  ) -> [BundleChange] {
    let stamps = (before.inputStamps, after.inputStamps)
    let old = Dictionary(before.bundles().map { ($0.path, $0) }) { first, _ in first }
    let new = Dictionary(after.bundles().map { ($0.path, $0) }) { first, _ in first }
    var changes: [BundleChange] = []
    for (path, bundle) in new {
      guard let former = old[path] else {
        changes.append(BundleChange(change: .added, bundle: bundle))
        continue
      }
      let isRewritten = stamps.0[path].map { $0 != stamps.1[path] } ?? false
      if former != bundle || isRewritten {
        changes.append(BundleChange(change: .changed, bundle: bundle))
      }
    }
    for (path, bundle) in old where new[path] == nil {
      changes.append(BundleChange(change: .removed, bundle: bundle))
    }
    return changes.sorted {
      ($0.bundle.identifier, $0.bundle.path) < ($1.bundle.identifier, $1.bundle.path)
    }
  }

  // MARK: - Types

  /// The types that are declared in one of two registries or in both, in byte order of their identifiers.
  private static func declaredTypes(
    _ before: CompiledRegistry, _ after: CompiledRegistry
  ) -> [DeclaredPair] {
    let old = before.declaredIndices(conformingTo: nil)
    let new = after.declaredIndices(conformingTo: nil)
    var pairs: [DeclaredPair] = []
    pairs.reserveCapacity(max(old.count, new.count))
    var (left, right) = (0, 0)
    while left < old.count, right < new.count {
      switch before.identifierBytes(old[left]).order(after.identifierBytes(new[right])) {
      case .before:
        pairs.append(DeclaredPair(before: old[left], after: nil))
        left += 1
      case .after:
        pairs.append(DeclaredPair(before: nil, after: new[right]))
        right += 1
      case .same:
        pairs.append(DeclaredPair(before: old[left], after: new[right]))
        left += 1
        right += 1
      }
    }
    pairs += old[left...].map { DeclaredPair(before: $0, after: nil) }
    pairs += new[right...].map { DeclaredPair(before: nil, after: $0) }
    return pairs
  }

  /// The declared types that differ; `tags` receives all tags that they have and had.
  private static func types(
    _ pairs: [DeclaredPair], _ before: CompiledRegistry, _ after: CompiledRegistry,
    tags: inout Set<Tag>
  ) -> [TypeChange] {
    pairs.compactMap { pair in
      if let old = pair.before, let new = pair.after, after.hasSame(new, as: old, of: before) {
        return nil
      }
      if let old = pair.before { tags.formUnion(before.tags(of: old)) }
      if let new = pair.after { tags.formUnion(after.tags(of: new)) }
      let change: Change =
        pair.before == nil ? .added : pair.after == nil ? .removed : .changed
      return TypeChange(change: change, identifier: pair.identifier(before, after))
    }
  }

  // MARK: - Choices

  private static func bindings(_ before: [Binding], _ after: [Binding]) -> [BindingChange.Edit] {
    // Both are in the same order, and usually differ at one position.
    let head = zip(before, after).prefix { $0 == $1 }.count
    let (before, after) = (before.dropFirst(head), after.dropFirst(head))
    let tail = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
    return changed(before.dropLast(tail), after.dropLast(tail))
  }

  /// Whether handlers are chosen for tags, and nothing else.
  ///
  /// Such a choice is in effect for files and links with the tag, and for dynamic types that have it, but not
  /// for declared types.
  private static func areOfTags(_ edits: [BindingChange.Edit]) -> Bool {
    edits.allSatisfy { edit in
      if case .tag = edit.slot.subject { edit.slot.kind != .type } else { false }
    }
  }

  private static func changed(
    _ before: ArraySlice<Binding>, _ after: ArraySlice<Binding>
  ) -> [BindingChange.Edit] {
    let old = Dictionary(before.map { ($0.slot, $0) }) { first, _ in first }
    let new = Dictionary(after.map { ($0.slot, $0) }) { first, _ in first }
    var edits: [BindingChange.Edit] = []
    for binding in before where new[binding.slot] == nil {
      edits.append(BindingChange.Edit(slot: binding.slot, before: binding, after: nil))
    }
    for binding in after where old[binding.slot] != binding {
      edits.append(
        BindingChange.Edit(slot: binding.slot, before: old[binding.slot], after: binding))
    }
    return edits.sorted { left, right in
      (left.slot.subject.kindName, left.slot.subject.text)
        < (right.slot.subject.kindName, right.slot.subject.text)
    }
  }
}

/// A type that is declared in one of two registries, or in both.
private struct DeclaredPair {
  let before: TypeIndex?
  let after: TypeIndex?

  func identifier(_ before: CompiledRegistry, _ after: CompiledRegistry) -> TypeIdentifier {
    if let type = self.after { return after.identifier(of: type) }
    return before.identifier(of: self.before ?? .none)
  }

  /// Whether another application may open the type: of a type that both declare, whether another one does.
  func mayHaveAnotherDefault(_ before: RegistryState, _ after: RegistryState) -> Bool {
    guard let old = self.before, let new = self.after else { return true }
    return !RankedHandler.areSame(before.preferred(old), after.preferred(new))
  }
}

// MARK: - Default applications

extension RegistryDifference.TagChange {
  /// The change of a tag; `nil` if it means the same type.
  init?(_ tag: Tag, _ before: CompiledRegistry, _ after: CompiledRegistry) {
    self.init(tag: tag, before: before.usualType(of: tag), after: after.usualType(of: tag))
    if self.before == self.after { return nil }
  }
}

extension RegistryDifference.DefaultChange {
  /// The change of the application that opens something; `nil` if it is the same one.
  fileprivate init?(
    _ subject: Binding.Subject, _ before: RegistryState, _ after: RegistryState
  ) {
    let handlers = (before.preferred(subject), after.preferred(subject))
    if RankedHandler.areSame(handlers.0, handlers.1) { return nil }
    self.init(subject, before: handlers.0?.identity, in: after)
  }

  /// The application that opens something now.
  package init(_ subject: Binding.Subject, before: HandlerIdentity? = nil, in state: RegistryState)
  {
    let answer = state.directory.handlers(
      for: HandlerQuery(subject.querySubject, explains: true), in: .none)
    self.subject = subject
    self.before = before
    after = answer.preferred?.identity
    decision = answer.decision
    reason = answer.preferred?.reason
  }
}

extension RegistryState {
  fileprivate func preferred(_ subject: Binding.Subject) -> RankedHandler? {
    preferred(
      registry.question(HandlerQuery(subject.querySubject), with: directory.table).question)
  }

  fileprivate func preferred(_ type: TypeIndex) -> RankedHandler? {
    var question = ResolvedHandlerQuery()
    question.type = type
    return preferred(question)
  }

  private func preferred(_ question: ResolvedHandlerQuery) -> RankedHandler? {
    let row = directory.memory.rank(
      question, in: registry, with: directory.table, firstOnly: true
    ) { $0.rows.first }
    guard let row, row.placement != .drops else { return nil }
    return RankedHandler(row, in: registry)
  }
}

extension RankedHandler {
  /// Whether both are one application, of two registries.
  fileprivate static func areSame(_ one: RankedHandler?, _ other: RankedHandler?) -> Bool {
    one?.bundle == other?.bundle && one?.path == other?.path
  }
}

// MARK: - Registries

extension CompiledRegistry {
  /// The tags that bundles claim as such, schemes among them.
  fileprivate var claimedTags: [Tag] {
    (0..<tagClaims.count).compactMap { index in
      let details = claimDetails[tagClaims[index].start]
      guard let tagClass = try? TagClass(text(details.tagClass)) else { return nil }
      return try? Tag(tagClass, text(details.tag))
    }
  }

  /// The state of each file that was read.
  fileprivate var inputStamps: [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for entry in RegistryInputs(self).entries { stamps[entry.path.description] = entry.stamp }
    return stamps
  }

  fileprivate func identifierBytes(_ type: TypeIndex) -> ImageBytes {
    bytes(of: types[type.value].identifier)
  }

  /// Whether everything that is stored of a type is what another registry stores of one.
  ///
  /// - Complexity: O(*n*) for *n* bytes of both; nothing is allocated for types that have equal tags and are opened
  ///   as no other type.
  fileprivate func hasSame(
    _ type: TypeIndex, as other: TypeIndex, of registry: CompiledRegistry
  ) -> Bool {
    func isSame(_ own: StringReference, _ others: StringReference) -> Bool {
      bytes(of: own).isEqual(to: registry.bytes(of: others))
    }
    func isSame<Indices: Collection<UInt32>>(
      _ own: Indices, _ others: Indices, _ isSame: (UInt32, UInt32) -> Bool
    ) -> Bool {
      own.count == others.count && zip(own, others).allSatisfy(isSame)
    }
    let records = (types[type.value], registry.types[other.value])
    let active = (
      declarations[records.0.declaration], registry.declarations[records.1.declaration]
    )
    let bundles = (
      bundleRecords[UInt32(active.0.bundle)], registry.bundleRecords[UInt32(active.1.bundle)]
    )
    let texts = (details[active.0.details], registry.details[active.1.details])
    guard active.0.flags == active.1.flags, isSame(active.0.description, active.1.description),
      isSame(texts.0.icon, texts.1.icon), isSame(texts.0.version, texts.1.version),
      isSame(texts.0.referenceURL, texts.1.referenceURL),
      isSame(records.0.mimeType, records.1.mimeType),
      isSame(bundles.0.identifier, bundles.1.identifier)
    else { return false }
    return isSame(parentRun(of: type), registry.parentRun(of: other)) {
      isSame(
        types[parentRuns[$0]].identifier,
        registry.types[registry.parentRuns[$1]].identifier)
    }
      && isSame(tagRun(of: type), registry.tagRun(of: other)) {
        hasSameTag(inSlot: typeTags[$0], as: registry.typeTags[$1], of: registry)
      }
      && isSame(opensAsRun(of: type), registry.opensAsRun(of: other)) {
        isSame(
          types[opensAs[$0].type].identifier, registry.types[registry.opensAs[$1].type].identifier)
          && source(opensAs[$0].source) == registry.source(registry.opensAs[$1].source)
      }
  }

  private func hasSameTag(
    inSlot slot: UInt32, as other: UInt32, of registry: CompiledRegistry
  ) -> Bool {
    let slots = (tagSlots[slot], registry.tagSlots[other])
    // A short tag is the key of its slot; the classes that others declare have numbers of their registry.
    if slots.0.flags & TagSlot.long == 0, slots.1.flags & TagSlot.long == 0,
      slots.0.tagClass == slots.1.tagClass, slots.0.tagClass <= TagClass.wellKnown.count
    {
      return slots.0.key == slots.1.key && slots.0.length == slots.1.length
    }
    return tag(inSlot: slot) == registry.tag(inSlot: other)
  }
}

extension ImageBytes {
  fileprivate func isEqual(to other: ImageBytes) -> Bool {
    guard count == other.count else { return false }
    for offset in stride(from: 0, to: count, by: 8) where word(at: offset) != other.word(at: offset)
    {
      return false
    }
    return true
  }
}
