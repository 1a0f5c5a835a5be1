// SPDX-License-Identifier: MIT

/// A binding of the site, and where it is declared.
public struct DeclaredSiteBinding: Hashable, Sendable {
  /// The binding; the path of an application that was not found is empty.
  public var binding: Binding
  /// Where it is declared.
  public var source: SourceReference
}
