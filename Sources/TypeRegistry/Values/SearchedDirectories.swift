// SPDX-License-Identifier: MIT

/// The directories in which a bare name of a program is searched for every caller.
package enum SearchedDirectories {
  /// Those of the system, in this order.
  package static let shared = [
    "/usr/local/bin", "/usr/bin", "/bin", "/usr/local/games", "/usr/games", "/snap/bin",
    "/var/lib/flatpak/exports/bin",
  ]

  /// Those below a user's own directory: after the shared ones, and before them for what the user
  /// installed.
  package static let ofUser = [".local/bin", ".local/share/flatpak/exports/bin"]

  /// Where programs are searched, in words that follow a verb.
  package static let words =
    "in \(shared.joined(separator: ", ")), ~/\(ofUser.joined(separator: ", ~/")), and in the "
    + "directories of PATH that only you and root can change"
}
