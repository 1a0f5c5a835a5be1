// SPDX-License-Identifier: MIT

extension UniformType {
  /// Whether this type is `other` or conforms to it.
  ///
  /// - Complexity: O(1) for types of one registry, and for constants; no allocation.
  public func conforms(to other: UniformType) -> Bool {
    // The frequent case, of two types whose places in a registry that the thread holds are known.
    guard place != 0, let held = unsafe HeldRegistry.reference(number: registryNumber) else {
      return conformsUnregistered(to: other)
    }
    return unsafe held._withUnsafeGuaranteedRef { registry in
      let wanted = other.knownIndex(in: registry)
      guard wanted != 0 else { return conformsElsewhere(to: other, in: registry) }
      return registry.conforms(TypeIndex(place), to: TypeIndex(wanted))
    }
  }

  /// Like ``conforms(to:)``, for a type without a place in a registry that the thread holds.
  @inline(never)
  private func conformsUnregistered(to other: UniformType) -> Bool {
    if registryNumber == 0 {
      return EmbeddedRegistry.withSharedCurrent { conforms(to: other, in: $0) }
    }
    if let held = unsafe HeldRegistry.reference(number: registryNumber) {
      return unsafe held._withUnsafeGuaranteedRef { conforms(to: other, in: $0) }
    }
    return conforms(to: other, in: registry)
  }

  @inline(__always)
  private func conforms(to other: UniformType, in registry: CompiledRegistry) -> Bool {
    let (own, wanted) = (knownPlace(in: registry), other.knownIndex(in: registry))
    guard own != 0, wanted != 0 else { return conformsElsewhere(to: other, in: registry) }
    return registry.conforms(TypeIndex(own), to: TypeIndex(wanted))
  }

  /// The index of the type in `registry`, or of the supertype of a dynamic type, if it is known without a
  /// look-up; otherwise 0.
  @inline(__always)
  private func knownPlace(in registry: CompiledRegistry) -> UInt32 {
    if identity.isShortExtension { return registry.data.value }
    guard case .name(let name) = identity.form else { return knownIndex(in: registry) }
    return unsafe name._withUnsafeGuaranteedRef { name in
      name.isDynamic
        ? name.knownSupertype(in: registry.number)?.value ?? 0 : knownIndex(in: registry)
    }
  }

  /// Whether this type conforms to `other`, whatever they are.
  @inline(never)
  private func conformsElsewhere(to other: UniformType, in registry: CompiledRegistry) -> Bool {
    conformsAsDeclared(to: other, in: registry)
      || expectedSupertypes(in: registry).contains {
        $0.conformsAsDeclared(to: other, in: registry)
      }
  }

  /// Whether this type is `other`, or conforms to it by declarations and tags.
  private func conformsAsDeclared(to other: UniformType, in registry: CompiledRegistry) -> Bool {
    if self == other { return true }
    if isMadeFromTag {
      let supertype = name?.supertype(in: registry) ?? registry.data
      guard supertype != .none else {
        return registry.conforms(typeIdentifier, to: other.typeIdentifier)
      }
      return registry.conforms(supertype, to: other.index(in: registry))
    }
    let own = index(in: registry)
    return own != .none && registry.conforms(own, to: other.index(in: registry))
  }

  /// The supertypes that this program gives a type where `registry` does not declare it, the nearest first.
  ///
  /// Only the last one can be declared: the others are in the array because no declaration has them.
  private func expectedSupertypes(in registry: CompiledRegistry) -> [UniformType] {
    var found: [UniformType] = []
    var type = self
    while let name = type.name, let expected = name.expectedSupertype,
      !registry.isDeclared(type.index(in: registry))
    {
      type = UniformType(unregistered: expected, in: registry)
      if type == self || found.contains(type) { break }
      found.append(type)
    }
    return found
  }

  /// Whether this type conforms to `other` and is not `other`.
  public func isSubtype(of other: UniformType) -> Bool { self != other && conforms(to: other) }

  /// Whether `other` conforms to this type and is not this type.
  public func isSupertype(of other: UniformType) -> Bool { other.isSubtype(of: self) }

  /// The types that this one conforms to, itself excluded.
  public var supertypes: Set<UniformType> {
    let registry = registry
    var found = declaredSupertypes(in: registry)
    for type in expectedSupertypes(in: registry) {
      found.insert(type)
      found.formUnion(type.declaredSupertypes(in: registry))
    }
    found.remove(self)
    return found
  }

  private func declaredSupertypes(in registry: CompiledRegistry) -> Set<UniformType> {
    if isMadeFromTag {
      return Set(registry.supertypes(of: typeIdentifier).map { UniformType($0, in: registry) })
    }
    return Set(registry.supertypes(of: index(in: registry)).map { UniformType($0, in: registry) })
  }
}

extension UniformType: Hashable, CustomStringConvertible {
  /// Whether both have the same identifier, of whatever registry they are.
  ///
  /// - Complexity: O(1).
  @inlinable
  public static func == (left: UniformType, right: UniformType) -> Bool {
    left.identity.word == right.identity.word
  }

  /// Hashes the identifier.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(identity.word) }

  /// The identifier.
  public var description: String { identifier }
}

extension UniformType: CustomDebugStringConvertible {
  /// The identifier, and whether the type is declared, not declared, or dynamic; for a dynamic one its tags.
  ///
  /// ```swift
  /// UniformType.jpeg.debugDescription                // "public.jpeg (declared)"
  /// UniformType(fileName: "a.zzz").debugDescription  // "dyn.ah62d4rv4ge81y7d2 (dynamic: zzz)"
  /// ```
  public var debugDescription: String {
    guard isDynamic else { return "\(identifier) (\(isDeclared ? "declared" : "not declared"))" }
    let tags = tags.sorted { $0.key < $1.key }.flatMap(\.value)
    return "\(identifier) (dynamic\(tags.isEmpty ? "" : ": \(tags.joined(separator: ", "))"))"
  }
}

extension UniformType: Comparable {
  /// By byte order of the identifiers.
  public static func < (left: UniformType, right: UniformType) -> Bool {
    left.typeIdentifier < right.typeIdentifier
  }
}
