// SPDX-License-Identifier: MIT

// Where the files of freedesktop's specifications are below a directory of shared data, and which.

extension Bundle.Kind {
  /// The subdirectory with files of this format in a directory of shared data (XDG Base Directory
  /// Specification); `nil` for lists of applications, which are in other directories.
  package var subdirectory: String? {
    switch self {
    case .declarations: DeclarationSearchPath.subdirectory
    case .mimePackage: "mime/packages"
    case .desktopEntry: "applications"
    case .associations: nil
    }
  }

  /// Whether such files say which applications there are, and nothing of types.
  package var isOfApplications: Bool { self == .desktopEntry || self == .associations }

  /// How the names of such files end, in a directory that holds them with others.
  fileprivate var suffix: String {
    switch self {
    case .declarations: ".json"
    case .mimePackage: ".xml"
    case .desktopEntry: ".desktop"
    case .associations: ".list"
    }
  }

  /// The longest file of this format, in bytes.
  package var maximumFileBytes: Int {
    self == .mimePackage
      ? DeclarationLimits.maximumPackageBytes : DeclarationLimits.maximumFileBytes
  }
}

extension ForeignFormat {
  /// The format of a file that the user names; `nil` if it is none of these, or cannot be read.
  ///
  /// A desktop entry is known by its name, as in the directories where entries are: its first group may
  /// be of another program.
  package static func ofFile(at path: FilePath) -> ForeignFormat? {
    if path.bytes.reversed().starts(with: Bundle.Kind.desktopEntry.suffix.utf8.reversed()) {
      return .desktopEntry
    }
    let limit = DeclarationLimits.maximumPackageBytes
    return (try? DeclarationReader.read(path, limit: limit)).flatMap { ForeignFormat(of: $0.bytes) }
  }

  /// The format as bundles have it.
  var kind: Bundle.Kind {
    switch self {
    case .desktopEntry: .desktopEntry
    case .associations: .associations
    case .mimePackage: .mimePackage
    }
  }
}

extension DirectoryScanner {
  /// The identifier of the desktop entry at a path: the path below the directory `applications`, or the name
  /// of the file.
  static func identifier(ofEntryAt path: FilePath) -> String {
    let names = String(decoding: path.bytes, as: UTF8.self).split(separator: "/")
    let start = names.dropLast().lastIndex(of: "applications").map { $0 + 1 } ?? names.count - 1
    let name = names[start...].joined(separator: "-")
    let suffix = ".desktop"
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.utf8.count)) : name
  }

  /// How deep directories of desktop entries are searched.
  private static let maximumDepth = 8

  /// Finds the files of a freedesktop format; desktop entries also in directories below, whose names
  /// are part of their identifiers (Desktop Entry Specification, "Desktop File ID").
  mutating func scanFreedesktop(_ directory: DeclarationSearchPath.Directory) {
    let first = scan.sources.count
    scan(directory.path, directory, prefix: "", depth: 1)
    scan.sources[first...].sort { $0.path < $1.path }
  }

  private mutating func scan(
    _ path: FilePath, _ directory: DeclarationSearchPath.Directory, prefix: String, depth: Int
  ) {
    guard let entries = list(path, isOnSearchPath: true) else { return }
    let suffix = directory.format.suffix
    for entry in entries where !isLeftover(entry.name) {
      let file = path.appending(entry.name)
      // A name that is not UTF-8 cannot be an identifier.
      let name = String(validating: entry.name, as: UTF8.self)
      if nameEnds(entry.name, with: suffix) {
        guard let name else { continue }
        let isEntry = directory.format == .desktopEntry
        add(
          file, directory, localizedIn: nil,
          identifier: isEntry ? prefix + name.dropLast(suffix.utf8.count) : "")
      } else if directory.format == .desktopEntry, depth < Self.maximumDepth, let name,
        entry.mayBeDirectory, isDirectory(file)
      {
        scan(file, directory, prefix: prefix + name + "-", depth: depth + 1)
      }
    }
  }
}
