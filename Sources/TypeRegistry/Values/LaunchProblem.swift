// SPDX-License-Identifier: MIT

/// Why an application cannot be started.
public enum LaunchProblem: UInt8, Hashable, Sendable, CaseIterable {
  /// The bundle has no `TRLaunch.Arguments`.
  case noArguments = 1
  /// The first argument is neither absolute nor a plain name.
  case notAbsolute = 2
  /// There is no executable file of that name.
  case notFound = 3

  /// The problem's word in protocols.
  package var name: String {
    switch self {
    case .noArguments: "noArguments"
    case .notAbsolute: "notAbsolute"
    case .notFound: "notFound"
    }
  }

  /// What is wrong, in words that follow the application's name in a message.
  public var words: String {
    switch self {
    case .noArguments: "cannot be started: it has no 'TRLaunch.Arguments'"
    case .notAbsolute: "cannot be started: its program is a relative path"
    case .notFound: "cannot be started: its program was not found"
    }
  }
}
