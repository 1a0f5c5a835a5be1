// SPDX-License-Identifier: MIT

internal import Glibc
package import SystemBase

/// The stamps of all files and directories that a daemon's registry depends on, in a file beside the
/// daemon's socket.
///
/// A client that is about to ask the daemon compares them with the files: a few system calls, no
/// search path and no question. So it learns that the daemon's registry is outdated, and can
/// request a reload.
///
/// The file is eight bytes that name its format, the time of building in nanoseconds since 1970
/// (8 bytes, little-endian), the text of the daemon's ``EnvironmentDigest`` with zero bytes after it
/// (128 bytes), and the entries of ``RegistryInputs``.
package enum InputStamps {
  /// "TRINPUT2".
  private static let format: UInt64 = 0x3254_5550_4E49_5254
  private static let headerLength = 144
  /// The offset of the digest of the environment.
  private static let environmentOffset = 16

  /// The longest file that is read, in bytes; a registry has fewer inputs.
  private static let longest = 64 << 20

  /// The file beside the socket at `socket`.
  package static func path(besideSocket socket: [UInt8]) -> FilePath? {
    SocketCompanion.path(ofSocket: socket, suffix: ".inputs")
  }

  /// Makes the directory of the file, where it is not that of the socket.
  package static func makeDirectory(besideSocket socket: [UInt8]) {
    SocketCompanion.makeDirectory(ofSocket: socket)
  }

  /// Writes the stamps of a registry.
  ///
  /// - Parameters:
  ///   - published: The registry.
  ///   - locations: Where it was loaded from.
  ///   - moment: A time before it was loaded (`WallClock`).
  ///   - path: The file.
  /// - Throws: `SystemError`; then nothing has changed at `path`.
  package static func write(
    _ published: PublishedRegistry, of locations: RegistryLocations, loadedAfter moment: Int64,
    to path: FilePath
  ) throws(SystemError) {
    let inputs = RegistryInputs(of: published, from: locations, loadedAfter: moment)
    var header: [UInt8] = []
    header.append(littleEndian: format)
    header.append(littleEndian: inputs.builtAt)
    header += locations.environmentDigest.text
    header += [UInt8](repeating: 0, count: max(headerLength - header.count, 0))
    do throws(PrivateFile.Problem) {
      inputs.bytes.append(to: &header)
      try PrivateFile.replace(path, with: header, mode: 0o644, durability: .contents)
    } catch {
      throw error.cause
    }
  }

  /// The inputs in the file at `path`; `nil` if there is no such file.
  package static func inputs(at path: FilePath) -> RegistryInputs? {
    guard let memory = read(path) else { return nil }
    return RegistryInputs(
      memory.bytes(at: headerLength, count: memory.count - headerLength), of: memory,
      builtAt: Int64(bitPattern: memory.bytes(at: 0, count: headerLength).word(at: 8)))
  }

  /// The digest of the environment of the daemon that wrote the file; `nil` if there is no such file, or
  /// it is that of a program of another version.
  package static func environment(at path: FilePath) -> EnvironmentDigest? {
    guard let memory = read(path, atMost: headerLength) else { return nil }
    var text: [UInt8] = []
    memory.bytes(at: environmentOffset, count: headerLength - environmentOffset).append(to: &text)
    return EnvironmentDigest(text: Array(text.prefix { $0 != 0 }))
  }

  /// The bytes of the file; `nil` if it has another format, or another user than that of the daemon can
  /// have written it.
  ///
  /// The directory of the file shows the daemon's user: in one that is open to all, any user could write
  /// the file. Read and not mapped, because another process may replace the file's contents.
  private static func read(_ path: FilePath, atMost limit: Int = longest) -> MappedMemory? {
    guard let file = try? OpenedFile(path), file.status.kind == .regular,
      file.status.isWrittenByOwnerOnly,
      file.status.isOwnedByRootOrCaller
        || file.status.owner == (try? FileStatus(of: FileReplacement.parent(of: path)))?.owner,
      file.status.stamp.size > UInt64(headerLength), file.status.stamp.size <= UInt64(longest)
    else { return nil }
    let length = min(Int(file.status.stamp.size), limit)
    let memory = MappedMemory(reading: file.descriptor.number, count: length)
    return memory.flatMap { $0.bytes(at: 0, count: 8).word(at: 0) == format ? $0 : nil }
  }
}
