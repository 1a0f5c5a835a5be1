// SPDX-License-Identifier: MIT

/// A position in a text for display: line and column, both from 1.
///
/// Line feed, carriage return, and the two together each end one line. A column is one Unicode scalar; a byte
/// that is not part of a well-formed UTF-8 sequence is a column of its own. A byte order mark at the start of
/// the text is not a column.
public struct SourceLocation: Hashable, Sendable {
  /// The line, counted from 1.
  public let line: Int

  /// The column in Unicode scalars, counted from 1.
  public let column: Int

  /// Creates a location from a line and a column.
  ///
  /// - Parameters:
  ///   - line: Counted from 1.
  ///   - column: Counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Creates the location of a byte.
  ///
  /// - Parameters:
  ///   - offset: In bytes from the start of `bytes`. An offset inside a character has that character's
  ///     location; one outside of the text is moved to the nearer end.
  ///   - bytes: The whole text, from its first byte.
  /// - Complexity: O(*offset*).
  public init(ofOffset offset: Int, in bytes: Span<UInt8>) {
    let end = min(max(offset, 0), bytes.count)
    var line = 1
    var column = 1
    var index = bytes.startsWithByteOrderMark ? 3 : 0
    while index < end {
      switch bytes[index] {
      case Byte.lineFeed:
        line += 1
        column = 1
        index += 1
      case Byte.carriageReturn:
        index += 1
        // A line feed after the carriage return ends the same line, and counts it.
        guard index == bytes.count || bytes[index] != Byte.lineFeed else { break }
        line += 1
        column = 1
      default:
        let endOfRun = min(bytes.endOfPlainRun(from: index), end)
        if endOfRun > index {
          column += endOfRun - index
          index = endOfRun
        } else {
          index += max(bytes.lengthOfUTF8Sequence(at: index), 1)
          if index <= end { column += 1 }
        }
      }
    }
    self.line = line
    self.column = column
  }
}

extension SourceLocation: Comparable {
  /// Whether the left location is before the right one in the same text.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// Line and column, joined by a colon, the form that compilers print.
  public var description: String { "\(line):\(column)" }
}
