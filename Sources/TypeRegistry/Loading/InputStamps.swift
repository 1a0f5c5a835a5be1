// SPDX-License-Identifier: MIT

internal import Glibc
package import SystemBase

/// The stamps of all files and directories that a daemon's registry depends on, in a file beside the
/// daemon's socket.
///
/// A client that is about to ask the daemon compares them with what is on disk: a few system calls,
/// no search path and no question. So it learns that the daemon is behind, and can have it reload.
///
/// The file is eight bytes that name its format, the time of building in nanoseconds since 1970
/// (8 bytes, little-endian), the text of the daemon's ``EnvironmentDigest`` with zero bytes after it
/// (128 bytes), and entries as in ``ImageInputs``.
package enum InputStamps {
  private static let format = Array("TRINPUT2".utf8)
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
  ///   - moment: A time before it was loaded (``now()``).
  ///   - path: The file.
  /// - Throws: `SystemError`; then nothing has changed at `path`.
  package static func write(
    _ published: PublishedRegistry, of locations: RegistryLocations, loadedAfter moment: Int64,
    to path: FilePath
  ) throws(SystemError) {
    let inputs = RegistryInputs(of: published, from: locations, loadedAfter: moment)
    let time = (0..<8).map { UInt8(truncatingIfNeeded: inputs.builtAt >> ($0 * 8)) }
    var header = format + time + locations.environmentDigest.text
    header += [UInt8](repeating: 0, count: max(headerLength - header.count, 0))
    try ImageFile.write(header + inputs.bytes, to: path, mode: 0o644)
  }

  /// Whether everything is as the file at `path` says; `nil` if there is no such file.
  ///
  /// - Complexity: O(*n*) for *n* inputs: one system call for each.
  package static func areUnchanged(at path: FilePath) -> Bool? {
    guard let bytes = read(path) else { return nil }
    let memory = MappedMemory(copying: bytes)
    let builtAt = memory.bytes(at: 0, count: headerLength).word(at: 8)
    return withExtendedLifetime(memory) {
      ImageInputs.areUnchanged(
        memory.bytes(at: headerLength, count: bytes.count - headerLength),
        builtAt: Int64(bitPattern: builtAt))
    }
  }

  /// The digest of the environment of the daemon that wrote the file; `nil` if there is no such file, or
  /// it is that of a program of another version.
  package static func environment(at path: FilePath) -> EnvironmentDigest? {
    guard let bytes = read(path, atMost: headerLength) else { return nil }
    let field = bytes[environmentOffset..<headerLength]
    return EnvironmentDigest(text: Array(field.prefix { $0 != 0 }))
  }

  /// The bytes of the file; `nil` if it has another format or other users may write it.
  ///
  /// Read and not mapped, because another process may replace the file's contents.
  private static func read(_ path: FilePath, atMost limit: Int = longest) -> [UInt8]? {
    let descriptor = unsafe path.withCString { pointer in
      unsafe open(pointer, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW)
    }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let status = try? FileStatus(ofDescriptor: descriptor), status.kind == .regular,
      status.mode & 0o022 == 0, status.stamp.size > UInt64(headerLength),
      status.stamp.size <= UInt64(longest)
    else { return nil }
    let length = min(Int(status.stamp.size), limit)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) {
      buffer, count in
      unsafe count = max(Glibc.read(descriptor, buffer.baseAddress, buffer.count), 0)
    }
    return bytes.count == length && bytes.starts(with: format) ? bytes : nil
  }

  /// The time by the clock that file systems use, in nanoseconds since 1970.
  package static func now() -> Int64 { RegistryLoader.now() }
}
