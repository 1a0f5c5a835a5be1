// SPDX-License-Identifier: MIT

internal import Glibc

/// The inputs of the search for the programs of a registry besides the files that it looked at: the
/// directories that declarations name, whose safety no stamp shows, and the names that are searched along
/// `PATH`, because no other directory has them.
///
/// In a file each is a line, the directories first; a name has no slash.
struct ProgramNames: Equatable {
  /// The directories, absolute paths.
  var directories: [[UInt8]] = []
  /// The bare names.
  var wanted: [[UInt8]] = []

  /// The most names that are searched to find the image.
  private static let mostNames = 1_000

  /// Directories, and names of programs.
  init(directories: [[UInt8]], wanted: [[UInt8]]) {
    self.directories = directories
    self.wanted = wanted.filter { !$0.contains(UInt8(ascii: "\n")) }
  }

  /// Reads a file; `nil` if it cannot be read, or is not the caller's.
  init?(at file: FilePath) {
    // Most machines have no such file, and to open one that is missing takes a start more.
    guard (try? FileStatus(of: file)) != nil, let bytes = Self.read(file) else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    let first = lines.firstIndex { $0.first != UInt8(ascii: "/") } ?? lines.count
    directories = Array(lines[..<first])
    wanted = Array(lines[first...])
  }

  private static func read(_ file: FilePath) -> [UInt8]? {
    ImageFile.memory(at: file, .copied).map { memory in
      let bytes = memory.bytes(at: 0, count: memory.count)
      return (0..<bytes.count).map { bytes[$0] }
    }
  }

  /// The states on which the search in an environment depends now: two environments with equal states find
  /// equal programs.
  ///
  /// These are the named directories with whether they are safe, and those of `PATH` that supply programs.
  func states(in environment: Environment) -> [[UInt8]] {
    var (states, named): ([[UInt8]], [FilePath]) = ([], [])
    for directory in directories.compactMap({ FilePath(bytes: $0) }) {
      let isSafe = directory.isSafeDirectory
      if isSafe { named.append(directory) }
      states.append(directory.bytes + [isSafe ? 1 : 2])
    }
    guard environment.programPath != nil else { return states }
    let names = wanted.prefix(Self.mostNames).map { String(decoding: $0, as: UTF8.self) }
    return states + ProgramDirectories(environment, named: named).suppliers(of: names)
  }

  /// Writes them, or removes the file if there are none.
  func write(to file: FilePath, in cache: FilePath) {
    var bytes: [UInt8] = []
    for line in directories + wanted { bytes += line + [UInt8(ascii: "\n")] }
    if (Self.read(file) ?? []) == bytes { return }
    guard !bytes.isEmpty else {
      _ = unsafe file.withCString { unsafe unlink($0) }
      return
    }
    guard (try? PrivateFile.makeDirectory(cache)) != nil else { return }
    try? PrivateFile.replace(file, with: bytes, mode: 0o600, durability: .contents)
  }
}
