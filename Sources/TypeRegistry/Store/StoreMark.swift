// SPDX-License-Identifier: MIT

/// How the files of a store stand at a moment: whoever finds them otherwise knows that somebody
/// has been at them, by SQLite or not.
package struct StoreMark: Equatable {
  private let database: FileStamp?
  private let log: FileStamp?

  /// The files as they are now.
  package init(of place: StoreLocation) {
    // Of a link as such: what it points to is never opened.
    database = (try? FileStatus(of: place.database, followsLink: false))?.stamp
    // As root, SQLite gives the log its owner anew whenever it opens it, which is no change of it.
    log = (try? FileStatus(of: place.writeAheadLog, followsLink: false)).map { status in
      let stamp = status.stamp
      return FileStamp(
        device: stamp.device, inode: stamp.inode, size: stamp.size, modified: stamp.modified,
        changed: stamp.modified)
    }
  }
}
