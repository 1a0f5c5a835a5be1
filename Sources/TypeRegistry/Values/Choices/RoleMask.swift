// SPDX-License-Identifier: MIT

/// The roles that a query is about.
public struct RoleMask: OptionSet, Hashable, Sendable {
  /// A bit for each role.
  public let rawValue: UInt8

  /// A mask of the bits that are roles.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The mask of one role.
  public init(_ role: Role) { rawValue = 1 << role.bit }

  /// Editors.
  public static let editor = RoleMask(.editor)
  /// Viewers.
  public static let viewer = RoleMask(.viewer)
  /// Programs that run files.
  public static let shell = RoleMask(.shell)
  /// Makers of previews.
  public static let quickLookGenerator = RoleMask(.quickLookGenerator)
  /// Every role that opens files: editor, viewer and shell.
  ///
  /// A Quick Look generator draws a preview for another program; it cannot be started to open a file, so it
  /// is listed only where a caller asks for its role.
  public static let all: RoleMask = [.editor, .viewer, .shell]

  /// The roles that a handler can be chosen for.
  public static let choosable: RoleMask = .all

  /// Whether the mask holds `role`.
  public func contains(_ role: Role) -> Bool { rawValue & 1 << role.bit != 0 }

  /// The only role of the mask; `nil` if it has several.
  public var single: Role? { Role.allCases.first { RoleMask($0) == self } }
}

extension Role {
  /// The role's bit in a ``RoleMask``, and its rank in the order of handlers.
  package var bit: UInt8 {
    switch self {
    case .editor: 0
    case .viewer: 1
    case .shell: 2
    case .quickLookGenerator: 3
    case .none: 4
    }
  }

  /// The role of that ``bit``.
  package init?(bit: UInt8) {
    guard let role = Role.allCases.first(where: { $0.bit == bit }) else { return nil }
    self = role
  }
}
