// SPDX-License-Identifier: MIT

/// The effects that further bundles would have: on default applications, and on the types of tags.
///
/// Compiles the present registry and the one with the bundles, and queries both for every
/// declared type, and for every tag and scheme that the bundles name.
package struct RegistrationPreview: Sendable {
  /// The default application of a type or tag, before and after.
  package struct DefaultChange: Hashable, Sendable {
    /// The type or tag.
    package var subject: Binding.Subject
    /// The application that opens it now; `nil` if there is none.
    package var before: Handler?
    /// The application that would open it; `nil` if there would be none.
    package var after: Handler?
    /// The rule that would decide.
    package var decision: HandlerAnswer.Decision
  }

  /// A bundle that would be installed.
  package struct InstalledBundle: Hashable, Sendable {
    /// The bundle's identifier.
    package var identifier: String
    /// Another installation of the same application that would mask it; `nil` if there is none.
    package var maskedBy: String?
    /// Why it could not be started; `nil` if it could.
    package var problem: String?
  }

  /// The bundles, in the order in which they were read.
  package var bundles: [InstalledBundle]
  /// The origin that they would have.
  package var origin: Origin
  /// The changes of default applications: types in byte order, then tags.
  package var defaults: [DefaultChange]
  /// The changes of the types of tags, in byte order.
  package var tags: [RegistryDifference.TagChange]

  /// Compares the declarations at `locations` without and with the bundles of `check`.
  ///
  /// - Parameters:
  ///   - check: The bundles, which were read and checked.
  ///   - locations: The directories of the other declarations.
  ///   - bindings: The user's bindings.
  ///   - languages: The caller's, for names.
  /// - Complexity: As compiling all declarations twice, and ranking the handlers of all types.
  package init(
    of check: DeclarationCheck, at locations: RegistryLocations, bindings: [Binding],
    in languages: LanguageList = .none
  ) {
    var installed = RegistryLoader.files(of: locations)
    let usesFreedesktop = locations.environment.usesFreedesktop
    func compile(_ files: [CompilerInput]) -> CompiledRegistry {
      RegistryCompiler.compile(
        files, diagnostics: [], inputs: [], builtAt: 0, usesFreedesktop: usesFreedesktop
      ).registry.choosing(bindings)
    }
    let present = compile(installed)
    // A registered bundle comes after those in directories.
    let directory = locations.findSearchPath().directories.first {
      $0.origin == check.origin && $0.format == .declarations
    }
    let isRegistered = check.origin == locations.registeredOrigin
    let level = isRegistered ? nil : directory?.level
    // A bundle of the same identifier and origin is replaced; but a registration replaces only another one,
    // and a file of a directory only itself.
    var kept = isRegistered ? Set(locations.filesInDirectories().map(\.description)) : []
    for bundle in check.bundles {
      if let file = FilePath(bundle.path)?.resolved { kept.remove(file.description) }
    }
    var added = check.bundles
    for index in added.indices {
      let name = added[index].identifier
      added[index].level = level ?? MIMEAppsLevel.last
      if let old = installed.firstIndex(where: {
        $0.unit.origin == check.origin && $0.unit.bundleIdentifier == name
          && !kept.contains($0.path)
      }) {
        added[index].path = installed[old].path
        added[index].level = Int(installed[old].unit.bundle?.level ?? 0)
        installed.remove(at: old)
      }
    }
    var files = installed + added.map { CompilerInput($0) }
    if added.contains(where: { !$0.programDirectories.isEmpty }) {
      files = RegistryLoader.locatingPrograms(of: files, in: locations.environment)
    }
    let next = compile(files)

    origin = check.origin
    let registered = next.bundles()
    bundles = added.map { bundle in
      var problem: String?
      if case .missing(let reason) = bundle.program, !bundle.claims.isEmpty {
        problem = reason.words
      }
      return InstalledBundle(
        identifier: bundle.identifier,
        maskedBy: registered.first { $0.path == bundle.path }?.maskedBy, problem: problem)
    }
    let comparison = Comparison(
      before: (present, BindingTable(bindings, over: present)),
      after: (next, BindingTable(bindings, over: next)), languages: languages)
    defaults = comparison.defaults(claimed: Self.tags(of: added, Self.claimedTags))
    tags = Self.tags(of: added, Self.declaredTags).compactMap {
      RegistryDifference.TagChange($0, present, next)
    }
  }

  private static func tags(of bundles: [Bundle], _ tags: (Bundle) -> [Tag]) -> [Tag] {
    Set(bundles.flatMap(tags)).sorted()
  }

  private static func claimedTags(_ bundle: Bundle) -> [Tag] {
    bundle.claims.flatMap(\.subjects).compactMap { subject in
      if case .tag(let tag) = subject { tag } else { nil }
    }
  }

  private static func declaredTags(_ bundle: Bundle) -> [Tag] {
    bundle.declarations.flatMap(\.tags) + bundle.supplements.flatMap(\.tags)
  }
}

/// Two registries with their bindings, asked alike.
private struct Comparison {
  let before: (registry: CompiledRegistry, table: BindingTable)
  let after: (registry: CompiledRegistry, table: BindingTable)
  let languages: LanguageList

  func defaults(claimed tags: [Tag]) -> [RegistrationPreview.DefaultChange] {
    let types = Set(before.registry.declaredTypes).union(after.registry.declaredTypes).sorted()
    return types.compactMap { change(.type($0)) } + tags.compactMap { change(.tag($0)) }
  }

  private func change(_ subject: Binding.Subject) -> RegistrationPreview.DefaultChange? {
    let short = HandlerQuery(subject.querySubject)
    let old = before.registry.handlers(for: short, with: before.table)
    let new = after.registry.handlers(for: short, with: after.table)
    let names = (old.preferred?.bundle, new.preferred?.bundle)
    guard names.0 != names.1 else { return nil }
    let query = HandlerQuery(subject.querySubject, explains: true)
    let explained = after.registry.handlers(for: query, with: after.table, in: languages)
    let former = before.registry.handlers(for: query, with: before.table, in: languages)
    return RegistrationPreview.DefaultChange(
      subject: subject, before: former.preferred, after: explained.preferred,
      decision: explained.decision)
  }
}
