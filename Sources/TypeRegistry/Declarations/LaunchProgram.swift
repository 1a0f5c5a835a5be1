// SPDX-License-Identifier: MIT

/// Whether the program that starts an application is there.
///
/// It is looked for when declarations are compiled, never along the caller's `PATH`: one
/// application must not be another one in another shell.
public enum LaunchProgram: Hashable, Sendable {
  /// Nobody has looked; an absolute path then counts as present.
  case unchecked
  /// The program stands at this path.
  case present(String)
  /// It does not.
  case missing(LaunchProblem)

  /// Where a plain name is looked for.
  package static let directories = ["/usr/local/bin", "/usr/bin", "/bin"]

  /// What is known without looking.
  package static func assumed(_ arguments: [String]) -> LaunchProgram {
    guard let first = arguments.first else { return .missing(.noArguments) }
    return first.utf8.first == UInt8(ascii: "/") ? .present(first) : .missing(.notAbsolute)
  }

  /// Looks for the program of an argument vector.
  ///
  /// - Returns: What was found, and the directories on whose entries that hangs.
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
      // A link's target may vanish without a change where the link stands.
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
