// SPDX-License-Identifier: MIT

/// The contents of the installed packages of MIME types, by MIME type: an export leaves them out.
struct KnownPackages {
  /// The entry of one type in them.
  struct Entry {
    /// The MIME type, as written.
    var mimeType: String
    var tags: Set<Tag> = []
    var parents: Set<TypeIdentifier> = []
    var hasComment = false
    var hasIcon = false
  }

  private var entries: [Entry] = []
  private var indices: [String: Int] = [:]
  private var aliases: [String: Int] = [:]
  /// The literal ends of patterns with wildcards that are not extensions: `.vdr` of `[0-9].vdr`.
  private var patternEnds: Set<String> = []
  /// The paths of the packages.
  private(set) var paths: Set<String> = []

  /// Whether no package has an entry.
  var isEmpty: Bool { entries.isEmpty }

  init(_ bundles: [Bundle]) {
    for bundle in bundles where bundle.kind == .mimePackage {
      paths.insert(bundle.path)
      for declaration in bundle.declarations { add(declaration) }
    }
  }

  private mutating func add(_ declaration: TypeDeclaration) {
    guard let name = declaration.freedesktopMIMEType?.value else { return }
    let index = indices[name] ?? entries.count
    if index == entries.count {
      entries.append(Entry(mimeType: declaration.freedesktopMIMEName ?? name))
      indices[name] = index
    }
    entries[index].tags.formUnion(declaration.tags)
    entries[index].parents.formUnion(declaration.parents)
    if declaration.typeDescription != nil { entries[index].hasComment = true }
    if declaration.iconName != nil { entries[index].hasIcon = true }
    for tag in declaration.tags where tag.tagClass == .mimeType && tag.value != name {
      aliases[tag.value] = index
    }
    for tag in declaration.tags
    where tag.tagClass == .filenameGlob || tag.tagClass == .caseSensitiveGlob {
      guard let last = tag.value.lastIndex(where: { "*?]".contains($0) }) else { continue }
      patternEnds.insert(String(tag.value[tag.value.index(after: last)...]).asciiLowercased)
    }
  }

  /// The type of that MIME type or alias.
  subscript(mimeType: String) -> Entry? {
    let name = mimeType.asciiLowercased
    return (indices[name] ?? aliases[name]).map { entries[$0] }
  }

  /// Whether some names with an extension, without its dot, match a pattern with wildcards.
  func hasPattern(ofNamesWith filenameExtension: String) -> Bool {
    patternEnds.contains { $0.hasSuffix(".\(filenameExtension)") }
  }

  /// Whether a MIME type is the name of a type, and not only an alias.
  func hasType(named mimeType: String) -> Bool { indices[mimeType] != nil }
}
