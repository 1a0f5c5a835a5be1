// SPDX-License-Identifier: MIT

/// The use that an application makes of the files of a type that it claims (Apple's `CFBundleTypeRole`).
public enum Role: String, CaseIterable, Hashable, Sendable {
  /// Reads, changes and writes them.
  case editor = "Editor"
  /// Reads and shows them.
  case viewer = "Viewer"
  /// Runs them.
  case shell = "Shell"
  /// Makes previews of them.
  case quickLookGenerator = "QLGenerator"
  /// Has an icon for them or accepts drops, but does not open them.
  case none = "None"

  /// The role of that name, compared without case as Apple's tools do.
  public init?(named name: String) {
    guard
      let role = Self.allCases.first(where: { $0.rawValue.asciiLowercased == name.asciiLowercased })
    else { return nil }
    self = role
  }
}
