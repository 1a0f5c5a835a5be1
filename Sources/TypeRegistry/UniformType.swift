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
/// A value is sixteen bytes without a reference: to copy one costs nothing, and an array of them is flat.
///
/// A value made by a look-up is answered from its registry, so that its answers agree with each other: as
/// long as the program holds that registry, and also during the two generations that follow it in an
/// ``EmbeddedRegistry``; of registries without generations the last sixteen are kept. From then on, and for
/// a constant and an exported type always, the current registry (``EmbeddedRegistry/shared``)
/// answers about the type of that identifier. Two values are equal if their identifiers are.
public struct UniformType: Sendable, BitwiseCopyable {
  /// The identifier.
  @usableFromInline let identity: TypeIdentity
  /// The number of the registry that the type was looked up in; 0 for the current one at each query.
  @usableFromInline let registryNumber: UInt32
  /// The index of the type in that registry; 0 for a type that is looked up at each query, or is dynamic.
  @usableFromInline let place: UInt32

  /// A type that is looked up in the current registry at each query.
  package init(current identity: TypeIdentity) {
    self.identity = identity
    registryNumber = 0
    place = 0
  }

  /// A type that `snapshot` does not have, usually a dynamic one.
  @inline(__always)
  init(unregistered identity: TypeIdentity, in snapshot: CompiledRegistry) {
    self.identity = identity
    registryNumber = snapshot.answeringNumber
    place = 0
  }

  /// A type that `snapshot` declares.
  @inline(__always)
  init(found index: TypeIndex, in snapshot: CompiledRegistry) {
    identity = snapshot.identity(of: index)
    registryNumber = snapshot.number
    place = index.value
  }

  /// A constant of this library, by its position in `constantIdentifiers`, from 1 on.
  @inlinable
  init(constant number: UInt32) {
    identity = TypeIdentity(word: UInt64(number))
    registryNumber = 0
    place = 0
  }

  /// A type that `snapshot` has; one that is only named there as a parent is found by its identifier.
  package init(_ index: TypeIndex, in snapshot: CompiledRegistry) {
    if snapshot.isDeclared(index) {
      self.init(found: index, in: snapshot)
    } else {
      self.init(unregistered: TypeIdentity(snapshot.identifier(of: index)), in: snapshot)
    }
  }

  /// The type of an identifier that others may have made up.
  ///
  /// Beyond the limit of such names a dynamic type is its supertype, else `public.data`.
  package init(_ identifier: TypeIdentifier, in snapshot: CompiledRegistry) {
    let reference = snapshot.reference(identifier)
    if case .registered(let index) = reference {
      self.init(index, in: snapshot)
    } else if let identity = TypeIdentity(madeUp: identifier) {
      self.init(unregistered: identity, in: snapshot)
    } else {
      var supertype = FileKind.regular.typeIdentifier
      if case .dynamic(let dynamic) = reference { supertype = dynamic.supertype ?? supertype }
      let index = snapshot.find(supertype)
      self.init(index == .none ? snapshot.data : index, in: snapshot)
    }
  }

  /// The dynamic type of a file that has an extension which no type of `snapshot` has: usable, one that fits
  /// an identifier, UTF-8, in any case.
  ///
  /// Beyond the limit of such names it is `public.data`.
  @inline(__always)
  init(unknownExtension filenameExtension: Span<UInt8>, in snapshot: CompiledRegistry) {
    if let identity = TypeIdentity(filenameExtension: filenameExtension) {
      self.init(unregistered: identity, in: snapshot)
    } else {
      self.init(FileKind.regular.typeIdentifier, in: snapshot)
    }
  }

  /// The registry that answers.
  var registry: CompiledRegistry {
    registryNumber == 0 ? EmbeddedRegistry.sharedCurrent : ownRegistry
  }

  @inline(never)
  private var ownRegistry: CompiledRegistry {
    if let held = HeldRegistry.registry(number: registryNumber) { return held }
    guard let own = AnsweringRegistries.registry(number: registryNumber) else {
      return EmbeddedRegistry.sharedCurrent
    }
    HeldRegistry.hold(own)
    return own
  }

  /// Calls `body` with the registry that answers and the type there, as ``index(in:)`` has it, without
  /// retaining it where the thread holds it.
  ///
  /// `body` takes no other registry: the thread might then no longer hold this one.
  @inline(__always)
  func withRegistry<Result>(_ body: (CompiledRegistry, TypeIndex) -> Result) -> Result {
    if place != 0, let held = unsafe HeldRegistry.reference(number: registryNumber) {
      return unsafe held._withUnsafeGuaranteedRef { body($0, TypeIndex(place)) }
    }
    let registry = registry
    return body(registry, index(in: registry))
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
    if place != 0, registryNumber == registry.number { return place }
    switch identity.form {
    case .constant(let number):
      return UInt32(truncatingIfNeeded: registry.constantTypes.load(at: number))
    case .filenameExtension: return 0
    case .name(let name):
      return unsafe name._withUnsafeGuaranteedRef {
        $0.isDynamic ? 0 : $0.knownType(in: registry.number)?.value ?? 0
      }
    }
  }

  /// The type in `registry`, by its identifier.
  @inline(never)
  private func findIndex(in registry: CompiledRegistry) -> TypeIndex {
    switch identity.form {
    case .constant(let number):
      let index = registry.find(typeIdentifier)
      registry.constantTypes.store(UInt64(index.value), at: number)
      return index
    case .filenameExtension(let characters): return registry.find(characters.identifier)
    case .name(let name): return unsafe name._withUnsafeGuaranteedRef { $0.type(in: registry) }
    }
  }

  /// The identifier as a name, unless it is that of a constant or of a short extension.
  var name: TypeName? {
    if case .name(let name) = identity.form { return unsafe name.takeUnretainedValue() }
    return nil
  }

  /// The type's identifier as text, in lower case.
  ///
  /// - Complexity: As ``typeIdentifier``.
  public var identifier: String { identity.identifier.text }

  /// The type's identifier, checked: the value that the registry's own functions take.
  ///
  /// - Complexity: O(1), no allocation; O(*n*) for a dynamic type of a short extension.
  public var typeIdentifier: TypeIdentifier { identity.identifier }
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
    case .dynamic:
      guard let identity = TypeIdentity(madeUp: identifier) else { return nil }
      self.init(unregistered: identity, in: registry)
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
    filenameExtension: borrowing String, conformingTo supertype: UniformType = .data,
    in registry: borrowing CompiledRegistry? = nil
  ) {
    let found = Self.withRegistry(registry) {
      UniformType(filenameExtension, conformingTo: supertype, of: $0)
    }
    guard let found else { return nil }
    self = found
  }

  @inline(__always)
  private init?(
    _ filenameExtension: borrowing String, conformingTo supertype: UniformType,
    of registry: CompiledRegistry
  ) {
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
        self.init(unknownExtension: text, in: registry)
        return
      }
    }
    self.init(
      dynamic: copy filenameExtension, .filenameExtension, conformingTo: supertype, in: registry)
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
    mimeType: borrowing String, conformingTo supertype: UniformType = .data,
    in registry: borrowing CompiledRegistry? = nil
  ) {
    let found = Self.withRegistry(registry) {
      UniformType(spelledAs: mimeType, conformingTo: supertype, of: $0)
    }
    guard let found else { return nil }
    self = found
  }

  @inline(__always)
  private init?(
    spelledAs mimeType: borrowing String, conformingTo supertype: UniformType,
    of registry: CompiledRegistry
  ) {
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
    self.init(dynamic: copy mimeType, .mimeType, conformingTo: supertype, in: registry)
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
      self.init(dynamic: tag, tagClass, conformingTo: supertype, in: registry)
    }
  }

  /// Calls `body` with the registry that a caller passed, or else the current one, without retaining it.
  ///
  /// `body` takes no other registry: the thread might then no longer hold this one.
  @inline(__always)
  private static func withRegistry<Result>(
    _ registry: borrowing CompiledRegistry?, _ body: (CompiledRegistry) -> Result
  ) -> Result {
    // The caller holds the registry as long as `body` runs.
    if let passed = unsafe (copy registry).map({ unsafe Unmanaged.passUnretained($0) }) {
      return unsafe passed._withUnsafeGuaranteedRef(body)
    }
    return EmbeddedRegistry.withSharedCurrent(body)
  }

  /// The type of a tag that no declared type has: a dynamic type, or the one that a generated MIME type
  /// contains; `nil` if the text is not a tag of that class.
  @inline(never)
  private init?(
    dynamic tag: String, _ tagClass: TagClass, conformingTo supertype: UniformType?,
    in registry: CompiledRegistry
  ) {
    guard let tag = try? Tag(tagClass, tag) else { return nil }
    if let type = registry.generatedType(of: tag, conformingTo: supertype?.typeIdentifier) {
      self.init(found: registry.find(type), in: registry)
      return
    }
    if let identity = TypeIdentity(tag, conformingTo: supertype?.typeIdentifier) {
      self.init(unregistered: identity, in: registry)
      return
    }
    // Its identifier would be too long; or it is one name too many, and its supertype is the answer.
    guard let supertype, DynamicIdentifier(tag, conformingTo: supertype.typeIdentifier) != nil
    else {
      return nil
    }
    self = supertype
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
    let type = UniformType(dynamic: tag, tagClass, conformingTo: supertype, in: registry)
    return type.map { [$0] } ?? []
  }

  /// The type of a regular file of that name, which need not exist.
  public init(fileName: borrowing String, in registry: borrowing CompiledRegistry? = nil) {
    self = Self.withRegistry(registry) { UniformType(fileName, of: $0) }
  }

  @inline(__always)
  private init(_ fileName: borrowing String, of registry: CompiledRegistry) {
    let name = fileName.utf8.span
    switch registry.resolve(name: name).answer {
    case .type(let index): self.init(found: index, in: registry)
    case .kind(let kind): self.init(kind.typeIdentifier, in: registry)
    case .dynamic(let start):
      self.init(unknownExtension: name.extracting(start..<name.count), in: registry)
    }
  }
}
