// SPDX-License-Identifier: MIT

internal import Synchronization

/// What a ``UniformType`` holds that is not a type of its own registry: the name of a type, which is
/// looked up in the registry that answers, or a dynamic type.
///
/// The last answer of a look-up is kept beside the number of the registry that gave it, so that a
/// constant costs a comparison and not a hash. A dynamic type is spelt out only where its identifier
/// is asked for.
package final class TypeName: Sendable {
  private enum Spelling: Sendable {
    /// A type that a registry may have.
    case identifier(TypeIdentifier)
    /// A dynamic type whose identifier was given.
    case dynamic(DynamicIdentifier)
    /// The dynamic type of a tag and the supertype that was asked for.
    case tag(Tag, supertype: TypeIdentifier?)
  }

  private let spelling: Spelling
  /// Whether the type is made from a tag, which is known.
  package let isDynamic: Bool
  /// The number of the registry that was asked last, and below it the index there of the type.
  private let foundType = Atomic<UInt64>(0)
  /// The same of the required supertype.
  private let foundSupertype = Atomic<UInt64>(0)
  /// The hash of the identifier; 0 until it is asked for.
  private let knownHash = Atomic<UInt64>(0)
  /// The dynamic type of a tag, once it is spelt out.
  private let spelt = Mutex<DynamicIdentifier?>(nil)

  /// The name of a type; of a dynamic one, its identifier is decoded now.
  package init(_ identifier: TypeIdentifier) {
    if identifier.isDynamic, let dynamic = try? DynamicIdentifier(decoding: identifier) {
      spelling = .dynamic(dynamic)
      isDynamic = true
    } else {
      spelling = .identifier(identifier)
      isDynamic = false
    }
  }

  /// The dynamic type of `tag`, conforming to `supertype` if one is given.
  ///
  /// - Returns: `nil` if its identifier would be longer than 255 bytes.
  package init?(_ tag: Tag, conformingTo supertype: TypeIdentifier?) {
    spelling = .tag(tag, supertype: supertype)
    isDynamic = true
    // 250 digits after `dyn.a` carry 156 bytes. A byte of the tag takes two at most, its class and
    // the supertype as much as their texts and the five signs of `?0=SUPERTYPE:CLASS=TAG`.
    let most = 2 * tag.value.utf8.count + tag.tagClass.text.utf8.count + 5
    if most + (supertype?.text.utf8.count ?? 0) > 156 {
      guard let dynamic = DynamicIdentifier(tag, conformingTo: supertype) else { return nil }
      spelt.withLock { $0 = dynamic }
    }
  }

  /// The dynamic type of a usable extension that fits an identifier, conforming to `public.data`.
  ///
  /// - Parameter filenameExtension: UTF-8, in any case.
  package init(filenameExtension: Span<UInt8>) {
    var text = ""
    if let valid = try? UTF8Span(validating: filenameExtension) { text = String(copying: valid) }
    spelling = .tag(
      Tag(trusted: .filenameExtension, text.asciiLowercased),
      supertype: FileKind.regular.typeIdentifier)
    isDynamic = true
  }

  /// Whether both are the same type.
  ///
  /// - Complexity: O(*n*) for *n* bytes; a dynamic type is spelt out only if the other one was given
  ///   by its identifier.
  package static func == (left: TypeName, right: TypeName) -> Bool {
    if left === right { return true }
    switch (left.spelling, right.spelling) {
    case (.identifier(let left), .identifier(let right)): return left == right
    case (.identifier, _), (_, .identifier): return false
    case (.tag(let tag, let supertype), .tag(let other, let otherSupertype)):
      return tag == other && supertype == otherSupertype
    case (.dynamic, _), (_, .dynamic): return left.identifier == right.identifier
    }
  }

  /// The type's identifier.
  package var identifier: TypeIdentifier {
    if case .identifier(let identifier) = spelling { return identifier }
    // A dynamic type has one.
    return dynamic?.identifier ?? TypeIdentifier(trusted: "dyn.a")
  }

  /// The dynamic type; `nil` for a type that a registry may have.
  package var dynamic: DynamicIdentifier? {
    switch spelling {
    case .identifier: return nil
    case .dynamic(let dynamic): return dynamic
    case .tag(let tag, let supertype):
      return spelt.withLock { spelt in
        if let spelt { return spelt }
        let dynamic = DynamicIdentifier(tag, conformingTo: supertype)
        spelt = dynamic
        return dynamic
      }
    }
  }

  /// The first tag of a well-known class that a dynamic type is made from.
  package func tag(of code: TagClassCode) -> String? {
    let tagClass = TagClass.wellKnown[Int(code) - 1]
    if case .tag(let tag, _) = spelling { return tag.tagClass == tagClass ? tag.value : nil }
    return dynamic?.tags.first { $0.tagClass == tagClass }?.value
  }

  /// The type in `registry`; none if the registry does not have it, as is usual for a dynamic type,
  /// which may yet be named there as a parent.
  ///
  /// - Complexity: O(1) if `registry` was asked last; otherwise that of a look-up by identifier.
  package func type(in registry: CompiledRegistry) -> TypeIndex {
    if let known = knownType(in: registry.number) { return known }
    return remember(registry.find(identifier), in: registry, foundType)
  }

  /// The type in the registry of that number, if that was asked last.
  ///
  /// Inlined where no reference is to be counted: that would cost more than the answer.
  @inline(__always)
  package func knownType(in registry: UInt32) -> TypeIndex? {
    Self.known(foundType.load(ordering: .relaxed), in: registry)
  }

  /// The required supertype of a dynamic type, in `registry`; none if it has no supertype, or one
  /// that the registry does not have, or one that is dynamic itself.
  ///
  /// - Complexity: As ``type(in:)``.
  package func supertype(in registry: CompiledRegistry) -> TypeIndex {
    if let known = knownSupertype(in: registry.number) { return known }
    return remember(supertype.map { registry.find($0) } ?? .none, in: registry, foundSupertype)
  }

  /// The required supertype in the registry of that number, if that was asked last.
  @inline(__always)
  package func knownSupertype(in registry: UInt32) -> TypeIndex? {
    Self.known(foundSupertype.load(ordering: .relaxed), in: registry)
  }

  private var supertype: TypeIdentifier? {
    let supertype: TypeIdentifier? =
      switch spelling {
      case .identifier: nil
      case .dynamic(let dynamic): dynamic.supertype
      case .tag(_, let supertype): supertype
      }
    // A dynamic supertype is no node of the hierarchy, even where a bundle names it as a parent.
    return supertype.flatMap { $0.isDynamic ? nil : $0 }
  }

  /// A hash of the identifier, that of ``ImageBytes/hash`` for the same bytes.
  @inline(__always)
  package var hash: UInt64 {
    let known = knownHash.load(ordering: .relaxed)
    return known != 0 ? known : newHash()
  }

  @inline(never)
  private func newHash() -> UInt64 {
    let hash = identifier.text.utf8.span.hash
    knownHash.store(hash, ordering: .relaxed)
    return hash
  }

  @inline(__always)
  private static func known(_ found: UInt64, in registry: UInt32) -> TypeIndex? {
    UInt32(truncatingIfNeeded: found >> 32) == registry
      ? TypeIndex(UInt32(truncatingIfNeeded: found)) : nil
  }

  private func remember(
    _ type: TypeIndex, in registry: CompiledRegistry, _ found: borrowing Atomic<UInt64>
  ) -> TypeIndex {
    found.store(UInt64(registry.number) << 32 | UInt64(type.value), ordering: .relaxed)
    return type
  }
}
