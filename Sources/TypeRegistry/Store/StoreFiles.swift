// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
internal import SystemBase

/// Creates, checks and moves the files of a store: readable by their owner alone, durable on request.
///
/// A database file is never opened here: closing any descriptor of it would release all locks that
/// SQLite holds on it in this process.
enum StoreFiles {
  // MARK: - Looking

  /// Whether a file exists at `path`, a dangling link included.
  static func exists(_ path: FilePath) throws(StoreError) -> Bool {
    try status(path) != nil
  }

  /// The status of the file at `path`, links not followed; `nil` if there is none.
  static func status(_ path: FilePath) throws(StoreError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(of: path, followsLink: false)
    } catch {
      if error.isMissing { return nil }
      throw StoreError(error, path)
    }
  }

  /// Whether the process may write an existing file.
  static func isWritable(_ path: FilePath) -> Bool {
    unsafe path.withCString { unsafe access($0, W_OK) } == 0
  }

  /// Rejects an existing file or directory that this process may not read and write.
  static func checkAccess(_ path: FilePath) throws(StoreError) {
    let code = unsafe path.withCString { unsafe access($0, R_OK | W_OK) }
    if code != 0 { throw StoreError(SystemError.last, path) }
  }

  /// Rejects files other than a regular file of the process's user with one name.
  ///
  /// A second hard link would have a log of its own.
  static func check(_ status: FileStatus, _ path: FilePath) throws(StoreError) {
    guard status.kind == .regular else {
      throw StoreError(
        status.kind == .symbolicLink ? .untrusted : .damaged, path,
        "expected a regular file, found a \(status.kind.rawValue)")
    }
    try checkOwner(status, path)
    guard linkCount(of: path) < 2 else {
      throw StoreError(.untrusted, path, "has a second hard link")
    }
  }

  /// Rejects a file that is not a regular one; it may be missing.
  static func checkRegular(_ path: FilePath) throws(StoreError) {
    guard let status = try status(path), status.kind != .regular else { return }
    throw StoreError(.untrusted, path, "expected a regular file, found a \(status.kind.rawValue)")
  }

  /// Rejects a file that belongs to another user, or that other users may write.
  static func checkOwner(_ status: FileStatus, _ path: FilePath) throws(StoreError) {
    guard status.owner == geteuid() else {
      throw StoreError(
        .untrusted, path, "belongs to user \(status.owner), not to user \(geteuid())")
    }
    guard status.isWrittenByOwnerOnly else {
      throw StoreError(.untrusted, path, "may be written by others")
    }
  }

  private static func linkCount(of path: FilePath) -> Int {
    var status = stat()
    let code = unsafe path.withCString { unsafe lstat($0, &status) }
    return code == 0 ? Int(status.st_nlink) : 1
  }

  // MARK: - Making

  /// Creates the store's directory for its owner alone, and its parents, durably.
  static func makeDirectory(_ directory: FilePath) throws(StoreError) {
    for prefix in directory.prefixes {
      guard try status(prefix) == nil else { continue }
      try checkCreatable(prefix)
      try wrapping { () throws(PrivateFile.Problem) in
        try PrivateFile.makeDirectory(directory, isDurable: true)
      }
      break
    }
    guard let status = try status(directory) else {
      throw StoreError(SystemError(code: ENOENT), directory)
    }
    try checkDirectory(status, directory)
  }

  /// Rejects a store's directory that is a link or that other users may write.
  static func checkDirectory(_ status: FileStatus, _ directory: FilePath) throws(StoreError) {
    guard status.kind == .directory else {
      throw StoreError(
        .untrusted, directory, "expected a directory, found a \(status.kind.rawValue)")
    }
    try checkOwner(status, directory)
  }

  /// Rejects a path at which nothing may be created, because it leads to another user's directory.
  static func checkCreatable(_ path: FilePath) throws(StoreError) {
    guard let owner = path.foreignOwner else { return }
    throw StoreError(
      .untrusted, path,
      "is not created for user \(geteuid()) in a directory of user \(owner)")
  }

  /// Creates an empty file for its owner alone.
  static func makeFile(_ path: FilePath) throws(StoreError) {
    let descriptor = unsafe path.withCString { pointer in
      unsafe open(pointer, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { throw StoreError(SystemError.last, path) }
    close(descriptor)
  }

  // MARK: - Moving

  /// Removes a file, if there is one.
  static func remove(_ path: FilePath) throws(StoreError) {
    let code = unsafe path.withCString { unsafe unlink($0) }
    if code != 0, errno != ENOENT, errno != ENOTDIR { throw StoreError(SystemError.last, path) }
  }

  /// Removes a directory, if it is empty.
  static func removeDirectory(_ path: FilePath) throws(StoreError) {
    let code = unsafe path.withCString { unsafe rmdir($0) }
    if code != 0, errno != ENOENT, errno != ENOTEMPTY, errno != EEXIST {
      throw StoreError(SystemError.last, path)
    }
  }

  static func rename(_ from: FilePath, to: FilePath) throws(StoreError) {
    do throws(SystemError) {
      try PrivateFile.rename(from, to: to)
    } catch {
      throw StoreError(error, from)
    }
  }

  /// Gives a file a second name; moves it where its file system or kind has no hard links.
  static func keep(_ from: FilePath, as to: FilePath) throws(StoreError) {
    let code = unsafe from.withCString { from in
      unsafe to.withCString { to in unsafe link(from, to) }
    }
    if code == 0 { return }
    guard errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK || errno == ENOSYS else {
      throw StoreError(SystemError.last, from)
    }
    try rename(from, to: to)
  }

  // MARK: - Durability

  /// Waits until the entries of a directory are on the disk.
  static func synchronize(_ directory: FilePath) throws(StoreError) {
    do throws(SystemError) {
      try PrivateFile.synchronize(directory)
    } catch {
      throw StoreError(error, directory)
    }
  }

  /// Writes a file for its owner alone, and renames it to `path` when it is complete.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - path: The file.
  ///   - waitsForDisk: Whether the file is on the disk when this returns, under its name; otherwise a
  ///     reader has to check it.
  /// - Throws: ``StoreError``; then `path` has its old contents, or the new ones if only waiting failed.
  static func write(
    _ bytes: [UInt8], to path: FilePath, waitsForDisk: Bool = false
  ) throws(StoreError) {
    try wrapping { () throws(PrivateFile.Problem) in
      try PrivateFile.replace(
        path, with: bytes, mode: 0o600, durability: waitsForDisk ? .name : .none)
    }
  }

  private static func wrapping(
    _ body: () throws(PrivateFile.Problem) -> Void
  ) throws(StoreError) {
    do throws(PrivateFile.Problem) {
      try body()
    } catch {
      throw StoreError(error.cause, error.path)
    }
  }

  // MARK: - Time

  /// The time of day in UTC, as used in file names: `20261121T190000Z`.
  static var timeText: String {
    "\(CivilDate(secondsSince1970: WallClock.seconds))".filter { $0 != "-" && $0 != ":" }
  }
}
