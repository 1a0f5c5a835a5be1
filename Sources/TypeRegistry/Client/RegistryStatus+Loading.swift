// SPDX-License-Identifier: MIT

extension RegistryStatus {
  /// The state of a registry in this process.
  package init(_ published: PublishedRegistry, of locations: RegistryLocations) {
    let report = RegistryLoader.report(locations)
    let registry = published.registry
    let diagnostics = registry.diagnosticRecords.count == 0 ? [] : registry.diagnostics
    let loadedAt = Int(published.loadedAt / 1_000_000_000)
    self.init(
      generation: published.generation, digest: registry.digest.description,
      searchPathDigest: locations.searchPathDigest,
      environment: String(decoding: locations.environmentDigest.text, as: UTF8.self),
      source: published.source.rawValue,
      typeCount: registry.typeCount, bundleCount: registry.bundleRecords.count,
      diagnosticCount: diagnostics.count, imageSize: registry.imageSize,
      core: report.core, isOtherCore: report.isOtherCore,
      directories: Self.directories(of: report),
      registered: report.registered,
      sleepingCount: diagnostics.count { $0.code == .registeredBundleMissing },
      image: report.image, cacheProblem: published.cacheProblem, loadedAt: loadedAt,
      comparedAt: loadedAt,
      problems: Self.problems(
        published, diagnostics, image: report.image, isCoreMissing: !locations.hasCore))
  }

  /// The problems of the inputs and the image of a registry, one of each kind.
  private static func problems(
    _ published: PublishedRegistry, _ diagnostics: [Diagnostic], image: String?,
    isCoreMissing: Bool
  ) -> [Problem] {
    var problems: [Problem] = []
    if isCoreMissing {
      problems.append(
        Problem(
          "core-missing", "the directory of the core declarations does not exist",
          hint: "name it in TYPED_DECLARATIONS as core=DIRECTORY, or leave it out"))
    }
    func add(_ kind: String, _ codes: Set<Diagnostic.Code>, hint: String) {
      let findings = diagnostics.filter { codes.contains($0.code) }
      guard let first = findings.first else { return }
      let more = findings.count == 1 ? "" : " (and \(findings.count - 1) more)"
      problems.append(Problem(kind, "\(first.path): \(first.message)\(more)", hint: hint))
    }
    add(
      "input-unreadable", [.directoryUnreadable, .fileUnreadable],
      hint: "make it readable, or remove it")
    add(
      "registration-damaged", [.damagedRegistration],
      hint: "register the bundle again")
    if let image, let problem = published.cacheProblem {
      problems.append(
        Problem(
          "image-not-written", "'\(image)' cannot be written: \(problem)",
          hint: "make its directory writable, or every start compiles the declarations"))
    }
    if published.wasDamaged {
      problems.append(
        Problem(
          "image-damaged", "the image was damaged, and was compiled again",
          hint: "check the disk if that happens again"))
    }
    return problems
  }

  /// The directories of declarations in a report.
  package static func directories(of report: RegistryLoader.Report) -> [Directory] {
    report.directories.map { Directory(path: $0.path, origin: $0.origin, exists: $0.exists) }
  }
}
