// SPDX-License-Identifier: MIT

/// Finds the files of icons in the icon themes of this machine.
///
/// Follows the freedesktop Icon Theme Specification 0.13: a theme, the themes that it inherits from,
/// `hicolor`, then files that belong to no theme. A theme may be in several directories, and its
/// `index.theme` is the first that is found there.
///
/// Themes are untrusted: a theme that inherits from itself is searched once, at most 32 themes are searched,
/// no file outside their directories is searched, and only regular files are found.
///
/// ```swift
/// let names = EmbeddedRegistry.shared.current.iconNames(
///   of: try TypeIdentifier("public.png"))
/// let file = IconFinder().file(named: names, size: 32)
/// ```
///
/// Reads the disk at each call; a program that shows many icons keeps the results.
public struct IconFinder: Sendable {
  /// The directories of themes, and of icons without a theme.
  private let directories: [FilePath]
  /// The directories of icons without a theme, searched last.
  private let pixmaps: [FilePath]
  /// The theme that the desktop is set to.
  private let chosenTheme: String?

  /// How many themes are searched for one icon.
  private static let mostThemes = 32
  /// How many names of themes are searched.
  private static let mostNames = 256
  /// How many files and directories are checked in one search, so that a hostile theme does not take long.
  private static let mostLooks = 200_000
  private static let extensions = ["png", "svg", "xpm"]
  /// The theme that all icons of applications are in.
  private static let lastTheme = "hicolor"

  /// Searches in the directories that the environment names: `icons` in `XDG_DATA_HOME`, `~/.icons`,
  /// `icons` in each of `XDG_DATA_DIRS`, and `pixmaps` in these.
  ///
  /// - Parameter environment: The environment with `HOME`, `XDG_DATA_HOME`, `XDG_DATA_DIRS`,
  ///   `XDG_CONFIG_HOME` and `XDG_CURRENT_DESKTOP`.
  public init(_ environment: Environment = .current) {
    let home = environment.homePath
    func paths(_ value: [UInt8]?, else usual: String) -> [FilePath] {
      let value = value.flatMap { $0.isEmpty ? nil : $0 } ?? Array(usual.utf8)
      return value.split(separator: UInt8(ascii: ":")).compactMap { FilePath(bytes: Array($0)) }
        .filter(\.isAbsolute)
    }
    let own = FilePath(absolute: environment.dataHome) ?? home?.appending(".local/share")
    let shared = paths(environment.dataDirectories, else: "/usr/local/share:/usr/share")
    directories =
      [own?.appending("icons"), home?.appending(".icons")].compactMap(\.self)
      + shared.map { $0.appending("icons") }
    // Always there, by the Icon Theme Specification, "Directory Layout".
    let usual = FilePath("/usr/share/pixmaps")
    let pixmaps = shared.map { $0.appending("pixmaps") }
    self.pixmaps = pixmaps + [usual].compactMap(\.self).filter { !pixmaps.contains($0) }
    chosenTheme = Self.chosenTheme(environment)
  }

  /// The file of the first icon that there is.
  ///
  /// All names are searched in a theme before its parents: an icon in the style of the others comes before a
  /// more specific one.
  ///
  /// - Parameters:
  ///   - names: The names of the icons, the best one first. Those with a slash are ignored.
  ///   - size: The size in pixels of a display of scale 1.
  ///   - scale: The scale of the display.
  ///   - theme: The name of the theme; `nil` is the one that GTK or KDE is set to.
  ///   - prefersSymbolic: Whether a symbolic icon, of one colour, comes before others.
  /// - Returns: The path of a regular file with the extension `png`, `svg` or `xpm`; `nil` if there is
  ///   none.
  /// - Complexity: O(*n* · *d*) for *n* names and *d* directories of all themes.
  public func file(
    named names: [String], size: Int = 48, scale: Int = 1, theme: String? = nil,
    prefersSymbolic: Bool = false
  ) -> String? {
    var names = names.filter(IconTheme.isName)
    if prefersSymbolic { names = names.map { $0 + "-symbolic" } + names }
    let size = min(max(size, 1), 1 << 16)
    let scale = min(max(scale, 1), 1 << 8)
    var looks = Self.mostLooks
    for theme in themes(from: theme ?? chosenTheme ?? Self.usualTheme(in: directories)) {
      let found = find(names, &looks, in: places(of: theme, size: size, scale: scale))
      if let found { return found.description }
    }
    return find(names, &looks, in: directories + pixmaps)?.description
  }

  /// Whether there is a theme of that name.
  public func hasTheme(_ name: String) -> Bool { index(of: name) != nil }

  // MARK: - Themes

  private struct Found {
    var name: String
    var theme: IconTheme
  }

  /// A theme and all that it inherits from, in the order of the search.
  private func themes(from name: String) -> [Found] {
    var found: [Found] = []
    var seen: Set<String> = []
    // The last one is the next.
    var waiting = [name]
    while let next = waiting.popLast(), found.count < Self.mostThemes, seen.count < Self.mostNames {
      // Searched last in any case.
      guard next != Self.lastTheme, seen.insert(next).inserted, let theme = index(of: next) else {
        continue
      }
      found.append(Found(name: next, theme: theme))
      waiting += theme.parents.reversed()
    }
    if let theme = index(of: Self.lastTheme) {
      found.append(Found(name: Self.lastTheme, theme: theme))
    }
    return found
  }

  /// The `index.theme` of a theme; `nil` without one.
  private func index(of name: String) -> IconTheme? {
    guard IconTheme.isName(name) else { return nil }
    for directory in directories {
      let path = directory.appending(name).appending("index.theme")
      if let contents = try? DeclarationReader.read(path, limit: IconTheme.maximumBytes),
        let theme = IconTheme(contents.bytes)
      {
        return theme
      }
    }
    return nil
  }

  /// The directories of a theme's icons, those nearest to a size first.
  private func places(of found: Found, size: Int, scale: Int) -> [FilePath] {
    let roots = directories.map { $0.appending(found.name) }.filter(\.isDirectory)
    return found.theme.directories(nearestToSize: size, scale: scale).flatMap { directory in
      roots.map { $0.appending(directory.path) }
    }
  }

  // MARK: - Files

  private func find(
    _ names: [String], _ looks: inout Int, in places: [FilePath]
  ) -> FilePath? {
    let places = places.prefix(looks)
    looks -= places.count
    let present = places.filter(\.isDirectory)
    for name in names {
      for place in present {
        for ending in Self.extensions {
          guard looks > 0 else { return nil }
          looks -= 1
          let path = place.appending("\(name).\(ending)")
          if (try? FileStatus(of: path))?.kind == .regular { return path }
        }
      }
    }
    return nil
  }

  // MARK: - The chosen theme

  /// The theme that the settings of KDE or GTK name; GNOME keeps another one elsewhere.
  private static func chosenTheme(_ environment: Environment) -> String? {
    guard let configuration = DeclarationSearchPath.configHome(environment) else { return nil }
    let settings = [
      ("gtk-4.0/settings.ini", "Settings", "gtk-icon-theme-name"),
      ("gtk-3.0/settings.ini", "Settings", "gtk-icon-theme-name"),
    ]
    let plasma = [("kdeglobals", "Icons", "Theme")]
    let isPlasma = environment.currentDesktop.map {
      String(decoding: $0, as: UTF8.self).split(separator: ":").contains("KDE")
    }
    for (name, group, key) in isPlasma == true ? plasma + settings : settings + plasma {
      guard
        let contents = try? DeclarationReader.read(
          configuration.appending(name), limit: IconTheme.maximumBytes)
      else { continue }
      let file = KeyFile.read(contents.bytes, path: "").file
      let entry = file.entries(inGroup: group).last { file.holds(key, $0.key) && $0.locale == nil }
      if let theme = entry.map({ file.string($0) }), IconTheme.isName(theme) { return theme }
    }
    return nil
  }

  /// The theme of desktops that name none.
  private static func usualTheme(in directories: [FilePath]) -> String {
    for theme in ["Adwaita", "breeze"] {
      for directory in directories where directory.appending(theme).isDirectory { return theme }
    }
    return lastTheme
  }
}
