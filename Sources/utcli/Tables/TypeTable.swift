// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The meanings of file name extensions, and the extensions of MIME types, in one registry.
///
/// The tables of web servers and languages are written from it. It has only extensions of regular files: an
/// extension that only directories have is left out.
struct TypeTable {
  /// An extension, and the answer of `utcli type-of` for a file with it.
  struct Row: Hashable, Sendable {
    /// The extension without its first dot, in lower case; `tar.gz` has two parts.
    var filenameExtension: Tag
    /// The type that it means.
    var type: TypeIdentifier
    /// The MIME type of the type, or of its nearest supertype that has one.
    var mimeType: String?
    /// The supertype that the MIME type is taken from; `nil` if it is the type's own.
    var mimeTypeSource: TypeIdentifier?
    /// All MIME types of the type itself, the preferred one first.
    var mimeTypes: [String] = []
  }

  /// A MIME type, and its meaning.
  struct Name: Hashable, Sendable {
    /// The MIME type.
    var mimeType: String
    /// The type that it means.
    var type: TypeIdentifier
    /// The extensions of that type in declared order, so that the preferred one is first; then in
    /// byte order those of other types that have this MIME type.
    var extensions: [Tag]
  }

  /// Where the answers come from.
  struct Source: Hashable, Sendable {
    /// The digest of the registry.
    var digest: String
    /// The user's choices of types for extensions and MIME types.
    var choices: [Binding] = []
  }

  /// The selected extensions, in byte order.
  private(set) var rows: [Row] = []
  /// The selected MIME types, in byte order.
  private(set) var names: [Name] = []
  /// The rows that share a MIME type, in the order of its extensions; in byte order of MIME types.
  private(set) var groups: [(mimeType: String, rows: [Row])] = []
  /// The names and patterns of names of the selected types, which no table of extensions has.
  private(set) var patterns: [Tag] = []
  /// Where the answers come from.
  let source: Source
  /// Whether some types were not selected.
  private(set) var isPartial = false

  /// Combines the answers of a registry.
  ///
  /// - Parameters:
  ///   - types: All declared types.
  ///   - answers: The type of a file, for each extension of these types.
  ///   - meanings: The type that a MIME type means, for each one of these types.
  ///   - source: Where the answers come from.
  ///   - isSelected: Whether the extensions of a type are wanted.
  /// - Complexity: O(*n* log *n*) for *n* tags.
  init(
    _ types: [TypeInformation], answers: [Tag: FileTypeAnswer], meanings: [Tag: TypeIdentifier],
    source: Source, selecting isSelected: (TypeInformation) -> Bool
  ) {
    self.source = source
    var types = types
    for index in types.indices { types[index].tags.removeAll { !$0.isAsDeclared } }
    var known: [TypeIdentifier: TypeInformation] = [:]
    for type in types { known[type.identifier] = type }
    var all: [Tag: Row] = [:]
    for (filenameExtension, answer) in answers where filenameExtension.isAsDeclared {
      guard answer.mimeType.map(\.isMIMEType) ?? true else { continue }
      let type = known[answer.identifier]
      // A regular file whose extension only directories have is unknown data.
      guard !answer.isDynamic,
        answer.identifier != Self.data || type?.tags.contains(filenameExtension) == true
      else { continue }
      all[filenameExtension] = Row(
        filenameExtension: filenameExtension, type: answer.identifier, mimeType: answer.mimeType,
        mimeTypeSource: answer.mimeTypeSource,
        mimeTypes: type?.tags.filter { $0.tagClass == .mimeType }.map(\.value) ?? [])
    }
    let ordered = all.values.sorted { $0.filenameExtension < $1.filenameExtension }
    let meanings = meanings.filter(\.key.isAsDeclared)
    var extensions: [String: [Tag]] = [:]
    var own: [String: Set<Tag>] = [:]
    for (mimeType, type) in meanings {
      let tags = known[type]?.tags.filter { $0.tagClass == .filenameExtension } ?? []
      extensions[mimeType.value] = tags.filter { all[$0] != nil }
      own[mimeType.value] = Set(tags)
    }
    for row in ordered {
      guard let mimeType = row.mimeType, own[mimeType]?.contains(row.filenameExtension) != true
      else { continue }
      // Of a type that has the name by its supertypes the preferred extension comes before its others.
      let preferred = known[row.type]?.tags.first { $0.tagClass == .filenameExtension }
      for tag in [preferred, row.filenameExtension] {
        guard let tag, let other = all[tag], other.type == row.type, other.mimeType == mimeType,
          own[mimeType]?.contains(tag) != true,
          extensions[mimeType]?.contains(tag) != true
        else { continue }
        extensions[mimeType, default: []].append(tag)
      }
    }

    let selected = Set(types.filter(isSelected).map(\.identifier))
    isPartial = selected.count < types.count
    rows = ordered.filter { selected.contains($0.type) }
    patterns = types.filter { selected.contains($0.identifier) }.flatMap(\.tags).filter {
      $0.tagClass == .filenameGlob || $0.tagClass == .caseSensitiveGlob
    }.sorted()
    for (mimeType, type) in meanings.sorted(by: { $0.key < $1.key }) {
      let wanted = (extensions[mimeType.value] ?? []).filter {
        all[$0].map { selected.contains($0.type) } == true
      }
      guard selected.contains(type) || !wanted.isEmpty else { continue }
      names.append(Name(mimeType: mimeType.value, type: type, extensions: wanted))
      let sharing = wanted.compactMap { all[$0] }.filter { $0.mimeType == mimeType.value }
      if !sharing.isEmpty { groups.append((mimeType.value, sharing)) }
    }
  }

  /// The type of bytes of any kind.
  static let data = FileKind.regular.typeIdentifier
}

extension TypeTable.Row {
  /// Whether there is a dot in the extension, as in `tar.gz`.
  var hasSeveralParts: Bool { filenameExtension.value.utf8.contains(UInt8(ascii: ".")) }

  /// Whether the MIME type is specific: more than "bytes" or "a file in a directory".
  ///
  /// Programs use `application/octet-stream` for unknown files, and another table may know more.
  var isTelling: Bool {
    guard let mimeType, !mimeType.hasPrefix("inode/") else { return false }
    return mimeTypeSource != TypeTable.data
  }
}

extension Tag {
  /// Whether a declaration could have it.
  ///
  /// A registry in a file may have been written by another user, with tags that no declaration can
  /// have: a line end in one would become a line of a server's configuration.
  fileprivate var isAsDeclared: Bool { (try? Tag(tagClass, value)) == self }
}

extension String {
  /// Whether the text is a MIME type without parameters, as a declaration could have it.
  fileprivate var isMIMEType: Bool {
    (try? Tag(.mimeType, self))?.value.utf8.count == utf8.count
  }
}
