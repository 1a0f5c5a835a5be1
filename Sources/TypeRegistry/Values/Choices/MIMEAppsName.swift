// SPDX-License-Identifier: MIT

/// The file names of lists of applications by MIME type.
package enum MIMEAppsName {
  /// The list that every session reads, and that programs write; it alone adds and removes associations.
  package static let main = "mimeapps.list"

  /// The deprecated list beside desktop entries, which GLib reads last.
  package static let old = "defaults.list"

  /// The end of the name of a list of one desktop, such as `gnome-mimeapps.list`.
  package static let endOfDesktop = "-mimeapps.list"
}
