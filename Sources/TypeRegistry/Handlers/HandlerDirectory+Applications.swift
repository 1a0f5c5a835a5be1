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
}

extension CompiledRegistry {
  /// The applications that can be started, as bindings name them.
  package var startableApplications: [HandlerIdentity] {
    effectiveBundles.filter { missingReason(ofBundle: $0) == nil }.map(identity(ofBundle:))
  }
}
