// SPDX-License-Identifier: MIT

public import StrictJSON

/// One entry of a list of applications by MIME type (`mimeapps.list`) for one application.
///
/// Its file, level and origin are those of its bundle.
public struct Association: Hashable, Sendable {
  /// The statement about the application.
  public enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// It opens the subject, unless an application before it in the entry is installed.
    case `default`
    /// It can open the subject, too, as if it claimed it.
    case added
    /// It does not open the subject, as if it did not claim it.
    case removed
  }

  /// The statement about the application.
  public var kind: Kind
  /// The type that the MIME type names, or a URL scheme as a tag.
  public var subject: Binding.Subject
  /// The application's desktop file ID without `.desktop`, as written.
  public var handler: String
  /// The location of the application in the file.
  public var location: SourceLocation?

  /// An association of known parts.
  public init(
    _ kind: Kind, _ subject: Binding.Subject, handler: String, location: SourceLocation? = nil
  ) {
    self.kind = kind
    self.subject = subject
    self.handler = handler
    self.location = location
  }
}
