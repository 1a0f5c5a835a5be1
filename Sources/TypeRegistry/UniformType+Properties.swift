// SPDX-License-Identifier: MIT

extension UniformType {
  /// The tags by class, in declared order.
  public var tags: [TagClass: [String]] {
    let registry = registry
    let tags =
      if let name, name.isDynamic { name.dynamic?.tags ?? [] } else {
        registry.tags(of: index(in: registry))
      }
    return Dictionary(grouping: tags, by: \.tagClass).mapValues { $0.map(\.value) }
  }

  /// The extension for files of this type, without the dot; never inherited.
  ///
  /// - Complexity: O(1) after the first query of the type in its registry; no allocation then.
  public var preferredFilenameExtension: String? {
    if isRegistered {
      return withOwnRegistry { $0.keptFilenameExtension(of: TypeIndex(place)) }
    }
    if let name, name.isDynamic { return name.tag(of: TagClass.filenameExtensionCode) }
    let registry = registry
    return registry.keptFilenameExtension(of: index(in: registry))
  }

  /// The first MIME type that the type declares, which is Apple's name where Apple declares it; never
  /// inherited.
  ///
  /// ``mimeType`` is the one for other programs on Linux.
  ///
  /// - Complexity: As ``preferredFilenameExtension``.
  public var preferredMIMEType: String? {
    if isRegistered { return withOwnRegistry { $0.keptMIMEType(of: TypeIndex(place)) } }
    if let name, name.isDynamic { return name.tag(of: TagClass.mimeTypeCode) }
    let registry = registry
    return registry.keptMIMEType(of: index(in: registry))
  }

  /// The MIME type of this type for other programs on Linux, such as a web server: freedesktop's name, or
  /// that of the nearest supertype that has one (``mimeTypeSource``).
  ///
  /// ```swift
  /// UniformType(filenameExtension: "wav")?.preferredMIMEType  // "audio/vnd.wave"
  /// UniformType(filenameExtension: "wav")?.mimeType           // "audio/x-wav"
  /// ```
  public var mimeType: String? { nearestMIMEType?.text }

  /// The supertype that ``mimeType`` is inherited from; `nil` if the type itself has one, and if there is
  /// none.
  public var mimeTypeSource: UniformType? {
    let registry = registry
    return nearestMIMEType?.supertype.map { UniformType($0, in: registry) }
  }

  private var nearestMIMEType: (text: String, supertype: TypeIdentifier?)? {
    let registry = registry
    guard let found = registry.nearestMIMEType(of: identifier) else { return nil }
    return (found.mimeType, found.supertype)
  }

  /// The untranslated description, inherited from supertypes if the type has none.
  public var localizedDescription: String? { localizedDescription(in: .none) }

  /// The description in the caller's language, inherited from supertypes if the type has none.
  public func localizedDescription(in languages: LanguageList) -> String? {
    let registry = registry
    return registry.localizedDescription(of: index(in: registry), in: languages)?.text
  }

  /// Whether the type is made from a tag.
  public var isDynamic: Bool {
    // An identifier of the domain that encodes no tag is not made from one that is known.
    place == 0 && withName { $0.isDynamic || $0.identifier.isDynamic }
  }

  /// Whether a bundle declares the type.
  public var isDeclared: Bool {
    let registry = registry
    return registry.isDeclared(index(in: registry))
  }

  /// Whether the identifier is in the `public.` domain.
  public var isPublic: Bool { identifier.isPublic }

  /// The version of the active declaration.
  public var version: String? { detail { $0.version } }

  /// The address of an explanation of the format.
  public var referenceURL: String? { detail { $0.referenceURL } }

  private func detail(
    _ field: (DeclarationDetailsRecord) -> StringReference
  ) -> String? {
    let registry = registry
    let record = registry.declarations[registry.types[index(in: registry).value].declaration]
    return registry.optionalText(field(registry.details[record.details]))
  }
}
