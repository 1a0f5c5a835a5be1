// SPDX-License-Identifier: MIT

/// A further way to start an application, such as "New Window": an action of its desktop entry (Desktop Entry
/// Specification, "Additional applications actions").
public struct ApplicationAction: Hashable, Sendable {
  /// The identifier in the entry, such as `new-window`.
  public var identifier: String
  /// The name in the caller's language.
  public var name: String
  /// The name of its icon, or an absolute path; `nil` for that of the application.
  public var iconName: String?
  /// The argument vector that performs it, the program's path first, placeholders not replaced.
  public var arguments: [String]

  package init(identifier: String, name: String, iconName: String?, arguments: [String]) {
    self.identifier = identifier
    self.name = name
    self.iconName = iconName
    self.arguments = arguments
  }
}

extension LaunchApplication {
  /// The actions of the application's desktop entry, which is read now.
  ///
  /// Those that cannot be started are left out; there are none if another kind of file declares the
  /// application.
  public func readActions(in languages: LanguageList = .none) -> [ApplicationAction] {
    DesktopEntryDetails(at: identity.path)?.actions(of: self, in: languages) ?? []
  }
}
