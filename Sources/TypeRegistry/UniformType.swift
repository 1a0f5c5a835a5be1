// SPDX-License-Identifier: MIT

/// A uniform type: an identifier and the registry that it was looked up in.
///
/// The names are those that Swift programmers know from Apple's `UTType`.
///
/// ```swift
/// UniformType(filenameExtension: "jpg")                  // public.jpeg
/// UniformType(mimeType: "text/html; charset=utf-8")      // public.html
/// UniformType.jpeg.conforms(to: .image)                  // true
/// UniformType.jpeg.preferredMIMEType                     // "image/jpeg"
/// ```
///
/// A value made by a look-up keeps its registry, so that its answers never change. A constant, and a
/// value of ``exported(_:)``, uses the current registry (``EmbeddedRegistry/shared``) each time. Two
/// values are equal if their identifiers are.
public struct UniformType: Sendable {
  /// The registry that the type was looked up in; `nil` for the current one at each question.
  let snapshot: CompiledRegistry?
  /// The type in `snapshot`; none where `name` is not `nil`.
  let index: TypeIndex
  /// A type that is looked up at each question, or a dynamic one.
  let name: TypeName?

  package init(_ name: TypeName, in snapshot: CompiledRegistry?) {
    self.snapshot = snapshot
    index = .none
    self.name = name
  }

  /// A type that `snapshot` has; a dynamic one that is named there as a parent keeps its meaning.
  package init(_ index: TypeIndex, in snapshot: CompiledRegistry) {
    self.snapshot = snapshot
    if snapshot.isDynamic(index) {
      self.index = .none
      name = TypeName(snapshot.identifier(of: index))
    } else {
      self.index = index
      name = nil
    }
  }

  /// A type that `snapshot` declares.
  @inline(__always)
  private init(found index: TypeIndex, in snapshot: CompiledRegistry) {
    self.snapshot = snapshot
    self.index = index
    name = nil
  }

  package init(_ identifier: TypeIdentifier, in snapshot: CompiledRegistry) {
    switch snapshot.reference(identifier) {
    case .registered(let index): self.init(index, in: snapshot)
    case .dynamic, .unknown: self.init(TypeName(identifier), in: snapshot)
    }
  }

  var registry: CompiledRegistry { snapshot ?? EmbeddedRegistry.shared.current }

  /// The type in `registry`; none for a dynamic type, and for one that `registry` does not have.
  @inline(__always)
  package func index(in registry: CompiledRegistry) -> TypeIndex {
    if let name { return name.type(in: registry) }
    guard let snapshot, snapshot !== registry else { return index }
    return registry.find(snapshot.identifier(of: index))
  }

  /// The same without a copy of a reference, where the place is known.
  @inline(__always)
  private func place(in registry: CompiledRegistry) -> TypeIndex {
    if let name {
      if let known = name.knownType(in: registry.number) { return known }
    } else if snapshot === registry {
      return index
    }
    return index(in: registry)
  }

  /// A constant of this library; its identifier is known to be well-formed.
  static func constant(_ identifier: String) -> UniformType {
    UniformType(TypeName(TypeIdentifier(trusted: identifier)), in: nil)
  }

  /// The type's identifier.
  ///
  /// - Complexity: O(*n*) for *n* bytes, which are copied; of a dynamic type once.
  public var identifier: TypeIdentifier {
    if let name { return name.identifier }
    return registry.identifier(of: index)
  }
}

// MARK: - Finding types

extension UniformType {
  /// The type of that identifier, declared or dynamic.
  ///
  /// The result is `nil` if the text is not an identifier, or names a type that is neither declared
  /// nor dynamic.
  ///
  /// - Parameters:
  ///   - identifier: The identifier, in any case.
  ///   - registry: The registry to search; `nil` for the current one.
  public init?(_ identifier: String, in registry: CompiledRegistry? = nil) {
    guard let identifier = try? TypeIdentifier(identifier) else { return nil }
    let registry = registry ?? EmbeddedRegistry.shared.current
    switch registry.reference(identifier) {
    case .registered(let index) where registry.isDeclared(index): self.init(index, in: registry)
    case .dynamic: self.init(TypeName(identifier), in: registry)
    default: return nil
    }
  }

  /// The type of files with that extension.
  ///
  /// The result is a dynamic type if no declared type fits, and `nil` if the text is not an extension.
  ///
  /// - Parameters:
  ///   - filenameExtension: The extension without the dot, in any case.
  ///   - supertype: A type that the result conforms to.
  ///   - registry: The registry to search; `nil` for the current one.
  public init?(
    filenameExtension: String, conformingTo supertype: UniformType = .data,
    in registry: CompiledRegistry? = nil
  ) {
    let registry = registry ?? EmbeddedRegistry.shared.current
    let asked = supertype.place(in: registry)
    if asked != .none {
      let entry = registry.entry(
        filenameExtension.utf8.span, tagClass: TagClass.filenameExtensionCode, foldingCase: true)
      if let type = registry.resolve(entry, conformingTo: asked) {
        self.init(found: type, in: registry)
        return
      }
    }
    self.init(dynamic: filenameExtension, .filenameExtension, conformingTo: supertype, in: registry)
  }

  /// The type of that MIME type.
  ///
  /// The result is a dynamic type if no declared type fits, and `nil` if the text is not a MIME type.
  ///
  /// - Parameters:
  ///   - mimeType: The MIME type, in any case; parameters are ignored.
  ///   - supertype: A type that the result conforms to.
  ///   - registry: The registry to search; `nil` for the current one.
  public init?(
    mimeType: String, conformingTo supertype: UniformType = .data,
    in registry: CompiledRegistry? = nil
  ) {
    let registry = registry ?? EmbeddedRegistry.shared.current
    let asked = supertype.place(in: registry)
    if asked != .none {
      let text = mimeType.utf8.span
      let entry = registry.entry(
        text.extracting(0..<Tag.countWithoutParameters(text)), tagClass: TagClass.mimeTypeCode,
        foldingCase: true)
      if let type = registry.resolve(entry, conformingTo: asked) {
        self.init(found: type, in: registry)
        return
      }
    }
    self.init(dynamic: mimeType, .mimeType, conformingTo: supertype, in: registry)
  }

  /// The type that a tag means.
  ///
  /// The result is a dynamic type if no declared type fits, and `nil` if the text is not a tag of
  /// that class.
  ///
  /// - Parameters:
  ///   - tag: The tag's spelling.
  ///   - tagClass: The class of the tag.
  ///   - supertype: A type that the result conforms to; `nil` for any type.
  ///   - registry: The registry to search; `nil` for the current one.
  public init?(
    tag: String, tagClass: TagClass, conformingTo supertype: UniformType?,
    in registry: CompiledRegistry? = nil
  ) {
    let registry = registry ?? EmbeddedRegistry.shared.current
    let asked = supertype?.index(in: registry) ?? .none
    if supertype == nil || asked != .none,
      let type = registry.resolve(
        registry.entry(spelled: tag.utf8.span, of: tagClass), conformingTo: asked)
    {
      self.init(found: type, in: registry)
    } else {
      self.init(dynamic: tag, tagClass, conformingTo: supertype, in: registry)
    }
  }

  /// The dynamic type of a tag; `nil` if the text is not a tag of that class.
  @inline(never)
  private init?(
    dynamic tag: String, _ tagClass: TagClass, conformingTo supertype: UniformType?,
    in registry: CompiledRegistry
  ) {
    guard let tag = try? Tag(tagClass, tag),
      let name = TypeName(tag, conformingTo: supertype?.identifier)
    else { return nil }
    self.init(name, in: registry)
  }

  /// All types that a tag can mean, the one that it means first.
  ///
  /// - Parameters:
  ///   - tag: The tag's spelling.
  ///   - tagClass: The class of the tag.
  ///   - supertype: A type that the results conform to; `nil` for any type.
  ///   - registry: The registry to search; `nil` for the current one.
  /// - Returns: One dynamic type if no declared type fits; an empty array if the text is not a tag of
  ///   that class.
  public static func types(
    tag: String, tagClass: TagClass, conformingTo supertype: UniformType?,
    in registry: CompiledRegistry? = nil
  ) -> [UniformType] {
    let registry = registry ?? EmbeddedRegistry.shared.current
    let asked = supertype?.index(in: registry) ?? .none
    if supertype == nil || asked != .none,
      let entry = registry.entry(spelled: tag.utf8.span, of: tagClass)
    {
      let types = registry.types(with: entry, conformingTo: asked)
      if !types.isEmpty { return types.map { UniformType($0.type, in: registry) } }
    }
    return UniformType(dynamic: tag, tagClass, conformingTo: supertype, in: registry).map { [$0] }
      ?? []
  }

  /// The type of a regular file of that name, which need not exist.
  public init(fileName: String, in registry: CompiledRegistry? = nil) {
    let registry = registry ?? EmbeddedRegistry.shared.current
    let name = fileName.utf8.span
    switch registry.resolve(name: name).answer {
    case .type(let index): self.init(found: index, in: registry)
    case .kind(let kind): self.init(kind.typeIdentifier, in: registry)
    case .dynamic(let start):
      let ending = name.extracting(start..<name.count)
      self.init(TypeName(filenameExtension: ending), in: registry)
    }
  }
}

// MARK: - Relations

extension UniformType {
  /// Whether this type is `other` or conforms to it.
  ///
  /// - Complexity: O(1) for types of one registry, and for constants; no allocation.
  public func conforms(to other: UniformType) -> Bool {
    // The frequent cases first, and without a copy of a reference, whose counting would cost more than
    // the answer: hence no function that these share.
    if let snapshot {
      if let name {
        if name.isDynamic, let otherName = other.name, !otherName.isDynamic,
          let place = name.knownSupertype(in: snapshot.number), place != .none,
          let otherPlace = otherName.knownType(in: snapshot.number), otherPlace != .none
        {
          return snapshot.conforms(place, to: otherPlace)
        }
      } else if let otherName = other.name {
        if let place = otherName.knownType(in: snapshot.number), place != .none {
          return snapshot.conforms(index, to: place)
        }
      } else if other.snapshot === snapshot {
        return snapshot.conforms(index, to: other.index)
      }
    } else if let name, let otherName = other.name, !name.isDynamic {
      let answer = EmbeddedRegistry.shared.withCurrent { registry -> Bool? in
        guard let place = name.knownType(in: registry.number), place != .none,
          let otherPlace = otherName.knownType(in: registry.number), otherPlace != .none
        else { return nil }
        return registry.conforms(place, to: otherPlace)
      }
      if let answer { return answer }
    }
    return conformsElsewhere(to: other)
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
  public static func == (left: UniformType, right: UniformType) -> Bool {
    // The frequent cases first, as in `conforms(to:)`.
    if let name = left.name {
      if let other = right.name {
        if name === other { return true }
        if name.isDynamic != other.isDynamic { return false }
      } else {
        if name.isDynamic { return false }
        if let registry = right.snapshot, let known = name.knownType(in: registry.number) {
          return known == right.index
        }
      }
    } else if let name = right.name {
      if name.isDynamic { return false }
      if let registry = left.snapshot, let known = name.knownType(in: registry.number) {
        return known == left.index
      }
    } else if left.snapshot === right.snapshot {
      return left.index == right.index
    }
    return left.isSame(as: right)
  }

  /// Whether both have the same identifier, whatever they are.
  @inline(never)
  private func isSame(as other: UniformType) -> Bool {
    switch (name, other.name) {
    case (let name?, let otherName?): return name == otherName
    case (let name?, nil): if let registry = other.snapshot { _ = name.type(in: registry) }
    case (nil, let name?): if let registry = snapshot { _ = name.type(in: registry) }
    case (nil, nil): break
    }
    return identifier == other.identifier
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifierHash) }

  /// A hash of the identifier, the same in every registry.
  @inline(__always)
  private var identifierHash: UInt64 {
    if let name { return name.hash }
    if let snapshot { return snapshot.identifierBytes(of: index).hash }
    return registry.identifierBytes(of: index).hash
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
