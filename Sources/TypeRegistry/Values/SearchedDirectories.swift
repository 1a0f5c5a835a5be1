// SPDX-License-Identifier: MIT

/// The directories that are searched for a program's bare name, independent of the caller.
package enum SearchedDirectories {
  /// Those of the system, in this order.
  package static let shared = [
    "/usr/local/bin", "/usr/bin", "/bin", "/usr/local/games", "/usr/games", "/snap/bin",
    "/var/lib/flatpak/exports/bin",
  ]

  /// Those below a user's own directory: after the shared ones, and before them for applications that the
  /// user installed.
  package static let ofUser = [".local/bin", ".local/share/flatpak/exports/bin"]

  /// Where this program searches for the programs that it needs itself, in words that follow a verb.
  package static let words = "in \(fixed), and \(ofPath)"

  /// Where the programs of applications are searched, in words that follow a verb.
  package static let wordsOfApplications =
    "in \(fixed), in directories that declarations name ('TRProgramDirectories'), and \(ofPath)"

  private static let fixed =
    "\(shared.joined(separator: ", ")), ~/\(ofUser.joined(separator: ", ~/"))"
  private static let ofPath = "in the directories of PATH that only you and root can change"
}
