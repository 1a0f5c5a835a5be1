// SPDX-License-Identifier: MIT

public import StrictJSON

/// An administrator's choice of a handler (`TRDefaultHandlers` of a bundle of origin system or
/// local).
///
/// It names the application only by its identifier, because the administrator also decides which
/// applications are installed.
public struct SiteBinding: Hashable, Sendable {
  /// The subject of the choice.
  public var subject: Binding.Subject
  /// The role that the choice is for; `nil` means every role.
  public var role: Role?
  /// The application's bundle identifier.
  public var handler: String
  /// Whether the application must never open the subject, instead of being its handler.
  public var isNever: Bool
  /// The location of the entry in the file; `nil` in a binary property list.
  public var location: SourceLocation?

  /// A choice of known parts.
  public init(
    subject: Binding.Subject, role: Role? = nil, handler: String, isNever: Bool = false,
    location: SourceLocation? = nil
  ) {
    self.subject = subject
    self.role = role
    self.handler = handler
    self.isNever = isNever
    self.location = location
  }
}
