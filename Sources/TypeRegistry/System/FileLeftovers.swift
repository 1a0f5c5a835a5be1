// SPDX-License-Identifier: MIT

internal import Glibc
internal import SystemBase

/// The temporary files that killed processes leave when they replace a file.
package struct FileLeftovers {
  /// The beginning of the names.
  private let start: [UInt8]

  /// Separates the file's name from the digits: no other program writes such names, so that none of
  /// the user's own files is removed.
  private static let mark = Array(".typed-".utf8)
  private static let digits = 16
  /// The longest name of a file, in bytes.
  private static let longestName = 255

  /// How many names of a directory are looked at.
  private static let mostEntries = 65_536

  /// How long a file that no process has locked is left alone, in seconds: a process may be about to
  /// lock it.
  package static let youth: Int64 = 10

  /// The leftovers of a file.
  package init(of file: FilePath) {
    let rest = Self.mark.count + Self.digits
    start = [UInt8(ascii: ".")] + file.name.prefix(Self.longestName - 1 - rest) + Self.mark
  }

  /// A name for the next temporary file.
  func newName() -> [UInt8] {
    let digits = (0..<Self.digits).map { _ in UInt8.random(in: 0..<16) }
    return start + digits.map { $0 < 10 ? $0 + 0x30 : $0 - 10 + 0x61 }
  }

  /// Removes the leftovers in a directory: regular files of this user, with a name of exactly this
  /// form, that no process has locked and that have not just been made.
  package func remove(from directory: FilePath, at now: Int64? = nil) {
    let now = now ?? WallClock.seconds
    let listing = try? DirectoryListing(of: directory, limit: Self.mostEntries)
    for entry in listing?.entries ?? [] where isName(entry.name) {
      let path = directory.appending(entry.name)
      guard let file = try? OpenedFile(path), file.status.kind == .regular,
        file.status.owner == geteuid(), isOld(file.status.stamp, now),
        (try? PrivateFile.lock(file.descriptor.number)) != nil
      else { continue }
      PrivateFile.remove(path)
    }
  }

  private func isName(_ name: [UInt8]) -> Bool {
    name.count == start.count + Self.digits && name.starts(with: start)
      && name.dropFirst(start.count).allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
  }

  /// Whether a file was not changed a moment ago, by the time that only the kernel sets.
  ///
  /// One of the near future was made since the clock was read; one of the far future, when the clock was wrong.
  private func isOld(_ stamp: FileStamp, _ now: Int64) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(stamp.changed.seconds)
    return overflow || age.magnitude > UInt64(Self.youth)
  }
}
