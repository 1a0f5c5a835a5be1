// SPDX-License-Identifier: MIT

internal import Glibc

/// A fingerprint of the store's files: if it differs later, something else changed them.
///
/// Symbolic links are not followed: their targets are never opened. The time of the last change of
/// the log's owner or mode is left out: as root, SQLite sets the log's owner whenever it opens it,
/// which does not change the log.
package struct StoreFingerprint: Equatable {
  private struct File: Equatable {
    var stamp: FileStamp
    /// Whether it is a regular file of this process's user.
    var isOwn: Bool

    init?(_ path: FilePath) {
      guard let status = try? FileStatus(of: path, followsLink: false) else { return nil }
      stamp = status.stamp
      isOwn = status.kind == .regular && status.owner == geteuid()
    }
  }

  private let database: File?
  private let log: File?

  /// The present state of the files.
  package init(of location: StoreLocation) {
    database = File(location.database)
    log = File(location.writeAheadLog).map { file in
      var file = file
      let stamp = file.stamp
      file.stamp = FileStamp(
        device: stamp.device, inode: stamp.inode, size: stamp.size, modified: stamp.modified,
        changed: stamp.modified)
      return file
    }
  }

  // MARK: - Snapshots

  /// The stamp of a file as a snapshot holds it; all zero of a missing file.
  struct Words: Equatable {
    var device: UInt64 = 0
    var inode: UInt64 = 0
    var size: UInt64 = 0
    var seconds: UInt64 = 0
    var nanoseconds: UInt64 = 0

    var all: [UInt64] { [device, inode, size, seconds, nanoseconds] }
  }

  /// The stamps of the database and its log; `nil` without a database of this process's user.
  var words: (database: Words, log: Words)? {
    guard let database, database.isOwn else { return nil }
    return (Self.words(database), log.map(Self.words) ?? Words())
  }

  private static func words(_ file: File) -> Words {
    guard file.isOwn else { return Words() }
    return Words(
      device: file.stamp.device, inode: file.stamp.inode, size: file.stamp.size,
      seconds: UInt64(bitPattern: file.stamp.modified.seconds),
      nanoseconds: UInt64(file.stamp.modified.nanoseconds))
  }
}
