// SPDX-License-Identifier: MIT

/// How strongly an application claims a type (Apple's `LSHandlerRank`).
public enum HandlerRank: String, CaseIterable, Hashable, Sendable {
  /// The application's own type.
  case owner = "Owner"
  /// The usual case, also if no rank is declared.
  case `default` = "Default"
  /// Can open it, but should rarely come first.
  case alternate = "Alternate"
  /// Never opens it; accepts drops.
  case none = "None"

  /// The rank of that name, compared without case.
  public init?(named name: String) {
    guard
      let rank = Self.allCases.first(where: { $0.rawValue.asciiLowercased == name.asciiLowercased })
    else { return nil }
    self = rank
  }
}
