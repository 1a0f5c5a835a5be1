// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
package import SystemBase

/// A file's stamp, kind and owner.
package struct FileStatus: Hashable, Sendable {
  /// The kind of a file.
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

  /// The identity and state of the file.
  package let stamp: FileStamp
  /// Kind and permissions, as `st_mode` has them.
  package let mode: UInt32
  /// The numeric user identifier of the owner.
  package let owner: UInt32
  /// Whether a file can be reached, and so changed, at another path too: it has several names, or is
  /// mounted there.
  package let mayHaveOtherPaths: Bool

  /// The kind of the file.
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

  /// Whether neither the group nor others may write the file.
  package var isWrittenByOwnerOnly: Bool { mode & 0o022 == 0 }

  /// Whether only root can change the file.
  package var isRootOnly: Bool { owner == 0 && isWrittenByOwnerOnly }

  /// Whether the file belongs to root or to the user that this process acts for.
  package var isOwnedByRootOrCaller: Bool { owner == 0 || owner == geteuid() }

  /// The status of the file at `path`.
  ///
  /// - Parameters:
  ///   - path: Relative paths start at the working directory.
  ///   - followsLink: Whether the status of a symbolic link is that of its target.
  /// - Throws: `SystemError`.
  package init(of path: FilePath, followsLink: Bool = true) throws(SystemError) {
    try self.init(of: path, in: CInt(TR_AT_FDCWD), followsLink: followsLink)
  }

  /// The status of a file of an open directory; nothing is mounted.
  init(of name: FilePath, in directory: CInt, followsLink: Bool = false) throws(SystemError) {
    let flags = CInt(followsLink ? 0 : TR_AT_SYMLINK_NOFOLLOW) | CInt(TR_AT_NO_AUTOMOUNT)
    var status = tr_file_status()
    let code = unsafe name.withCString { unsafe tr_file_status_at(directory, $0, flags, &status) }
    if code != 0 { throw SystemError(code: code) }
    self.init(status)
  }

  /// The status of an open file.
  ///
  /// - Throws: `SystemError`.
  package init(ofDescriptor descriptor: CInt) throws(SystemError) {
    var status = tr_file_status()
    let code = unsafe tr_file_status_at(descriptor, "", CInt(TR_AT_EMPTY_PATH), &status)
    if code != 0 { throw SystemError(code: code) }
    self.init(status)
  }

  init(_ status: tr_file_status) {
    stamp = FileStamp(
      device: status.device, inode: status.inode, size: status.size,
      modified: FileStamp.Instant(
        seconds: status.modified_seconds, nanoseconds: status.modified_nanoseconds),
      changed: FileStamp.Instant(
        seconds: status.changed_seconds, nanoseconds: status.changed_nanoseconds))
    mode = status.mode
    owner = status.owner
    mayHaveOtherPaths = status.links > 1 || status.is_mount_root != 0
  }
}

extension FilePath {
  /// Whether the path leads to a directory, perhaps through a link.
  var isDirectory: Bool { (try? FileStatus(of: self))?.kind == .directory }
}
