// SPDX-License-Identifier: MIT

/// Why an application cannot be started.
public enum LaunchProblem: UInt8, Hashable, Sendable, CaseIterable {
  /// The bundle has no usable `TRLaunch.Arguments`, or the desktop entry no usable `Exec`.
  case noArguments = 1
  /// The first argument is neither absolute nor a plain name.
  case notAbsolute = 2
  /// There is no file of that name.
  case notFound = 3
  /// The file of that name has no permission to be executed.
  case notExecutable = 4
  /// No directory that is searched has a program of that name.
  case notFoundByName = 5

  /// The problem's word in protocols.
  public var name: String {
    switch self {
    case .noArguments: "noArguments"
    case .notAbsolute: "notAbsolute"
    case .notFound: "notFound"
    case .notExecutable: "notExecutable"
    case .notFoundByName: "notFoundByName"
    }
  }

  /// The problem, as words that follow the application's name in a message.
  public var words: String { "cannot be started: \(cause)" }

  /// The problem, in words.
  public var cause: String {
    switch self {
    case .noArguments: "it has no usable 'TRLaunch.Arguments' or 'Exec'"
    case .notAbsolute: "its program is a relative path"
    case .notFound: "its program was not found"
    case .notExecutable: "its program is not executable"
    case .notFoundByName: "its program was not found \(SearchedDirectories.wordsOfApplications)"
    }
  }
}
