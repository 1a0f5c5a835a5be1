// SPDX-License-Identifier: MIT

/// Something that the user should know although a query was answered.
public enum ClientRemark: Hashable, Sendable {
  /// Bindings were not, or only partly, taken into account; why.
  case bindings(String)
  /// A notice of the store, such as that a damaged file was moved aside; repeated until the user
  /// acknowledges it (`utcli doctor --acknowledge`).
  case notice(String)
}

extension ClientRemark: CustomStringConvertible {
  /// The remark in words.
  public var description: String {
    switch self {
    case .bindings(let text), .notice(let text): text
    }
  }
}
