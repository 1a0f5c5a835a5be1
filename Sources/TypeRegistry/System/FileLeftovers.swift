// SPDX-License-Identifier: MIT

internal import Glibc

/// The temporary files of a file's replacements, of which killed processes leave some.
package struct FileLeftovers {
  /// What the names begin with.
  private let start: [UInt8]

  /// How many names of a directory are looked at.
  private static let mostEntries = 65_536

  /// How long a file that no process has locked is left alone, in seconds: a process may be about to
  /// lock it.
  package static let youth: Int64 = 10

  /// The leftovers of a file.
  package init(of file: FilePath) { start = [UInt8(ascii: ".")] + file.name + [UInt8(ascii: ".")] }

  /// A name for the next temporary file.
  func newName() -> [UInt8] { start + Array(String(UInt64.random(in: 0 ... .max)).utf8) }

  /// Removes the leftovers in a directory: regular files of this user, with a name of exactly this
  /// form, that no process has locked and that have not just been made.
  package func remove(from directory: FilePath, at now: Int64? = nil) {
    let now = now ?? WallClock.now
    let listing = try? DirectoryListing(of: directory, limit: Self.mostEntries)
    for entry in listing?.entries ?? [] where isName(entry.name) {
      let path = directory.appending(entry.name)
      let descriptor = unsafe path.withCString { pointer in
        unsafe open(pointer, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
      }
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      guard let status = try? FileStatus(ofDescriptor: descriptor), status.kind == .regular,
        status.owner == geteuid(), isOld(status.stamp, now),
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      _ = unsafe path.withCString { pointer in unsafe unlink(pointer) }
    }
  }

  private func isName(_ name: [UInt8]) -> Bool {
    guard name.starts(with: start) else { return false }
    let text = String(decoding: name.dropFirst(start.count), as: UTF8.self)
    return UInt64(text).map { String($0) } == text
  }

  /// Whether a file was not changed a moment ago, by the time that only the kernel sets; one of the
  /// future is as old as the clock that was wrong.
  private func isOld(_ stamp: FileStamp, _ now: Int64) -> Bool {
    let age = now - stamp.changed.seconds
    return age < 0 || age > Self.youth
  }
}
