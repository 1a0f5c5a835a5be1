// SPDX-License-Identifier: MIT

/// An explicit choice: the application that opens a type, family, tag or scheme, one that never does, or the
/// type that a tag means.
///
/// A *user* binding belongs to a user and is kept in the store; a *site* binding belongs to the
/// administrator and is declared in a bundle (`TRDefaultHandlers`). Both are values of this type.
/// Installing, removing or changing a bundle never changes a binding.
public struct Binding: Hashable, Sendable {
  /// The subject of the choice.
  public enum Subject: Hashable, Sendable {
    /// A type. The choice also applies to its subtypes, at their distance, before all claims at
    /// that distance.
    case type(TypeIdentifier)
    /// A type with all its subtypes. The nearest such choice comes before any claim.
    case family(TypeIdentifier)
    /// A file-name extension, MIME type, URL scheme or pattern of URLs.
    case tag(Tag)
  }

  /// The choice for a subject.
  public enum Choice: Hashable, Sendable {
    /// This application opens it.
    case handler(HandlerIdentity)
    /// The application with this bundle identifier never opens it.
    case never(bundle: String)
    /// The tag means this type.
    case type(TypeIdentifier)
  }

  /// The subject of the choice.
  public var subject: Subject
  /// The role that the choice is for; `nil` means every role.
  public var role: Role?
  /// The choice.
  public var choice: Choice
  /// The entries of the user's lists of applications for the subject when the choice was made, by the name
  /// of the list; `nil` if that was not recorded.
  ///
  /// If a list that is read has another entry later, that entry is the newer choice, and this binding has no
  /// effect. A list that could not be read then is not compared. The text is in the form of `MIMEAppsEntries`.
  public var seenEntry: String?

  /// A binding of known parts.
  ///
  /// - Parameters:
  ///   - subject: The subject of the choice.
  ///   - role: Editor, Viewer or Shell; `nil` means every role. Always `nil` for `never` and a
  ///     preferred type.
  ///   - choice: The choice.
  public init(_ subject: Subject, role: Role? = nil, _ choice: Choice) {
    self.subject = subject
    self.role = role
    self.choice = choice
  }

  /// The slot that this binding takes; a new binding in the same slot replaces it.
  public var slot: Slot {
    switch choice {
    case .handler: Slot(subject: subject, role: role, kind: .handler)
    case .never(let bundle): Slot(subject: subject, role: nil, kind: .never(bundle: bundle))
    case .type: Slot(subject: subject, role: nil, kind: .type)
    }
  }

  /// The identity of a binding: at most one binding has each slot.
  ///
  /// A subject has one handler a role (and one for every role), one preferred type, and any number
  /// of applications that never open it.
  public struct Slot: Hashable, Sendable {
    /// The kind of choice in a slot.
    public enum Kind: Hashable, Sendable {
      /// The application that opens the subject.
      case handler
      /// The application with this bundle identifier never opens the subject.
      case never(bundle: String)
      /// The type that the tag means.
      case type
    }

    /// The subject of the choice.
    public var subject: Subject
    /// The role that the choice is for; `nil` means every role.
    public var role: Role?
    /// The kind of choice in a slot.
    public var kind: Kind

    /// A slot of known parts.
    public init(subject: Subject, role: Role? = nil, kind: Kind) {
      self.subject = subject
      self.role = role
      self.kind = kind
    }
  }
}

extension Binding.Subject {
  /// The subject's kind in output and in the store: `type`, `family`, `extension`, `mime`, `scheme`,
  /// `url` for a pattern of URLs, or `tag` for other classes.
  public var kindName: String {
    switch self {
    case .type: "type"
    case .family: "family"
    case .tag(let tag):
      switch tag.tagClass {
      case .filenameExtension: "extension"
      case .mimeType: "mime"
      case .urlScheme: "scheme"
      case .urlPattern: "url"
      default: "tag"
      }
    }
  }

  /// The type's identifier or the tag's value.
  public var text: String {
    switch self {
    case .type(let identifier), .family(let identifier): identifier.text
    case .tag(let tag): tag.value
    }
  }
}
