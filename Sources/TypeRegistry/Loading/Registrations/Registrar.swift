// SPDX-License-Identifier: MIT

/// Registers bundles by call, and removes registrations.
///
/// Both back ends use it. It does not load a registry: the caller does so afterwards, and completes the
/// answer with ``Registration/completed(by:)``.
package struct Registrar: Sendable {
  /// Why nothing was changed.
  package enum Failure: Error, Hashable, Sendable {
    /// The store failed.
    case store(StoreError)
    /// No directory is known in which a store could be.
    case noStore
    /// The request is rejected.
    case problem(RegistrationProblem)
  }

  private let locations: RegistryLocations

  /// A registrar for the store of `locations`.
  package init(_ locations: RegistryLocations) {
    self.locations = locations
  }

  // MARK: - Registering

  /// Registers a bundle, which is on the disk when this returns.
  ///
  /// - Parameter source: The bundle.
  /// - Returns: The registration; its generation is 0, and whether it is masked is not known.
  /// - Throws: ``Failure``; then nothing has changed.
  /// - Complexity: As compiling all declarations.
  package func register(_ source: RegistrationSource) throws(Failure) -> Registration {
    let bundles = try store()
    switch source {
    case .path(let bytes): return try register(Self.path(bytes), in: bundles)
    case .declaration(let text): return try register(text, in: bundles)
    }
  }

  private func register(
    _ path: FilePath, in bundles: RegisteredBundles
  ) throws(Failure) -> Registration {
    let (scan, problem) = DirectoryScan.registered(at: path, origin: locations.registeredOrigin)
    if let problem {
      throw .problem(.noBundle(path: path.description, reason: problem))
    }
    if let file = scan.sources.first?.path, isInstalled(file) {
      throw .problem(.installed(path: file.description))
    }
    let (bundle, findings) = try checked(.scan(scan))
    let reference = RegistrationReference(identifier: bundle.identifier, path: path)
    return Registration(
      of: RegisteredBundle(identifier: bundle.identifier, path: path.description),
      try store(reference.bytes, as: bundles.file(ofPath: path), in: bundles),
      origin: bundle.origin, file: bundle.path, diagnostics: findings, generation: 0)
  }

  private func register(
    _ text: [UInt8], in bundles: RegisteredBundles
  ) throws(Failure) -> Registration {
    do throws(RegistrationProblem) {
      try RegistrationSource.declaration(text).check()
    } catch {
      throw .problem(error)
    }
    let (bundle, findings) = try checked(.text(text, name: RegistrationSource.declarationName))
    let file = bundles.file(ofDeclaration: bundle.identifier)
    return Registration(
      of: RegisteredBundle(identifier: bundle.identifier, path: file.description),
      try store(text, as: file, in: bundles), origin: bundle.origin, file: file.description,
      diagnostics: findings, generation: 0)
  }

  /// The one bundle of `input` without errors, and the findings about it.
  private func checked(
    _ input: DeclarationCheck.Input
  ) throws(Failure) -> (bundle: Bundle, findings: [Diagnostic]) {
    let check = DeclarationCheck(of: [input], beside: locations, as: locations.registeredOrigin)
    guard let bundle = check.bundles.first,
      !check.findings.contains(where: { $0.severity == .error })
    else { throw .problem(.invalid(check.findings.shortened)) }
    return (bundle, check.findings.shortened)
  }

  /// Whether a file is found without being registered.
  private func isInstalled(_ file: FilePath) -> Bool {
    locations.filesInDirectories().contains(file)
      || locations.store.map { file.path(below: $0.registered) != nil } ?? false
  }

  private func store(
    _ bytes: [UInt8], as file: FilePath, in bundles: RegisteredBundles
  ) throws(Failure) -> Registration.Effect {
    let effect = try Self.stored { () throws(StoreError) in try bundles.store(bytes, as: file) }
    guard let effect else { throw .problem(.tooMany(limit: RegisteredDirectory.limit)) }
    return effect
  }

  // MARK: - Removing

  /// Removes registrations, which is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - selection: Which; of ``RegistrationSelection/missing`` there may be none.
  ///   - dryRun: Whether to return the bundles that would be removed, and remove nothing.
  /// - Returns: The registrations that were removed, in the order of their files.
  /// - Throws: ``Failure``; then nothing has changed, unless the disk failed.
  package func unregister(
    _ selection: RegistrationSelection, dryRun: Bool
  ) throws(Failure) -> [RegisteredBundle] {
    let bundles = try store()
    let entries = try Self.stored { () throws(StoreError) in try bundles.entries() }
    let found: [(file: FilePath, bundle: RegisteredBundle)]
    switch selection {
    case .missing:
      found = entries.compactMap { entry in
        let shown = shown(entry)
        return shown.problem == nil ? nil : (entry.file, shown)
      }
    case .path(let bytes):
      let path = try Self.path(bytes)
      found = entries.filter { ($0.reference?.path ?? $0.file) == path }
        .map { ($0.file, shown($0)) }
      if found.isEmpty { throw .problem(.notRegistered(path.description)) }
    case .bundle(let identifier):
      found = self.entries(of: identifier, among: entries, bundles).map { ($0.file, shown($0)) }
      if found.isEmpty { throw .problem(.notRegistered(identifier)) }
    }
    if !dryRun {
      try Self.stored { () throws(StoreError) in try bundles.remove(found.map(\.file)) }
    }
    return found.map(\.bundle)
  }

  /// The registrations of a bundle: by the identifier of that time, or else by the present one.
  private func entries(
    of identifier: String, among entries: [RegisteredBundles.Entry], _ bundles: RegisteredBundles
  ) -> [RegisteredBundles.Entry] {
    let declaration = bundles.file(ofDeclaration: identifier)
    let found = entries.filter {
      $0.reference.map { $0.identifier == identifier } ?? ($0.file == declaration)
    }
    if !found.isEmpty { return found }
    let present = entries.map { ($0, bundle(of: $0)?.identifier ?? $0.reference?.identifier ?? "") }
    let meanings = Set(present.map(\.1)).meanings(of: identifier)
    guard meanings.count == 1 else { return [] }
    return present.filter { $0.1 == meanings[0] }.map(\.0)
  }

  private func shown(_ entry: RegisteredBundles.Entry) -> RegisteredBundle {
    guard let reference = entry.reference else {
      return RegisteredBundle(
        identifier: bundle(of: entry)?.identifier ?? "", path: entry.file.description)
    }
    return RegisteredBundle(
      identifier: reference.identifier, path: reference.path.description,
      problem: DirectoryScan.registered(at: reference.path, origin: .user).problem)
  }

  private func bundle(of entry: RegisteredBundles.Entry) -> Bundle? {
    guard let reference = entry.reference else {
      return DeclarationSource.single(entry.file, origin: .user).load().bundle
    }
    return DirectoryScan.registered(at: reference.path, origin: .user).scan.sources.first?.load()
      .bundle
  }

  // MARK: - Times

  /// A registration, and when it was made.
  package struct Dated: Hashable, Sendable {
    /// The bundle.
    package let bundle: RegisteredBundle
    /// When it was registered, or replaced, in seconds since 1970.
    package let time: Int64
    /// Whether nothing was written to the database of the store since.
    package let isNewerThanChoices: Bool
  }

  /// The registration that was made last; `nil` if there is none.
  ///
  /// - Throws: ``Failure`` if registrations have no effect, or cannot be read.
  package func latest() throws(Failure) -> Dated? {
    let bundles = try store()
    let entries = try Self.stored { () throws(StoreError) in try bundles.entries() }
    var latest: (entry: RegisteredBundles.Entry, time: FileStamp.Instant)?
    for entry in entries {
      guard let time = try modified(entry.file), latest.map({ time > $0.time }) ?? true else {
        continue
      }
      latest = (entry, time)
    }
    guard let latest, let location = locations.store else { return nil }
    var isNewer = true
    for file in [location.database, location.writeAheadLog, location.snapshot] {
      if let time = try modified(file), time >= latest.time { isNewer = false }
    }
    return Dated(
      bundle: shown(latest.entry), time: latest.time.seconds, isNewerThanChoices: isNewer)
  }

  private func modified(_ file: FilePath) throws(Failure) -> FileStamp.Instant? {
    try Self.stored { () throws(StoreError) in try StoreFiles.status(file)?.stamp.modified }
  }

  // MARK: - Parts

  private func store() throws(Failure) -> RegisteredBundles {
    guard locations.environment.declarations == nil else { throw .problem(.replaced) }
    guard let store = locations.store else { throw .noStore }
    return RegisteredBundles(store)
  }

  private static func stored<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(Failure) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }

  /// The path in the form in which it is stored, so that one file is registered once.
  private static func path(_ bytes: [UInt8]) throws(Failure) -> FilePath {
    do throws(RegistrationProblem) {
      try RegistrationSource.path(bytes).check()
    } catch {
      throw .problem(error)
    }
    guard let path = FilePath(bytes: bytes) else {
      preconditionFailure("a path that was checked is one")
    }
    var plain = FilePath.root
    for component in bytes.split(separator: UInt8(ascii: "/")) {
      if component.elementsEqual(".".utf8) { continue }
      // Only the file system knows the directory above a link.
      if component.elementsEqual("..".utf8) { return path.resolved ?? path }
      plain = plain.appending(component)
    }
    return plain
  }
}

extension Registration {
  /// The registration as the registry that was loaded after it has it.
  package func completed(by published: PublishedRegistry) -> Registration {
    var completed = self
    completed.maskedBy = published.registry.bundles().first { $0.path == file }?.maskedBy
    completed.generation = published.generation
    return completed
  }
}

extension [Diagnostic] {
  /// The findings that fit one message, errors first if not all do.
  fileprivate var shortened: [Diagnostic] {
    var room = 262_144
    let inOrder =
      count <= DeclarationLimits.maximumDiagnostics
      ? self : filter { $0.severity == .error } + filter { $0.severity != .error }
    return Array(
      inOrder.prefix(DeclarationLimits.maximumDiagnostics).prefix { finding in
        room -= finding.path.utf8.count + finding.message.utf8.count
        return room > 0
      })
  }
}
