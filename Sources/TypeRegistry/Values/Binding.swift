// SPDX-License-Identifier: MIT

/// An explicit choice: what opens a type, family, tag or scheme, what never does, or which type a
/// tag means.
///
/// A *user* binding is a person's and is kept in the store; a *site* binding is an administrator's
/// and stands in a declaration (`TRDefaultHandlers`). Both are values of this type. Installing,
/// removing or changing a bundle never changes one.
public struct Binding: Hashable, Sendable {
  /// What is bound.
  public enum Subject: Hashable, Sendable {
    /// A type; it counts for subtypes too, at their distance, before all claims there.
    case type(TypeIdentifier)
    /// A type with all its subtypes (`--and-subtypes`): the nearest of these counts before any claim.
    case family(TypeIdentifier)
    /// A file-name extension, MIME type or URL scheme.
    case tag(Tag)
  }

  /// What is chosen for it.
  public enum Choice: Hashable, Sendable {
    /// It opens with this application.
    case handler(HandlerIdentity)
    /// It never opens with the application of this bundle identifier, in lower case.
    case never(bundle: String)
    /// The tag means this type (`utcli prefer`).
    case type(TypeIdentifier)
  }

  /// What is bound.
  public var subject: Subject
  /// The role that the choice is for; `nil` is every role.
  public var role: Role?
  /// What is chosen.
  public var choice: Choice

  /// A binding of known parts.
  ///
  /// - Parameters:
  ///   - subject: What is bound.
  ///   - role: Editor, Viewer or Shell; `nil` is every role, and all that `never` and a preferred
  ///     type know.
  ///   - choice: What is chosen.
  public init(_ subject: Subject, role: Role? = nil, _ choice: Choice) {
    self.subject = subject
    self.role = role
    self.choice = choice
  }

  /// The place that this binding takes; a new one in the same place replaces it.
  public var slot: Slot {
    switch choice {
    case .handler: Slot(subject: subject, role: role, kind: .handler)
    case .never(let bundle): Slot(subject: subject, role: nil, kind: .never(bundle: bundle))
    case .type: Slot(subject: subject, role: nil, kind: .type)
    }
  }

  /// The place of a binding: there is one at most in each.
  ///
  /// A subject has one handler a role (and one for every role), one preferred type, and any number
  /// of applications that never open it.
  public struct Slot: Hashable, Sendable {
    /// What kind of choice stands there.
    public enum Kind: Hashable, Sendable {
      /// The application that opens the subject.
      case handler
      /// The application of this bundle identifier, which never does.
      case never(bundle: String)
      /// The type that the tag means.
      case type
    }

    /// What is bound.
    public var subject: Subject
    /// The role that the choice is for; `nil` is every role.
    public var role: Role?
    /// What kind of choice stands there.
    public var kind: Kind

    /// A place of known parts.
    public init(subject: Subject, role: Role? = nil, kind: Kind) {
      self.subject = subject
      self.role = role
      self.kind = kind
    }
  }
}

extension Binding.Subject {
  /// The subject's kind in output and in the store: `type`, `family`, `extension`, `mime`, `scheme`,
  /// or `tag` for other classes.
  public var kindName: String {
    switch self {
    case .type: "type"
    case .family: "family"
    case .tag(let tag):
      switch tag.tagClass {
      case .filenameExtension: "extension"
      case .mimeType: "mime"
      case .urlScheme: "scheme"
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
