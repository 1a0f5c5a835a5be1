// SPDX-License-Identifier: MIT

/// A file whose type is asked for: its name and kind, nothing else.
public struct FileQuery: Hashable, Sendable {
  /// The last component of the path, as bytes.
  public var name: [UInt8]
  /// What the file system says of it.
  public var kind: FileKind

  /// The longest name that is answered, in bytes; file systems have 255.
  public static let longestName = 131_072

  /// A file of that name and kind.
  public init(name: [UInt8], kind: FileKind = .regular) {
    self.name = name
    self.kind = kind
  }
}
