// SPDX-License-Identifier: MIT

// The bundles of a registry by their indices. Those in effect come first; the masked ones come last: another
// bundle with the same identifier is in effect instead.

extension CompiledRegistry {
  /// The bundles in effect.
  ///
  /// - Complexity: O(log *n*) for *n* bundles.
  package var effectiveBundles: Range<UInt32> {
    0..<UInt32((0..<bundleRecords.count).partitioningIndex { bundleRecords[$0].maskedBy != 0 })
  }

  /// The origin of a bundle.
  package func origin(ofBundle index: UInt32) -> Origin {
    Origin(rawValue: UInt8(truncatingIfNeeded: bundleRecords[index].origin)) ?? .user
  }

  /// The origin that orders a bundle's claims: its own, or that of a more trusted bundle that it masks.
  package func rankOrigin(ofBundle index: UInt32) -> Origin {
    Origin(rawValue: UInt8(truncatingIfNeeded: bundleRecords[index].origin >> 8)) ?? .user
  }

  /// The position of a bundle's directory among the directories of applications that only root can change; 0
  /// for a user's.
  ///
  /// It orders the bundle's claims.
  package func place(ofBundle index: UInt32) -> Int { Int(bundleRecords[index].origin >> 16) }

  /// The masked bundle whose position a bundle has; `nil` if it has its own.
  ///
  /// - Complexity: O(*n*) for *n* bundles.
  package func bundle(placing index: UInt32) -> UInt32? {
    (0..<UInt32(bundleRecords.count)).first { other in
      let record = bundleRecords[other]
      return record.maskedBy == index + 1 && record.flags & BundleRecord.givesPlace != 0
    }
  }

  /// The bundle in effect with that identifier, or else the only one whose identifier differs from it
  /// in case alone; `nil` if there is none, or if there are several.
  ///
  /// - Complexity: O(*n*) for *n* bundles.
  package func bundle(named identifier: String) -> UInt32? {
    let found = bundles(spelledLike: identifier)
    return found.count == 1 ? found.first : nil
  }

  /// The bundle in effect with that identifier, or else all whose identifiers differ from it in case
  /// alone.
  ///
  /// - Complexity: O(*n*) for *n* bundles.
  package func bundles(spelledLike identifier: String) -> [UInt32] {
    var found: [UInt32] = []
    for index in effectiveBundles {
      let name = bytes(of: bundleRecords[index].identifier)
      guard name.count == identifier.utf8.count else { continue }
      let text = name.text
      if text.utf8.elementsEqual(identifier.utf8) { return [index] }
      if text.isEqualIgnoringCase(identifier) { found.append(index) }
    }
    return found
  }

  /// The identifier of a bundle.
  package func identifier(ofBundle index: UInt32) -> String {
    text(bundleRecords[index].identifier)
  }

  /// An identifier as its bundle spells it; `identifier` itself if no bundle in effect has it.
  package func spelling(ofBundle identifier: String) -> String {
    bundle(named: identifier).map(identifier(ofBundle:)) ?? identifier
  }

  /// The application of a bundle as a binding names it.
  package func identity(ofBundle index: UInt32) -> HandlerIdentity {
    HandlerIdentity(
      bundle: identifier(ofBundle: index), origin: origin(ofBundle: index),
      path: path(bundleRecords[index].path))
  }

  /// Whether a bundle replaces the application that was chosen: its desktop entry has the same ID
  /// in another directory.
  ///
  /// An entry that is less trusted than the chosen one must mask it, as a user's own copy does.
  ///
  /// - Complexity: O(*n*) for *n* bundles.
  func isReplacement(_ index: UInt32, of chosen: HandlerIdentity) -> Bool {
    let found = identity(ofBundle: index)
    guard chosen.path.hasSuffix(".desktop"), found.path.hasSuffix(".desktop") else { return false }
    return found.origin <= chosen.origin
      || (effectiveBundles.upperBound..<UInt32(bundleRecords.count)).contains {
        bundleRecords[$0].maskedBy == index + 1 && identity(ofBundle: $0) == chosen
      }
  }

  /// The argument vector that starts a bundle's application.
  package func launchArguments(ofBundle index: UInt32) -> [String] {
    let start = bundleRecords[index].launchArguments
    let end =
      Int(index) + 1 < bundleRecords.count
      ? bundleRecords[index + 1].launchArguments : UInt32(launchArguments.count)
    return launchArguments.run(from: start, to: end).map { text(launchArguments[$0]) }
  }

  /// The argument vector that starts a bundle's application, with the path of the program that was found, so
  /// that the search is not repeated.
  package func launchVector(ofBundle index: UInt32) -> [String] {
    var arguments = launchArguments(ofBundle: index)
    let program = bundleRecords[index].program
    if !arguments.isEmpty, program != 0 { arguments[0] = text(program) }
    return arguments
  }

  /// The programs of the applications that decide about the ranks of others.
  ///
  /// - Complexity: O(*n*) for *n* bundles.
  package var programsThatDecideRanks: [String] {
    (0..<bundleRecords.count)
      .filter { bundleRecords[$0].flags & BundleRecord.decidesRanks != 0 }
      .map { text(bundleRecords[$0].program) }
  }

  /// Why a bundle's application cannot be started; `nil` if it can.
  package func missingReason(ofBundle index: UInt32) -> LaunchProblem? {
    LaunchProblem(
      rawValue: UInt8(truncatingIfNeeded: bundleRecords[index].flags >> BundleRecord.missingShift))
  }

  /// The applications whose program was not found or cannot be executed, in byte order of their
  /// identifiers.
  public var applicationsWithoutProgram: [(bundle: String, reason: LaunchProblem)] {
    effectiveBundles.compactMap { index in
      guard let reason = missingReason(ofBundle: index),
        reason == .notFound || reason == .notFoundByName || reason == .notExecutable
      else { return nil }
      return (text(bundleRecords[index].identifier), reason)
    }
    .sorted { $0.bundle.utf8.lexicographicallyPrecedes($1.bundle.utf8) }
  }
}
