// SPDX-License-Identifier: MIT

internal import Synchronization
internal import SystemBase

/// The identifier of a type, once in this process and as long as it lasts, with what is known of it.
///
/// The last answer of a look-up is kept with the number of its registry, so that the next query costs a
/// comparison and not a hash.
@safe package final class TypeName: Sendable {
  /// The identifier.
  package let identifier: TypeIdentifier
  /// The dynamic type; `nil` for a type that a registry may have.
  package let dynamic: DynamicIdentifier?
  /// The tags that a dynamic type is made from.
  package let tags: [Tag]
  /// The type that a dynamic one is required to conform to.
  private let supertype: TypeIdentifier?
  /// The number of the registry that was queried last; the low half is the index of the type there.
  private let foundType = Atomic<UInt64>(0)
  /// Like `foundType`, for the required supertype.
  private let foundSupertype = Atomic<UInt64>(0)
  /// The identity of the supertype that this program gives the type; 0 if it gives none.
  private let ownSupertype = Atomic<UInt64>(0)

  /// A name; ``TypeNames`` makes one for each identifier.
  ///
  /// - Parameters:
  ///   - identifier: The identifier.
  ///   - dynamic: What it encodes, if that is a tag.
  init(_ identifier: TypeIdentifier, _ dynamic: DynamicIdentifier?) {
    self.identifier = identifier
    self.dynamic = dynamic
    tags = dynamic?.tags ?? []
    // A dynamic supertype is not a node of the hierarchy, even where a bundle names it as a parent.
    supertype = dynamic?.supertype.flatMap { $0.isDynamic ? nil : $0 }
  }

  /// Whether the type is made from a tag, which is known.
  @inline(__always)
  package var isDynamic: Bool { dynamic != nil }

  /// The type in `registry`; none if the registry does not have it, as is usual for a dynamic type,
  /// which may yet be named there as a parent.
  ///
  /// - Complexity: O(1) if `registry` was queried last; otherwise, and for a type that is only named as a
  ///   parent, like a look-up by identifier.
  package func type(in registry: CompiledRegistry) -> TypeIndex {
    if let known = knownType(in: registry.number) { return known }
    let type = registry.find(identifier)
    // The supertypes of one that is not declared are not those of the registry alone.
    guard type == .none || registry.isDeclared(type) else { return type }
    return remember(type, in: registry, foundType)
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

  /// The supertype that this program gives the type where it is not declared (``expect(_:)``).
  package var expectedSupertype: TypeIdentity? {
    let word = ownSupertype.load(ordering: .relaxed)
    return word == 0 ? nil : TypeIdentity(word: word)
  }

  /// Gives the type a supertype for registries that do not declare it.
  ///
  /// The first one that is not `public.data` is kept, which is the supertype of those that have no other.
  package func expect(_ supertype: TypeIdentity) {
    let general = UniformType.data.identity
    if supertype == general {
      _ = ownSupertype.compareExchange(expected: 0, desired: supertype.word, ordering: .relaxed)
      return
    }
    for former in [0, general.word] {
      let (exchanged, _) = ownSupertype.compareExchange(
        expected: former, desired: supertype.word, ordering: .relaxed)
      if exchanged { return }
    }
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

/// The names of this process: one for each identifier, never freed.
///
/// The identifiers of declarations, and those that the program itself uses, are all kept: equal ones of all
/// generations are one. Those that others may have made up, as extensions of files, are limited.
@safe package enum TypeNames {
  /// The most names that others made up.
  package static let most = 1 << 18

  private struct Contents {
    var names = 0
    var madeUp = 0
    /// All that there have been, the present ones last: threads may still read those before.
    var places: [Places] = []
  }

  /// A hash table of identities, by their identifiers, with room for twice as many.
  private final class Places: Sendable {
    let words: SharedNumbers
    init(count: Int) { words = SharedNumbers(count: count) }

    /// The identity of an identifier that has this hash, and where it is, or would be.
    func find(_ identifier: TypeIdentifier, _ hash: UInt64) -> (word: UInt64, place: Int) {
      var place = Hashing.slot(of: hash, capacity: words.count)
      while true {
        let word = words.load(at: place)
        if word == 0 || TypeNames.isName(word, identifier) { return (word, place) }
        place += 1
        if place == words.count { place = 0 }
      }
    }
  }

  /// The address of the present `Places`.
  private static let places = Atomic<UInt>(0)
  private static let contents = Lock(Contents())

  /// The identity of an identifier, which is kept.
  ///
  /// - Parameters:
  ///   - identifier: The identifier.
  ///   - isLimited: Whether it is refused if it is new and ``most`` such names are kept.
  /// - Returns: `nil` if it is refused.
  /// - Complexity: O(*n*) for *n* bytes, expected; no lock and no allocation for one that is kept.
  static func identity(of identifier: TypeIdentifier, isLimited: Bool) -> TypeIdentity? {
    let hash = hash(of: identifier)
    if let places = unsafe present {
      let (word, _) = unsafe places._withUnsafeGuaranteedRef { $0.find(identifier, hash) }
      if word != 0 { return TypeIdentity(word: word) }
    }
    var dynamic: DynamicIdentifier?
    if identifier.isDynamic { dynamic = try? DynamicIdentifier(decoding: identifier) }
    if let dynamic, let short = TypeIdentity(short: dynamic) { return short }
    return contents.withLock { contents in
      let places = roomy(&contents)
      let (word, place) = places.find(identifier, hash)
      if word != 0 { return TypeIdentity(word: word) }
      if isLimited {
        guard contents.madeUp < most else { return nil }
        contents.madeUp += 1
      }
      let made = unsafe TypeIdentity(Unmanaged.passRetained(TypeName(identifier, dynamic)))
      contents.names += 1
      places.words.store(made.word, at: place)
      return made
    }
  }

  private static var present: Unmanaged<Places>? {
    let address = places.load(ordering: .acquiring)
    return unsafe UnsafeRawPointer(bitPattern: address).map { unsafe Unmanaged.fromOpaque($0) }
  }

  /// The present places, or larger ones if half of those are taken.
  private static func roomy(_ contents: inout Contents) -> Places {
    let before = unsafe present?.takeUnretainedValue()
    if let before, 2 * contents.names < before.words.count { return before }
    let next = Places(count: 2 * (before?.words.count ?? 512))
    func add(_ word: UInt64) {
      let identifier = TypeIdentity(word: word).identifier
      next.words.store(word, at: next.find(identifier, hash(of: identifier)).place)
    }
    if let before {
      for place in 0..<before.words.count {
        let word = before.words.load(at: place)
        if word != 0 { add(word) }
      }
    } else {
      contents.names = UniformType.constantIdentifiers.count
      for number in 1...contents.names { add(UInt64(number)) }
    }
    contents.places.append(next)
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(next).toOpaque())
    places.store(address, ordering: .releasing)
    return next
  }

  private static func hash(of identifier: TypeIdentifier) -> UInt64 {
    Hashing.long(
      identifier.text.utf8.span, foldingCase: false, tagClass: 0, seed: Hashing.processSeed)
  }

  private static func isName(_ word: UInt64, _ identifier: TypeIdentifier) -> Bool {
    switch TypeIdentity(word: word).form {
    case .constant(let number):
      UniformType.constantIdentifiers[number - 1] == identifier.text
    case .name(let name):
      unsafe name._withUnsafeGuaranteedRef { $0.identifier == identifier }
    case .filenameExtension: false
    }
  }
}
