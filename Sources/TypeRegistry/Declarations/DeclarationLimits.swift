// SPDX-License-Identifier: MIT

/// The sizes that declarations must not exceed.
///
/// A size equal to a limit is accepted; one more is rejected with a diagnostic that names the
/// limit.
public enum DeclarationLimits {
  /// The length of a declaration file or `.strings` file in bytes.
  public static let maximumFileBytes = 1 << 20
  /// The length of a package of MIME types in bytes.
  public static let maximumPackageBytes = 16 << 20
  /// How deep arrays, objects or elements may be nested.
  public static let maximumDepth = 64
  /// How many values and member names a file may hold, shared ones counted each time.
  public static let maximumValues = 262_144
  /// How many bytes of text the values of a binary property list may have, shared ones counted each
  /// time.
  public static let maximumExpandedBytes = 8 << 20
  /// How many types a bundle may declare or supplement.
  public static let maximumTypesPerBundle = 4_096
  /// How many types a package of MIME types may declare: one file may have the types of a whole system, such
  /// as the one of shared-mime-info or an exported one.
  public static let maximumTypesPerPackage = 16_384
  /// How many tags a type may have in one declaration.
  public static let maximumTagsPerType = 256
  /// How many parents a type may have in one declaration.
  public static let maximumParentsPerType = 256
  /// How many entries of document types and URL types together a bundle may have.
  public static let maximumClaimsPerBundle = 16_384
  /// How many types, schemes or tags one claim may name.
  public static let maximumSubjectsPerClaim = 4_096
  /// How many types, schemes and tags all claims of a bundle together may name.
  public static let maximumSubjectsPerBundle = 16_384
  /// How many handlers one bundle may choose for the site.
  public static let maximumSiteBindings = 4_096
  /// How many arguments a program may be started with.
  public static let maximumLaunchArguments = 256
  /// How many bytes all arguments of a program together may have.
  public static let maximumLaunchBytes = 32_768
  /// How many directories of programs a bundle may name.
  public static let maximumProgramDirectories = 64
  /// How many bytes a name, description or version may have; a longer one is ignored.
  ///
  /// Together with the limit of arguments, it keeps the description of an application well below
  /// the longest reply, in every encoding.
  public static let maximumTextBytes = 1_024
  /// How many rules about the contents of its files a type may have in one declaration.
  public static let maximumContentRules = 256
  /// How deep the matches of such a rule may be nested.
  public static let maximumContentDepth = 8
  /// How far before the end of a file such a rule may look.
  public static let maximumEndExtent = FileSample.end
  /// How many bytes of a file rules may read.
  public static let maximumMagicExtent = 128 << 10
  /// How many bytes one match of a rule may compare, at all its offsets together.
  public static let maximumMagicComparisons = 1 << 20
  /// How many matches the rules of a file may have.
  public static let maximumMagicMatches = 65_536
  /// How many matches about files of a directory a MIME package may have.
  public static let maximumTreeMatches = 4_096
  /// How many names the path of such a match may have.
  public static let maximumTreeDepth = 16
  /// How many diagnostics of one file are kept; the others are only counted.
  public static let maximumDiagnostics = 100
  /// How many entries of a directory are read.
  public static let maximumDirectoryEntries = 65_536
  /// How many declaration files one search path may hold.
  public static let maximumFiles = 16_384
  /// How many languages a bundle directory may be translated to.
  public static let maximumLocalizations = 256
}
