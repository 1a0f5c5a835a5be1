// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// The bytes of one file, and the file's state when they were read.
package struct FileContents: Sendable {
  /// All bytes of the file.
  package let bytes: [UInt8]
  /// The identity and state of the file that was read; of a link, those of its target.
  package let stamp: FileStamp
  /// Whether only root can change the file.
  package let isRootOnly: Bool
}

/// Reads untrusted files.
///
/// Not only the contents of a declaration file are untrusted: it may be a pipe, a device or a link,
/// or change while it is read. So its status is checked before it is opened (opening some devices
/// has effects), it is opened without blocking, its status is checked again through the descriptor,
/// its size is bounded before and while reading, and its status is checked once more afterwards. It
/// is never mapped: a mapped file that shrinks kills its reader.
package enum DeclarationReader {
  /// A step of reading a file, between which other programs may change it.
  package enum Step: Hashable, Sendable {
    /// The file at the path was examined.
    case examined
    /// It was opened.
    case opened
    /// Its bytes were read.
    case read
  }

  /// Reads the file at `path`.
  ///
  /// A symbolic link is followed only to a regular file that root or the caller owns and that not
  /// everyone may write: package managers install links, other users must not.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The longest file that is read, in bytes.
  ///   - checksOwner: Whether the file must satisfy the rule for the target of a link even if it is
  ///     reached without one.
  ///   - observe: Called after each step of each try.
  /// - Returns: All bytes of the file, and its state.
  /// - Throws: A diagnostic with the reason why the file cannot be used.
  package static func read(
    _ path: FilePath, limit: Int = DeclarationLimits.maximumFileBytes,
    checksOwner: Bool = false, observe: (Step) -> Void = { _ in }
  ) throws(Diagnostic) -> FileContents {
    // A file that is replaced by rename is complete at once, so one more try is enough; a file that
    // changes twice within microseconds is being overwritten.
    for _ in 0..<2 {
      let contents = try readOnce(path, limit: limit, checksOwner: checksOwner, observe)
      if let contents { return contents }
    }
    throw Diagnostic(
      .error, .fileChanged, path: path.description, message: "file changed while it was read",
      hint: "write a new file next to it and rename that one over it")
  }

  /// The contents, or `nil` if the file changed meanwhile.
  private static func readOnce(
    _ path: FilePath, limit: Int, checksOwner: Bool, _ observe: (Step) -> Void
  ) throws(Diagnostic) -> FileContents? {
    do {
      let entry = try FileStatus(of: path, followsLink: false)
      let isLink = entry.kind == .symbolicLink
      let target = isLink ? try FileStatus(of: path) : entry
      try check(target, isLink: isLink, checksOwner: checksOwner, limit: limit, path)
      observe(.examined)
      let file = try OpenedFile(path, followsLinks: true)
      let (descriptor, before) = (file.descriptor.number, file.status)
      observe(.opened)
      // The file may have been replaced since, also by a link.
      guard before.stamp == target.stamp else { return nil }
      try check(before, isLink: isLink, checksOwner: checksOwner, limit: limit, path)
      let bytes = try bytes(of: descriptor, expected: Int(before.stamp.size), limit: limit)
      observe(.read)
      let after = try FileStatus(ofDescriptor: descriptor)
      guard after.stamp == before.stamp, bytes.count == Int(before.stamp.size) else { return nil }
      return FileContents(bytes: bytes, stamp: before.stamp, isRootOnly: before.isRootOnly)
    } catch let error as SystemError {
      throw diagnostic(error, path)
    } catch let error as Diagnostic {
      throw error
    } catch {
      preconditionFailure("no other error is thrown here")
    }
  }

  private static func check(
    _ status: FileStatus, isLink: Bool, checksOwner: Bool, limit: Int, _ path: FilePath
  ) throws(Diagnostic) {
    guard status.kind == .regular else {
      throw Diagnostic(
        .error, .notARegularFile, path: path.description,
        message: "expected a regular file, found a \(status.kind.rawValue)",
        hint: "put the declarations into a file of their own")
    }
    if isLink || checksOwner {
      guard status.isOwnedByRootOrCaller, status.mode & 0o002 == 0 else {
        let words = isLink ? ("symbolic link", "link to") : ("registered path", "register")
        throw Diagnostic(
          .error, .untrustedLink, path: path.description,
          message: "\(words.0) leads to a file that others own or may write",
          hint: "\(words.1) a file that root or you own and that not everyone may write")
      }
    }
    guard status.stamp.size <= UInt64(limit) else {
      throw Diagnostic(
        .error, .fileTooLong, path: path.description,
        message: "file is longer than \(limit) bytes", hint: "split the file")
    }
  }

  private static func bytes(
    of descriptor: CInt, expected: Int, limit: Int
  ) throws(SystemError) -> [UInt8] {
    // One byte more than the file had, to notice that it has grown.
    let capacity = min(expected, limit) + 1
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      while count < capacity {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
        let length = unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
        if length < 0 {
          if errno == EINTR { continue }
          failure = .last
          return
        }
        if length == 0 { return }
        count += length
      }
    }
    if let failure { throw failure }
    return bytes
  }

  static func diagnostic(_ error: SystemError, _ path: FilePath) -> Diagnostic {
    switch error.code {
    case ENOENT, ENOTDIR:
      Diagnostic(
        .error, .fileMissing, path: path.description,
        message: "file is missing, or is a broken link",
        hint: "remove the link, or put the file back")
    case EACCES, EPERM:
      Diagnostic(
        .error, .fileUnreadable, path: path.description, message: "file is not readable",
        hint: "make it readable for the user that the registry runs as")
    case ELOOP:
      Diagnostic(
        .error, .untrustedLink, path: path.description,
        message: "symbolic link leads to itself, or through too many others",
        hint: "link to the file itself")
    default:
      Diagnostic(
        .error, .fileUnreadable, path: path.description, message: "file cannot be read: \(error)")
    }
  }
}
