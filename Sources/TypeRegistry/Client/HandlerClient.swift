// SPDX-License-Identifier: MIT

/// What can be asked and changed about handlers, whoever holds the bindings.
///
/// ``EmbeddedClient`` and ``SocketClient`` both conform, and answer alike, errors included.
public protocol HandlerClient: AnyObject {
  /// Who opens things, in the order of the queries.
  func handlers(
    for queries: [HandlerQuery], in languages: LanguageList
  ) throws(RegistryClientError) -> [HandlerAnswer]

  /// The applications that open something or can be started, in byte order of their identifiers.
  func applications(
    in languages: LanguageList
  ) throws(RegistryClientError) -> [ApplicationInformation]

  /// A person's bindings, in a total order.
  func bindings() throws(RegistryClientError) -> [Binding]

  /// The site's bindings, in the order of the declarations.
  func siteBindings() throws(RegistryClientError) -> [DeclaredSiteBinding]

  /// Meets wishes, all of them or none, as one change.
  ///
  /// - Parameters:
  ///   - requests: The wishes.
  ///   - action: What the history calls the change: bind, unbind or apply.
  ///   - dryRun: Whether to say what would change, and change nothing.
  /// - Returns: The change; its number is 0 in a dry run. `nil` if nothing is to change.
  /// - Throws: ``RegistryClientError``, for wishes that cannot be met too.
  func change(
    _ requests: [BindingRequest], as action: BindingChange.Action, dryRun: Bool
  ) throws(RegistryClientError) -> BindingChange?

  /// Changes of the bindings, the last one first.
  ///
  /// - Parameters:
  ///   - number: Only changes before this one; `nil` starts with the last.
  ///   - limit: The most changes to give.
  /// - Returns: No more than `limit`; fewer at the beginning of all changes.
  /// - Throws: ``RegistryClientError``.
  func history(
    before number: Int64?, limit: Int
  ) throws(RegistryClientError) -> [BindingChange]

  /// Takes a change back: that of a number, else the last one that is not taken back yet.
  func undo(_ number: Int64?, dryRun: Bool) throws(RegistryClientError) -> UndoOutcome

  /// Says that applications need no confirmation any more: those of `bundles`, or all if empty.
  ///
  /// - Returns: How many were unconfirmed before.
  func confirm(_ bundles: [String]) throws(RegistryClientError) -> Int
}

/// What came of taking a change back.
public enum UndoOutcome: Hashable, Sendable {
  /// It is taken back by this change.
  case undone(BindingChange)
  /// There is no change that is not taken back.
  case nothingToUndo
  /// No change has the number.
  case noSuchChange(Int64)
  /// The change is taken back already.
  case alreadyUndone(Int64)
  /// These places hold something else since; nothing was changed.
  case changedSince(Int64, [Binding.Slot])
}

/// An administrator's binding, and where it stands.
public struct DeclaredSiteBinding: Hashable, Sendable {
  /// The binding; of a handler that is not installed the path is empty.
  public var binding: Binding
  /// Where it stands.
  public var source: SourceReference
}

/// An application: what it claims, and what it is first for.
public struct ApplicationInformation: Hashable, Sendable {
  /// One subject that it claims.
  public struct Claim: Hashable, Sendable {
    /// The claimed type; `nil` for a claim on a tag or on everything.
    public var type: TypeIdentifier?
    /// The claimed tag.
    public var tag: Tag?
    /// The role.
    public var role: Role
    /// The rank as declared.
    public var rank: HandlerRank
    /// Whether it owns the type.
    public var isOwner: Bool
    /// Whether it is the first handler of the type or tag as such, in any role.
    public var isDefault: Bool
    /// Where it stands.
    public var source: SourceReference
  }

  /// `CFBundleIdentifier`.
  public var bundle: String
  /// The name in the caller's language, else the identifier.
  public var name: String
  /// `CFBundleVersion`; empty if it has none.
  public var version: String
  /// How far the bundle is trusted.
  public var origin: Origin
  /// The file that the bundle was read from.
  public var path: String
  /// The argument vector; empty if it has none.
  public var arguments: [String]
  /// Whether it works in a terminal.
  public var isTerminal: Bool
  /// Why it cannot be started, in words; `nil` if it can.
  public var problem: String?
  /// Whether it came after the user's choices began and nobody confirmed it.
  public var isUnconfirmed: Bool
  /// What it claims, types first, in byte order.
  public var claims: [Claim]
}
