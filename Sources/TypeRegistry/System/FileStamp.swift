// SPDX-License-Identifier: MIT

/// The identity and state of a file at one moment, to detect changes.
///
/// For a symbolic link, those of its target. Two equal stamps mean the same contents, unless the
/// file was written twice within one tick of the file system's clock; so a stamp proves nothing if
/// it is not older than what was made from the file.
public struct FileStamp: Hashable, Sendable {
  /// A time as the file system stores it, since 1970-01-01 UTC.
  public struct Instant: Hashable, Sendable, Comparable {
    /// Whole seconds; negative before 1970.
    public let seconds: Int64
    /// Nanoseconds in addition to them.
    public let nanoseconds: UInt32

    /// The instant that long after 1970-01-01 UTC.
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
  /// The file's number in its file system.
  public let inode: UInt64
  /// The length in bytes.
  public let size: UInt64
  /// The last change of the contents; every user who may write the file may set it.
  public let modified: Instant
  /// The last change of contents or attributes; set only by the kernel.
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
