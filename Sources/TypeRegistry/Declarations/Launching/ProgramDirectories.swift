// SPDX-License-Identifier: MIT

/// The directories that are searched for a program's bare name.
///
/// First come the directories that are the same for every caller (``SearchedDirectories``), then those that
/// declarations name (`TRProgramDirectories`), then those of `PATH`: many systems (Nix, Guix, Homebrew) and
/// users (`~/bin`, `~/.cargo/bin`) have programs nowhere else. Each directory adds the programs that those
/// before it do not have, and never replaces one. A directory of the last two kinds that users other than
/// root and the caller can change supplies no program.
package struct ProgramDirectories: Hashable, Sendable {
  /// The user's directory; `nil` for none.
  package let home: FilePath?
  /// The directories that declarations name and that no other user can change.
  package let named: [FilePath]
  /// The directories of `PATH` that are not among the others, in its order.
  package let path: [FilePath]

  /// The most directories of `PATH` that are searched.
  private static let longestPath = 64

  /// The shared directories, and those below `home`.
  package init(home: FilePath? = nil) {
    self.home = home
    named = []
    path = []
  }

  /// The directories of an environment, and those that declarations name.
  package init(_ environment: Environment, named: [FilePath] = []) {
    let home = environment.homePath
    var found: [FilePath] = []
    for element in (environment.programPath ?? []).split(separator: UInt8(ascii: ":")) {
      guard found.count < Self.longestPath, element.first == UInt8(ascii: "/"),
        !SearchedDirectories.shared.contains(where: { $0.utf8.elementsEqual(element) }),
        let directory = FilePath(bytes: Array(element))?.withoutTrailingSlashes,
        !found.contains(directory), !named.contains(directory),
        !SearchedDirectories.ofUser.contains(where: { home?.appending($0) == directory })
      else { continue }
      found.append(directory)
    }
    self.home = home
    self.named = named
    path = found
  }

  /// The directories of this process.
  package static var current: ProgramDirectories { ProgramDirectories(.current) }

  /// The files that a bare name may be, apart from those in `PATH`.
  func candidates(_ name: String, isOfUser: Bool) -> [FilePath] {
    let shared = SearchedDirectories.shared.compactMap { FilePath($0)?.appending(name) }
    let own =
      home.map { home in SearchedDirectories.ofUser.map { home.appending($0).appending(name) } }
      ?? []
    return (isOfUser ? own + shared : shared + own) + named.map { $0.appending(name) }
  }

  /// The directories of `PATH` that decide about programs of these names: each that supplies one, or would if
  /// other users could not change it.
  ///
  /// The other directories do not have these programs. Two environments with the same result find the same
  /// programs.
  ///
  /// - Complexity: O(*n* × *d*) system calls for *n* names and *d* directories, until each directory is known
  ///   to supply one.
  package func suppliers(of names: some Sequence<String>) -> [[UInt8]] {
    /// For each directory that supplies a program, whether it is safe.
    var safety: [Bool?] = Array(repeating: nil, count: path.count)
    var unknown = path.count
    // No name is asked for after the last one that is needed.
    for name in names {
      if unknown == 0 { break }
      for (index, directory) in path.enumerated() {
        guard (try? FileStatus(of: directory.appending(name)))?.isProgram == true else { continue }
        if safety[index] == nil {
          safety[index] = directory.isSafeDirectory
          unknown -= 1
        }
        if safety[index] == true { break }
      }
    }
    return zip(path, safety).compactMap { (directory, isSafe) in
      isSafe.map { directory.bytes + [$0 ? 1 : 2] }
    }
  }
}
