// SPDX-License-Identifier: MIT

internal import CLinux
internal import Glibc
package import SystemBase

/// Replaces the contents of a user's file at once: a reader finds the old or the new contents, also
/// after a crash, and a symbolic link stays one.
package enum FileReplacement {
  /// Why a file cannot be replaced.
  package enum Problem: Error, Hashable, Sendable {
    /// Another user owns the file or the directory.
    case foreignOwner(UInt32)
    /// The file is a directory, a device or the like.
    case notARegularFile
    /// A link leads nowhere, or in a circle.
    case tooManyLinks
    /// Another program has replaced or changed the file since it was read.
    case changed
    case system(SystemError)
  }

  /// The state that a file is expected to have when it is replaced.
  package enum Expectation: Sendable {
    /// Nothing.
    case anything
    /// It does not exist.
    case missing
    /// It has this stamp.
    case stamp(FileStamp)

    /// Whether a file is as expected.
    fileprivate func isMet(by path: FilePath) -> Bool {
      let status = try? FileStatus(of: path, followsLink: false)
      return switch self {
      case .anything: true
      case .missing: status == nil
      case .stamp(let stamp): status?.stamp == stamp
      }
    }
  }

  /// Replaces the file at `path`, or the target of the link there.
  ///
  /// The file's mode is kept; it is created, and its directory too, if it is missing. Other names
  /// of the file (hard links) keep the contents before. Temporary files that killed processes have
  /// left of an earlier replacement are removed.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: The new contents.
  ///   - expected: The state of the file when `bytes` were made from it; it is compared as the last
  ///     step before the file is replaced.
  ///   - directoryMode: The mode of the directories that are created, less the bits of the mask.
  /// - Throws: ``Problem``; then the file is unchanged.
  package static func replace(
    _ path: FilePath, with bytes: [UInt8], expecting expected: Expectation = .anything,
    directoryMode: UInt32 = 0o700
  ) throws(Problem) {
    let target = try target(of: path)
    if let owner = target.foreignOwner { throw .foreignOwner(owner) }
    try replace(target, expecting: expected, directoryMode: directoryMode) {
      (descriptor) throws(SystemError) in
      try PrivateFile.write(bytes.span, to: descriptor)
    }
  }

  /// Writes to the file at `path`, which the caller named as output.
  ///
  /// A regular file, or the target of a link to one, is replaced as by
  /// ``replace(_:with:expecting:directoryMode:)``; a new one is created with the mode 0666 less the mask. A
  /// device or a named pipe is written to, as by a redirection of the shell. No other file is touched. Any
  /// user may own the directory, but not a link at `path`: in a shared directory, it could lead to another
  /// file of the caller.
  ///
  /// - Parameters:
  ///   - path: The file; its directory is created if it is missing.
  ///   - contents: Writes the contents to a descriptor.
  /// - Throws: ``Problem``; then a regular file is unchanged.
  package static func writeOutput(
    to path: FilePath, _ contents: (CInt) throws(SystemError) -> Void
  ) throws(Problem) {
    let target = try target(of: path)
    guard isStream(path) else {
      return try replace(target, expecting: .anything, directoryMode: 0o777, contents)
    }
    let descriptor = unsafe path.withCString { pointer in
      unsafe open(pointer, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    }
    guard descriptor >= 0 else { throw .system(.last) }
    defer { close(descriptor) }
    do throws(SystemError) {
      try contents(descriptor)
    } catch {
      throw .system(error)
    }
  }

  /// Whether the file at `path`, or the target of the link there, takes bytes and keeps none: a device or
  /// a named pipe.
  package static func isStream(_ path: FilePath) -> Bool {
    switch (try? FileStatus(of: path))?.kind {
    case .pipe, .characterDevice, .blockDevice: true
    case .regular, .directory, .symbolicLink, .socket, .unknown, nil: false
    }
  }

  /// Replaces the file at `target`, which is not a link.
  private static func replace(
    _ target: FilePath, expecting expected: Expectation, directoryMode: UInt32,
    _ contents: (CInt) throws(SystemError) -> Void
  ) throws(Problem) {
    let directory = parent(of: target)
    do throws(PrivateFile.Problem) {
      try PrivateFile.makeDirectory(directory, mode: directoryMode)
    } catch {
      throw .system(error.cause)
    }
    var mode: mode_t?
    if let status = try? FileStatus(of: target, followsLink: false) {
      guard status.kind == .regular else { throw .notARegularFile }
      guard status.owner == geteuid() else { throw .foreignOwner(status.owner) }
      mode = mode_t(status.mode & 0o7777)
    }
    let leftovers = FileLeftovers(of: target)
    let temporary = directory.appending(leftovers.newName())
    var isExpected = true
    do throws(SystemError) {
      let file = try TemporaryFile(ownName: temporary, mode: mode ?? 0o666)
      var failure: SystemError?
      do throws(SystemError) {
        try file.fill(mode: mode, waitsForDisk: true, contents)
        isExpected = try move(temporary, to: target, expecting: expected)
      } catch {
        failure = error
      }
      // There is no such file any more, or it is the one before, or the new one in vain.
      PrivateFile.remove(temporary)
      file.close()
      if let failure { throw failure }
    } catch {
      throw .system(error)
    }
    guard isExpected else { throw .changed }
    // The file is replaced: an error here would report that it is not.
    try? PrivateFile.synchronize(directory)
    leftovers.remove(from: directory)
  }

  /// Gives a file its name if the file that has it is as expected.
  ///
  /// A comparison before the rename would not be enough: the rename of another program may be under
  /// way while the file is compared, and comes before this one. So the two files exchange their
  /// names, and the file that had the name before is compared; if it is another one it gets its
  /// name back.
  ///
  /// - Returns: Whether the file was as expected. Then the other one, if there was one, may have the
  ///   temporary name.
  private static func move(
    _ temporary: FilePath, to target: FilePath, expecting expected: Expectation
  ) throws(SystemError) -> Bool {
    guard expected.isMet(by: target) else { return false }
    switch expected {
    case .anything: break
    case .missing:
      let code = unsafe rename(temporary, target, by: tr_rename_new)
      if code == 0 { return true }
      if code == EEXIST { return false }
      guard isWithoutFlags(code) else { throw SystemError(code: code) }
    case .stamp(let stamp):
      let own = inode(of: temporary)
      let code = unsafe rename(temporary, target, by: tr_exchange_names)
      if code == ENOENT { return false }
      if code == 0 {
        let other = try? FileStatus(of: temporary, followsLink: false)
        if other?.stamp.isSameContents(as: stamp) == true { return true }
        unsafe rename(temporary, target, by: tr_exchange_names)
        // Between the two exchanges a third program may have replaced the file: then that one stays.
        if inode(of: temporary) != own { unsafe rename(temporary, target, by: tr_exchange_names) }
        return false
      }
      guard isWithoutFlags(code) else { throw SystemError(code: code) }
    }
    try PrivateFile.rename(temporary, to: target)
    return true
  }

  /// Whether an error means that the file system has only the plain rename.
  private static func isWithoutFlags(_ code: CInt) -> Bool {
    code == EINVAL || code == ENOSYS || code == EOPNOTSUPP
  }

  private static func inode(of path: FilePath) -> UInt64? {
    (try? FileStatus(of: path, followsLink: false))?.stamp.inode
  }

  /// Renames by a system call that returns 0 or an error.
  @discardableResult
  private static func rename(
    _ from: FilePath, _ to: FilePath,
    by call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt
  ) -> CInt {
    unsafe from.withCString { from in unsafe to.withCString { to in unsafe call(from, to) } }
  }

  /// Removes the file at `path`, or the target of the link there.
  ///
  /// - Throws: ``Problem``; then the file is unchanged.
  package static func remove(_ path: FilePath) throws(Problem) {
    let target = try target(of: path)
    if let owner = target.foreignOwner { throw .foreignOwner(owner) }
    let result = unsafe target.withCString { pointer in unsafe unlink(pointer) }
    if result != 0 { throw .system(.last) }
  }

  /// How long another program is waited for, in milliseconds.
  package static let patience = 1_000

  /// Calls `body` while no other program that uses this function changes files in the directory of
  /// `path`.
  ///
  /// A program that may read the directory can lock it, other users' too. So the wait ends.
  ///
  /// - Parameters:
  ///   - path: The file that is to change.
  ///   - patience: How long to wait, in milliseconds.
  ///   - body: Makes the change; it is given whether another program keeps the directory locked.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  package static func locking<Result, Failure: Error>(
    _ path: FilePath, patience: Int = patience,
    _ body: (_ isContended: Bool) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let target = (try? target(of: path)) ?? path
    let directory = parent(of: target)
    guard let descriptor = try? PrivateFile.openDirectory(directory) else {
      return try body(false)
    }
    var isContended = false
    do throws(SystemError) {
      try PrivateFile.lock(descriptor.number, patience: patience)
    } catch {
      isContended = error.code == EWOULDBLOCK || error.code == EINTR
    }
    // The lock ends with the descriptor.
    return try withExtendedLifetime(descriptor) { () throws(Failure) in try body(isContended) }
  }

  /// The file that a path leads to by its links, which need not exist.
  static func target(of path: FilePath) throws(Problem) -> FilePath {
    var path = path
    for _ in 0..<40 {
      guard let link = path.linkTarget else { return path }
      if let owner = try? FileStatus(of: path, followsLink: false).owner, owner != 0,
        owner != geteuid()
      {
        throw .foreignOwner(owner)
      }
      path =
        link.isAbsolute
        ? link : parent(of: path).appending(link.bytes)
    }
    throw .tooManyLinks
  }

  /// The directory of a file; a relative path starts at the working directory.
  static func parent(of path: FilePath) -> FilePath {
    if let parent = path.prefixes.dropLast().last { return parent }
    return path.isAbsolute ? .root : .workingDirectory
  }
}

extension FileReplacement.Problem: CustomStringConvertible {
  /// The problem in words.
  package var description: String {
    switch self {
    case .foreignOwner(let owner): "user \(owner) owns it"
    case .notARegularFile: "it is not a regular file"
    case .tooManyLinks: "its links lead nowhere"
    case .changed: "another program keeps changing it"
    case .system(let error): "\(error)"
    }
  }
}
