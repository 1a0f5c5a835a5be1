// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// A lock on a store's directory while its database is created, repaired or replaced.
///
/// It belongs to the open file, so the kernel releases it when the process ends.
enum StoreLock {
  /// Runs `body` while no other process does so.
  ///
  /// - Throws: The error of `body`, or ``StoreError`` of kind `busy` if another process keeps the
  ///   lock for longer than `timeout` milliseconds.
  static func hold(
    _ path: FilePath, timeout: Int32, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    let descriptor = unsafe path.withCString { pointer in
      unsafe open(pointer, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { throw StoreError(SystemError.last, path) }
    defer { close(descriptor) }
    do throws(SystemError) {
      try PrivateFile.lock(descriptor, patience: Int(timeout))
    } catch {
      guard error.code == EWOULDBLOCK || error.code == EINTR else { throw StoreError(error, path) }
      throw StoreError(.busy, path, "another process keeps the store locked")
    }
    try body()
  }
}
