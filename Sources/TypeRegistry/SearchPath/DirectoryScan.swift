// SPDX-License-Identifier: MIT

internal import SystemBase

/// The contents of the directories of a search path.
package struct DirectoryScan: Hashable, Sendable {
  /// A directory that was listed, or a file that leads to a registered bundle.
  package struct ListedDirectory: Hashable, Sendable {
    /// The directory or file.
    package let path: FilePath
    /// Its state before it was read; `nil` if it does not exist.
    package let stamp: FileStamp?
    /// Whether desktop entries or lists of applications are searched there.
    package let isOfApplications: Bool
  }

  /// The declaration files: directory after directory, in byte order of their paths.
  package internal(set) var sources: [DeclarationSource] = []
  /// Every directory whose change can add or remove a file, missing ones included.
  package internal(set) var directories: [ListedDirectory] = []
  /// The directories and entries that could not be read.
  package internal(set) var diagnostics: [Diagnostic] = []
}

extension DeclarationSearchPath {
  /// Lists the declaration files of all directories.
  ///
  /// A directory that the path names twice, also through a link, is listed once, with the most
  /// trusted of its origins.
  package func scan() -> DirectoryScan {
    var scanner = DirectoryScanner()
    for directory in directories { scanner.scan(directory) }
    if let registered { scanner.scan(registered) }
    return scanner.scan
  }
}

extension DirectoryScan {
  /// Finds the declaration files at a path that the user names: the file itself, the `Info.plist` of a
  /// bundle's directory with its translations, or the files that a directory on the search path would have.
  package init(at path: FilePath, origin: Origin) {
    guard path.isDirectory else {
      let format = ForeignFormat.ofFile(at: path)?.kind ?? .declarations
      sources = [
        DeclarationSource(
          path: path, origin: origin, checksOwner: false, format: format,
          identifier: format == .desktopEntry ? DirectoryScanner.identifier(ofEntryAt: path) : "")
      ]
      return
    }
    let directory = DeclarationSearchPath.Directory(
      path: path.withoutTrailingSlashes, origin: origin, checksOwners: false)
    var bundle = DirectoryScanner()
    bundle.scanBundle(directory.path, directory)
    if !bundle.scan.sources.isEmpty {
      self = bundle.scan
      return
    }
    var scanner = DirectoryScanner()
    scanner.scan(directory)
    self = scanner.scan
  }
}

/// Lists directories: `*.json`, `*.plist`, and bundles one level down.
struct DirectoryScanner {
  var scan = DirectoryScan()
  /// The directories and files of a kind that were found.
  private struct Found {
    /// The directories of the search path, by the numbers of their file systems and their own.
    var seen: Set<[UInt64]> = []
    var count = 0
  }

  // Types follow from the first alone: nothing that is found of applications takes their place.
  private var ofTypes = Found()
  private var ofApplications = Found()
  private var isFull = false
  /// Whether files of applications are searched now.
  private var isOfApplications = false

  private var found: Found {
    get { isOfApplications ? ofApplications : ofTypes }
    set { if isOfApplications { ofApplications = newValue } else { ofTypes = newValue } }
  }

  mutating func scan(_ directory: DeclarationSearchPath.Directory) {
    isOfApplications = directory.format.isOfApplications
    defer { isOfApplications = false }
    switch directory.format {
    case .declarations: scanDeclarations(directory)
    case .mimePackage, .desktopEntry: scanFreedesktop(directory)
    case .associations: scanAssociations(directory)
    }
  }

  private mutating func scanDeclarations(_ directory: DeclarationSearchPath.Directory) {
    guard let entries = list(directory.path, isOnSearchPath: true) else { return }
    let first = scan.sources.count
    var bundles: [FilePath] = []
    for entry in entries where !isLeftover(entry.name) {
      let path = directory.path.appending(entry.name)
      if nameEnds(entry.name, with: ".json") || nameEnds(entry.name, with: ".plist") {
        // A directory of that name gets its diagnostic when it is read.
        add(path, directory, localizedIn: nil)
      } else if entry.mayBeDirectory {
        bundles.append(path)
      }
    }
    for bundle in bundles where isDirectory(bundle) { scanBundle(bundle, directory) }
    scan.sources[first...].sort { $0.path < $1.path }
  }

  /// Looks for `Info.plist`, `Info.json` or `Contents/Info.plist` in a directory.
  mutating func scanBundle(_ path: FilePath, _ directory: DeclarationSearchPath.Directory) {
    guard list(path, isOnSearchPath: false) != nil else { return }
    let flat = [path.appending("Info.plist"), path.appending("Info.json")]
    if let information = flat.first(where: exists) {
      add(information, directory, localizedIn: path)
      return
    }
    let contents = path.appending("Contents")
    guard (try? FileStatus(of: contents, followsLink: false))?.kind == .directory,
      list(contents, isOnSearchPath: false) != nil
    else { return }
    let inner = contents.appending("Info.plist")
    if exists(inner) { add(inner, directory, localizedIn: contents.appending("Resources")) }
  }

  /// Whether the entry of a directory is a directory, or a link to a trusted one.
  ///
  /// The state of one that is neither is noted: the target of a link may become one.
  mutating func isDirectory(_ path: FilePath) -> Bool {
    let status = try? FileStatus(of: path)
    if let status, status.kind == .directory, checkTrust(path, status) { return true }
    note(path, status?.stamp)
    return false
  }

  /// Notes the state of a directory, or of a file that may lead to one.
  mutating func note(_ path: FilePath, _ stamp: FileStamp?) {
    scan.directories.append(
      DirectoryScan.ListedDirectory(
        path: path, stamp: stamp, isOfApplications: isOfApplications))
  }

  /// Checks that `path` is a directory, or a link to a directory that root or the caller owns.
  private mutating func checkTrust(_ path: FilePath, _ status: FileStatus) -> Bool {
    guard (try? FileStatus(of: path, followsLink: false))?.kind == .symbolicLink else {
      return true
    }
    if status.isOwnedByRootOrCaller, status.mode & 0o002 == 0 { return true }
    scan.diagnostics.append(
      Diagnostic(
        .error, .untrustedLink, path: path.description,
        message: "symbolic link leads to a directory that others own or may write",
        hint: "link to a directory that root or you own and that not everyone may write"))
    return false
  }

  mutating func add(
    _ path: FilePath, _ directory: DeclarationSearchPath.Directory,
    localizedIn resources: FilePath?, identifier: String = "", rank: Int = 0
  ) {
    guard found.count < DeclarationLimits.maximumFiles else {
      if !isFull {
        isFull = true
        scan.diagnostics.append(
          Diagnostic(
            .error, .tooManyFiles, path: path.description,
            message:
              "this file and the following ones are left out: the search path holds more than "
              + "\(DeclarationLimits.maximumFiles) \(isOfApplications ? "files of applications" : "declaration files")",
            hint: "put several declarations into one file"))
      }
      return
    }
    found.count += 1
    scan.sources.append(
      DeclarationSource(
        path: path, origin: directory.origin, checksOwner: directory.checksOwners,
        localizations: resources.map { localizations(in: $0) } ?? [],
        isRegistered: directory.isRegistered, format: directory.format, identifier: identifier,
        level: directory.level + rank))
  }

  private mutating func localizations(in directory: FilePath) -> [DeclarationSource.Localization] {
    let isListed = scan.directories.last?.path == directory
    guard let names = list(directory, isOnSearchPath: false) else { return [] }
    // A flat bundle's own directory has been listed already.
    if isListed { scan.directories.removeLast() }
    var found: [DeclarationSource.Localization] = []
    for entry in names where nameEnds(entry.name, with: ".lproj") && !isLeftover(entry.name) {
      guard found.count < DeclarationLimits.maximumLocalizations else {
        scan.diagnostics.append(
          Diagnostic(
            .warning, .tooManyFiles, path: directory.description,
            message: "bundle has more than \(DeclarationLimits.maximumLocalizations) translations"))
        break
      }
      let language = directory.appending(entry.name)
      guard let status = try? FileStatus(of: language, followsLink: false),
        status.kind == .directory
      else { continue }
      note(language, status.stamp)
      let strings = language.appending("InfoPlist.strings")
      guard exists(strings) else { continue }
      found.append(
        DeclarationSource.Localization(
          language: String(decoding: entry.name.dropLast(6), as: UTF8.self), path: strings))
    }
    return found
  }

  /// The entries of a directory in byte order; `nil` if it is missing, listed already, or refused.
  mutating func list(
    _ path: FilePath, isOnSearchPath: Bool
  ) -> [DirectoryListing.Entry]? {
    var isNoted = false
    do throws(SystemError) {
      // The state is read first, so that a change during the listing is noticed later.
      let status = try FileStatus(of: path)
      // Also of one that is listed already: another path of it may be a link, and lead elsewhere.
      note(path, status.stamp)
      isNoted = true
      if isOnSearchPath {
        let identity = [status.stamp.device, status.stamp.inode]
        guard found.seen.insert(identity).inserted else { return nil }
      }
      let listing = try DirectoryListing(
        of: path, limit: DeclarationLimits.maximumDirectoryEntries)
      if listing.isCut {
        scan.diagnostics.append(
          Diagnostic(
            .error, .tooManyFiles, path: path.description,
            message: "directory has more than \(DeclarationLimits.maximumDirectoryEntries) "
              + "entries; the rest is not read",
            hint: "keep only declarations there"))
      }
      return listing.entries
    } catch {
      if !isNoted { note(path, nil) }
      if !error.isMissing {
        scan.diagnostics.append(
          Diagnostic(
            .error, .directoryUnreadable, path: path.description,
            message: "directory cannot be listed: \(error)",
            hint: "make it readable for the user that the registry runs as"))
      }
      return nil
    }
  }

  /// Whether the path exists, also if it is a broken link.
  func exists(_ path: FilePath) -> Bool {
    (try? FileStatus(of: path, followsLink: false)) != nil
  }

  /// Whether the name belongs to a hidden file or an editor's backup.
  func isLeftover(_ name: [UInt8]) -> Bool {
    name.first == UInt8(ascii: ".") || name.last == UInt8(ascii: "~")
      || name.first == UInt8(ascii: "#")
  }

  func nameEnds(_ name: [UInt8], with suffix: String) -> Bool {
    name.count > suffix.utf8.count && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}
