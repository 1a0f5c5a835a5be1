// SPDX-License-Identifier: MIT

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
