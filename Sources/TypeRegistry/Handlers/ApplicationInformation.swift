// SPDX-License-Identifier: MIT

/// An application: its claims, and the subjects that it is the default for.
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
    /// Where it is declared.
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
  /// The directory that it starts in, if it names one.
  public var workingDirectory: String?
  /// Why it cannot be started, in words; `nil` if it can.
  public var problem: String?
  /// Whether it was installed after the first binding and is not confirmed.
  public var isUnconfirmed: Bool
  /// Its claims, types first, in byte order.
  public var claims: [Claim]

  /// The application as a binding names it.
  public var identity: HandlerIdentity {
    HandlerIdentity(bundle: bundle, origin: origin, path: path)
  }
}
