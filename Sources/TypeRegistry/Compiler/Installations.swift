// SPDX-License-Identifier: MIT

internal import StrictJSON

/// All bundles in a defined order, and which of them are in effect.
///
/// One installation of a bundle identifier is in effect: that of the more trusted origin, then the
/// higher version, then the path that comes first. In core the order is that of the file names.
struct Installations {
  /// Every bundle, those in effect first; the others with the index of the bundle that masks them.
  private(set) var all: [(bundle: Bundle, maskedBy: Int?)] = []
  /// The bundles in effect; indices are those of ``all``.
  let counting: [Bundle]
  private(set) var diagnostics: [Diagnostic] = []

  init(_ bundles: [Bundle]) {
    let sorted = bundles.map { OrderedBundle($0) }.sorted(by: <).map(\.bundle)
    var first: [String: Int] = [:]
    var counting: [Bundle] = []
    var masked: [(bundle: Bundle, by: Int)] = []
    var room = TypeRoom(for: sorted)
    for bundle in sorted {
      let identifier = bundle.identifier.asciiLowercased
      if let winner = first[identifier] {
        masked.append((bundle, winner))
        continue
      }
      var kept = bundle
      let dropped = room.admit(&kept)
      if dropped > 0 {
        diagnostics.append(
          Diagnostic(
            .error, .tooManyTypes, path: bundle.path,
            message:
              "\(dropped) declarations, supplements and claims are left out: a registry holds "
              + "at most \(RegistryLimits.maximumTypes) types, those that are only named included",
            hint: "remove bundles that are not needed"))
      }
      first[identifier] = counting.count
      counting.append(kept)
    }
    self.counting = counting
    all = counting.map { ($0, nil) }
    for (bundle, winner) in masked {
      all.append((bundle, winner))
      let other = counting[winner]
      // Without the other path: the digest covers messages, and not where files are.
      diagnostics.append(
        Diagnostic(
          .warning, .maskedBundle, path: bundle.path,
          message: "bundle '\(bundle.identifier)' is not in effect: another one with the same "
            + "identifier (origin \(other.origin), version \(other.version.text)) comes first",
          hint: "remove one of the two, or give this one an identifier of its own"))
    }
  }

  /// A bundle with its sort key: the origin; then the file's name in core, elsewhere the
  /// identifier; among installations of one identifier, the higher version, then the path.
  private struct OrderedBundle {
    let bundle: Bundle
    let name: String

    init(_ bundle: Bundle) {
      self.bundle = bundle
      name =
        bundle.origin == .core
        ? FilePath(bundle.path).map { String(decoding: $0.name, as: UTF8.self) } ?? ""
        : bundle.identifier.asciiLowercased
    }

    static func < (left: OrderedBundle, right: OrderedBundle) -> Bool {
      if left.bundle.origin != right.bundle.origin {
        return left.bundle.origin < right.bundle.origin
      }
      if left.name != right.name {
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
      }
      if left.bundle.version != right.bundle.version {
        return left.bundle.version > right.bundle.version
      }
      return left.bundle.path.utf8.lexicographicallyPrecedes(right.bundle.path.utf8)
    }
  }
}
