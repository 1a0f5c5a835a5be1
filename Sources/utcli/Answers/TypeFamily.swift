// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// A type and all types that conform to it.
struct TypeFamily {
  private let root: TypeIdentifier
  /// The results so far: a long list has few different types.
  private var known: [TypeIdentifier: Bool] = [:]

  /// The most types that are remembered: names from elsewhere can have any number of dynamic types.
  private static let mostKnown = 65_536

  /// The family of a type.
  init(of root: TypeIdentifier) { self.root = root }

  /// Whether a type, declared or dynamic, belongs to the family.
  mutating func contains(
    _ type: TypeIdentifier, _ client: any RegistryClient
  ) throws(RegistryClientError) -> Bool {
    if let isMember = known[type] { return isMember }
    var isMember = type == root
    if !isMember { isMember = try client.path(from: type, to: root) != nil }
    if known.count == Self.mostKnown { known.removeAll() }
    known[type] = isMember
    return isMember
  }

  /// Whether the type that a registry of this process finds for `name` belongs to the family.
  func contains(
    _ resolution: NameResolution, of name: Span<UInt8>, in registry: CompiledRegistry
  ) -> Bool {
    registry.conforms(resolution, name: name, to: root)
  }
}
