// SPDX-License-Identifier: MIT

extension UniformType {
  /// Whether this type is `other` or conforms to it.
  ///
  /// - Complexity: O(1) for types of one registry, and for constants; no allocation.
  public func conforms(to other: UniformType) -> Bool {
    // The frequent cases first, and without a copy of a reference, whose counting would cost more than
    // the answer. Closures of one question each are inlined.
    guard isRegistered else { return conformsUnregistered(to: other) }
    let wanted: UInt32 =
      if other.place == 0 {
        other.withName { $0.isDynamic ? 0 : $0.knownType(in: registryNumber)?.value ?? 0 }
      } else if other.registryNumber == registryNumber {
        other.place
      } else if other.registryNumber == 0 {
        withOwnRegistry {
          UInt32(truncatingIfNeeded: $0.constantTypes.load(at: Int(other.place)))
        }
      } else {
        0
      }
    guard wanted != 0 else { return conformsElsewhere(to: other) }
    return withOwnRegistry { $0.conforms(TypeIndex(place), to: TypeIndex(wanted)) }
  }

  /// Like ``conforms(to:)``, for a constant, or a type with a name.
  @inline(never)
  private func conformsUnregistered(to other: UniformType) -> Bool {
    var (own, wanted): (UInt32, UInt32) = (0, 0)
    let answer: Bool
    if place != 0 {
      answer = EmbeddedRegistry.withSharedCurrent { registry in
        own = knownIndex(in: registry)
        wanted = other.knownIndex(in: registry)
        return registry.conforms(TypeIndex(own), to: TypeIndex(wanted))
      }
    } else {
      answer = withName { name in
        guard name.isDynamic else { return false }
        return name.withSnapshot { registry in
          own = name.knownSupertype(in: registry.number)?.value ?? 0
          wanted = other.knownIndex(in: registry)
          return registry.conforms(TypeIndex(own), to: TypeIndex(wanted))
        } ?? false
      }
    }
    return own != 0 && wanted != 0 ? answer : conformsElsewhere(to: other)
  }

  /// Whether this type conforms to `other`, whatever they are.
  @inline(never)
  private func conformsElsewhere(to other: UniformType) -> Bool {
    let registry = registry
    if let name, name.isDynamic {
      if self == other { return true }
      let supertype = name.supertype(in: registry)
      guard supertype != .none else { return registry.conforms(identifier, to: other.identifier) }
      return registry.conforms(supertype, to: other.index(in: registry))
    }
    let own = index(in: registry)
    guard own != .none else { return self == other }
    return registry.conforms(own, to: other.index(in: registry))
  }

  /// Whether this type conforms to `other` and is not `other`.
  public func isSubtype(of other: UniformType) -> Bool { self != other && conforms(to: other) }

  /// Whether `other` conforms to this type and is not this type.
  public func isSupertype(of other: UniformType) -> Bool { other.isSubtype(of: self) }

  /// The types that this one conforms to, itself excluded.
  public var supertypes: Set<UniformType> {
    let registry = registry
    if name?.isDynamic ?? false {
      return Set(registry.supertypes(of: identifier).map { UniformType($0, in: registry) })
    }
    return Set(registry.supertypes(of: index(in: registry)).map { UniformType($0, in: registry) })
  }
}

extension UniformType: Hashable, CustomStringConvertible {
  /// Whether both have the same identifier, of whatever registry they are.
  ///
  /// - Complexity: O(1) for types of one registry, and for constants beside them.
  @inlinable
  public static func == (left: UniformType, right: UniformType) -> Bool {
    // Two types of one registry, or two constants.
    if left.registryNumber == right.registryNumber, left.place != 0, right.place != 0 {
      return left.place == right.place
    }
    return left.isSame(as: right)
  }

  /// Whether both have the same identifier, unless they are of one registry or two constants.
  @usableFromInline
  func isSame(as other: UniformType) -> Bool {
    if place == 0 {
      if other.place != 0 { return other.isSame(asNamed: self) }
      return withName { name in other.withName { name.isSame(as: $0) } }
    }
    if other.place == 0 { return isSame(asNamed: other) }
    // A type that is missing in a registry differs from all of its types.
    if isRegistered { return withOwnRegistry { other.index(in: $0).value == place } }
    return other.withOwnRegistry { index(in: $0).value == other.place }
  }

  /// Like `isSame(as:)`, for a type with an index beside one without.
  @inline(__always)
  private func isSame(asNamed other: UniformType) -> Bool {
    other.withName { name in
      if name.isDynamic { return false }
      if isRegistered { return withOwnRegistry { name.type(in: $0).value == place } }
      return name.identifier == identifier
    }
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifierHash) }

  /// A hash of the identifier, the same in every registry.
  @inline(__always)
  private var identifierHash: UInt64 {
    if isRegistered { return withOwnRegistry { $0.identifierHash(of: TypeIndex(place)) } }
    return place == 0 ? withName { $0.hash } : hashOfConstant
  }

  private static let constantHashes = SharedNumbers(count: constantIdentifiers.count + 1)

  private var hashOfConstant: UInt64 {
    let known = Self.constantHashes.load(at: Int(place))
    if known != 0 { return known }
    let hash = Self.constantIdentifiers[Int(place) - 1].utf8.span.hash
    Self.constantHashes.store(hash, at: Int(place))
    return hash
  }

  /// The identifier.
  public var description: String { identifier.text }
}

extension UniformType: Comparable {
  /// By byte order of the identifiers.
  public static func < (left: UniformType, right: UniformType) -> Bool {
    left.identifier < right.identifier
  }
}
