// SPDX-License-Identifier: MIT

/// The `index.theme` of an icon theme: its parents, and its directories with the sizes of their icons.
///
/// Follows the freedesktop Icon Theme Specification 0.13. Names that cannot be names of a theme, or that lead
/// out of its directory, are left out, and so are directories without a size.
struct IconTheme: Hashable, Sendable {
  /// A directory of icons of one size.
  struct Directory: Hashable, Sendable {
    /// How the size of an icon is compared with the directory's size.
    enum Kind: Hashable, Sendable {
      case fixed
      case scalable
      case threshold
    }

    /// The path below the theme's directory.
    var path: String
    var kind = Kind.threshold
    /// The usual size of its icons, in pixels of a display of scale 1.
    var size = 0
    var scale = 1
    var minimumSize = 0
    var maximumSize = 0
    var threshold = 2

    /// How far its icons are from a size: 0 if they are of this size.
    func distance(toSize size: Int, scale: Int) -> Int {
      let wanted = size * scale
      let (least, most, lowest, highest) =
        switch kind {
        case .fixed: (self.size, self.size, self.size, self.size)
        case .scalable: (minimumSize, maximumSize, minimumSize, maximumSize)
        case .threshold:
          (self.size - threshold, self.size + threshold, minimumSize, maximumSize)
        }
      if self.scale == scale, (least...most).contains(size) { return 0 }
      // An icon of the right number of pixels that was drawn for another scale comes after those.
      if wanted < least * self.scale { return 1 + max(lowest * self.scale - wanted, 0) }
      if wanted > most * self.scale { return 1 + max(wanted - highest * self.scale, 0) }
      return 1
    }
  }

  /// The themes that are searched after this one.
  private(set) var parents: [String] = []
  /// The directories with icons, in the order of the file.
  private(set) var directories: [Directory] = []

  /// The longest `index.theme` that is read, in bytes.
  static let maximumBytes = 1 << 20
  /// How many directories of a theme are searched.
  static let maximumDirectories = 4_096
  /// The largest size and scale.
  private static let maximumSize = 8_192

  /// Reads an `index.theme`; `nil` if it is none.
  ///
  /// - Complexity: O(*n*) for *n* bytes, expected.
  init?(_ bytes: [UInt8]) {
    let file = KeyFile.read(bytes, path: "").file
    var groups: [String: [KeyFile.Entry]] = [:]
    for group in file.groups {
      groups[file.text(group.name), default: []] += file.entries[group.entries].filter {
        !$0.isOverridden && $0.isText && $0.locale == nil
      }
    }
    guard let theme = groups["Icon Theme"] else { return nil }
    func list(_ key: String) -> [String] {
      theme.first { file.holds(key, $0.key) }.map { file.string($0) }?
        .split(separator: ",").map { String($0).trimmingBlanks } ?? []
    }
    parents = list("Inherits").filter(Self.isName)
    var seen: Set<String> = []
    for path in list("Directories") + list("ScaledDirectories") {
      guard directories.count < Self.maximumDirectories, Self.isPath(path),
        seen.insert(path).inserted,
        let directory = groups[path].flatMap({ Self.directory(path, $0, of: file) })
      else { continue }
      directories.append(directory)
    }
  }

  private static func directory(
    _ path: String, _ entries: [KeyFile.Entry], of file: KeyFile
  ) -> Directory? {
    func number(_ key: String) -> Int? {
      entries.first { file.holds(key, $0.key) }.flatMap { Int(file.string($0)) }
        .flatMap { (0...maximumSize).contains($0) ? $0 : nil }
    }
    guard let size = number("Size"), size > 0 else { return nil }
    var directory = Directory(path: path)
    directory.size = size
    directory.scale = max(number("Scale") ?? 1, 1)
    directory.minimumSize = number("MinSize") ?? size
    directory.maximumSize = max(number("MaxSize") ?? size, directory.minimumSize)
    directory.threshold = number("Threshold") ?? 2
    switch entries.first(where: { file.holds("Type", $0.key) }).map({ file.string($0) }) {
    case "Fixed": directory.kind = .fixed
    case "Scalable": directory.kind = .scalable
    default: directory.kind = .threshold
    }
    return directory
  }

  /// The directories, those whose icons are nearest to a size first.
  func directories(nearestToSize size: Int, scale: Int) -> [Directory] {
    directories.enumerated().map { (distance: $1.distance(toSize: size, scale: scale), index: $0) }
      .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }.map { directories[$0.index] }
  }

  /// Whether a text can be the name of a theme or icon: of one file, and of none elsewhere.
  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 255 && name != "." && name != ".."
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 || $0 == 0x7F }
  }

  /// Whether a text is a path below a theme's directory.
  private static func isPath(_ path: String) -> Bool {
    path.utf8.count <= 1_024
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        isName(String($0))
      }
  }
}
