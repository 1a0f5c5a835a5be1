// SPDX-License-Identifier: MIT

/// A bundle of a registry.
public struct BundleInformation: Hashable, Sendable {
  /// `CFBundleIdentifier`.
  public var identifier: String
  /// The application's name in the caller's language.
  public var name: String?
  /// `CFBundleVersion`.
  public var version: String
  /// The file.
  public var path: String
  /// The origin of the bundle.
  public var origin: Origin
  /// The number of type declarations.
  public var declarations: Int
  /// The number of supplements.
  public var supplements: Int
  /// The number of claims.
  public var claims: Int
  /// The file of the bundle that masks this one; `nil` if this one is in effect.
  public var maskedBy: String?
}

extension CompiledRegistry {
  /// All bundles: those in effect in the order of their origins, then the masked ones.
  public func bundles(in languages: LanguageList = .none) -> [BundleInformation] {
    (0..<bundleRecords.count).map { bundle(at: $0, in: languages) }
  }

  /// One of the bundles of ``bundles(in:)``.
  package func bundle(at index: Int, in languages: LanguageList) -> BundleInformation {
    let record = bundleRecords[index]
    let name = localized(record.name, ofBundle: UInt16(clamping: index), in: languages)
    return BundleInformation(
      identifier: text(record.identifier), name: name.isEmpty ? nil : name,
      version: text(record.version), path: path(record.path),
      origin: Origin(rawValue: UInt8(truncatingIfNeeded: record.origin)) ?? .user,
      declarations: Int(record.declarations), supplements: Int(record.supplements),
      claims: Int(record.claims),
      maskedBy: record.maskedBy == 0 ? nil : path(bundleRecords[Int(record.maskedBy) - 1].path))
  }
}
