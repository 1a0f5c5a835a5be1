// SPDX-License-Identifier: MIT

/// All bundles in a defined order, and which of them are in effect.
///
/// One installation of a bundle identifier is in effect: that of the more trusted origin, then the
/// higher version, then the path that comes first. In core the order is that of the file names.
struct Installations {
  /// A bundle that is not in effect, and the index of the one that masks it.
  struct Masked {
    let bundle: LinkedBundle
    let maskedBy: Int
  }

  /// The bundles in effect.
  private(set) var counting: [LinkedBundle] = []
  /// The other bundles.
  private(set) var masked: [Masked] = []

  init(_ inputs: [CompilerInput]) {
    let sorted = inputs.compactMap { LinkedBundle($0) }.map { OrderedBundle($0) }
      .sorted(by: <).map(\.bundle)
    var first: [String: Int] = [:]
    for bundle in sorted {
      if bundle.record.kind == .mimePackage || bundle.record.kind == .associations {
        // What these say adds up, whatever their names are.
        counting.append(bundle)
        continue
      }
      if let winner = first[bundle.comparedIdentifier] {
        masked.append(Masked(bundle: bundle, maskedBy: winner))
        continue
      }
      first[bundle.comparedIdentifier] = counting.count
      counting.append(bundle)
    }
  }

  /// Reports what is left out of bundles, by their indices, and the bundles that are not in effect.
  func diagnostics(leftOut: [Int]) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for (index, count) in leftOut.enumerated() where count > 0 {
      diagnostics.append(
        Diagnostic(
          .error, .tooManyTypes, path: counting[index].path,
          message:
            "\(count) declarations, supplements and claims are left out: a registry holds "
            + "at most \(RegistryLimits.maximumTypes) types, those that are only named included",
          hint: "remove bundles that are not needed"))
    }
    for entry in masked {
      let other = counting[entry.maskedBy]
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
  /// identifier; among installations of one identifier, the higher version, then the path.
  private struct OrderedBundle {
    let bundle: LinkedBundle
    let name: String

    init(_ bundle: LinkedBundle) {
      self.bundle = bundle
      name =
        bundle.origin == .core
        ? FilePath(bundle.path).map { String(decoding: $0.name, as: UTF8.self) } ?? ""
        : bundle.comparedIdentifier
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
