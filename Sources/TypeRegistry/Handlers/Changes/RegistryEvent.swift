// SPDX-License-Identifier: MIT

/// A notification to a subscriber of a registry's changes.
public enum RegistryEvent: Hashable, Sendable {
  /// The state at the beginning of the subscription.
  ///
  /// - Parameters:
  ///   - generation: The number of the registry.
  ///   - digest: The digest of its contents.
  ///   - defaults: The applications that open the types and tags that the subscriber names.
  case state(
    generation: UInt64, digest: String, defaults: [RegistryDifference.DefaultChange])
  /// Something has changed.
  ///
  /// - Parameters:
  ///   - generation: The number of the current registry.
  ///   - difference: The changes that concern the subscriber.
  case change(generation: UInt64, difference: RegistryDifference)
  /// Changes were not read in time and were dropped: earlier queries have to be repeated.
  ///
  /// - Parameter generation: The number of the current registry.
  case missed(generation: UInt64)
}

/// The subjects that a subscriber wants to be notified of; everything if it is empty.
///
/// An empty filter, or one with bundles, matches the default applications of declared types, of types and
/// tags that the user has chosen for, and of tags that bundles claim. Another tag that is not named is
/// reported when it means another type, but may be absent when another application opens its type.
public struct RegistryFilter: Hashable, Sendable {
  /// The most names in all.
  public static let limit = 1_024
  /// The length of the longest name, in bytes.
  public static let longestName = 255

  /// Types as such: not their subtypes.
  public var types: Set<TypeIdentifier>
  /// Extensions, MIME types and URL schemes.
  public var tags: Set<Tag>
  /// Bundle identifiers, in lower case: they match all identifiers that differ in case alone.
  public var bundles: Set<String>

  /// A filter for these.
  public init(
    types: Set<TypeIdentifier> = [], tags: Set<Tag> = [], bundles: Set<String> = []
  ) {
    self.types = types
    self.tags = tags
    self.bundles = Set(bundles.map(\.asciiLowercased))
  }

  /// Whether nothing is named.
  public var isEmpty: Bool { types.isEmpty && tags.isEmpty && bundles.isEmpty }

  /// How many names there are.
  package var count: Int { types.count + tags.count + bundles.count }

  /// The length of all names, in bytes.
  package var nameBytes: Int {
    types.reduce(0) { $0 + $1.text.utf8.count } + tags.reduce(0) { $0 + $1.value.utf8.count }
      + bundles.reduce(0) { $0 + $1.utf8.count }
  }

  /// The named types and tags, types first, in byte order.
  package var subjects: [Binding.Subject] {
    types.sorted().map { .type($0) } + tags.sorted().map { .tag($0) }
  }

  /// Whether a change is reported.
  package func contains(_ change: RegistryDifference.BundleChange) -> Bool {
    isEmpty || names(bundle: change.bundle.identifier)
  }

  package func contains(_ change: RegistryDifference.TypeChange) -> Bool {
    isEmpty || types.contains(change.identifier)
  }

  package func contains(_ change: RegistryDifference.TagChange) -> Bool {
    isEmpty || tags.contains(change.tag)
  }

  package func contains(_ change: BindingChange.Edit) -> Bool {
    isEmpty || names(change.slot.subject) || names(change.before) || names(change.after)
  }

  package func contains(_ change: RegistryDifference.DefaultChange) -> Bool {
    isEmpty || names(change.subject) || names(bundle: change.before?.bundle)
      || names(bundle: change.after?.bundle)
  }

  private func names(_ subject: Binding.Subject) -> Bool {
    switch subject {
    case .type(let identifier), .family(let identifier): types.contains(identifier)
    case .tag(let tag): tags.contains(tag)
    }
  }

  private func names(_ binding: Binding?) -> Bool {
    switch binding?.choice {
    case .handler(let identity): names(bundle: identity.bundle)
    case .never(let bundle): names(bundle: bundle)
    case .type(let identifier): types.contains(identifier)
    case nil: false
    }
  }

  private func names(bundle: String?) -> Bool {
    guard !bundles.isEmpty, let bundle else { return false }
    return bundles.contains(bundle.asciiLowercased)
  }
}
