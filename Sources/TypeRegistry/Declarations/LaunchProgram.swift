// SPDX-License-Identifier: MIT

/// Whether the program that starts an application was found.
///
/// It is searched for when declarations are compiled, never along the caller's `PATH`: an
/// application must not start another program in another shell.
public enum LaunchProgram: Hashable, Sendable {
  /// It was not searched for; an absolute path then counts as present.
  case unchecked
  /// The program is at this path.
  case present(String)
  /// The program cannot be started.
  case missing(LaunchProblem)

  /// The directories in which a plain name is searched for, in this order.
  package static let directories = [
    "/usr/local/bin", "/usr/bin", "/bin", "/usr/local/games", "/usr/games", "/snap/bin",
    "/var/lib/flatpak/exports/bin",
  ]

  /// The directories below a user's own in which a plain name is searched for: after all others,
  /// and before them for what the user installed.
  package static let directoriesOfUser = [".local/bin", ".local/share/flatpak/exports/bin"]

  /// The result without a search.
  package static func assumed(_ arguments: [String]) -> LaunchProgram {
    guard let first = arguments.first else { return .missing(.noArguments) }
    return first.utf8.first == UInt8(ascii: "/") ? .present(first) : .missing(.notAbsolute)
  }

  /// A path that a search depends on.
  package struct Input: Hashable, Sendable {
    /// A file that was looked at, or a directory in which there was none.
    package let path: FilePath
    /// The state that it had; `nil` if nothing was there.
    package let stamp: FileStamp?
  }

  /// Searches for the program of an argument vector.
  ///
  /// - Parameters:
  ///   - arguments: The vector.
  ///   - home: The user's directory; `nil` for none.
  ///   - isOfUser: Whether the user installed the application, so that the user's programs come first.
  /// - Returns: The result, and what it depends on. A program that is installed, removed, replaced or
  ///   made executable, and a link anywhere on the way to it that is turned, changes one of these.
  package static func locate(
    _ arguments: [String], home: FilePath? = nil, isOfUser: Bool = false
  ) -> (program: LaunchProgram, inputs: [Input]) {
    guard let first = arguments.first else { return (.missing(.noArguments), []) }
    let candidates: [FilePath]
    if first.utf8.first == UInt8(ascii: "/") {
      candidates = [FilePath(first)].compactMap { $0 }
    } else if first.utf8.contains(UInt8(ascii: "/")) {
      return (.missing(.notAbsolute), [])
    } else {
      let shared = directories.compactMap { FilePath($0)?.appending(first) }
      let own =
        home.map { home in
          directoriesOfUser.map { home.appending($0).appending(first) }
        } ?? []
      candidates = isOfUser ? own + shared : shared + own
    }
    var inputs: [Input] = []
    var problem = LaunchProblem.notFound
    for candidate in candidates {
      // Before the file, so that one that is created meanwhile shows.
      let directory = candidate.prefixes.dropLast().last.map { path in
        Input(path: path, stamp: try? FileStatus(of: path).stamp)
      }
      guard let status = try? FileStatus(of: candidate) else {
        let isBrokenLink = (try? FileStatus(of: candidate, followsLink: false)) != nil
        // Where there is no entry, the directory changes with a new one; many programs share it.
        let missing = isBrokenLink ? Input(path: candidate, stamp: nil) : directory
        if let missing { inputs.append(missing) }
        continue
      }
      // A change of permissions shows in the time of the last change.
      inputs.append(Input(path: candidate, stamp: status.stamp))
      guard status.kind == .regular else { continue }
      if status.mode & 0o111 != 0 { return (.present(candidate.description), inputs) }
      problem = .notExecutable
    }
    return (.missing(problem), inputs)
  }
}
