// SPDX-License-Identifier: MIT

internal import StrictJSON

/// All bundles in an order of their own, and which of them count.
///
/// One installation of a bundle identifier counts: that of the more trusted origin, then the higher
/// version, then the path that comes first. In core the order is that of the file names.
struct Installations {
  /// Every bundle, those that count first, with the counting one that masks it.
  private(set) var all: [(bundle: Bundle, maskedBy: Int?)] = []
  /// The bundles that count; indices are those of ``all``.
  let counting: [Bundle]
  private(set) var diagnostics: [Diagnostic] = []

  init(_ bundles: [Bundle]) {
    let sorted = bundles.map { (key: Self.key(of: $0), bundle: $0) }.sorted { left, right in
      left.key < right.key
        || left.key == right.key && left.bundle.version > right.bundle.version
        || left.key == right.key && left.bundle.version == right.bundle.version
          && left.bundle.path.utf8.lexicographicallyPrecedes(right.bundle.path.utf8)
    }.map(\.bundle)
    var first: [String: Int] = [:]
    var counting: [Bundle] = []
    var masked: [(bundle: Bundle, by: Int)] = []
    var types = 0
    for bundle in sorted {
      let identifier = bundle.identifier.asciiLowercased
      if let winner = first[identifier] {
        masked.append((bundle, winner))
        continue
      }
      var kept = bundle
      let room = RegistryCompiler.maximumTypes - types
      if kept.declarations.count > room {
        let dropped = kept.declarations.count - room
        diagnostics.append(
          Diagnostic(
            .error, .tooManyTypes, path: bundle.path,
            message: "\(dropped) declarations are left out: a registry holds at most "
              + "\(RegistryCompiler.maximumTypes)",
            hint: "remove bundles that are not needed"))
        kept.declarations.removeLast(dropped)
      }
      types += kept.declarations.count
      first[identifier] = counting.count
      counting.append(kept)
    }
    self.counting = counting
    all = counting.map { ($0, nil) }
    for (bundle, winner) in masked {
      all.append((bundle, winner))
      diagnostics.append(
        Diagnostic(
          .warning, .maskedBundle, path: bundle.path,
          message: "bundle '\(bundle.identifier)' does not count: \(counting[winner].path) "
            + "has the same identifier and comes first",
          hint: "remove one of the two, or give this one an identifier of its own"))
    }
  }

  /// Origin, then in core the file's name, elsewhere the identifier.
  private static func key(of bundle: Bundle) -> SortKey {
    let name =
      bundle.origin == .core
      ? String(bundle.path.split(separator: "/").last ?? "") : bundle.identifier.asciiLowercased
    return SortKey(origin: bundle.origin, name: name)
  }

  private struct SortKey: Equatable {
    var origin: Origin
    var name: String

    static func < (left: SortKey, right: SortKey) -> Bool {
      left.origin == right.origin
        ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8) : left.origin < right.origin
    }
  }
}
