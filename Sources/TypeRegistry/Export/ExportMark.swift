// SPDX-License-Identifier: MIT

/// How a file says that it was exported, so that the next export may replace it.
package enum ExportMark {
  /// The words, in a comment at the beginning of the file.
  static let text = "Written by 'utcli export freedesktop', which replaces this file"

  /// Whether a file that begins with these bytes was exported.
  package static func isPresent(in bytes: some Sequence<UInt8>) -> Bool {
    let start = Array(bytes.prefix(longestStart))
    let mark = Array(text.utf8)
    return start.indices.contains { start[$0...].starts(with: mark) }
  }

  /// How many bytes of a file are looked at.
  package static let longestStart = 256
}
