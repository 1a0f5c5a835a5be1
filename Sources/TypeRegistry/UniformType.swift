// SPDX-License-Identifier: MIT

/// A uniform type: an identifier and the registry that it was looked up in.
///
/// It has the names that Swift programmers know from Apple's `UTType`.
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
  // It has three forms, which can be distinguished without touching the object: to copy a value retains one
  // object, and to compare two of one registry retains none:
  //
  //                                   registryNumber     place          object
  //     a type of a registry          its number         its index      the registry
  //     a constant                    0                  its number     -
  //     a name, or a dynamic type     its registry's, or 0   0          the `TypeName`

  /// The number of the registry that the type was looked up in; 0 for the current one at each query.
  @usableFromInline let registryNumber: UInt32
  /// The index of the type in its registry, or the number of a constant; 0 for a name.
  @usableFromInline let place: UInt32
  /// The object that the value keeps alive.
  @usableFromInline let object: (any AnyObject & Sendable)?

  /// A type that is looked up by its name, or a dynamic one.
  package init(_ name: TypeName) {
    registryNumber = name.registryNumber
    place = 0
    object = name
  }

  /// A type that `snapshot` declares.
  @inline(__always)
  init(found index: TypeIndex, in snapshot: CompiledRegistry) {
    registryNumber = snapshot.number
    place = index.value
    object = snapshot
  }

  /// A constant of this library, by its position in `constantIdentifiers`, from 1 on.
  @inlinable
  init(constant number: UInt32) {
    registryNumber = 0
    place = number
    object = nil
  }

  /// A type that `snapshot` has; a dynamic one that is named there as a parent keeps its meaning.
  package init(_ index: TypeIndex, in snapshot: CompiledRegistry) {
    if index == .none || snapshot.isDynamic(index) {
      self.init(TypeName(snapshot.identifier(of: index), in: snapshot))
    } else {
      self.init(found: index, in: snapshot)
    }
  }

  package init(_ identifier: TypeIdentifier, in snapshot: CompiledRegistry) {
    switch snapshot.reference(identifier) {
    case .registered(let index): self.init(index, in: snapshot)
    case .dynamic, .unknown: self.init(TypeName(identifier, in: snapshot))
    }
  }

  /// Whether `object` is the registry and `place` an index there.
  @inline(__always)
  var isRegistered: Bool { registryNumber != 0 && place != 0 }

  /// Calls `body` with the registry of a registered type, without retaining it.
  @inline(__always)
  func withOwnRegistry<Result>(_ body: (CompiledRegistry) -> Result) -> Result {
    // The value holds the object as long as `body` runs.
    let registry = unsafe unsafeDowncast(object.unsafelyUnwrapped, to: CompiledRegistry.self)
    return unsafe Unmanaged.passUnretained(registry)._withUnsafeGuaranteedRef(body)
  }

  /// Calls `body` with the name of a type whose `place` is 0, without retaining it.
  @inline(__always)
  func withName<Result>(_ body: (TypeName) -> Result) -> Result {
    let name = unsafe unsafeDowncast(object.unsafelyUnwrapped, to: TypeName.self)
    return unsafe Unmanaged.passUnretained(name)._withUnsafeGuaranteedRef(body)
  }

  /// The name of a type that is looked up by one, or is dynamic.
  var name: TypeName? { place == 0 ? withName { $0 } : nil }

  /// The registry that answers.
  var registry: CompiledRegistry {
    if isRegistered { return withOwnRegistry { $0 } }
    return name?.snapshot ?? EmbeddedRegistry.sharedCurrent
  }

  /// The type in `registry`; none for one that `registry` does not have, as is usual for a dynamic
  /// type.
  @inline(__always)
  package func index(in registry: CompiledRegistry) -> TypeIndex {
    let known = knownIndex(in: registry)
    return known != 0 ? TypeIndex(known) : findIndex(in: registry)
  }

  /// The index of the type in `registry`, if it is known without a look-up; otherwise 0, as for every dynamic
  /// type.
  @inline(__always)
  func knownIndex(in registry: CompiledRegistry) -> UInt32 {
    if place == 0 {
      return withName { $0.isDynamic ? 0 : $0.knownType(in: registry.number)?.value ?? 0 }
    }
    if registryNumber == registry.number { return place }
    return registryNumber == 0
      ? UInt32(truncatingIfNeeded: registry.constantTypes.load(at: Int(place))) : 0
  }

  /// The type in `registry`, by its identifier.
  @inline(never)
  private func findIndex(in registry: CompiledRegistry) -> TypeIndex {
    if let name { return name.type(in: registry) }
    let index = registry.find(identifier)
    if registryNumber == 0 { registry.constantTypes.store(UInt64(index.value), at: Int(place)) }
    return index
  }

  /// The type's identifier.
  ///
  /// - Complexity: O(1) after the first query of the type in its registry; no allocation then.
  public var identifier: TypeIdentifier {
    if isRegistered { return withOwnRegistry { $0.keptIdentifier(of: TypeIndex(place)) } }
    if place == 0 { return withName { $0.identifier } }
    return TypeIdentifier(trusted: Self.constantIdentifiers[Int(place) - 1])
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
    let registry = registry ?? EmbeddedRegistry.sharedCurrent
    switch registry.reference(identifier) {
    case .registered(let index) where registry.isDeclared(index): self.init(index, in: registry)
    case .dynamic: self.init(TypeName(identifier, in: registry))
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
    filenameExtension: borrowing String, conformingTo supertype: borrowing UniformType = .data,
    in registry: consuming CompiledRegistry? = nil
  ) {
    let registry = Self.taken(registry)
    let asked = supertype.index(in: registry)
    if asked != .none {
      let text = filenameExtension.utf8.span
      let entry = registry.entry(
        text, tagClass: TagClass.filenameExtensionCode, foldingCase: true)
      if let type = registry.resolve(entry, conformingTo: asked) {
        self.init(found: type, in: registry)
        return
      }
      if asked == registry.data, Tag.isPlainExtension(text) {
        self.init(TypeName(filenameExtension: text, in: registry))
        return
      }
    }
    self.init(
      dynamic: copy filenameExtension, .filenameExtension, conformingTo: copy supertype,
      at: asked, in: registry)
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
    mimeType: borrowing String, conformingTo supertype: borrowing UniformType = .data,
    in registry: consuming CompiledRegistry? = nil
  ) {
    let registry = Self.taken(registry)
    let asked = supertype.index(in: registry)
    if asked != .none {
      let text = mimeType.utf8.span
      // Most texts have no parameters, and no MIME type of the registry has them.
      var entry = registry.entry(text, tagClass: TagClass.mimeTypeCode, foldingCase: true)
      if entry == nil {
        let count = Tag.countWithoutParameters(text)
        if count < text.count {
          entry = registry.entry(
            text.extracting(0..<count), tagClass: TagClass.mimeTypeCode, foldingCase: true)
        }
      }
      if let type = registry.resolve(entry, conformingTo: asked) {
        self.init(found: type, in: registry)
        return
      }
    }
    self.init(
      dynamic: copy mimeType, .mimeType, conformingTo: copy supertype, at: asked, in: registry)
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
    let registry = registry ?? EmbeddedRegistry.sharedCurrent
    let asked = supertype?.index(in: registry) ?? .none
    if supertype == nil || asked != .none,
      let type = registry.resolve(
        registry.entry(spelled: tag.utf8.span, of: tagClass), conformingTo: asked)
    {
      self.init(found: type, in: registry)
    } else {
      self.init(dynamic: tag, tagClass, conformingTo: supertype, at: asked, in: registry)
    }
  }

  /// The registry that a caller passed, without retaining it.
  @inline(__always)
  private static func taken(_ registry: consuming CompiledRegistry?) -> CompiledRegistry {
    switch consume registry {
    case .some(let registry): registry
    case .none: EmbeddedRegistry.sharedCurrent
    }
  }

  /// The type of a tag that no declared type has: a dynamic type, or the one that a generated MIME type
  /// contains; `nil` if the text is not a tag of that class.
  @inline(never)
  private init?(
    dynamic tag: String, _ tagClass: TagClass, conformingTo supertype: UniformType?,
    at place: TypeIndex, in registry: CompiledRegistry
  ) {
    // A dynamic supertype is not a node of the hierarchy, even where a bundle names it as a parent.
    let place = supertype?.isDynamic ?? true ? TypeIndex.none : place
    guard let tag = try? Tag(tagClass, tag) else { return nil }
    if let type = registry.generatedType(of: tag, conformingTo: supertype?.identifier) {
      self.init(found: registry.find(type), in: registry)
      return
    }
    guard let name = TypeName(tag, conformingTo: supertype?.identifier, at: place, in: registry)
    else { return nil }
    self.init(name)
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
    let registry = registry ?? EmbeddedRegistry.sharedCurrent
    let asked = supertype?.index(in: registry) ?? .none
    if supertype == nil || asked != .none,
      let entry = registry.entry(spelled: tag.utf8.span, of: tagClass)
    {
      let types = registry.types(with: entry, conformingTo: asked)
      if !types.isEmpty { return types.map { UniformType($0.type, in: registry) } }
    }
    let type = UniformType(
      dynamic: tag, tagClass, conformingTo: supertype, at: asked, in: registry)
    return type.map { [$0] } ?? []
  }

  /// The type of a regular file of that name, which need not exist.
  public init(fileName: borrowing String, in registry: consuming CompiledRegistry? = nil) {
    let registry = Self.taken(registry)
    let name = fileName.utf8.span
    switch registry.resolve(name: name).answer {
    case .type(let index): self.init(found: index, in: registry)
    case .kind(let kind): self.init(kind.typeIdentifier, in: registry)
    case .dynamic(let start):
      let ending = name.extracting(start..<name.count)
      self.init(TypeName(filenameExtension: ending, in: registry))
    }
  }
}
