// SPDX-License-Identifier: MIT

internal import Glibc
package import SystemErrors

/// The mark beside a daemon's socket that says: nothing has happened to what the registry was made from.
///
/// The daemon removes the mark when it reads an event of one of its inputs, and makes it again when the
/// registry is that of its inputs and all of them are watched. It reads what has happened whenever it
/// accepts a connection. So a client that has an answer, and finds the mark *after* it, knows that the
/// answer is that of the files as they were when it connected, and looks at none of them. Before the
/// answer the mark is only a sign that this is worth while.
///
/// A mark that a killed daemon left means nothing: that daemon gives no answer.
package enum CurrentMark {
  /// The path of the mark of the daemon that listens at `socket`.
  package static func path(besideSocket socket: [UInt8]) -> FilePath? {
    FilePath(bytes: socket + Array(".current".utf8))
  }

  /// Whether there is a mark.
  package static func exists(at path: FilePath) -> Bool {
    unsafe path.withCString { unsafe access($0, F_OK) } == 0
  }

  /// Makes the mark.
  ///
  /// - Throws: `SystemError`; without a mark clients look at the files themselves.
  package static func make(at path: FilePath) throws(SystemError) {
    let descriptor = unsafe path.withCString { pointer in
      unsafe open(pointer, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
    }
    guard descriptor >= 0 else { throw SystemError.last }
    close(descriptor)
  }

  /// Removes the mark, if there is one.
  ///
  /// - Returns: Whether there is none now.
  @discardableResult
  package static func remove(at path: FilePath) -> Bool {
    unsafe path.withCString { unsafe unlink($0) } == 0 || errno == ENOENT || errno == ENOTDIR
  }
}
