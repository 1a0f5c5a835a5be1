// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// Reads the first bytes of files, one after the other, into one buffer.
public struct FileHead: Sendable {
  /// The most bytes of a file that are read.
  public let length: Int
  /// The first bytes of the last file that was read.
  public private(set) var bytes: [UInt8]

  /// A reader of at most `length` bytes a file.
  public init(length: Int) {
    self.length = length
    bytes = []
    bytes.reserveCapacity(length)
  }

  /// Reads a regular file: one `open`, one `fstat`, and one `read` unless the file is empty.
  ///
  /// Pipes, devices and sockets are refused without waiting for another process, and without an effect
  /// on a terminal.
  ///
  /// - Parameters:
  ///   - path: Bytes without a NUL.
  ///   - followsLinks: Whether the target of a symbolic link is read; otherwise a link is refused.
  /// - Throws: ``FileInspection/Failure``, with `EINVAL` for what is not a regular file.
  public mutating func read(
    _ path: [UInt8], followsLinks: Bool
  ) throws(FileInspection.Failure) {
    bytes.removeAll(keepingCapacity: true)
    guard let file = FilePath(bytes: path) else { throw FileInspection.Failure(code: ENOENT) }
    let flags =
      O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
    let descriptor = unsafe file.withCString { unsafe open($0, flags) }
    guard descriptor >= 0 else { throw FileInspection.Failure(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw FileInspection.Failure(code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileInspection.Failure(code: EINVAL) }
    // A file in /proc says that it has no bytes.
    bytes = try unsafe [UInt8](unsafeUninitializedCapacity: length) {
      (buffer, count) throws(FileInspection.Failure) in
      var result = unsafe Glibc.read(descriptor, buffer.baseAddress, length)
      while result < 0, errno == EINTR {
        result = unsafe Glibc.read(descriptor, buffer.baseAddress, length)
      }
      guard result >= 0 else { throw FileInspection.Failure(code: errno) }
      count = result
    }
  }
}
