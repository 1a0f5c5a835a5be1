// SPDX-License-Identifier: MIT

// Where lists of applications by MIME type are, and their order of precedence.

extension DeclarationSearchPath {
  /// Adds the directories of lists of applications by MIME type, in the order of the "Association
  /// between MIME types and applications" specification, version 1.0.1: first the user's settings,
  /// then those of the machine, then the directories of desktop entries.
  ///
  /// - Parameters:
  ///   - environment: The variables.
  ///   - firstOfUser: The index of the first directory in the user's data.
  ///   - includesUser: Whether the user's settings are searched.
  mutating func addAssociations(
    _ environment: Environment, firstOfUser: Int, includesUser: Bool
  ) {
    let lists = Self.listNames(environment)
    let settings = lists + [MIMEAppsName.main]
    var level = 0
    if includesUser, let home = Self.configHome(environment) {
      addLists(home, named: .user, level: level, names: settings)
    }
    var others = environment.configDirectories ?? []
    if others.isEmpty { others = Array("/etc/xdg".utf8) }
    var rest = others[...]
    let most = MIMEAppsLevel.mostConfigDirectories * MIMEAppsLevel.countOfDirectory
    while !rest.isEmpty, level < most {
      let element = Self.takeElement(from: &rest)
      if element.isEmpty { continue }
      level += MIMEAppsLevel.countOfDirectory
      guard let path = FilePath(bytes: Array(element)), path.isAbsolute else { continue }
      addLists(path.withoutTrailingSlashes, named: .local, level: level, names: settings)
    }
    let entries = Array(directories.indices)
    for index in entries[firstOfUser...] + entries[..<firstOfUser]
    where directories[index].format == .desktopEntry {
      let directory = directories[index]
      directories.append(
        Directory(
          path: directory.path, origin: directory.origin, checksOwners: true,
          format: .associations, level: directory.level,
          names: settings + [MIMEAppsName.old]))
    }
  }

  /// Removes the lists of the user, and those of the machine that another user could have written.
  package mutating func removeUserLists() {
    directories.removeAll { $0.format == .associations && $0.origin == .user }
  }

  /// The names of the lists of the present desktop: those of all its names, in lower case.
  package static func listNames(_ environment: Environment) -> [String] {
    var names: [String] = []
    let most = MIMEAppsLevel.countOfDirectory - 2
    for name in (environment.currentDesktop ?? []).split(separator: UInt8(ascii: ":")) {
      // It becomes a part of a path.
      guard let text = String(validating: name, as: UTF8.self), text.utf8.count <= 128,
        text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") })
      else { continue }
      let list = text.asciiLowercased + MIMEAppsName.endOfDesktop
      if names.count < most, !names.contains(list) { names.append(list) }
    }
    return names
  }

  /// The directory of the user's settings; `nil` if no variable names it.
  package static func configHome(_ environment: Environment) -> FilePath? {
    FilePath(absolute: environment.configHome)?.withoutTrailingSlashes
      ?? environment.homePath?.withoutTrailingSlashes.appending(".config")
  }

  private mutating func addLists(
    _ path: FilePath, named origin: Origin, level: Int, names: [String]
  ) {
    let exists = names.contains { (try? FileStatus(of: path.appending($0))) != nil }
    if exists { mayHaveDirectories = true }
    let isTrusted = origin == .user || !exists || Self.isRootOnly(path)
    directories.append(
      Directory(
        path: path, origin: isTrusted ? origin : .user, checksOwners: true,
        format: .associations, level: level, names: names))
  }
}

extension DirectoryScanner {
  /// Finds the lists of applications in a directory.
  ///
  /// If one is missing, only its name is noted, because other programs write beside it all the time; and
  /// not even that in a directory of desktop entries, whose own state shows whether it is there.
  mutating func scanAssociations(_ directory: DeclarationSearchPath.Directory) {
    let isNoted = scan.directories.contains { $0.path == directory.path }
    for (rank, name) in directory.names.enumerated() {
      let path = directory.path.appending(name)
      if exists(path) {
        add(path, directory, localizedIn: nil, rank: rank)
      } else if !isNoted {
        note(path, nil)
      }
    }
  }
}
