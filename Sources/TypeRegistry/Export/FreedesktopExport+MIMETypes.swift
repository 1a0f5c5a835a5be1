// SPDX-License-Identifier: MIT

// One type of the package.

extension FreedesktopExport {
  /// The package's entry for a type; `nil` if the type cannot have a name there.
  mutating func exported(_ type: TypeIdentifier) -> ExportedType? {
    guard let (bundle, declaration) = declaration(of: type) else { return nil }
    guard let mimeType = mimeType(of: type) else {
      losses.append("'\(type)' is left out: no MIME type can contain its identifier")
      return nil
    }
    let known = known[mimeType]
    var exported = ExportedType(type, mimeType: known?.mimeType ?? mimeType)
    if bundle.origin != .core, bundle.kind == .declarations {
      exported.own = ExportedType.Own(
        version: declaration.version, referenceURL: declaration.referenceURL,
        parents: registry.parents(of: type))
    }
    addTags(of: type, declaration, besides: known, to: &exported)
    exported.superclasses = superclasses(of: type, besides: known, mimeType: exported.mimeType)
    if known == nil {
      // The core's rules name types that other programs know by other rules.
      if bundle.origin != .core {
        exported.content = declaration.content.packaged
        if exported.content != declaration.content {
          losses.append(
            "rules about the contents of '\(type)' are left out: a package holds those of bytes at "
              + "offsets from the start alone")
        }
      }
      exported.deletesPatterns = declaration.deletesPatterns
    }
    if known?.hasComment != true, let description = declaration.typeDescription {
      exported.comment = checked(description, "the description of '\(type)'")
      exported.translations = bundle.translations(of: description).map {
        ExportedType.Translation(language: $0.language, text: $0.text)
      }
    }
    if known?.hasIcon != true, let icon = declaration.iconName {
      if Self.isIconName(icon) {
        exported.iconName = icon
      } else {
        losses.append("the icon of '\(type)' is left out: '\(icon)' is not a name")
      }
    }
    if known == nil { exported.genericIconName = genericIcon(of: type, mimeType) }
    return exported
  }

  /// A text, and a remark if XML cannot hold all of it.
  private mutating func checked(_ text: String, _ what: String) -> String {
    if !XMLText.holds(text) {
      losses.append("\(what) loses its control characters, which XML cannot hold")
    }
    return text
  }

  private mutating func addTags(
    of type: TypeIdentifier, _ declaration: TypeDeclaration, besides known: KnownPackages.Entry?,
    to exported: inout ExportedType
  ) {
    let isDirectory = isDirectory(type)
    let name = exported.mimeType.asciiLowercased
    var others: [Tag] = []
    for tag in registry.tags(of: type) where known?.tags.contains(tag) != true {
      if tag.tagClass == .mimeType {
        if tag.value == name { continue }
        let isTaken = self.known.hasType(named: tag.value) || owner(of: tag) != type
        if !isTaken {
          exported.aliases.append(tag.value)
          continue
        }
        others.append(tag)
        // A reader of the core knows it in any case.
        if exported.own != nil {
          losses.append(
            "'\(type)' is not called '\(tag.value)': other programs know another type by that name")
        }
      } else if let pattern = ExportedType.Pattern(tag, weight: declaration.weights[tag]),
        !isDirectory
      {
        exported.patterns.append(pattern)
      } else {
        others.append(tag)
      }
    }
    // The declaration holds the facts that the package cannot; for a core type the core has them.
    guard exported.own != nil else { return }
    let held = others.filter { XMLText.holds($0.value) }
    exported.own?.tags = held
    if held.count < others.count {
      losses.append("tags of '\(type)' with control characters are left out: XML cannot hold them")
    }
    if isDirectory, held.contains(where: { ExportedType.Pattern($0) != nil }) {
      losses.append(
        "'\(type)' is a kind of directories, which other programs know no kinds of: only this "
          + "registry reads its extensions")
    }
  }

  /// The MIME types of the nearest supertypes that have one, and of the types that it can be opened as.
  private func superclasses(
    of type: TypeIdentifier, besides known: KnownPackages.Entry?, mimeType: String
  ) -> [String] {
    var found: [String] = []
    var seen: Set<TypeIdentifier> = [type]
    // The supertypes in an installed package stay there.
    var queue = registry.parents(of: type)
    queue += registry.opensAs(type).filter { !self.known.paths.contains($0.source.path) }
      .map(\.type)
    // Those that open another type by one of its names open this one, too.
    queue += registry.tags(of: type).filter { $0.tagClass == .mimeType }
      .compactMap { owner(of: $0) }
    var head = 0
    while head < queue.count {
      let parent = queue[head]
      head += 1
      guard seen.insert(parent).inserted, !Self.isImplied(parent) else { continue }
      guard let name = self.mimeType(of: parent), name != mimeType else {
        queue += registry.parents(of: parent)
        continue
      }
      let isKnown =
        known.map { entry in
          entry.parents.contains(parent)
            || FreedesktopName.identifier(ofMIMEType: name).map(entry.parents.contains) == true
        } ?? false
      let written = self.known[name]?.mimeType ?? name
      if !isKnown, !found.contains(written) { found.append(written) }
    }
    return found
  }

  /// Whether every type is one, or would be one of no use.
  private static func isImplied(_ type: TypeIdentifier) -> Bool {
    ["public.data", "public.content", "public.item"].contains(type.text)
  }

  /// The icon of a group of types, where it does not follow from the MIME type.
  private func genericIcon(of type: TypeIdentifier, _ mimeType: String) -> String? {
    let media = mimeType.prefix { $0 != "/" }
    let name = registry.iconNames(of: type).first {
      $0.hasSuffix("-x-generic") || $0.hasPrefix("x-office-") || $0 == "text-x-script"
    }
    guard let name, name != "\(media)-x-generic", name != "application-x-generic" else {
      return nil
    }
    return name
  }

  /// Whether a package can have a text as the name of an icon.
  private static func isIconName(_ text: String) -> Bool {
    1...255 ~= text.utf8.count && text.utf8.first != UInt8(ascii: ".")
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
  }
}

extension Bundle {
  /// The translations of a description or name, in byte order of the languages.
  func translations(of text: String) -> [(language: String, text: String)] {
    var found: [String: String] = [:]
    for (language, strings) in localizedStrings {
      if let translation = strings[text] { found[language] = translation }
    }
    let keys = declarations.map { $0.typeDescription == text ? text : nil }
    descriptionTranslations.forEach(keys: keys) { language, _, translation in
      found[descriptionTranslations.languages[language]] = String(copying: translation)
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension String {
  /// The text of bytes that are UTF-8.
  fileprivate init(copying bytes: Span<UInt8>) {
    self.init(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
