// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc

/// A directory that relative paths start from: the working directory, or one that is held open.
///
/// A path that starts there is looked up without the way to it, a quarter of what a look at a file
/// in somebody's home costs.
package struct StartDirectory: ~Copyable {
  let descriptor: CInt

  /// The working directory.
  package init() { descriptor = CInt(TR_AT_FDCWD) }

  /// The directory at a path, or that which a symbolic link there leads to; `nil` if there is none.
  package init?(atPath path: UnsafePointer<CChar>) {
    descriptor = unsafe tr_open_start(path)
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The directory's own stamp; `nil` if it cannot be looked at.
  package var stamp: FileStamp? { try? FileStatus(ofDescriptor: descriptor).stamp }
}
