// SPDX-License-Identifier: MIT

public import StrictJSON

/// A directory in which a declaration file wants programs to be searched (`TRProgramDirectories`).
public struct ProgramDirectory: Hashable, Sendable {
  /// The absolute path, as it is written.
  public var path: String
  /// The location of the entry in the file; `nil` in a binary property list.
  public var location: SourceLocation?

  /// A directory of that path.
  public init(path: String, location: SourceLocation? = nil) {
    self.path = path
    self.location = location
  }
}
