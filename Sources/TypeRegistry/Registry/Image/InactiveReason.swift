// SPDX-License-Identifier: MIT

/// The reason why a declaration is not the active one of its type.
///
/// The first six are the steps of the order among declarations of one type; the others reject a
/// declaration whatever its rank in that order.
public enum InactiveReason: UInt16, CaseIterable, Hashable, Sendable {
  /// The active one is exported, this one is imported.
  case imported = 1
  /// The active one comes from a more trusted origin.
  case lessTrusted
  /// The active one's bundle shares its first two labels with the type, this one's does not.
  case foreignBundle
  /// The active one's bundle has the higher version.
  case lowerVersion
  /// The active one's bundle identifier, or path, comes first.
  case laterBundle
  /// The same file declares the type earlier.
  case laterInFile
  /// It would replace a more trusted origin's import without owning the type.
  case notOwner
  /// It would replace a more trusted origin's import, and lacks tags or supertypes of it.
  case narrowsTrusted
  /// Dynamic identifiers cannot be declared.
  case dynamic

  /// The reason's word, for programs.
  public var word: String {
    switch self {
    case .imported: "imported"
    case .lessTrusted: "lessTrusted"
    case .foreignBundle: "foreignBundle"
    case .lowerVersion: "lowerVersion"
    case .laterBundle: "laterBundle"
    case .laterInFile: "laterInFile"
    case .notOwner: "notOwner"
    case .narrowsTrusted: "narrowsTrusted"
    case .dynamic: "dynamic"
    }
  }

  /// The reason as a part of a sentence.
  public var explanation: String {
    switch self {
    case .imported: "an exported declaration takes precedence over an imported one"
    case .lessTrusted: "a more trusted origin takes precedence"
    case .foreignBundle: "a bundle that shares its first two labels with the type takes precedence"
    case .lowerVersion: "the higher bundle version takes precedence"
    case .laterBundle:
      "all else is equal, so the order of bundle identifiers and paths decides"
    case .laterInFile: "the same file declares the type earlier"
    case .notOwner:
      "an export replaces a more trusted import only if bundle and type share their first two labels"
    case .narrowsTrusted: "it narrows a more trusted declaration: it lacks tags or supertypes of it"
    case .dynamic: "identifiers that begin with 'dyn.' are made from tags and cannot be declared"
    }
  }
}
