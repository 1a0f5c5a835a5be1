// SPDX-License-Identifier: MIT

internal import Synchronization

/// The contents of a ``UniformType`` that is not a type of its own registry: the name of a type, to look up
/// in the registry that answers, or a dynamic type.
///
/// The last answer of a look-up is kept with the number of its registry, so that the next query costs a
/// comparison and not a hash. The identifier of a dynamic type is made only when a caller reads it.
@safe package final class TypeName: Sendable {
  private enum Spelling: Sendable {
    /// A type that a registry may have.
    case identifier(TypeIdentifier)
    /// A dynamic type whose identifier was given.
    case dynamic(DynamicIdentifier)
    /// The dynamic type of a tag and the requested supertype.
    case tag(Tag, supertype: TypeIdentifier?)
  }

  private let spelling: Spelling
  /// The registry that answers; `nil` for the current one at each query.
  package let snapshot: CompiledRegistry?
  /// `snapshot`, to be read without counting its reference.
  private let unretained: Unmanaged<CompiledRegistry>?
  /// The number of `snapshot`; 0 for the current registry.
  package let registryNumber: UInt32
  /// A hash of the tag that a dynamic type was made of; 0 if its identifier was given.
  private let tagHash: UInt64
  /// Whether the type is made from a tag, which is known.
  package let isDynamic: Bool
  /// The number of the registry that was queried last; the low half is the index of the type there.
  private let foundType = Atomic<UInt64>(0)
  /// Like `foundType`, for the required supertype.
  private let foundSupertype = Atomic<UInt64>(0)
  /// The hash of the identifier; 0 until it is computed.
  private let knownHash = Atomic<UInt64>(0)
  /// The dynamic type of a tag, once it is spelt out.
  private let spelt = Mutex<DynamicIdentifier?>(nil)

  /// The name of a type; of a dynamic one, its identifier is decoded now.
  package init(_ identifier: TypeIdentifier, in snapshot: CompiledRegistry?) {
    self.snapshot = snapshot
    unsafe unretained = snapshot.map { unsafe Unmanaged.passUnretained($0) }
    registryNumber = snapshot?.number ?? 0
    tagHash = 0
    if identifier.isDynamic, let dynamic = try? DynamicIdentifier(decoding: identifier) {
      spelling = .dynamic(dynamic)
      isDynamic = true
    } else {
      spelling = .identifier(identifier)
      isDynamic = false
    }
  }

  /// The dynamic type of `tag`, conforming to `supertype` if one is given; `nil` if its identifier
  /// would be longer than 255 bytes.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - supertype: The type that it conforms to.
  ///   - place: The supertype's index in `snapshot`, if that is known.
  ///   - snapshot: The registry that answers.
  package init?(
    _ tag: Tag, conformingTo supertype: TypeIdentifier?, at place: TypeIndex,
    in snapshot: CompiledRegistry
  ) {
    self.snapshot = snapshot
    unsafe unretained = Unmanaged.passUnretained(snapshot)
    registryNumber = snapshot.number
    tagHash = Self.hash(tag.value)
    spelling = .tag(tag, supertype: supertype)
    isDynamic = true
    if place != .none { _ = remember(place, in: snapshot, foundSupertype) }
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
  /// - Parameters:
  ///   - filenameExtension: UTF-8, in any case.
  ///   - snapshot: The registry that answers.
  package init(filenameExtension: Span<UInt8>, in snapshot: CompiledRegistry) {
    let tag = Tag(trusted: .filenameExtension, Self.lowercased(filenameExtension))
    self.snapshot = snapshot
    unsafe unretained = Unmanaged.passUnretained(snapshot)
    registryNumber = snapshot.number
    tagHash = Self.hash(tag.value)
    spelling = .tag(tag, supertype: FileKind.regular.typeIdentifier)
    isDynamic = true
    _ = remember(snapshot.data, in: snapshot, foundSupertype)
  }

  private static func lowercased(_ bytes: Span<UInt8>) -> String {
    if bytes.count > 0, bytes.count <= 8 {
      // As one word; a text of so few bytes needs no memory.
      let word = bytes.word(at: 0).asciiLowercased
      if word & 0x8080_8080_8080_8080 == 0 {
        return unsafe String(unsafeUninitializedCapacity: bytes.count) { buffer in
          for index in 0..<bytes.count {
            unsafe buffer[index] = UInt8(truncatingIfNeeded: word >> UInt64(8 * index))
          }
          return bytes.count
        }
      }
    }
    var text = ""
    if let valid = try? UTF8Span(validating: bytes) { text = String(copying: valid) }
    return text.asciiLowercased
  }

  /// A hash that is equal for equal tags; never 0.
  private static func hash(_ tag: String) -> UInt64 { tag.utf8.span.hash | 1 }

  /// Calls `body` with the registry that answers, without retaining it; `nil` if that is the current one at
  /// each query.
  @inline(__always)
  func withSnapshot<Result>(_ body: (CompiledRegistry) -> Result) -> Result? {
    // This object holds the registry as long as `body` runs.
    guard let registry = unsafe unretained else { return nil }
    return unsafe registry._withUnsafeGuaranteedRef(body)
  }

  /// Whether both are the same type.
  ///
  /// - Complexity: O(*n*) for *n* bytes; a dynamic type is spelt out only if the other one was given
  ///   by its identifier.
  @inline(__always)
  package func isSame(as other: TypeName) -> Bool {
    if self === other { return true }
    if isDynamic != other.isDynamic { return false }
    if tagHash != other.tagHash, tagHash != 0, other.tagHash != 0 { return false }
    return Self.isSame(self, other)
  }

  @inline(never)
  private static func isSame(_ left: TypeName, _ right: TypeName) -> Bool {
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
  /// - Complexity: O(1) if `registry` was queried last; otherwise like a look-up by identifier.
  package func type(in registry: CompiledRegistry) -> TypeIndex {
    if let known = knownType(in: registry.number) { return known }
    return remember(registry.find(identifier), in: registry, foundType)
  }

  /// The type in the registry of that number, if that was queried last.
  ///
  /// Inlined where the registry must not be retained: that costs more than the answer.
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

  /// The required supertype in the registry of that number, if that was queried last.
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
    // A dynamic supertype is not a node of the hierarchy, even where a bundle names it as a parent.
    return supertype.flatMap { $0.isDynamic ? nil : $0 }
  }

  /// A hash of the identifier, equal to ``ImageBytes/hash`` of the same bytes.
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
