// SPDX-License-Identifier: MIT

internal import CLinux

/// Whether the kernel sees every change of a file system: statfs(2).
package enum FileSystemKind {
  /// The magic numbers of file systems that other machines or processes may change without a word, from
  /// linux/magic.h and the sources of Lustre, OCFS2 and VirtualBox: NFS, SMB 1, CIFS, SMB 2, FUSE, 9P,
  /// AFS (two), Coda, Ceph, Lustre, GFS2, OCFS2, VirtualBox's shared folders.
  private static let remote: Set<UInt32> = [
    0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997, 0x5346_414F, 0x6B41_4653,
    0x7375_7245, 0x00C3_6400, 0x0BD0_0BD0, 0x0116_1970, 0x7461_636F, 0x786F_4256,
  ]

  /// Whether a file system with that magic number may change without an event.
  package static func isRemote(magic: UInt32) -> Bool { remote.contains(magic) }

  /// Whether the file system of a directory may change without an event.
  ///
  /// - Parameter path: Terminated by a zero byte.
  /// - Returns: False also if the kernel does not know.
  package static func isRemote(_ path: [CChar]) -> Bool {
    unsafe isRemote(magic: tr_file_system_magic(path))
  }

  /// Like `isRemote(_:)` of an array, for a path in C.
  static func isRemote(_ path: UnsafePointer<CChar>) -> Bool {
    unsafe isRemote(magic: tr_file_system_magic(path))
  }
}
