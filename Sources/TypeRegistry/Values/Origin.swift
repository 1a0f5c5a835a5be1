// SPDX-License-Identifier: MIT

/// How far a bundle is trusted, by where it was found; the most trusted first.
public enum Origin: UInt8, CaseIterable, Hashable, Sendable, Comparable {
  /// The declarations that ship with the program.
  case core
  /// `/usr/share`, put there by the system's packages.
  case system
  /// The other directories of `XDG_DATA_DIRS`, put there by the administrator.
  case local
  /// `XDG_DATA_HOME`, and every directory that users other than root can write.
  case user

  /// More trusted before less trusted.
  public static func < (left: Origin, right: Origin) -> Bool { left.rawValue < right.rawValue }

  /// The origin's word in output: `core`, `system`, `local`, `user`.
  public var name: String {
    switch self {
    case .core: "core"
    case .system: "system"
    case .local: "local"
    case .user: "user"
    }
  }
}

extension Origin: CustomStringConvertible {
  /// The origin's word in output.
  public var description: String { name }
}
