// SPDX-License-Identifier: MIT

/// The files that a connection has open; notices when they are deleted or replaced at their paths.
///
/// While SQLite has a file open its inode is not reused, so equal numbers mean the same file.
struct OpenStoreFiles {
  private struct File {
    var path: FilePath
    var device: UInt64
    var inode: UInt64
  }

  private var files: [File] = []

  /// The files at these paths that exist.
  init(of paths: [FilePath]) {
    for path in paths {
      guard let stamp = (try? FileStatus(of: path, followsLink: false))?.stamp else { continue }
      files.append(File(path: path, device: stamp.device, inode: stamp.inode))
    }
  }

  /// The first file that was deleted or replaced; `nil` if none was.
  func problem() -> StoreError? {
    for file in files {
      guard let stamp = (try? FileStatus(of: file.path, followsLink: false))?.stamp else {
        return StoreError(.replaced, file.path, "was deleted while it was open")
      }
      if stamp.device != file.device || stamp.inode != file.inode {
        return StoreError(.replaced, file.path, "was replaced by another file while it was open")
      }
    }
    return nil
  }
}
