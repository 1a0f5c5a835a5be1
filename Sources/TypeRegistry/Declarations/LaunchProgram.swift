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

  /// The directories in which a plain name is searched for.
  package static let directories = ["/usr/local/bin", "/usr/bin", "/bin"]

  /// The result without a search.
  package static func assumed(_ arguments: [String]) -> LaunchProgram {
    guard let first = arguments.first else { return .missing(.noArguments) }
    return first.utf8.first == UInt8(ascii: "/") ? .present(first) : .missing(.notAbsolute)
  }

  /// Searches for the program of an argument vector.
  ///
  /// - Returns: The result, and the directories whose entries it depends on.
  package static func locate(
    _ arguments: [String]
  ) -> (program: LaunchProgram, directories: [FilePath]) {
    guard let first = arguments.first else { return (.missing(.noArguments), []) }
    let candidates: [FilePath]
    if first.utf8.first == UInt8(ascii: "/") {
      candidates = [FilePath(first)].compactMap { $0 }
    } else if first.utf8.contains(UInt8(ascii: "/")) {
      return (.missing(.notAbsolute), [])
    } else {
      candidates = directories.compactMap { FilePath($0)?.appending(first) }
    }
    var looked: [FilePath] = []
    for candidate in candidates {
      if let directory = candidate.prefixes.dropLast().last { looked.append(directory) }
      guard let status = try? FileStatus(of: candidate), status.kind == .regular,
        status.mode & 0o111 != 0
      else { continue }
      // A link's target may disappear without a change in the link's directory.
      if let target = candidate.resolved, target != candidate,
        let directory = target.prefixes.dropLast().last
      {
        looked.append(directory)
      }
      return (.present(candidate.description), looked)
    }
    return (.missing(.notFound), looked)
  }
}
