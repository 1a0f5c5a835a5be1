// SPDX-License-Identifier: MIT

extension CompiledRegistry {
  /// The names of icons for files of a type, in the order of a program's search in an icon theme; every type
  /// has one.
  ///
  /// Names follow the freedesktop Icon Naming Specification: a MIME type with a hyphen for its slash
  /// (`image-png`), and generic names that most themes have (`image-x-generic`). First come the names of the
  /// type itself: the icon that its declaration names, then names made of its MIME types, then generic ones
  /// that its declaration or a MIME package names. The names of its supertypes follow, nearest first, each
  /// with the generic name of such files. Last come the generic name of its MIME type, the names for any
  /// data, and `unknown`.
  ///
  /// ```swift
  /// let registry = EmbeddedRegistry.shared.current
  /// registry.iconNames(of: try TypeIdentifier("public.png"))  // ["image-png", "image-x-generic", …]
  /// ```
  ///
  /// - Parameter identifier: Need not be declared.
  /// - Returns: Each name once, at least one and at most 64. None of them has a slash or a control
  ///   character.
  /// - Complexity: O(*e* + *s*²) for *s* supertypes joined by *e* conformances.
  public func iconNames(of identifier: TypeIdentifier) -> [String] {
    var names = IconNames()
    switch reference(identifier) {
    case .registered(let type): addNames(of: type, to: &names)
    case .dynamic(let dynamic):
      names.add(mimeTypes: dynamic.tags.filter { $0.tagClass == .mimeType }.map(\.value))
    case .unknown: break
    }
    let supertypes = supertypes(of: identifier).map(find(_:)).filter { $0 != .none }
    for supertype in supertypes where supertype != data {
      addNames(of: supertype, to: &names, isInherited: true)
    }
    names.addLast()
    // 'public.data' is nearer than most supertypes, and less specific than any.
    if supertypes.contains(data) { addNames(of: data, to: &names, isInherited: true) }
    return names.finish()
  }

  private func addNames(of type: TypeIndex, to names: inout IconNames, isInherited: Bool = false) {
    let icons = declaredIcons(of: type)
    let tags = tags(of: type).filter { $0.tagClass == .mimeType }.map(\.value)
    // The one that freedesktop's programs expect comes first.
    let own = types[type.value]
    let usual = own.mimeTypeSource == 0 ? optionalText(own.mimeType) : nil
    names.add(
      icons, mimeTypes: (usual.map { [$0] } ?? []) + tags, isInherited: isInherited)
    names.add(generic: IconNames.generic(for: self.identifier(of: type).text))
  }

  /// The icons that the declaration of a type names, and those that MIME packages add: its own, and those of
  /// groups of types.
  private func declaredIcons(of type: TypeIndex) -> (own: [String], generic: [String]) {
    var own: [String] = []
    var generic: [String] = []
    for index in declarationRun(of: type) {
      let record = declarations[index]
      guard record.details != 0, record.isActive || record.isSupplement else { continue }
      if let name = optionalText(details[record.details].icon) { own.append(name) }
      if let name = optionalText(details[record.details].genericIcon) { generic.append(name) }
    }
    return (own, generic)
  }
}

/// Collects the names of icons in their order.
private struct IconNames {
  private var names: [String] = []
  /// The generic name that follows from the MIME type alone.
  private var last: String?

  private static let mediaWithIcons = ["audio", "font", "image", "model", "text", "video"]

  private static let mostNames = 64
  private static let longestName = 255

  /// Adds the names of a type: of those with several, the more special ones first.
  mutating func add(
    _ declared: (own: [String], generic: [String]), mimeTypes: [String], isInherited: Bool
  ) {
    // A declaration may name a generic icon as its own, which is less specific than the MIME type.
    for name in declared.own where !Self.isGeneric(name) { add(generic: name) }
    add(mimeTypes: mimeTypes, isInherited: isInherited)
    for name in declared.own + declared.generic { add(generic: name) }
  }

  private static func isGeneric(_ name: String) -> Bool {
    name.hasSuffix("-x-generic") || name.hasPrefix("x-office-")
  }

  mutating func add(mimeTypes: [String], isInherited: Bool = false) {
    for mimeType in mimeTypes {
      add(generic: Self.hyphenated(mimeType))
    }
    guard !isInherited, let mimeType = mimeTypes.first else { return }
    let media = String(Substring(mimeType.utf8.prefix { $0 != UInt8(ascii: "/") }))
    if Self.mediaWithIcons.contains(media) { last = "\(media)-x-generic" }
  }

  /// A MIME type with a hyphen for its slash.
  ///
  /// Not with `joined(separator:)`: for substrings it looks up conformances at run time, and the search in
  /// all conformances of the program takes a tenth of the time of a start.
  private static func hyphenated(_ mimeType: String) -> String {
    var name = Array(mimeType.utf8)
    for index in name.indices where name[index] == UInt8(ascii: "/") {
      name[index] = UInt8(ascii: "-")
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// Adds a name, unless it is none or there already.
  mutating func add(generic name: String?) {
    guard let name, names.count < Self.mostNames - 1, Self.isName(name), !names.contains(name)
    else { return }
    names.append(name)
  }

  /// Adds the generic name that follows from the MIME type.
  mutating func addLast() { add(generic: last) }

  /// All names.
  mutating func finish() -> [String] {
    // Several desktops have this name for the icon of any file.
    if !names.contains("unknown") { names.append("unknown") }
    return names
  }

  /// Whether a name can be a file's name in a theme, and leads to no file elsewhere.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longestName && name != "." && name != ".."
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 || $0 == 0x7F }
  }

  /// The generic name in the Icon Naming Specification, table "Standard MIME type icons" and "Standard place
  /// icons", for files of a type.
  static func generic(for identifier: String) -> String? {
    switch identifier {
    case "public.image": "image-x-generic"
    case "public.audio": "audio-x-generic"
    case "public.movie", "public.video": "video-x-generic"
    case "public.font": "font-x-generic"
    case "public.archive", "public.disk-image": "package-x-generic"
    case "public.script", "public.source-code": "text-x-script"
    case "public.html": "text-html"
    case "public.text": "text-x-generic"
    case "public.executable", "com.apple.application": "application-x-executable"
    case "public.spreadsheet": "x-office-spreadsheet"
    case "public.presentation": "x-office-presentation"
    case "public.calendar-event", "public.to-do-item": "x-office-calendar"
    case "public.contact": "x-office-address-book"
    case "public.composite-content": "x-office-document"
    case "public.directory": "folder"
    case "public.volume": "drive-harddisk"
    case "public.optical-storage-media": "media-optical"
    case "public.data": "application-x-generic"
    default: nil
    }
  }
}
