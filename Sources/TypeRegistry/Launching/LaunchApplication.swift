// SPDX-License-Identifier: MIT

/// An application to start.
public struct LaunchApplication: Hashable, Sendable {
  /// Its identity.
  package var identity: HandlerIdentity
  /// Its name.
  public var name: String
  /// Its argument vector, with placeholders.
  public var arguments: [String]
  /// Whether it needs a terminal.
  public var isTerminal: Bool
  /// The directory that it starts in; `nil` for the caller's.
  public var workingDirectory: String?
  /// Whether it is newly installed and was not chosen or confirmed.
  public var isUnconfirmed: Bool
  /// Whether the arguments are those of one of its actions.
  private(set) var isAction = false

  /// The application of a handler.
  public init(_ handler: Handler) {
    self.init(
      identity: handler.identity, name: handler.name, arguments: handler.arguments,
      isTerminal: handler.isTerminal, workingDirectory: handler.workingDirectory,
      isUnconfirmed: handler.isUnconfirmed)
  }

  /// An application that the user named.
  public init(_ application: ApplicationInformation) {
    // To name it is to choose it.
    self.init(
      identity: application.identity, name: application.name, arguments: application.arguments,
      isTerminal: application.isTerminal, workingDirectory: application.workingDirectory)
  }

  /// An application with the given parts.
  package init(
    identity: HandlerIdentity, name: String, arguments: [String], isTerminal: Bool = false,
    workingDirectory: String? = nil, isUnconfirmed: Bool = false
  ) {
    self.identity = identity
    self.name = name
    self.arguments = arguments
    self.isTerminal = isTerminal
    self.workingDirectory = workingDirectory
    self.isUnconfirmed = isUnconfirmed
  }

  /// The application, started by one of its actions; one that takes no files, such as "New Window", is started
  /// without them.
  public func performing(_ action: ApplicationAction) -> LaunchApplication {
    var application = self
    application.arguments = action.arguments
    application.isAction = true
    return application
  }
}
