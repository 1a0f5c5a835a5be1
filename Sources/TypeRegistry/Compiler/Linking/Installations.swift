// SPDX-License-Identifier: MIT

/// All bundles in a defined order, and which of them are in effect.
///
/// One installation of a bundle identifier is in effect; identifiers are compared with case. The most trusted
/// origin wins, then the highest version, then the path that comes first. In core the order of file names
/// decides.
///
/// Of desktop entries the one in the first directory is in effect, in the order of freedesktop's
/// specification: the user's own copy masks the system's. It keeps the rank of the most trusted entry that it
/// masks, and the position among directories. A declaration file of the same identifier is more specific than
/// an entry, and masks those that are not more trusted.
struct Installations {
  /// A bundle that is not in effect, and the index of the one that masks it.
  struct Masked {
    let bundle: LinkedBundle
    let maskedBy: Int
  }

  /// The bundles in effect.
  private(set) var effective: [LinkedBundle] = []
  /// The other bundles.
  private(set) var masked: [Masked] = []

  init(_ inputs: [CompilerInput]) {
    let (bundles, maskedEntries) = Self.maskingEntries(inputs.compactMap { LinkedBundle($0) })
    let sorted = bundles.map { OrderedBundle($0) }.sorted(by: <).map(\.bundle)
    var first: [String: Int] = [:]
    for bundle in sorted {
      if bundle.record.kind == .mimePackage || bundle.record.kind == .associations {
        // The contents of these are added together, whatever their names are.
        effective.append(bundle)
        continue
      }
      if let winner = first[bundle.identifier] {
        masked.append(Masked(bundle: bundle, maskedBy: winner))
        continue
      }
      first[bundle.identifier] = effective.count
      effective.append(bundle)
    }
    for bundle in maskedEntries {
      guard let winner = first[bundle.identifier] else { continue }
      masked.append(Masked(bundle: bundle, maskedBy: winner))
    }
    placeApplications()
  }

  /// Numbers the directories of applications that only root can change, in their order.
  ///
  /// Directories without applications leave no gaps, so that they do not show in the registry.
  private func placeApplications() {
    let applications = effective.filter { $0.rankOrigin != .user && $0.unit.claims.count > 0 }
    let levels = Set(applications.map(\.rankLevel)).sorted()
    for application in applications {
      application.place = levels.indices.partitioningIndex {
        levels[$0] >= application.rankLevel
      }
    }
  }

  /// Separates the desktop entries that others mask from all other bundles.
  ///
  /// - Returns: The other bundles, and the masked entries in the order of identifiers, then directories.
  private static func maskingEntries(
    _ bundles: [LinkedBundle]
  ) -> (others: [LinkedBundle], masked: [LinkedBundle]) {
    var others = bundles.filter { $0.record.kind != .desktopEntry }
    let entries = bundles.filter { $0.record.kind == .desktopEntry }.sorted { left, right in
      if let isFirst = left.identifierPrecedes(right) { return isFirst }
      if left.record.level != right.record.level { return left.record.level < right.record.level }
      return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }
    var masked: [LinkedBundle] = []
    for entry in entries {
      let last = others.count - 1
      if last >= 0, others[last].record.kind == .desktopEntry,
        others[last].identifier == entry.identifier
      {
        others[last].mask(entry)
        masked.append(entry)
      } else {
        others.append(entry)
      }
    }
    return (others, masked)
  }

  /// Reports the bundles with omitted parts, by their indices, and the bundles that are not in effect.
  func diagnostics(leftOut: [Int]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for (index, count) in leftOut.enumerated() where count > 0 {
      diagnostics.append(
        Diagnostic(
          .error, .tooManyTypes, path: effective[index].path,
          message:
            "\(count) declarations, supplements and claims are left out: a registry holds "
            + "at most \(RegistryLimits.maximumTypes) types, undeclared ones included",
          hint: "remove bundles that are not needed"))
    }
    for entry in masked {
      let other = effective[entry.maskedBy]
      if entry.bundle.record.kind == .desktopEntry, other.record.kind == .desktopEntry {
        diagnostics.append(
          Diagnostic(
            .note, .maskedBundle, path: entry.bundle.path,
            message:
              "desktop entry '\(entry.bundle.identifier)' is masked by the one of origin "
              + "\(other.origin) in a directory that comes first",
            hint: "remove that one to use this one"))
        continue
      }
      // Without the other path: the digest covers messages, and not where files are.
      diagnostics.append(
        Diagnostic(
          .warning, .maskedBundle, path: entry.bundle.path,
          message:
            "bundle '\(entry.bundle.identifier)' is not in effect: another one with the same "
            + "identifier (origin \(other.origin), version \(other.version.text)) comes first",
          hint: "remove one of the two, or give this one an identifier of its own"))
    }
    return diagnostics
  }

  /// A bundle with its sort key: the origin; then the file's name in core, elsewhere the
  /// identifier; among installations of one identifier, declaration files, the higher version, then
  /// the path.
  private struct OrderedBundle {
    let bundle: LinkedBundle
    let name: String

    init(_ bundle: LinkedBundle) {
      self.bundle = bundle
      name =
        bundle.origin == .core
        ? FilePath(bundle.path).map { String(decoding: $0.name, as: UTF8.self) } ?? ""
        : bundle.orderedIdentifier
    }

    static func < (left: OrderedBundle, right: OrderedBundle) -> Bool {
      if left.bundle.origin != right.bundle.origin {
        return left.bundle.origin < right.bundle.origin
      }
      if left.name != right.name {
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
      }
      if left.bundle.origin != .core, let isFirst = left.bundle.identifierPrecedes(right.bundle) {
        return isFirst
      }
      let kinds = (left.bundle.record.kind, right.bundle.record.kind)
      if kinds.0 != kinds.1 { return kinds.0.rawValue < kinds.1.rawValue }
      if left.bundle.version != right.bundle.version {
        return left.bundle.version > right.bundle.version
      }
      return left.bundle.path.utf8.lexicographicallyPrecedes(right.bundle.path.utf8)
    }
  }
}
