// SPDX-License-Identifier: MIT

/// A place in a text, as editors count.
public struct SourceLocation: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// The place at that line and column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
