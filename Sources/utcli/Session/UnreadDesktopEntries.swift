// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The `.desktop` files of the applications that other programs know, where they are not read.
///
/// A variable may exclude them. Where no application was found, their number explains why.
enum UnreadDesktopEntries {
  /// Why `.desktop` files are not read; `nil` if they are.
  static var reason: String? {
    let environment = Environment.current
    if environment.declarations != nil { return "TYPED_DECLARATIONS names all that is read" }
    return environment.usesFreedesktop ? nil : "TYPED_FREEDESKTOP is 0"
  }

  /// The number of `.desktop` files in the `applications` directories of the user and the system;
  /// 0 if they are read.
  ///
  /// Only for an answer that is empty anyway: it lists directories.
  static func count() -> Int {
    guard reason != nil else { return 0 }
    return directories(.current).reduce(0) { count, directory in
      let path = directory.appending("applications")
      guard path.isAbsolute,
        let listing = try? DirectoryListing(
          of: path, limit: DeclarationLimits.maximumDirectoryEntries)
      else { return count }
      return count + listing.entries.count { $0.name.suffix(8).elementsEqual(".desktop".utf8) }
    }
  }

  /// The directories of shared data (XDG Base Directory Specification), each once.
  private static func directories(_ environment: Environment) -> [FilePath] {
    var found: [FilePath] = []
    func add(_ directory: [UInt8]) {
      if let path = FilePath(bytes: directory), !found.contains(path) { found.append(path) }
    }
    if let home = environment.dataHome, !home.isEmpty {
      add(home)
    } else if let home = environment.home, !home.isEmpty {
      add(home + Array("/.local/share".utf8))
    }
    var shared = environment.dataDirectories ?? []
    if shared.isEmpty { shared = Array("/usr/local/share:/usr/share".utf8) }
    for directory in shared.split(separator: UInt8(ascii: ":")) { add(Array(directory)) }
    return found
  }
}

extension Session {
  /// Notes, once, that `.desktop` files were found and are not read; for an answer that names no
  /// application.
  func noteUnreadDesktopEntries() {
    guard !hasNotedDesktopEntries else { return }
    hasNotedDesktopEntries = true
    let count = UnreadDesktopEntries.count()
    guard count > 0, let reason = UnreadDesktopEntries.reason else { return }
    output.flush()
    note(".desktop files: \(count) found, not read: \(reason)")
  }
}
