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
    let isSameRegistry = before.registry.digest == after.registry.digest
    var touched: Set<Tag> = []
    if !isSameRegistry {
      bundles = Self.bundles(before.registry, after.registry)
      types = Self.types(before.registry, after.registry, tags: &touched)
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
      TagChange($0, before.registry, after.registry)
    }
    comparedTags.formUnion(tags.map(\.tag))
    comparedTags.formUnion(before.registry.claimedTags)
    comparedTags.formUnion(after.registry.claimedTags)
    if before.registry.memory !== after.registry.memory || !Self.areOfTags(bindings) {
      comparedTypes.formUnion(after.registry.declaredTypes)
      if !isSameRegistry { comparedTypes.formUnion(before.registry.declaredTypes) }
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

  /// The declared types that differ; `tags` receives all tags that they have and had.
  private static func types(
    _ before: CompiledRegistry, _ after: CompiledRegistry, tags: inout Set<Tag>
  ) -> [TypeChange] {
    let old = before.declaredIndices(conformingTo: nil)
    let new = after.declaredIndices(conformingTo: nil)
    var changes: [TypeChange] = []
    var (left, right) = (0, 0)
    func note(_ change: Change, _ type: TypeIndex, in registry: CompiledRegistry) {
      changes.append(TypeChange(change: change, identifier: registry.identifier(of: type)))
      tags.formUnion(registry.tags(of: type))
    }
    // Both are in byte order of their identifiers.
    while left < old.count || right < new.count {
      if left == old.count {
        note(.added, new[right], in: after)
        right += 1
      } else if right == new.count {
        note(.removed, old[left], in: before)
        left += 1
      } else {
        let names = (before.identifier(of: old[left]), after.identifier(of: new[right]))
        if names.0 < names.1 {
          note(.removed, old[left], in: before)
          left += 1
        } else if names.1 < names.0 {
          note(.added, new[right], in: after)
          right += 1
        } else {
          if !after.hasSame(new[right], as: old[left], of: before) {
            note(.changed, new[right], in: after)
            tags.formUnion(before.tags(of: old[left]))
          }
          left += 1
          right += 1
        }
      }
    }
    return changes
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
    guard handlers.0?.bundle != handlers.1?.bundle || handlers.0?.path != handlers.1?.path else {
      return nil
    }
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
    let question = registry.question(
      HandlerQuery(subject.querySubject), with: directory.table
    ).question
    let row = directory.memory.rank(
      question, in: registry, with: directory.table, firstOnly: true
    ) { $0.rows.first }
    guard let row, row.placement != .drops else { return nil }
    return RankedHandler(row, in: registry)
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

  /// Whether everything that is stored of a type is what another registry stores of one.
  fileprivate func hasSame(
    _ type: TypeIndex, as other: TypeIndex, of registry: CompiledRegistry
  ) -> Bool {
    func texts(_ registry: CompiledRegistry, _ type: TypeIndex) -> [StringReference] {
      let declaration = registry.declarations[registry.types[type.value].declaration]
      let details = registry.details[declaration.details]
      return [
        declaration.description, details.icon, details.version, details.referenceURL,
        registry.types[type.value].mimeType,
        registry.bundleRecords[UInt32(declaration.bundle)].identifier,
      ] + registry.parents(of: type).map { registry.types[$0.value].identifier }
    }
    let (own, others) = (texts(self, type), texts(registry, other))
    guard own.count == others.count,
      zip(own, others).allSatisfy({ bytes(of: $0).isEqual(to: registry.bytes(of: $1)) })
    else { return false }
    let origins = (
      declarations[types[type.value].declaration].flags,
      registry.declarations[registry.types[other.value].declaration].flags
    )
    return origins.0 == origins.1 && tags(of: type) == registry.tags(of: other)
      && opensAs(identifier(of: type)) == registry.opensAs(registry.identifier(of: other))
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
