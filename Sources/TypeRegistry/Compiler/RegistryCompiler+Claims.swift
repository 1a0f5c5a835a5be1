// SPDX-License-Identifier: MIT

internal import StrictJSON

// The parts of an image that hold claims, the site's choices and launch information.

extension RegistryCompiler {
  /// Writes the claims of all applications, and the choices of the site.
  mutating func addClaims(seed: UInt64) {
    var claims = ClaimIndexBuilder(
      linked, nodes,
      exporter: { node in
        guard let winner = nodes.declared(node).flatMap({ active.winner(of: $0) }),
          winner.isExported
        else { return nil }
        return Int(winner.bundle)
      },
      isMedia: { [graph, media = Self.media.compactMap { nodes.number(of: $0) }] node in
        graph.nearestSupertype(of: node) { media.contains($0) } != nil
      },
      tags: { node in
        let winner = nodes.declared(node).flatMap { active.winner(of: $0) }
        let declared = winner.map { linked.tags(of: active.declaration($0)) } ?? []
        return declared
          + supplements.of(nodes.identifiers[node]).flatMap { linked.tags(of: $0) }
      })
    diagnostics.add(claims.diagnostics)
    makers = claims.makers
    let index = claims.build(strings: &strings, seed: seed)
    builder.set(.claims, to: index.claims)
    builder.set(.claimDetails, to: index.details)
    builder.set(.claimDirectory, to: index.directory)
    builder.set(.claimRuns, to: index.runs)
    builder.set(.tagClaims, to: index.tagClaims)
    addSiteBindings()
    addAssociations()
  }

  private static let media = ["public.image", "public.audio", "public.movie"].map {
    TypeIdentifier(trusted: $0)
  }

  private mutating func addSiteBindings() {
    var records: [SiteBindingRecord] = []
    // Collected for the first choice: most registries have none.
    lazy var applications = Dictionary(
      grouping: linked.bundles, by: { $0.identifier.asciiLowercased })
    // The first choice for each slot: bundles are in the order of origin, then identifier.
    var first: [Binding.Slot: (bundle: Int, handler: String)] = [:]
    for (index, bundle) in linked.bundles.enumerated() {
      for binding in bundle.unit.choices {
        if !binding.isNever {
          let named = applications[binding.handler.asciiLowercased] ?? []
          noteMissingHandler(
            binding, of: bundle,
            application: named.first { $0.identifier == binding.handler }
              ?? (named.count == 1 ? named[0] : nil))
          let slot = Binding.Slot(subject: binding.subject, role: binding.role, kind: .handler)
          if let other = first[slot] {
            noteSecondChoice(binding, of: bundle, after: other)
          } else {
            first[slot] = (index, binding.handler)
          }
        }
        var record = SiteBindingRecord()
        switch binding.subject {
        case .type(let identifier), .family(let identifier):
          record.type = nodes.number(of: identifier).map { UInt32($0) + 1 } ?? 0
          record.subject = strings.reference(identifier.text)
        case .tag(let tag):
          record.tagClass = strings.reference(tag.tagClass.text)
          record.subject = strings.reference(tag.value)
        }
        if case .family = binding.subject { record.flags |= SiteBindingRecord.family }
        if binding.isNever { record.flags |= SiteBindingRecord.never }
        record.handler = strings.reference(binding.handler)
        record.role = binding.role.map { $0.bit + 1 } ?? 0
        record.bundle = UInt32(index)
        record.line = UInt32(clamping: binding.location?.line ?? 0)
        record.column = UInt16(clamping: binding.location?.column ?? 0)
        records.append(record)
      }
    }
    builder.set(.siteBindings, to: records)
  }

  /// Reports a choice that has no effect, because its application cannot be started or is a user's own.
  private mutating func noteMissingHandler(
    _ binding: SiteBinding, of bundle: LinkedBundle, application: LinkedBundle?
  ) {
    let problem: String
    if let application {
      if application.origin == .user {
        problem = "is installed by a user, not for all users"
      } else if let reason = application.program.missingReason(application.launchArguments) {
        problem = reason.words
      } else {
        return
      }
    } else {
      problem = "is not installed"
    }
    diagnostics.add(
      .warning, .missingDefaultHandler, path: bundle.path, at: binding.location,
      "default handler '\(binding.handler)' for \(Self.name(of: binding.subject)) \(problem)",
      hint: "install it for all users, or correct its identifier; until then the next choice or "
        + "claim decides")
  }

  private static func name(of subject: Binding.Subject) -> String {
    switch subject {
    case .type(let identifier): "'\(identifier)'"
    case .family(let identifier): "'\(identifier)' with its subtypes"
    case .tag(let tag): "\(tag.tagClass) '\(tag.value)'"
    }
  }

  /// Reports a choice if another bundle makes a different one for the same subject.
  private mutating func noteSecondChoice(
    _ binding: SiteBinding, of bundle: LinkedBundle, after other: (bundle: Int, handler: String)
  ) {
    let winner = linked.bundles[other.bundle]
    guard winner.path != bundle.path, other.handler != binding.handler else { return }
    diagnostics.add(
      .warning, .secondDefaultHandler, path: bundle.path, at: binding.location,
      "default handler for \(Self.name(of: binding.subject)) comes after '\(other.handler)', which "
        + "'\(winner.identifier)' chooses",
      hint: "remove one of the two; the more trusted origin comes first, then the bundle "
        + "identifier that sorts first")
  }

  private static func advice(on problem: LaunchProblem) -> String {
    switch problem {
    case .noArguments: "add 'TRLaunch', such as {\"Arguments\": [\"program\", \"%F\"]}"
    case .notExecutable: "make it executable, as 'chmod +x' does"
    case .notAbsolute, .notFound, .notFoundByName:
      "install it, or write the absolute path of its program first in 'TRLaunch.Arguments'"
    }
  }

  /// The program and flags of an application; reports an application that cannot be started.
  mutating func launchInformation(
    _ bundle: LinkedBundle
  ) -> (program: StringReference, flags: UInt32) {
    var flags: UInt32 = 0
    if bundle.record.flags & UnitBundle.terminal != 0 { flags |= BundleRecord.terminal }
    if bundle.launchArguments.contains(where: { $0 == "%F" || $0 == "%U" }) {
      flags |= BundleRecord.takesMany
    }
    guard bundle.unit.claims.count > 0 || !bundle.launchArguments.isEmpty else {
      return (0, UInt32(LaunchProblem.noArguments.rawValue) << BundleRecord.missingShift)
    }
    if let reason = bundle.program.missingReason(bundle.launchArguments) {
      flags |= UInt32(reason.rawValue) << BundleRecord.missingShift
      diagnostics.add(
        .note, .programMissing, path: bundle.path,
        "application '\(bundle.identifier)' \(reason.words)",
        hint: bundle.record.kind == .desktopEntry
          ? "install it, or correct 'Exec' and 'TryExec'" : Self.advice(on: reason))
      return (0, flags)
    }
    if case .present(let path) = bundle.program { return (strings.reference(path), flags) }
    return (strings.reference(bundle.launchArguments.first), flags)
  }
}
