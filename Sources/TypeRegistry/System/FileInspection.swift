// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import SystemBase

/// The kind and name of the file at a path.
///
/// The file's contents are not read.
public struct FileInspection: Hashable, Sendable {
  /// The kind of file.
  public var kind: FileKind
  /// The name that determines its type: the last component of the path, or of the link's target.
  public var name: [UInt8]
  /// Whether the path is that of a symbolic link, followed or not.
  public private(set) var isLink: Bool
  /// The device that its file system is on.
  package private(set) var device: UInt64 = 0
  /// The numeric user identifier of its owner.
  package private(set) var owner: UInt32 = 0

  /// Why a file could not be inspected.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error number.
    public let code: Int32
    /// The error in words.
    public var description: String { SystemError(code: code).description }
  }

  /// Inspects the file at `path`.
  ///
  /// - Parameters:
  ///   - path: Bytes without a NUL; relative paths start at the working directory.
  ///   - followsLinks: Whether a symbolic link is replaced by its target, also for the name.
  /// - Throws: ``Failure``, also for an empty path.
  public init(of path: [UInt8], followsLinks: Bool = false) throws(Failure) {
    guard let file = FilePath(bytes: path) else { throw Failure(code: ENOENT) }
    var status = try Self.status(of: file, followsLinks: false)
    isLink = status.mode & 0o170000 == 0o120000
    let isFollowed = isLink && followsLinks
    if isFollowed { status = try Self.status(of: file, followsLinks: true) }
    device = status.device
    owner = status.owner
    kind =
      switch status.mode & 0o170000 {
      case 0o040000: status.is_mount_root != 0 ? .mountPoint : .directory
      case 0o120000: .symbolicLink
      case 0o020000: .characterDevice
      case 0o060000: .blockDevice
      case 0o010000: .namedPipe
      case 0o140000: .socket
      default: .regular
      }
    name = Array(file.name)
    if isFollowed, let target = file.resolved { name = Self.lastComponent(of: target.bytes) }
  }

  /// The status of the file, by one system call.
  private static func status(
    of file: FilePath, followsLinks: Bool
  ) throws(Failure) -> tr_file_status {
    var status = tr_file_status()
    let flags = CInt(followsLinks ? 0 : TR_AT_SYMLINK_NOFOLLOW) | CInt(TR_AT_NO_AUTOMOUNT)
    let code = unsafe file.withCString { pointer in
      unsafe tr_file_status_at(CInt(TR_AT_FDCWD), pointer, flags, &status)
    }
    guard code == 0 else { throw Failure(code: code) }
    return status
  }

  /// The last component of a path, without slashes at its end.
  public static func lastComponent(of path: [UInt8]) -> [UInt8] {
    FilePath(bytes: path).map { Array($0.name) } ?? []
  }
}
