// SPDX-License-Identifier: MIT

/// The identity and state of a file at one moment, to detect changes.
///
/// For a symbolic link, those of its target. Two equal stamps mean the same contents, unless the
/// file was written twice within one tick of the file system's clock; so a stamp proves nothing if
/// it is not older than the result that was made from the file.
package struct FileStamp: Hashable, Sendable {
  /// A time as the file system stores it, since 1970-01-01 UTC.
  package struct Instant: Hashable, Sendable, Comparable {
    /// Whole seconds; negative before 1970.
    package let seconds: Int64
    /// Nanoseconds in addition to them.
    package let nanoseconds: UInt32

    /// Earlier before later.
    package static func < (left: Instant, right: Instant) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  /// The file system: its major number in the upper, its minor number in the lower 32 bits.
  package let device: UInt64
  /// The file's number in its file system.
  package let inode: UInt64
  /// The length in bytes.
  package let size: UInt64
  /// The last change of the contents; every user who may write the file may set it.
  package let modified: Instant
  /// The last change of contents or attributes; set only by the kernel.
  package let changed: Instant

  /// Whether the file is the same one and was not written since; its name may be another one.
  package func isSameContents(as other: FileStamp) -> Bool {
    device == other.device && inode == other.inode && size == other.size
      && modified == other.modified
  }
}
