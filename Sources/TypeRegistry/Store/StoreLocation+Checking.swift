// SPDX-License-Identifier: MIT

extension StoreLocation {
  /// Throws if nothing can be stored, where that can be found without writing.
  ///
  /// A database that is damaged, or no file at all, is no obstacle: it is set aside and replaced.
  package func checkWritable() throws(StoreError) {
    guard let status = try StoreFiles.status(directory) else { return try checkCreatable() }
    try StoreFiles.checkDirectory(status, directory)
    try StoreFiles.checkAccess(directory)
    for path in [database, writeAheadLog, sharedMemory, lock, snapshot] {
      guard let status = try StoreFiles.status(path) else { continue }
      switch status.kind {
      case .regular: break
      case .symbolicLink where path == snapshot: continue
      case .symbolicLink: break
      default: if path == database { continue }
      }
      try StoreFiles.checkRegular(path)
      if path == snapshot { continue }
      try StoreFiles.checkOwner(status, path)
      try StoreFiles.checkAccess(path)
    }
  }

  /// Throws why the directory cannot be created.
  private func checkCreatable() throws(StoreError) {
    for prefix in directory.prefixes.reversed() {
      guard let status = try StoreFiles.status(prefix) else { continue }
      guard status.kind == .directory || status.kind == .symbolicLink else {
        throw StoreError(
          .untrusted, prefix, "expected a directory, found a \(status.kind.rawValue)")
      }
      try StoreFiles.checkCreatable(directory)
      return try StoreFiles.checkAccess(prefix)
    }
  }

  /// Whether ``checkWritable()`` finds no obstacle.
  package var isWritable: Bool { (try? checkWritable()) != nil }
}
