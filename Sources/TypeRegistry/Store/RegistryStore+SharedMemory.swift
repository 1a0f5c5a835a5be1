// SPDX-License-Identifier: MIT

internal import Glibc

extension RegistryStore {
  /// The length of the memory that SQLite maps at once (sqlite.org, "WAL-mode File Format").
  private static let regionLength: UInt64 = 32_768
  /// Room for the index of a log of more than 100 MB.
  private static let mendedLength = off_t(8 * regionLength)

  /// Makes the memory that the processes share whole again, if somebody cut its file.
  ///
  /// SQLite has it mapped, and to touch a page behind the end of its file ends the process (SIGBUS).
  /// Zeros are to SQLite an index that has to be made anew from the log; nothing is lost by them.
  ///
  /// The file is not opened for that: closing it would give up SQLite's locks on it. Not caught is
  /// who cuts it between this and its use.
  func mendSharedMemory() {
    guard let connection, connection.access != .immutable,
      let status = try? StoreFiles.status(place.sharedMemory), status.kind == .regular,
      status.stamp.size < Self.regionLength
    else { return }
    unsafe place.sharedMemory.withCString { path in
      // Not a part of an index: what is left of it may be taken for the whole.
      if unsafe truncate(path, 0) == 0 { _ = unsafe truncate(path, Self.mendedLength) }
    }
  }
}
