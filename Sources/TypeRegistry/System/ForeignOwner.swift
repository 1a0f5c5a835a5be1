// SPDX-License-Identifier: MIT

internal import Glibc

extension FilePath {
  /// The user, neither root nor the one of this process, who owns the nearest directory on the path
  /// that exists, or a symbolic link on the way there; `nil` if there is none.
  ///
  /// Files created there would block that user, as when root runs a program with the `HOME` of a
  /// user.
  package var foreignOwner: UInt32? {
    func isForeign(_ owner: UInt32) -> Bool { owner != 0 && owner != geteuid() }
    var nearest: UInt32 = 0
    for prefix in prefixes {
      guard let status = try? FileStatus(of: prefix, followsLink: false) else { break }
      nearest = status.owner
      guard status.kind == .symbolicLink else { continue }
      if isForeign(status.owner) { return status.owner }
      guard let target = try? FileStatus(of: prefix) else { break }
      nearest = target.owner
    }
    return isForeign(nearest) ? nearest : nil
  }
}
