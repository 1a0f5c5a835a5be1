// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// The directories that declarations are read from, most trusted first.
///
/// - core: given by the caller, which knows where the program is installed.
/// - system: `/usr/share/typed/declarations`.
/// - local: the same under the other directories of `XDG_DATA_DIRS`.
/// - user: the same under `XDG_DATA_HOME`.
///
/// The files of freedesktop's specifications are read from `mime/packages` and `applications` of the
/// directories of shared data in the variables, and of the directories that Flatpak and Snap export
/// applications to. `TYPED_FREEDESKTOP=0` leaves them out.
///
/// If users other than root can change a directory or one along its path, it is treated as the user's,
/// whatever variable named it. `TYPED_DECLARATIONS` replaces all except the core; an element
/// `ORIGIN=DIRECTORY` there sets the origin, for tests and for a core that is not beside the program.
///
/// The freedesktop rules are those of the XDG Base Directory Specification, version 0.8.
package struct DeclarationSearchPath: Hashable, Sendable {
  /// One directory, and how far it is trusted.
  package struct Directory: Hashable, Sendable {
    /// The directory, which need not exist.
    package let path: FilePath
    /// The origin of the bundles in it.
    package let origin: Origin
    /// Whether a file in it that users other than root can change is treated as the user's.
    package let checksOwners: Bool
    /// Whether it is a bundle's directory that was registered by its path.
    package var isRegistered = false
    /// The format of the files in it.
    package var format = Bundle.Kind.declarations
    /// The rank of the directory in the order of the variables, the first one lowest: ``MIMEAppsLevel``.
    package var level = 0
    /// The names of lists of applications that are searched in it, the most important one first.
    package var names: [String] = []
  }

  /// The directories, most trusted first, then in the order of the variables.
  package internal(set) var directories: [Directory] = []
  /// The directory of the bundles that were registered by call; `nil` if none are read.
  package private(set) var registered: RegisteredDirectory?
  /// Whether one of the directories existed when it was checked, or was not checked.
  package internal(set) var mayHaveDirectories = false
  /// The directory of shared data that was examined last, and whether only root can change it.
  private var lastData: FilePath?
  private var isLastDataRootOnly = false
  /// The errors in the variables.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The path of declarations below a directory of shared data.
  package static let subdirectory = "typed/declarations"

  /// The search path that an environment describes.
  ///
  /// - Parameters:
  ///   - core: The directory of the declarations that ship with the program.
  ///   - environment: The variables.
  ///   - registered: The directory of registered bundles. `TYPED_DECLARATIONS` replaces it, too.
  ///   - includesUser: Whether the user's directory is searched; a system instance does not search
  ///     it.
  package init(
    core: FilePath?, environment: Environment, registered: RegisteredDirectory? = nil,
    includesUser: Bool = true
  ) {
    if let core { directories.append(Directory(path: core, origin: .core, checksOwners: false)) }
    if let declarations = environment.declarations {
      addElements(of: declarations)
    } else {
      addDataDirectories(environment)
      let firstOfUser = directories.count
      if includesUser { addDataHome(environment) }
      if environment.usesFreedesktop {
        addAssociations(environment, firstOfUser: firstOfUser, includesUser: includesUser)
      }
      if let registered {
        self.registered = registered
        if (try? FileStatus(of: registered.path)) != nil { mayHaveDirectories = true }
      }
    }
    let isInOrder = (1..<max(directories.count, 1)).allSatisfy {
      directories[$0 - 1].origin.rawValue <= directories[$0].origin.rawValue
    }
    if isInOrder { return }
    // A stable order, which Swift's sort does not guarantee. No pairs of an element and its index are
    // sorted: the first array of a kind costs a one-shot program 10,000 instructions.
    var ordered: [Directory] = []
    ordered.reserveCapacity(directories.count)
    for origin in Origin.core.rawValue...Origin.user.rawValue {
      ordered += directories.filter { $0.origin.rawValue == origin }
    }
    directories = ordered
  }

  /// Removes the first element, which may be empty, and its colon from a list of directories.
  ///
  /// Without a list of all elements, which would be the only one of its kind in most processes.
  static func takeElement(from list: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let element = list.prefix { $0 != UInt8(ascii: ":") }
    list = list[element.endIndex...].dropFirst()
    return element
  }

  private mutating func addDataDirectories(_ environment: Environment) {
    let usual = Array("/usr/share".utf8)[...]
    let usualIndex = directories.count
    var usualLevel: Int?
    var level = MIMEAppsLevel.sharedData
    add(usual, named: .system, format: .declarations, level: level, variable: "XDG_DATA_DIRS")
    var variable = environment.dataDirectories ?? []
    if variable.isEmpty { variable = Array("/usr/local/share:/usr/share".utf8) }
    var rest = variable[...]
    while !rest.isEmpty {
      let element = Self.takeElement(from: &rest)
      guard !element.isEmpty, let path = absolute(element, variable: "XDG_DATA_DIRS") else {
        continue
      }
      if path.withoutTrailingSlashes.bytes.elementsEqual("/usr/share".utf8) {
        usualLevel = usualLevel ?? level
        guard environment.usesFreedesktop else { continue }
        addFreedesktop(usual, named: .system, level: level, variable: "XDG_DATA_DIRS")
        // The session adds them to the variable, and not every service has the session's.
        for exported in ["/var/lib/flatpak/exports/share", "/var/lib/snapd/desktop"] {
          level = MIMEAppsLevel.after(level)
          addFreedesktop(
            Array(exported.utf8)[...], named: .local, level: level, variable: "XDG_DATA_DIRS")
        }
        level = MIMEAppsLevel.after(level)
        continue
      }
      add(
        element, named: .local, format: .declarations, level: level, variable: "XDG_DATA_DIRS")
      if environment.usesFreedesktop {
        addFreedesktop(element, named: .local, level: level, variable: "XDG_DATA_DIRS")
      }
      level = MIMEAppsLevel.after(level)
    }
    // It is searched where the variable does not name it, too, and then last.
    directories[usualIndex].level = usualLevel ?? level
  }

  private mutating func addDataHome(_ environment: Environment) {
    if let dataHome = environment.dataHome, !dataHome.isEmpty,
      absolute(dataHome[...], variable: "XDG_DATA_HOME") != nil
    {
      addUser(dataHome, environment, variable: "XDG_DATA_HOME")
    } else if let home = environment.home, !home.isEmpty,
      let path = absolute(home[...], variable: "HOME")
    {
      addUser(path.appending(".local/share").bytes, environment, variable: "HOME")
    }
  }

  private mutating func addUser(
    _ data: [UInt8], _ environment: Environment, variable: String
  ) {
    let level = MIMEAppsLevel.usersData
    add(data[...], named: .user, format: .declarations, level: level, variable: variable)
    guard environment.usesFreedesktop else { return }
    addFreedesktop(data[...], named: .user, level: level, variable: variable)
    let exported = data + Array("/flatpak/exports/share".utf8)
    addFreedesktop(
      exported[...], named: .user, level: MIMEAppsLevel.after(level), variable: variable)
  }

  private mutating func addFreedesktop(
    _ data: ArraySlice<UInt8>, named origin: Origin, level: Int, variable: String
  ) {
    add(data, named: origin, format: .mimePackage, level: level, variable: variable)
    add(data, named: origin, format: .desktopEntry, level: level, variable: variable)
  }

  private mutating func addElements(of declarations: [UInt8]) {
    var level = 0
    for element in declarations.split(separator: UInt8(ascii: ":")) {
      var directory = element
      var said: Origin?
      if let equals = element.firstIndex(of: UInt8(ascii: "=")),
        element.first != UInt8(ascii: "/")
      {
        let word = element[..<equals]
        directory = element[(equals + 1)...]
        said = [Origin.system, .local, .user].first { $0.name.utf8.elementsEqual(word) }
        if Origin.core.name.utf8.elementsEqual(word) {
          // The caller has the core already; see `core(namedBy:)`.
          checkCore(element, directory, among: declarations)
          continue
        }
        guard said != nil else {
          ignore(
            element, "'\(String(decoding: word, as: UTF8.self))' is not an origin",
            "write 'system', 'local' or 'user'")
          continue
        }
      }
      guard let path = absolute(directory, variable: "TYPED_DECLARATIONS") else { continue }
      mayHaveDirectories = true
      directories.append(
        Directory(
          path: path, origin: said ?? (Self.isRootOnly(path) ? .local : .user),
          checksOwners: said == nil, level: level))
      level = MIMEAppsLevel.after(level)
    }
  }

  /// The directory of the core that the first element `core=DIRECTORY` of `TYPED_DECLARATIONS` names.
  package static func core(namedBy environment: Environment) -> FilePath? {
    let elements = environment.declarations?.split(separator: UInt8(ascii: ":")) ?? []
    guard let element = elements.first(where: { $0.starts(with: corePrefix) }),
      let path = FilePath(bytes: Array(element.dropFirst(corePrefix.count))), path.isAbsolute
    else { return nil }
    return path.withoutTrailingSlashes
  }

  private static let corePrefix = Array("core=".utf8)

  /// Reports an element that names a core and is not used.
  private mutating func checkCore(
    _ element: ArraySlice<UInt8>, _ directory: ArraySlice<UInt8>, among declarations: [UInt8]
  ) {
    guard absolute(directory, variable: "TYPED_DECLARATIONS") != nil else { return }
    let cores = declarations.split(separator: UInt8(ascii: ":"))
      .filter { $0.starts(with: Self.corePrefix) }
    if let first = cores.first, first != element {
      ignore(element, "a second core is ignored", "name one core")
    }
  }

  private mutating func add(
    _ data: ArraySlice<UInt8>, named origin: Origin, format: Bundle.Kind, level: Int,
    variable: String
  ) {
    guard let subdirectory = format.subdirectory,
      let path = FilePath(bytes: Array(data))?.withoutTrailingSlashes.appending(subdirectory),
      format == .declarations || !directories.contains(where: { $0.path == path })
    else { return }
    // A missing directory has no files to distrust; most are missing.
    let exists = (try? FileStatus(of: path)) != nil
    if exists { mayHaveDirectories = true }
    let isTrusted = origin == .user || !exists || isRootOnly(path, below: data)
    directories.append(
      Directory(
        path: path, origin: isTrusted ? origin : .user, checksOwners: true, format: format,
        level: level))
    if !isTrusted {
      diagnostics.append(
        Diagnostic(
          .note, .untrustedDirectory, path: path.description,
          message:
            "users other than root can change this directory, so it is treated as the user's",
          hint: "let root own it and all directories above it, and let no other user write them"))
    }
  }

  /// Whether only root can change the contents of a directory below one of shared data.
  ///
  /// The answer for the latter is kept: several directories below it are checked.
  private mutating func isRootOnly(_ path: FilePath, below data: ArraySlice<UInt8>) -> Bool {
    if lastData?.bytes.elementsEqual(data) != true {
      lastData = FilePath(bytes: Array(data))?.withoutTrailingSlashes
      isLastDataRootOnly = lastData.map(Self.isRootOnly) ?? false
    }
    guard isLastDataRootOnly, let lastData else { return false }
    for prefix in path.prefixes where prefix.bytes.count > lastData.bytes.count {
      guard let status = try? FileStatus(of: prefix, followsLink: false) else { return false }
      // The target of a link has a path of its own.
      if status.kind == .symbolicLink { return Self.isRootOnly(path) }
      if !status.isRootOnly { return false }
    }
    return true
  }

  private mutating func absolute(_ bytes: ArraySlice<UInt8>, variable: String) -> FilePath? {
    guard let path = FilePath(bytes: Array(bytes)), path.isAbsolute else {
      let text = String(decoding: bytes, as: UTF8.self)
      ignore(
        bytes, "relative directory '\(text)' in \(variable) is ignored", "write an absolute path")
      return nil
    }
    return path.withoutTrailingSlashes
  }

  private mutating func ignore(
    _ element: ArraySlice<UInt8>, _ message: String, _ hint: String
  ) {
    diagnostics.append(
      Diagnostic(
        .warning, .ignoredSearchPath, path: String(decoding: element, as: UTF8.self),
        message: message, hint: hint))
  }

  /// Whether only root can change the contents of `path`: all directories along it, as written and
  /// with links resolved, belong to root and no other user may write them.
  ///
  /// Directories that do not exist are as safe as their parent.
  package static func isRootOnly(_ path: FilePath) -> Bool {
    guard path.isAbsolute, isRootOnlyAlongWay(path) else { return false }
    // The targets of links are checked too; the links themselves are in checked directories.
    var existing = path.prefixes.last { (try? FileStatus(of: $0)) != nil }
    existing = existing.flatMap(\.resolved)
    return existing.map(isRootOnlyAlongWay) ?? false
  }

  private static func isRootOnlyAlongWay(_ path: FilePath) -> Bool {
    path.prefixes.allSatisfy { prefix in
      do throws(SystemError) {
        return try FileStatus(of: prefix).isRootOnly
      } catch {
        return error.isMissing
      }
    }
  }
}
