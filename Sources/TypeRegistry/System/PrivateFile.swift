// SPDX-License-Identifier: MIT

internal import Glibc
package import SystemBase

/// Writes and replaces files of the user of this process, locks them, and makes their directories.
///
/// A file is written under a temporary name and renamed: a reader finds the old or the new contents, never
/// a part of them. How much of that outlives a loss of power is the caller's choice of ``Durability``.
package enum PrivateFile {
  /// Why a file could not be written.
  struct Problem: Error {
    /// The error of the system.
    let cause: SystemError
    /// The file or directory concerned.
    let path: FilePath
  }

  /// The parts of a replacement that are on the disk when it returns.
  enum Durability: Hashable {
    /// None: a reader has to check the contents.
    case none
    /// The contents: after a loss of power the file is the old or the new one.
    case contents
    /// The contents and the name: after a loss of power the file is the new one.
    case name
  }

  // MARK: - Replacing

  /// Replaces the file at `path`.
  ///
  /// The temporary file is called like the file, with `.new` after it, and is locked while it is written:
  /// a file that a killed process left is written over next time, and two processes do not write at once.
  ///
  /// - Parameters:
  ///   - path: The file; a symbolic link there is replaced.
  ///   - mode: Its permissions.
  ///   - durability: The event that the call waits for.
  ///   - contents: Writes the contents to a descriptor.
  /// - Throws: ``Problem``; then nothing has changed at `path`, or waiting for the directory failed.
  ///   `EWOULDBLOCK` if another process is replacing the file.
  static func replace(
    _ path: FilePath, mode: mode_t, durability: Durability,
    _ contents: (CInt) throws(SystemError) -> Void
  ) throws(Problem) {
    let name = path.withSuffix(".new")
    do throws(SystemError) {
      let temporary = try TemporaryFile(sharedName: name, mode: mode)
      var failure: SystemError?
      do throws(SystemError) {
        try temporary.fill(mode: mode, waitsForDisk: durability != .none, contents)
        try rename(name, to: path)
      } catch {
        remove(name)
        failure = error
      }
      temporary.close()
      if let failure { throw failure }
    } catch {
      throw Problem(cause: error, path: name)
    }
    guard durability == .name else { return }
    let directory = FileReplacement.parent(of: path)
    do throws(SystemError) {
      try synchronize(directory)
    } catch {
      throw Problem(cause: error, path: directory)
    }
  }

  /// Replaces the file at `path` with these bytes, as ``replace(_:mode:durability:_:)`` does.
  static func replace(
    _ path: FilePath, with bytes: [UInt8], mode: mode_t, durability: Durability
  ) throws(Problem) {
    try replace(path, mode: mode, durability: durability) { (descriptor) throws(SystemError) in
      try write(bytes.span, to: descriptor)
    }
  }

  /// Renames a file, over the one that has the name.
  static func rename(_ from: FilePath, to: FilePath) throws(SystemError) {
    let result = unsafe from.withCString { from in
      unsafe to.withCString { to in unsafe Glibc.rename(from, to) }
    }
    if result != 0 { throw .last }
  }

  /// Removes a file, if there is one that can be removed.
  @discardableResult
  static func remove(_ path: FilePath) -> Bool {
    unsafe path.withCString { unsafe unlink($0) } == 0
  }

  /// Writes bytes to the descriptor of a file or pipe that is being written.
  package static func write(_ bytes: Span<UInt8>, to descriptor: CInt) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.extracting(written..<bytes.count).withUnsafeBufferPointer {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  // MARK: - Locks

  /// Locks an open file or directory against other processes that do the same; the lock ends with the
  /// descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: The open file.
  ///   - patience: How long another process is waited for, in milliseconds.
  /// - Throws: `SystemError`: `EWOULDBLOCK` if another process keeps the lock for longer. Some file systems
  ///   have no locks.
  static func lock(_ descriptor: CInt, patience: Int = 0) throws(SystemError) {
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError.last
      guard error.code == EWOULDBLOCK || error.code == EINTR, waited < patience else { throw error }
      usleep(5_000)
      waited += 5
    }
  }

  // MARK: - Directories

  /// Creates a directory, and those above it, where they are missing.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - mode: The permissions of each that is created, less the bits of the mask.
  ///   - isDurable: Whether all of them are on the disk when this returns.
  /// - Throws: ``Problem``, with the directory that could not be created.
  static func makeDirectory(
    _ directory: FilePath, mode: mode_t = 0o700, isDurable: Bool = false
  ) throws(Problem) {
    var parent: FilePath?
    for prefix in directory.prefixes {
      defer { parent = prefix }
      guard (try? FileStatus(of: prefix)) == nil else { continue }
      let result = unsafe prefix.withCString { unsafe mkdir($0, mode) }
      if result != 0, errno != EEXIST { throw Problem(cause: .last, path: prefix) }
      guard isDurable, let parent else { continue }
      do throws(SystemError) {
        try synchronize(parent)
      } catch {
        throw Problem(cause: error, path: parent)
      }
    }
  }

  /// Opens a directory, to lock it or to wait for its entries.
  static func openDirectory(_ directory: FilePath) throws(SystemError) -> Descriptor {
    let number = unsafe directory.withCString {
      unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    guard number >= 0 else { throw .last }
    return Descriptor(takingOver: number)
  }

  /// Waits until the entries of a directory are on the disk.
  ///
  /// Does nothing where the file system does not support it: fsync(2) returns `EINVAL`.
  static func synchronize(_ directory: FilePath) throws(SystemError) {
    let descriptor = try openDirectory(directory)
    if fsync(descriptor.number) != 0, errno != EINVAL { throw .last }
  }
}

/// A file that is written under a temporary name before it gets its own.
///
/// It is locked until it is closed, so that other processes know that it is in use: a process that
/// is killed releases the lock.
struct TemporaryFile: ~Copyable {
  private let descriptor: Descriptor

  /// Creates a file with a name that only this process uses.
  ///
  /// - Throws: `SystemError`, also if there is a file.
  init(ownName path: FilePath, mode: mode_t) throws(SystemError) {
    descriptor = try Self.open(path, O_CREAT | O_EXCL, mode)
    // Some file systems have no locks, and no other process takes the name.
    try? PrivateFile.lock(descriptor.number)
  }

  /// Creates a file with a name that other processes also use, or opens the one that was left there.
  ///
  /// - Throws: `SystemError`: `EWOULDBLOCK` if another process is writing the file.
  init(sharedName path: FilePath, mode: mode_t) throws(SystemError) {
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Self.open(path, O_CREAT, mode)
    } catch {
      // A file of this user can be opened. So another process is not writing this one.
      guard PrivateFile.remove(path) else { throw error }
      descriptor = try Self.open(path, O_CREAT | O_EXCL, mode)
    }
    try PrivateFile.lock(descriptor.number)
    // The file may have been renamed between the two calls; then it is that of another process.
    guard let own = try? FileStatus(ofDescriptor: descriptor.number), own.kind == .regular,
      let named = try? FileStatus(of: path, followsLink: false),
      own.stamp.device == named.stamp.device, own.stamp.inode == named.stamp.inode
    else { throw SystemError(code: EWOULDBLOCK) }
    self.descriptor = descriptor
  }

  private static func open(
    _ path: FilePath, _ flags: CInt, _ mode: mode_t
  ) throws(SystemError) -> Descriptor {
    let number = unsafe path.withCString { pointer in
      unsafe Glibc.open(pointer, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, mode)
    }
    guard number >= 0 else { throw .last }
    return Descriptor(takingOver: number)
  }

  /// Writes the contents.
  ///
  /// - Parameters:
  ///   - mode: The permissions, which the mask does not change; `nil` for those of the creation.
  ///   - waitsForDisk: Whether the contents are on the disk when this returns.
  ///   - contents: Writes them to a descriptor.
  /// - Throws: `SystemError`; then the file has some contents.
  func fill(
    mode: mode_t?, waitsForDisk: Bool, _ contents: (CInt) throws(SystemError) -> Void
  ) throws(SystemError) {
    let number = descriptor.number
    guard ftruncate(number, 0) == 0 else { throw .last }
    // Before the contents: a file that was left under the name may be readable by others.
    if let mode, fchmod(number, mode) != 0 { throw .last }
    try contents(number)
    if waitsForDisk, fsync(number) != 0 { throw .last }
  }

  /// Releases the lock, when the file has its name or is removed.
  consuming func close() {}
}
