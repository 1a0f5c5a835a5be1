// SPDX-License-Identifier: MIT

/// The difference between a registry with the user's choices and the one that replaces it.
public struct RegistryDifference: Hashable, Sendable {
  /// The change of something that has a name.
  public enum Change: String, Hashable, Sendable, CaseIterable {
    /// It was not there before.
    case added
    /// It was removed.
    case removed
    /// It is there, and differs.
    case changed
  }

  /// A bundle that was installed, removed, or changed.
  public struct BundleChange: Hashable, Sendable {
    /// The kind of change.
    public var change: Change
    /// The bundle after the change; before it if the bundle was removed.
    public var bundle: BundleInformation
  }

  /// A type that was declared, is no longer declared, or is declared differently.
  public struct TypeChange: Hashable, Sendable {
    /// The kind of change.
    public var change: Change
    /// The type.
    public var identifier: TypeIdentifier
  }

  /// A tag that means another type.
  public struct TagChange: Hashable, Sendable {
    /// The tag.
    public var tag: Tag
    /// The type that it meant, dynamic if no type had it; `nil` for a tag that means no type.
    public var before: TypeIdentifier?
    /// The type that it means.
    public var after: TypeIdentifier?
  }

  /// Something that another application opens.
  public struct DefaultChange: Hashable, Sendable {
    /// The type or tag.
    public var subject: Binding.Subject
    /// The application that opened it; `nil` if none did.
    public var before: HandlerIdentity?
    /// The application that opens it; `nil` if none does.
    public var after: HandlerIdentity?
    /// The kind of rule that decides after the change.
    public var decision: HandlerAnswer.Decision
    /// Why the application comes first, in words; `nil` if none opens it.
    public var reason: String?
  }

  /// The bundles, by identifier and path.
  public var bundles: [BundleChange] = []
  /// The types, in byte order.
  public var types: [TypeChange] = []
  /// The tags, in byte order.
  public var tags: [TagChange] = []
  /// The choices, in byte order of their subjects.
  public var bindings: [BindingChange.Edit] = []
  /// The default applications: of types in byte order, then of tags.
  public var defaults: [DefaultChange] = []

  /// No difference.
  public init() {}

  /// The number of changes.
  public var count: Int {
    bundles.count + types.count + tags.count + bindings.count + defaults.count
  }

  /// Whether there is no difference.
  public var isEmpty: Bool { count == 0 }
}
