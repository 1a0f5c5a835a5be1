// SPDX-License-Identifier: MIT

/// The sizes that a compiled registry must not exceed.
///
/// Declarations beyond a limit are left out with a diagnostic that names the limit. The limits of a
/// single declaration file are `DeclarationLimits`.
public enum RegistryLimits {
  /// The number of types that all bundles together may declare or name.
  public static let maximumTypes = 100_000
  /// The number of tag classes in all bundles together.
  public static let maximumTagClasses = 1_024
  /// The number of types with the same tag; of more, the most trusted are kept.
  public static let maximumTypesPerTag = 256
  /// The number of patterns with wildcards of all types together; of more, the most trusted are used.
  public static let maximumPatterns = 4_096
}
