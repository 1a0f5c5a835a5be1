// SPDX-License-Identifier: MIT

/// An application that opens something: its rank, the reason for it, and how the application is
/// started.
public struct Handler: Hashable, Sendable {
  /// The reason for a handler to be among the answers.
  public enum Placement: String, Hashable, Sendable, CaseIterable {
    /// The file itself names it.
    case file
    /// An explicit choice for the file's tag, the type or its family.
    case binding
    /// An explicit choice for a supertype.
    case supertypeBinding = "supertype-binding"
    /// An association that a list of applications by MIME type adds to the type or a supertype.
    case added = "added-association"
    /// Its claim on the type or a supertype.
    case claim
    /// Its claim on a type that the type can be opened as.
    case opensAs = "opens-as"
    /// Its claim on the file's tag as such.
    case tagClaim = "tag-claim"
    /// Its claim by a wildcard, on everything or on a type (`image/*`): it may be unable to open the
    /// file.
    case wildcard
    /// It accepts drops and is never chosen.
    case drops
  }

  /// The binding that chose the application.
  public struct Choice: Hashable, Sendable {
    /// The subject of the binding.
    public var subject: Binding.Subject
    /// The role of the binding; `nil` is every role.
    public var role: Role?
    /// Where the binding is declared; `nil` for a binding of the store.
    public var source: SourceReference?

    /// Whether it is the site's binding.
    public var isSite: Bool { source.map { $0.origin != .user } ?? false }
  }

  /// The best claim of the application.
  public struct Claim: Hashable, Sendable {
    /// The claimed type; `nil` for a claim on a tag or on everything.
    public var type: TypeIdentifier?
    /// The claimed tag.
    public var tag: Tag?
    /// The path from the queried type up to the claimed one, both included; empty if there is none.
    ///
    /// If the handler is found by a type that the queried type can be opened as, one step of it is not a
    /// conformance.
    public var path: [TypeIdentifier]
    /// The role.
    public var role: Role
    /// The rank as declared.
    public var rank: HandlerRank
    /// Whether the application owns the type; otherwise a rank of Owner is treated as Default.
    public var isOwner: Bool
    /// The name of this kind of document in the caller's language.
    public var name: String?
    /// The name of the documents' icon.
    public var iconName: String?
    /// Where it is declared.
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
  /// The directory that it starts in, if it names one.
  public var workingDirectory: String?
  /// The reason for it to be among the answers.
  public var placement: Placement
  /// The binding that chose it; `nil` without one, and if the file itself names it.
  public var choice: Choice?
  /// Its best claim; `nil` if it is chosen and has no claim here.
  public var claim: Claim?
  /// The number of conformances from the type up to the claimed one, or up to the supertype that a
  /// choice is made for; `nil` for claims on everything.
  public var distance: Int?
  /// Whether the application was installed after the first binding, and is neither chosen nor
  /// confirmed, so that a program may want to ask before it opens something with it.
  public var isUnconfirmed: Bool
  /// The rule that puts it after the handler before it; for the first handler, before the second.
  public var rule: HandlerRule?
  /// The rule in words, with the compared values.
  public var reason: String

  /// The application as a binding names it.
  public var identity: HandlerIdentity {
    HandlerIdentity(bundle: bundle, origin: origin, path: path)
  }

  /// Whether a choice or the file itself names it.
  ///
  /// A chosen application needs no confirmation (``isUnconfirmed``).
  package var isChosen: Bool { placement == .file || choice != nil }

  /// The role of its claim; `nil` without one.
  public var role: Role? { claim?.role }

  /// The ID of its desktop entry, as `mimeapps.list` has it (`org.example.viewer.desktop`); `nil` if another
  /// kind of file declares the application.
  public var desktopFile: String? { path.hasSuffix(".desktop") ? bundle + ".desktop" : nil }
}

/// An application that would be among the handlers, and why it is not.
public struct HiddenHandler: Hashable, Sendable {
  /// The kind of reason that excludes it.
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// Its claim is for a role that was not queried.
    case role
    /// It cannot be started.
    case notLaunchable = "not-launchable"
    /// A binding forbids it for this.
    case never
    /// A binding names it and is on hold.
    case onHold = "on-hold"
    /// The file itself names it, and it is not a handler of the type.
    case file
  }

  /// The bundle identifier.
  public var bundle: String
  /// The kind of reason that excludes it.
  public var cause: Cause
  /// Why it is not among the handlers, in words.
  public var reason: String
  /// Where its claim or the site's binding is declared; `nil` for the user's binding.
  public var source: SourceReference?
}

/// The applications that open something.
public struct HandlerAnswer: Hashable, Sendable {
  /// The kind of rule that decided which handler comes first.
  public enum Decision: String, Hashable, Sendable, CaseIterable {
    /// A binding of the user.
    case user
    /// A binding of the site.
    case site
    /// The order of claims.
    case ranking
    /// Nothing: no application opens it.
    case none

    /// The reason for this handler to be the first one.
    package init(first handler: Handler?) {
      switch handler?.placement {
      case nil, .drops: self = .none
      case .file: self = .user
      case .binding, .supertypeBinding: self = handler?.choice?.isSite == true ? .site : .user
      case .added, .claim, .opensAs, .tagClaim, .wildcard: self = .ranking
      }
    }
  }

  /// The queried type; `nil` for a scheme.
  public var type: TypeIdentifier?
  /// The names of icons of the type, in the order of a program's search in a theme:
  /// ``CompiledRegistry/iconNames(of:)``; empty without a type.
  public var iconNames: [String]
  /// The tags in effect: those of the file, or the scheme, after the patterns that have choices and match a
  /// URL.
  public var tags: [Tag]
  /// The handlers in order, with those that only accept drops last.
  public var handlers: [Handler]
  /// Applications that claim it and are excluded; only if the query asks for explanations.
  public var hidden: [HiddenHandler]
  /// Whether the name of the queried file leaves its type open: ``FileTypeAnswer/contentsDecide``.
  public var contentsDecide = false

  /// The handler that opens it; `nil` if no application does.
  public var preferred: Handler? { handlers.preferred }

  /// The kind of rule that decided which handler comes first.
  public var decision: Decision { Decision(first: handlers.first) }
}

extension [Handler] {
  /// The first of them in order, if it opens the subject and does not only accept drops.
  ///
  /// Of an element of an array of answers it is found without a copy of the whole answer.
  package var preferred: Handler? {
    guard !isEmpty, self[0].placement != .drops else { return nil }
    return self[0]
  }
}

/// A query for the applications that open something.
public struct HandlerQuery: Hashable, Sendable {
  /// The subject to open.
  public enum Subject: Hashable, Sendable {
    /// A type as such.
    case type(TypeIdentifier)
    /// A file of this name and kind.
    case file(FileQuery)
    /// A tag: the type that it means, and the tag as such. A URL scheme has no type.
    case tag(Tag)
    /// A URL: the patterns that are chosen for and match it, the most specific first, then its scheme.
    case url(TargetURL)
  }

  /// The subject to open.
  public var subject: Subject
  /// The type of the file by its contents; `nil` if the name decides, and for other subjects.
  ///
  /// It is in effect in place of the type of the name. The tags of the name stay in effect.
  public var typeByContents: TypeIdentifier?
  /// The queried roles.
  public var roles: RoleMask
  /// The application that the file itself names (the extended attribute `user.typed.handler`), if the
  /// caller found that it set it itself.
  public var ownHandler: String?
  /// Whether the answer has hidden applications, reasons and paths.
  public var explains: Bool
  /// The most handlers to return, the first ones; `nil` is all, and less than 1 is treated as 1.
  public var limit: Int?

  /// Whether the caller needs no names of icons: finding them is a tenth of a one-shot program.
  package var isWithoutIcons = false

  /// Whether patterns of URLs may apply.
  package var isAboutURL: Bool {
    switch subject {
    case .url: true
    case .tag(let tag): tag.tagClass == .urlPattern
    case .type, .file: false
    }
  }

  /// A query of known parts.
  public init(
    _ subject: Subject, typeByContents: TypeIdentifier? = nil, roles: RoleMask = .all,
    ownHandler: String? = nil, explains: Bool = false, limit: Int? = nil
  ) {
    self.subject = subject
    self.typeByContents = typeByContents
    self.roles = roles
    self.ownHandler = ownHandler
    self.explains = explains
    self.limit = limit
  }
}

extension Binding.Subject {
  /// The subject of a query for the applications that open it.
  package var querySubject: HandlerQuery.Subject {
    switch self {
    case .type(let type), .family(let type): .type(type)
    case .tag(let tag): .tag(tag)
    }
  }
}
