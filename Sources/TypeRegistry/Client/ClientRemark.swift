// SPDX-License-Identifier: MIT

/// Something that the user should know although a query was answered.
public enum ClientRemark: Hashable, Sendable {
  /// Bindings were not, or only partly, taken into account; why.
  case bindings(String)
  /// The message of a ``StoreNotice``; repeated until the notice is acknowledged by
  /// ``StoreLocation/acknowledgeNotices()``.
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
