// SPDX-License-Identifier: MIT

/// Whether the program that starts an application was found.
///
/// It is searched for when declarations are compiled. The caller's `PATH` adds only programs that the other
/// directories do not have: an application must not start another program in another shell.
public enum LaunchProgram: Hashable, Sendable {
  /// It was not searched for; an absolute path is then assumed to be present.
  case unchecked
  /// The program is at this path.
  case present(String)
  /// The program cannot be started.
  case missing(LaunchProblem)

  /// The result without a search.
  package static func assumed(_ arguments: [String]) -> LaunchProgram {
    guard let first = arguments.first else { return .missing(.noArguments) }
    return first.utf8.first == UInt8(ascii: "/") ? .present(first) : .missing(.notAbsolute)
  }

  /// A path that a search depends on.
  package struct Input: Hashable, Sendable {
    /// A file that was examined, or a directory that did not have it.
    package let path: FilePath
    /// The state that it had; `nil` if nothing was there.
    package let stamp: FileStamp?
  }

  /// The result of a search.
  package struct Search: Sendable {
    /// Whether the program was found.
    package var program: LaunchProgram
    /// The paths that it depends on besides ``found``.
    ///
    /// One of these changes if a program is installed that would be found before, or made executable, or if
    /// a link anywhere on its path is redirected.
    package var inputs: [Input] = []
    /// The program that was found, which may be removed or replaced; `nil` if there is none.
    package var found: Input?
    /// The bare names that were searched along `PATH`, because the other directories do not have them.
    package var wanted: [String] = []
    /// The directories of `PATH` that have such a program, and that other users can change.
    package var refused: [FilePath] = []
  }

  /// The directories that searches have looked at: many programs are searched in the same ones.
  package struct KnownDirectories {
    fileprivate var stamps: [FilePath: FileStamp?] = [:]
    fileprivate var safety: [FilePath: Bool] = [:]

    fileprivate mutating func stamp(of directory: FilePath) -> FileStamp? {
      if let known = stamps[directory] { return known }
      let stamp = try? FileStatus(of: directory).stamp
      stamps[directory] = .some(stamp)
      return stamp
    }

    fileprivate mutating func isSafe(_ directory: FilePath) -> Bool {
      if let known = safety[directory] { return known }
      let isSafe = directory.isSafeDirectory
      safety[directory] = isSafe
      return isSafe
    }
  }

  /// Searches for the program of an argument vector.
  ///
  /// - Parameters:
  ///   - arguments: The vector.
  ///   - directories: Where a bare name is searched.
  ///   - isOfUser: Whether the user installed the application, so that the user's programs come first.
  /// - Returns: The result, and the paths that it depends on.
  package static func locate(
    _ arguments: [String], in directories: ProgramDirectories = ProgramDirectories(),
    isOfUser: Bool = false
  ) -> Search {
    var known = KnownDirectories()
    return locate(arguments, in: directories, isOfUser: isOfUser, &known)
  }

  /// Like ``locate(_:in:isOfUser:)``, for one program after the other.
  ///
  /// - Returns: As that.
  package static func locate(
    _ arguments: [String], in directories: ProgramDirectories, isOfUser: Bool,
    _ known: inout KnownDirectories
  ) -> Search {
    guard let first = arguments.first else { return Search(program: .missing(.noArguments)) }
    var search = Search(program: .missing(.notFound))
    if first.utf8.first == UInt8(ascii: "/") {
      if let path = FilePath(first), let found = look(at: path, &search, &known) {
        search.program = found
      }
      return search
    }
    guard !first.utf8.contains(UInt8(ascii: "/")) else {
      return Search(program: .missing(.notAbsolute))
    }
    search.program = .missing(.notFoundByName)
    for candidate in directories.candidates(first, isOfUser: isOfUser) {
      guard let found = look(at: candidate, &search, &known) else { continue }
      search.program = found
      if case .present = found { return search }
    }
    search.wanted.append(first)
    for directory in directories.path {
      guard let found = look(at: directory.appending(first), &search, &known) else { continue }
      if case .present = found {
        guard known.isSafe(directory) else {
          search.refused.append(directory)
          // It would be found if no other user could change the directory.
          if let found = search.found { search.inputs.append(found) }
          search.found = nil
          continue
        }
        search.program = found
        return search
      }
    }
    return search
  }

  /// Looks at the path of a program; returns `nil` if no file there could be one.
  private static func look(
    at candidate: FilePath, _ search: inout Search, _ known: inout KnownDirectories
  ) -> LaunchProgram? {
    // Before the file, so that one that is created meanwhile shows.
    let directory = candidate.prefixes.dropLast().last.map { path in
      Input(path: path, stamp: known.stamp(of: path))
    }
    var status: FileStatus?
    if directory == nil || directory?.stamp != nil {
      status = try? FileStatus(of: candidate, followsLink: false)
    }
    let isLink = status?.kind == .symbolicLink
    if isLink { status = try? FileStatus(of: candidate) }
    guard let status else {
      // If there is no such entry, the stamp of the directory is enough: a new entry changes it, and many
      // programs share it.
      let missing = isLink ? Input(path: candidate, stamp: nil) : directory
      if let missing { search.inputs.append(missing) }
      return nil
    }
    // A change of permissions shows in the time of the last change.
    let input = Input(path: candidate, stamp: status.stamp)
    let text = candidate.description
    guard status.isProgram, FilePath(text) == candidate else {
      search.inputs.append(input)
      if status.kind != .regular { return nil }
      return status.isProgram ? .present(text) : .missing(.notExecutable)
    }
    search.found = input
    return .present(text)
  }

  /// Whether the program that a search has found is still one.
  package static func isPresent(_ path: String) -> Bool {
    FilePath(path).flatMap { try? FileStatus(of: $0) }?.isProgram ?? false
  }
}

extension FileStatus {
  /// Whether the file is a program, which some user may execute.
  var isProgram: Bool { kind == .regular && mode & 0o111 != 0 }
}
