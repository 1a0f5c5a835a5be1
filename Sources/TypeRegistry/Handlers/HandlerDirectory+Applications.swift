// SPDX-License-Identifier: MIT

// Applications: their claims, and the subjects that they are the default for.

extension HandlerDirectory {
  /// The applications that open something or can be started, in byte order of their identifiers.
  ///
  /// - Complexity: O(*c*) rankings for *c* claimed types and tags.
  public func applications(in languages: LanguageList) -> [ApplicationInformation] {
    var series = ApplicationSeries(self, in: languages)
    var applications: [ApplicationInformation] = []
    while var application = series.nextApplication() {
      while let claim = series.nextClaim() { application.claims.append(claim) }
      applications.append(application)
    }
    return applications
  }

  /// An application by its identifier, in any case if no other one differs from it in case alone.
  ///
  /// - Returns: The application without a claim; `nil` if there is none that can be started.
  public func application(named bundle: String, in languages: LanguageList) -> Handler? {
    guard let index = registry.bundle(named: bundle), registry.missingReason(ofBundle: index) == nil
    else { return nil }
    return registry.handler(ofBundle: index, with: table, in: languages)
  }

  /// The applications that can be started and that menus list, in byte order of their identifiers: "other
  /// applications" for a file.
  public func displayedApplications(in languages: LanguageList) -> [Handler] {
    registry.effectiveBundles.filter { index in
      let flags = registry.bundleRecords[index].flags
      return registry.missingReason(ofBundle: index) == nil
        && flags & BundleRecord.notDisplayed == 0
    }
    .map { registry.handler(ofBundle: $0, with: table, in: languages) }
    .sorted { $0.bundle.utf8.lexicographicallyPrecedes($1.bundle.utf8) }
  }
}

extension CompiledRegistry {
  /// The applications that can be started, as bindings name them.
  package var startableApplications: [HandlerIdentity] {
    effectiveBundles.filter { missingReason(ofBundle: $0) == nil }.map(identity(ofBundle:))
  }
}
