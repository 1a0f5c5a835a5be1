// SPDX-License-Identifier: MIT

extension UniformType {
  /// The tags by class, in declared order.
  public var tags: [TagClass: [String]] {
    let tags = dynamicTags ?? withRegistry { $0.tags(of: $1) }
    return Dictionary(grouping: tags, by: \.tagClass).mapValues { $0.map(\.value) }
  }

  /// The extension for files of this type, without the dot; never inherited.
  ///
  /// - Complexity: O(1) after the first query of the type in its registry; no allocation then.
  public var preferredFilenameExtension: String? {
    if let tags = dynamicTags { return tags.first { $0.tagClass == .filenameExtension }?.value }
    return withRegistry { $0.keptFilenameExtension(of: $1) }
  }

  /// The first MIME type that the type declares, which is Apple's name where Apple declares it; never
  /// inherited.
  ///
  /// ``mimeType`` is the one for other programs on Linux.
  ///
  /// - Complexity: As ``preferredFilenameExtension``.
  public var preferredMIMEType: String? {
    if let tags = dynamicTags { return tags.first { $0.tagClass == .mimeType }?.value }
    return withRegistry { $0.keptMIMEType(of: $1) }
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
    guard let found = registry.nearestMIMEType(of: typeIdentifier) else { return nil }
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
    if place != 0 { return false }
    // An identifier of the domain that encodes no tag is not made from one that is known.
    return isMadeFromTag || name?.identifier.isDynamic ?? false
  }

  /// Whether the type is made from a tag that is known.
  @inline(__always)
  var isMadeFromTag: Bool {
    if place != 0 { return false }
    if identity.isShortExtension { return true }
    if case .name(let name) = identity.form {
      return unsafe name._withUnsafeGuaranteedRef { $0.isDynamic }
    }
    return false
  }

  /// The tags that a dynamic type is made from; `nil` for a type that a registry may have.
  @inline(__always)
  private var dynamicTags: [Tag]? { isMadeFromTag ? tagsOfIdentity : nil }

  @inline(never)
  private var tagsOfIdentity: [Tag] {
    switch identity.form {
    case .constant: []
    case .filenameExtension(let characters):
      (try? Tag(.filenameExtension, characters.text)).map { [$0] } ?? []
    case .name(let name): unsafe name._withUnsafeGuaranteedRef { $0.tags }
    }
  }

  /// Whether a bundle declares the type.
  public var isDeclared: Bool {
    withRegistry { $0.isDeclared($1) }
  }

  /// Whether the identifier is in the `public.` domain.
  public var isPublic: Bool { typeIdentifier.isPublic }

  /// The version of the active declaration: the number that ``versionText`` begins with.
  public var version: Int? {
    versionText.flatMap { Int($0.prefix { ("0"..."9").contains($0) }) }
  }

  /// The version of the active declaration, as written there: `2.1`.
  public var versionText: String? { detail { $0.version } }

  /// The address of an explanation of the format, as text.
  ///
  /// The module `TypeRegistryFoundation` has it as a URL, under Apple's name: `referenceURL`.
  public var referenceURLText: String? { detail { $0.referenceURL } }

  private func detail(
    _ field: (DeclarationDetailsRecord) -> StringReference
  ) -> String? {
    withRegistry { registry, type in
      let record = registry.declarations[registry.types[type.value].declaration]
      return registry.optionalText(field(registry.details[record.details]))
    }
  }
}
