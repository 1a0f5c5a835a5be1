// SPDX-License-Identifier: MIT

internal import Glibc

/// The inputs of the search for the programs of a registry besides the files that it looked at: the
/// directories that declarations name, whose safety no stamp shows, and the names that are searched along
/// `PATH`, because no other directory has them.
///
/// In a file each is a line, the directories first; a name has no slash.
struct ProgramNames: Equatable {
  /// The contents of the file.
  ///
  /// Of many names a start reads few, until each directory is known to supply a program.
  private var bytes: [UInt8] = []

  private static let lineFeed = UInt8(ascii: "\n")

  /// The most names that are searched to find the image.
  private static let mostNames = 1_000

  /// Directories, which are absolute paths, and bare names of programs.
  init(directories: [[UInt8]], wanted: [[UInt8]]) {
    for line in directories + wanted.filter({ !$0.contains(Self.lineFeed) }) {
      bytes += line
      bytes.append(Self.lineFeed)
    }
  }

  /// Reads a file; `nil` if it cannot be read, or is not the caller's.
  init?(at file: FilePath) {
    // Most machines have no such file, and to open one that is missing takes a start more.
    guard (try? FileStatus(of: file)) != nil, let bytes = Self.read(file) else { return nil }
    self.bytes = bytes
  }

  private static func read(_ file: FilePath) -> [UInt8]? {
    ImageFile.memory(at: file, .copied).map { memory in
      var bytes: [UInt8] = []
      memory.bytes(at: 0, count: memory.count).append(to: &bytes)
      return bytes
    }
  }

  /// The lines of the file, one after the other.
  private struct Lines: Sequence, IteratorProtocol {
    let bytes: [UInt8]
    private(set) var start = 0
    private var rest: Int

    init(_ bytes: [UInt8], from start: Int = 0, most: Int = .max) {
      self.bytes = bytes
      self.start = start
      rest = most
    }

    mutating func next() -> String? {
      guard rest > 0, let line = nextLine() else { return nil }
      rest -= 1
      return String(decoding: line, as: UTF8.self)
    }

    /// The bytes of the next line that has some.
    mutating func nextLine() -> ArraySlice<UInt8>? {
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: ProgramNames.lineFeed) ?? bytes.count
        let line = bytes[start..<end]
        start = end + 1
        if !line.isEmpty { return line }
      }
      return nil
    }
  }

  /// The states on which the search in an environment depends now: two environments with equal states find
  /// equal programs.
  ///
  /// These are the named directories with whether they are safe, and those of `PATH` that supply programs.
  func states(in environment: Environment) -> [[UInt8]] {
    var (states, named): ([[UInt8]], [FilePath]) = ([], [])
    var lines = Lines(bytes)
    var firstName = 0
    while let line = lines.nextLine(), line.first == UInt8(ascii: "/") {
      firstName = lines.start
      guard let directory = FilePath(bytes: Array(line)) else { continue }
      let isSafe = directory.isSafeDirectory
      if isSafe { named.append(directory) }
      states.append(directory.bytes + [isSafe ? 1 : 2])
    }
    guard environment.programPath != nil else { return states }
    let names = Lines(bytes, from: firstName, most: Self.mostNames)
    return states + ProgramDirectories(environment, named: named).suppliers(of: names)
  }

  /// Writes them, or removes the file if there are none.
  func write(to file: FilePath, in cache: FilePath) {
    if (Self.read(file) ?? []) == bytes { return }
    guard !bytes.isEmpty else {
      _ = unsafe file.withCString { unsafe unlink($0) }
      return
    }
    guard (try? PrivateFile.makeDirectory(cache)) != nil else { return }
    try? PrivateFile.replace(file, with: bytes, mode: 0o600, durability: .contents)
  }
}
