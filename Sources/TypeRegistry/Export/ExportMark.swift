// SPDX-License-Identifier: MIT

/// The mark of an exported file, so that the next export may replace it.
package enum ExportMark {
  /// The words in files of freedesktop.org.
  static let text = text(of: freedesktop)

  /// The format of packages of MIME types and desktop entries.
  package static let freedesktop = "freedesktop"

  /// The format of the package of the core's types.
  package static let mimePackage = "mime-package"

  /// The words, in a comment at the beginning of a file of that format.
  package static func text(of format: String) -> String {
    "\(beginning)\(format)', which replaces this file"
  }

  private static let beginning = "Written by 'utcli export "

  /// Whether a file that begins with these bytes was exported in a format, or in any one.
  package static func isPresent(
    in bytes: some Sequence<UInt8>, of format: String? = nil
  ) -> Bool {
    let start = Array(bytes.prefix(longestStart))
    let mark = Array((format.map(text(of:)) ?? beginning).utf8)
    return start.indices.contains { start[$0...].starts(with: mark) }
  }

  /// How many bytes of a file are examined.
  package static let longestStart = 256
}
