// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// Which file stood at a path, and in which state: what tells a changed file from an unchanged one.
///
/// Of a symbolic link it is the target's. Two equal stamps mean the same contents, unless the file
/// was written twice within one tick of the file system's clock; so a stamp that is not older than
/// what was made from it proves nothing.
public struct FileStamp: Hashable, Sendable {
  /// A point in time as the file system keeps it, since 1970-01-01 UTC.
  public struct Instant: Hashable, Sendable, Comparable {
    /// Whole seconds; negative before 1970.
    public let seconds: Int64
    /// Nanoseconds on top of them.
    public let nanoseconds: UInt32

    /// The instant at that distance from 1970-01-01 UTC.
    public init(seconds: Int64, nanoseconds: UInt32) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }

    /// Earlier before later.
    public static func < (left: Instant, right: Instant) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  /// The file system: its major number in the upper, its minor number in the lower 32 bits.
  public let device: UInt64
  /// The file's number there.
  public let inode: UInt64
  /// The length in bytes.
  public let size: UInt64
  /// When the contents changed last; anybody who may write the file may set it.
  public let modified: Instant
  /// When anything about the file changed last; set by the kernel alone.
  public let changed: Instant

  /// A stamp of known parts.
  public init(device: UInt64, inode: UInt64, size: UInt64, modified: Instant, changed: Instant) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }
}

/// What the kernel says of a file: its stamp, kind and owner.
package struct FileStatus: Hashable, Sendable {
  /// What a file is.
  package enum Kind: String, Hashable, Sendable {
    case regular = "regular file"
    case directory
    case symbolicLink = "symbolic link"
    case pipe = "named pipe"
    case socket
    case characterDevice = "character device"
    case blockDevice = "block device"
    case unknown = "file of an unknown kind"
  }

  /// Which file, in which state.
  package let stamp: FileStamp
  /// Kind and permissions, as `st_mode` has them.
  package let mode: UInt32
  /// The owner's user number.
  package let owner: UInt32

  /// What the file is.
  package var kind: Kind {
    switch mode & 0o170000 {
    case 0o100000: .regular
    case 0o040000: .directory
    case 0o120000: .symbolicLink
    case 0o010000: .pipe
    case 0o140000: .socket
    case 0o020000: .characterDevice
    case 0o060000: .blockDevice
    default: .unknown
    }
  }

  /// Whether only root can change the file: root owns it, and neither group nor others may write.
  package var isRootOnly: Bool { owner == 0 && mode & 0o022 == 0 }

  /// Whether the file belongs to root or to the user that this process acts for.
  package var isOwnedByRootOrCaller: Bool { owner == 0 || owner == geteuid() }

  /// The status of the file at `path`.
  ///
  /// - Parameters:
  ///   - path: Relative paths start at the working directory.
  ///   - followsLink: Whether a symbolic link stands for its target.
  /// - Throws: ``SystemError``.
  package init(of path: FilePath, followsLink: Bool = true) throws(SystemError) {
    let flags = CInt(followsLink ? 0 : TR_AT_SYMLINK_NOFOLLOW) | CInt(TR_AT_NO_AUTOMOUNT)
    var status = tr_file_status()
    let code = unsafe path.withCString { pointer in
      unsafe tr_file_status_at(CInt(TR_AT_FDCWD), pointer, flags, &status)
    }
    if code != 0 { throw SystemError(code: code) }
    self.init(status)
  }

  /// The status of an open file.
  ///
  /// - Throws: ``SystemError``.
  package init(ofDescriptor descriptor: CInt) throws(SystemError) {
    var status = tr_file_status()
    let code = unsafe tr_file_status_at(descriptor, "", CInt(TR_AT_EMPTY_PATH), &status)
    if code != 0 { throw SystemError(code: code) }
    self.init(status)
  }

  /// The stamp of the file at a path, links followed.
  ///
  /// - Parameters:
  ///   - path: Ends in a NUL.
  ///   - directory: Where the path starts if it is relative.
  /// - Returns: `nil` if there is no file that can be looked at.
  package static func stamp(
    atPath path: UnsafePointer<CChar>, from directory: borrowing StartDirectory
  ) -> FileStamp? {
    var status = tr_file_status()
    let flags = CInt(TR_AT_NO_AUTOMOUNT)
    guard unsafe tr_file_status_at(directory.descriptor, path, flags, &status) == 0 else {
      return nil
    }
    return FileStatus(status).stamp
  }

  private init(_ status: tr_file_status) {
    stamp = FileStamp(
      device: status.device, inode: status.inode, size: status.size,
      modified: FileStamp.Instant(
        seconds: status.modified_seconds, nanoseconds: status.modified_nanoseconds),
      changed: FileStamp.Instant(
        seconds: status.changed_seconds, nanoseconds: status.changed_nanoseconds))
    mode = status.mode
    owner = status.owner
  }
}
