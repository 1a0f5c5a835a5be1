// SPDX-License-Identifier: MIT

/// The condition of a rule on a directory: that it has a certain file.
package struct TreeCondition: Hashable, Sendable {
  /// The path from the directory on: names, separated by slashes, none of them `..`.
  package var path: [UInt8]
  /// The kind of the file, of a link itself and not of its target; `nil` for any.
  package var kind: FileKind?
  /// Whether the path is compared with case.
  package var matchesCase: Bool
  /// Whether the file is executable.
  package var isExecutable: Bool
  /// Whether the file is a directory with something in it.
  package var isNotEmpty: Bool
  /// The MIME type that the file has; `nil` for any.
  package var mimeType: String?

  /// A condition of known parts.
  package init(
    path: [UInt8], kind: FileKind? = nil, matchesCase: Bool = false, isExecutable: Bool = false,
    isNotEmpty: Bool = false, mimeType: String? = nil
  ) {
    self.path = path
    self.kind = kind
    self.matchesCase = matchesCase
    self.isExecutable = isExecutable
    self.isNotEmpty = isNotEmpty
    self.mimeType = mimeType
  }
}
