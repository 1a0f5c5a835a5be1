// SPDX-License-Identifier: MIT

public import StrictJSON

/// An administrator's choice of a handler (`TRDefaultHandlers` of a bundle of origin system or
/// local).
///
/// It names the application by its identifier alone: the administrator also decides what is
/// installed.
public struct SiteBinding: Hashable, Sendable {
  /// What is bound.
  public var subject: Binding.Subject
  /// The role that the choice is for; `nil` is every role.
  public var role: Role?
  /// The application's bundle identifier in lower case.
  public var handler: String
  /// Whether the application is never to open it, as against always.
  public var isNever: Bool
  /// Where the entry stands in the file; `nil` in a binary property list.
  public var location: SourceLocation?

  /// A choice of known parts.
  public init(
    subject: Binding.Subject, role: Role? = nil, handler: String, isNever: Bool = false,
    location: SourceLocation? = nil
  ) {
    self.subject = subject
    self.role = role
    self.handler = handler.asciiLowercased
    self.isNever = isNever
    self.location = location
  }
}
