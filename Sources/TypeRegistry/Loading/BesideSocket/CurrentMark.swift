// SPDX-License-Identifier: MIT

internal import Glibc
package import SystemBase

/// A file beside a daemon's socket: while it exists, no input of the registry has changed.
///
/// The daemon removes the mark when it reads an event of one of its inputs, and makes it again when
/// the registry is that of its inputs and all of them are watched. It reads pending events whenever
/// it accepts a connection. So a client that has an answer, and finds the mark *after* it, knows
/// that the answer follows from the state of the files when it connected, and looks at none of
/// them. Before the answer the mark is only a sign that asking is worth while.
///
/// A mark that a killed daemon left means nothing: that daemon gives no answer.
///
/// The mark is a symbolic link that leads nowhere. Its text is the ``EnvironmentDigest`` of the daemon, so
/// that one system call shows whether there is a mark, and whether the daemon answers for the client's
/// environment.
package enum CurrentMark {
  /// The path of the mark of the daemon that listens at `socket`.
  package static func path(besideSocket socket: [UInt8]) -> FilePath? {
    SocketCompanion.path(ofSocket: socket, suffix: ".current")
  }

  /// More than the length of a digest.
  private static let longestText = 256

  /// The text of the mark; `nil` if there is none.
  package static func text(at path: FilePath) -> [UInt8]? {
    let text = unsafe [UInt8](unsafeUninitializedCapacity: longestText) { buffer, count in
      unsafe count = max(
        path.withCString { pointer in
          unsafe buffer.withMemoryRebound(to: CChar.self) { text in
            unsafe text.baseAddress.map { unsafe readlink(pointer, $0, text.count) } ?? 0
          }
        }, 0)
    }
    return text.isEmpty ? nil : text
  }

  /// Makes the mark.
  ///
  /// - Throws: `SystemError`; without a mark clients look at the files themselves.
  package static func make(
    at path: FilePath, for environment: EnvironmentDigest
  ) throws(SystemError) {
    let text = environment.text.map { CChar(bitPattern: $0) } + [0]
    func link() -> Bool { unsafe path.withCString { unsafe symlink(text, $0) } == 0 }
    if link() { return }
    // One that another daemon left in a directory that was moved here.
    guard errno == EEXIST, remove(at: path), link() else { throw SystemError.last }
  }

  /// Removes the mark, if there is one.
  ///
  /// - Returns: Whether there is none now.
  @discardableResult
  package static func remove(at path: FilePath) -> Bool {
    unsafe path.withCString { unsafe unlink($0) } == 0 || errno == ENOENT || errno == ENOTDIR
  }
}
