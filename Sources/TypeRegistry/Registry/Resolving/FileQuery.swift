// SPDX-License-Identifier: MIT

/// A file whose type is to be found: its name and kind, nothing else.
public struct FileQuery: Hashable, Sendable {
  /// The last component of the path, as bytes.
  public var name: [UInt8]
  /// The kind in the file system.
  public var kind: FileKind

  /// The longest name that is accepted, in bytes; file systems allow 255.
  public static let longestName = 131_072

  /// A file of that name and kind.
  public init(name: [UInt8], kind: FileKind = .regular) {
    self.name = name
    self.kind = kind
  }
}
