// SPDX-License-Identifier: MIT

/// An application seen from a type: whether it opens it, why it stands where it stands, and how it
/// is started.
public struct Handler: Hashable, Sendable {
  /// What put a handler among the answers.
  public enum Placement: String, Hashable, Sendable, CaseIterable {
    /// The file itself names it.
    case file
    /// An explicit choice for the file's tag, the type or its family.
    case binding
    /// An explicit choice for a supertype.
    case supertypeBinding = "supertype-binding"
    /// Its claim on the type or a supertype.
    case claim
    /// Its claim on the file's tag as such.
    case tagClaim = "tag-claim"
    /// Its claim on everything.
    case wildcard
    /// It is never chosen, and accepts drops.
    case drops
  }

  /// An explicit choice that counts here.
  public struct Choice: Hashable, Sendable {
    /// What it is made for.
    public var subject: Binding.Subject
    /// The role that it is made for; `nil` is every role.
    public var role: Role?
    /// Where the site's choice stands; `nil` for a person's.
    public var source: SourceReference?

    /// Whether it is the site's.
    public var isSite: Bool { source != nil }
  }

  /// The claim that speaks for the application.
  public struct Claim: Hashable, Sendable {
    /// The claimed type; `nil` for a claim on a tag or on everything.
    public var type: TypeIdentifier?
    /// The claimed tag.
    public var tag: Tag?
    /// The way from the asked type up to the claimed one, both included; empty without one.
    public var path: [TypeIdentifier]
    /// The role.
    public var role: Role
    /// The rank as declared.
    public var rank: HandlerRank
    /// Whether the application owns the type: a rank of Owner elsewhere counts as Default.
    public var isOwner: Bool
    /// The name of this kind of document in the caller's language.
    public var name: String?
    /// The name of the documents' icon.
    public var iconName: String?
    /// Where it stands.
    public var source: SourceReference
  }

  /// `CFBundleIdentifier`.
  public var bundle: String
  /// The application's name in the caller's language, else its identifier.
  public var name: String
  /// `CFBundleVersion`; empty if it has none.
  public var version: String
  /// How far the bundle is trusted.
  public var origin: Origin
  /// The file that the bundle was read from.
  public var path: String
  /// The name of the application's icon.
  public var iconName: String?
  /// The argument vector that starts it, the program's path first, placeholders not replaced.
  public var arguments: [String]
  /// Whether it takes any number of files at once (`%F`, `%U`).
  public var takesMany: Bool
  /// Whether it works in a terminal.
  public var isTerminal: Bool
  /// What put it among the answers.
  public var placement: Placement
  /// The explicit choice that put it there; `nil` without, and for a file's own.
  public var choice: Choice?
  /// The claim that speaks for it; `nil` where it is chosen without claiming anything here.
  public var claim: Claim?
  /// The number of conformances from the type up to the claimed one, or up to the supertype that a
  /// choice is made for; `nil` for claims on everything.
  public var distance: Int?
  /// Whether the application came after the user's choices began, is not chosen, and nobody
  /// confirmed it: whoever opens may want to ask first.
  public var isUnconfirmed: Bool
  /// The rule that puts it behind the one before it; for the first one, before the second.
  public var rule: HandlerRule?
  /// That rule in words, with what was compared.
  public var reason: String

  /// The application as a binding names it.
  public var identity: HandlerIdentity {
    HandlerIdentity(bundle: bundle, origin: origin, path: path)
  }

  /// The role of its claim; `nil` without one.
  public var role: Role? { claim?.role }
}

/// An application that would be among the handlers, and why it is not.
public struct HiddenHandler: Hashable, Sendable {
  /// What kind of reason keeps it out.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// Its claim is for a role that was not queried.
    case role
    /// It cannot be started.
    case notLaunchable = "not-launchable"
    /// A binding says that it never opens this.
    case never
    /// A binding names it and is on hold.
    case onHold = "on-hold"
    /// The file itself names it, and it is not a handler of the type.
    case file
  }

  /// The bundle identifier.
  public var bundle: String
  /// What kind of reason keeps it out.
  public var cause: Cause
  /// Why it is not among the handlers, in words.
  public var reason: String
  /// Where its claim or the choice of it stands; `nil` for a person's choice.
  public var source: SourceReference?
}

/// Who opens something.
public struct HandlerAnswer: Hashable, Sendable {
  /// Who decided which handler comes first.
  public enum Decision: String, Hashable, Sendable, CaseIterable {
    /// A person, by an explicit choice.
    case user
    /// The administrator, by an explicit choice.
    case site
    /// The order of claims.
    case ranking
    /// Nobody: no application opens it.
    case nobody

    /// Who decided that this handler is the first one.
    package init(first handler: Handler?) {
      switch handler?.placement {
      case nil, .drops: self = .nobody
      case .file: self = .user
      case .binding, .supertypeBinding: self = handler?.choice?.isSite == true ? .site : .user
      case .claim, .tagClaim, .wildcard: self = .ranking
      }
    }
  }

  /// The type that was asked about; `nil` for a scheme.
  public var type: TypeIdentifier?
  /// The tags that count: the file's, or the scheme.
  public var tags: [Tag]
  /// The handlers in order; those that only accept drops last.
  public var handlers: [Handler]
  /// Applications that claim it and do not count; only where asked for.
  public var hidden: [HiddenHandler]

  /// The handler that opens it; `nil` if nobody does.
  public var preferred: Handler? { handlers.first.flatMap { $0.placement == .drops ? nil : $0 } }

  /// Who decided.
  public var decision: Decision { Decision(first: handlers.first) }
}

/// What handlers are asked for.
public struct HandlerQuery: Hashable, Sendable {
  /// What they are to open.
  public enum Subject: Hashable, Sendable {
    /// A type as such.
    case type(TypeIdentifier)
    /// A file of that name and kind.
    case file(FileQuery)
    /// A tag: the type that it means, and the tag itself. A URL scheme has no type.
    case tag(Tag)
  }

  /// What they are to open.
  public var subject: Subject
  /// The roles asked for.
  public var roles: RoleMask
  /// What the file itself names (the extended attribute `user.typed.handler`), read and found to be
  /// the caller's own by whoever asks.
  public var ownHandler: String?
  /// Whether hidden applications, reasons and ways are asked for.
  public var explains: Bool
  /// The most handlers that are asked for, the first ones; `nil` is all, and less than 1 counts as 1.
  public var limit: Int?

  /// A question of known parts.
  public init(
    _ subject: Subject, roles: RoleMask = .all, ownHandler: String? = nil, explains: Bool = false,
    limit: Int? = nil
  ) {
    self.subject = subject
    self.roles = roles
    self.ownHandler = ownHandler
    self.explains = explains
    self.limit = limit
  }
}
