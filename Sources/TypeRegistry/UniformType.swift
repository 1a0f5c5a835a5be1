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
  /// The type's identifier.
  public let identifier: TypeIdentifier
  private let snapshot: CompiledRegistry?

  private init(_ identifier: TypeIdentifier, in snapshot: CompiledRegistry?) {
    self.identifier = identifier
    self.snapshot = snapshot
  }

  private var registry: CompiledRegistry { snapshot ?? EmbeddedRegistry.shared.current }

  /// A constant of this library; its identifier is known to be well-formed.
  static func constant(_ identifier: String) -> UniformType {
    UniformType(TypeIdentifier(trusted: identifier), in: nil)
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
    case .registered where registry.isDeclared(identifier), .dynamic:
      self.init(identifier, in: registry)
    default:
      return nil
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
    self.init(
      tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype, in: registry)
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
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype, in: registry)
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
    guard
      let type = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype, in: registry)
        .first
    else { return nil }
    self = type
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
    guard let tag = try? Tag(tagClass, tag) else { return [] }
    let registry = registry ?? EmbeddedRegistry.shared.current
    return registry.types(tag: tag, conformingTo: supertype?.identifier).types
      .map { UniformType($0, in: registry) }
  }

  /// The type of a regular file of that name, which need not exist.
  public init(fileName: String, in registry: CompiledRegistry? = nil) {
    let registry = registry ?? EmbeddedRegistry.shared.current
    let name = Array(fileName.utf8)
    let identifier = registry.identifier(of: registry.resolve(name: name.span), name: name.span)
    self.init(identifier, in: registry)
  }

  /// A type that this program declares itself; the value can be stored.
  ///
  /// - Precondition: `identifier` is well-formed.
  public static func exported(_ identifier: String) -> UniformType {
    UniformType(checked(identifier), in: nil)
  }

  /// A type that another program owns; look it up each time, instead of storing the value.
  ///
  /// Usually the type of that identifier. If the type's preferred extension now means another type,
  /// the result is that type, so that a program uses the owner's declaration once it is installed.
  ///
  /// - Precondition: `identifier` is well-formed.
  public static func imported(
    _ identifier: String, in registry: CompiledRegistry? = nil
  ) -> UniformType {
    let identifier = checked(identifier)
    let registry = registry ?? EmbeddedRegistry.shared.current
    let type = UniformType(identifier, in: registry)
    let ownExtension = registry.preferredTag(of: identifier, .filenameExtension)
    guard let ownExtension, registry.isDeclared(identifier) else { return type }
    // Files are compared with files only: a package may have the same extension.
    let data = FileKind.regular.typeIdentifier
    let asked = registry.conforms(identifier, to: data) ? data : nil
    let answer = registry.types(tag: ownExtension, conformingTo: asked)
    guard !answer.isDynamic, let preferred = answer.types.first else { return type }
    return UniformType(preferred, in: registry)
  }

  private static func checked(_ identifier: String) -> TypeIdentifier {
    do {
      return try TypeIdentifier(identifier)
    } catch {
      preconditionFailure("type identifier '\(identifier)' \(error)")
    }
  }
}

// MARK: - Relations

extension UniformType {
  /// Whether this type is `other` or conforms to it.
  public func conforms(to other: UniformType) -> Bool {
    registry.conforms(identifier, to: other.identifier)
  }

  /// Whether this type conforms to `other` and is not `other`.
  public func isSubtype(of other: UniformType) -> Bool { self != other && conforms(to: other) }

  /// Whether `other` conforms to this type and is not this type.
  public func isSupertype(of other: UniformType) -> Bool { other.isSubtype(of: self) }

  /// The types that this one conforms to, itself excluded.
  public var supertypes: Set<UniformType> {
    let registry = registry
    return Set(registry.supertypes(of: identifier).map { UniformType($0, in: registry) })
  }
}

// MARK: - Properties

extension UniformType {
  /// The tags by class, in declared order.
  public var tags: [TagClass: [String]] {
    Dictionary(grouping: registry.tags(of: identifier), by: \.tagClass)
      .mapValues { $0.map(\.value) }
  }

  /// The extension for files of this type, without the dot; never inherited.
  public var preferredFilenameExtension: String? { preferredTag(.filenameExtension) }

  /// The MIME type for files of this type; never inherited.
  public var preferredMIMEType: String? { preferredTag(.mimeType) }

  private func preferredTag(_ tagClass: TagClass) -> String? {
    registry.preferredTag(of: identifier, tagClass)?.value
  }

  /// The untranslated description, inherited from supertypes if the type has none.
  public var localizedDescription: String? { localizedDescription(in: .none) }

  /// The description in the caller's language, inherited from supertypes if the type has none.
  public func localizedDescription(in languages: LanguageList) -> String? {
    registry.localizedDescription(of: identifier, in: languages)
  }

  /// Whether the type is made from a tag.
  public var isDynamic: Bool { identifier.isDynamic }

  /// Whether a bundle declares the type.
  public var isDeclared: Bool { registry.isDeclared(identifier) }

  /// Whether the identifier is in the `public.` domain.
  public var isPublic: Bool { identifier.isPublic }

  /// The version of the active declaration.
  public var version: String? { registry.information(on: identifier)?.version }

  /// The address of an explanation of the format.
  public var referenceURL: String? { registry.information(on: identifier)?.referenceURL }
}

extension UniformType: Hashable, CustomStringConvertible {
  /// Whether both have the same identifier.
  public static func == (left: UniformType, right: UniformType) -> Bool {
    left.identifier == right.identifier
  }

  /// Hashes the identifier.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// The identifier.
  public var description: String { identifier.text }
}
