// SPDX-License-Identifier: MIT

public import StrictJSON

/// A directory that a declaration file adds to the search for programs (`TRProgramDirectories`).
public struct ProgramDirectory: Hashable, Sendable {
  /// The absolute path, as written.
  public var path: String
  /// The location of the entry in the file; `nil` in a binary property list.
  public var location: SourceLocation?

  /// A directory of that path.
  public init(path: String, location: SourceLocation? = nil) {
    self.path = path
    self.location = location
  }
}
