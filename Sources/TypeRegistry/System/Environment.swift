// SPDX-License-Identifier: MIT

internal import Glibc

/// The values of the environment variables that locate declarations.
///
/// The library never reads the environment by itself: the caller decides, so that a daemon, a test
/// and a command use what they were given.
public struct Environment: Hashable, Sendable {
  /// `HOME`: without it there is no user layer.
  public var home: String?
  /// `XDG_DATA_HOME`: `$HOME/.local/share` if unset or empty.
  public var dataHome: String?
  /// `XDG_DATA_DIRS`, joined by colons: `/usr/local/share:/usr/share` if unset or empty.
  public var dataDirectories: String?
  /// `TYPED_DECLARATIONS`, joined by colons: replaces the search path, also if it is empty.
  public var declarations: String?

  /// An environment of known variables.
  public init(
    home: String? = nil, dataHome: String? = nil, dataDirectories: String? = nil,
    declarations: String? = nil
  ) {
    self.home = home
    self.dataHome = dataHome
    self.dataDirectories = dataDirectories
    self.declarations = declarations
  }

  /// The environment of this process.
  public static var current: Environment {
    Environment(
      home: variable("HOME"), dataHome: variable("XDG_DATA_HOME"),
      dataDirectories: variable("XDG_DATA_DIRS"), declarations: variable("TYPED_DECLARATIONS"))
  }

  private static func variable(_ name: String) -> String? {
    // Safe because the text is copied before anything else can change the environment.
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
