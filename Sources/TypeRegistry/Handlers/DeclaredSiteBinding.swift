// SPDX-License-Identifier: MIT

/// An administrator's binding, and where it stands.
public struct DeclaredSiteBinding: Hashable, Sendable {
  /// The binding; of a handler that is not installed the path is empty.
  public var binding: Binding
  /// Where it stands.
  public var source: SourceReference
}
