// SPDX-License-Identifier: MIT

internal import Glibc

/// The values of the environment variables that locate declarations.
///
/// The library never reads the environment by itself: the caller decides, so that a daemon, a test
/// and a command use what they were given. Values are bytes, as paths are: they need not be UTF-8.
public struct Environment: Hashable, Sendable {
  /// `HOME`: without it there is no user layer.
  public var home: [UInt8]?
  /// `XDG_DATA_HOME`: `$HOME/.local/share` if unset or empty.
  public var dataHome: [UInt8]?
  /// `XDG_DATA_DIRS`, joined by colons: `/usr/local/share:/usr/share` if unset or empty.
  public var dataDirectories: [UInt8]?
  /// `TYPED_DECLARATIONS`, joined by colons: replaces the search path, also if it is empty.
  public var declarations: [UInt8]?

  /// `XDG_CONFIG_HOME`: `$HOME/.config` if unset or empty.
  public var configHome: [UInt8]?
  /// `XDG_CONFIG_DIRS`, joined by colons: `/etc/xdg` if unset or empty.
  public var configDirectories: [UInt8]?
  /// `XDG_CURRENT_DESKTOP`, joined by colons: the names of the desktop, the most special one first.
  public var currentDesktop: [UInt8]?

  /// The most bytes of the names of a desktop that one process sends to another, which is more than
  /// any desktop has.
  package static let longestDesktop = 255

  /// `PATH`, joined by colons: where programs are searched that the system's directories do not have.
  public var programPath: [UInt8]?

  /// Whether the core's meanings for Linux are in effect; `TYPED_FREEDESKTOP=0` asks for Apple's
  /// own.
  public var usesFreedesktop = true

  /// An environment of known variables.
  public init(
    home: String? = nil, dataHome: String? = nil, dataDirectories: String? = nil,
    declarations: String? = nil
  ) {
    self.home = home.map { Array($0.utf8) }
    self.dataHome = dataHome.map { Array($0.utf8) }
    self.dataDirectories = dataDirectories.map { Array($0.utf8) }
    self.declarations = declarations.map { Array($0.utf8) }
  }

  /// The environment of this process.
  public static var current: Environment {
    var environment = Environment()
    environment.home = variable("HOME")
    environment.dataHome = variable("XDG_DATA_HOME")
    environment.dataDirectories = variable("XDG_DATA_DIRS")
    environment.declarations = variable("TYPED_DECLARATIONS")
    environment.configHome = variable("XDG_CONFIG_HOME")
    environment.configDirectories = variable("XDG_CONFIG_DIRS")
    environment.currentDesktop = variable("XDG_CURRENT_DESKTOP")
    environment.programPath = variable("PATH")
    environment.usesFreedesktop = usesFreedesktopNow
    return environment
  }

  /// `HOME`, if it is an absolute path.
  package var homePath: FilePath? { FilePath(absolute: home) }

  /// Whether the core's meanings for Linux are in effect in this process.
  package static var usesFreedesktopNow: Bool {
    guard let value = variable("TYPED_FREEDESKTOP") else { return true }
    return value.count != 1 || value[0] != UInt8(ascii: "0")
  }

  /// Whether a variable of this process is set, even if it is empty.
  package static func isSet(_ name: String) -> Bool { unsafe getenv(name) != nil }

  /// The bytes of a variable of this process; `nil` if it is not set.
  package static func variable(_ name: String) -> [UInt8]? {
    // Safe because the bytes are copied before anything else can change the environment.
    guard let value = unsafe getenv(name) else { return nil }
    // At once and not byte for byte: each start reads a dozen variables, and PATH is long.
    return unsafe Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }
}
