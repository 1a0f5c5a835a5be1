// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// A file that was opened for reading with suspicion: another user may have put anything at its path.
///
/// Opening it waits for no other process, as a named pipe without a writer would, and has no effect on a
/// terminal. Its status is that of the open file, because the name may belong to another one by now.
struct OpenedFile: ~Copyable {
  /// The descriptor, which is closed with the value.
  let descriptor: Descriptor
  /// The state of the file after it was opened.
  let status: FileStatus

  /// Opens the file at `path`, of any kind.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - followsLinks: Whether the target of a symbolic link is opened; otherwise a link is an error.
  /// - Throws: `SystemError`; `ENXIO` for a socket.
  init(_ path: FilePath, followsLinks: Bool = false) throws(SystemError) {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
    let number = unsafe path.withCString { unsafe open($0, flags) }
    guard number >= 0 else { throw .last }
    let descriptor = Descriptor(takingOver: number)
    status = try FileStatus(ofDescriptor: number)
    self.descriptor = descriptor
  }

  /// The length of the file in bytes, if it is a regular one that only the user of this process can have
  /// written, and not longer than `limit`; otherwise `nil`.
  func ownLength(atMost limit: Int) -> Int? {
    guard status.kind == .regular, status.owner == geteuid(), status.isWrittenByOwnerOnly,
      status.stamp.size <= UInt64(limit)
    else { return nil }
    return Int(status.stamp.size)
  }
}
