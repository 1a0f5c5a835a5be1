// SPDX-License-Identifier: MIT

/// The condition of a rule on a directory: that it has a certain file.
package struct TreeCondition: Hashable, Sendable {
  /// The path from the directory on: names, separated by slashes, none of them `..`.
  package var path: [UInt8]
  /// The kind of the file, of a link itself and not of its target; `nil` for any.
  package var kind: FileKind?
  /// Whether the path is compared with case.
  package var matchesCase = false
  /// Whether the file is executable.
  package var isExecutable = false
  /// Whether the file is a directory with something in it.
  package var isNotEmpty = false
  /// The MIME type that the file has; `nil` for any.
  package var mimeType: String?
}
