// SPDX-License-Identifier: MIT

internal import StrictJSON

/// Finds lines and columns for many offsets of one text.
///
/// Offsets mostly ascend, so the next search begins at the last answer; for other offsets, a mark every few
/// kilobytes bounds the search. All answers of a text together cost about one pass over it. They equal those
/// of `SourceLocation(ofOffset:in:)` for offsets of the first byte of a character.
struct SourceLocator {
  private struct Mark {
    var offset: Int
    var line: Int
    var column: Int
  }

  private static let distance = 4_096

  private let bytes: [UInt8]
  private var last: Mark
  /// Marks in ascending order, each at least `distance` after the previous one.
  private var marks: [Mark]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    last = Mark(offset: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, line: 1, column: 1)
    marks = [last]
  }

  /// The line and column of the byte at `offset`.
  mutating func location(of offset: Int) -> SourceLocation {
    let end = min(offset, bytes.count)
    if end < last.offset {
      let next = marks.firstIndex { $0.offset > end } ?? marks.count
      last = marks[max(next - 1, 0)]
    }
    while last.offset < end {
      let nextMark = marks[marks.count - 1].offset + Self.distance
      let isMark = last.offset < nextMark && nextMark <= end
      advance(to: isMark ? nextMark : end)
      if isMark { marks.append(last) }
    }
    return SourceLocation(line: last.line, column: last.column)
  }

  private mutating func advance(to end: Int) {
    var line = last.line
    var lineStart = last.offset
    var column = last.column
    var index = last.offset
    let source = self.bytes
    let bytes = source.span
    while index < end {
      // Eight bytes at once, unless there is a carriage return among them.
      if index &+ 8 <= end, index &+ 8 <= bytes.count {
        let word = bytes.wholeWord(at: index)
        let lineFeeds = word.matches(of: 0x0A)
        if word.matches(of: 0x0D) == 0 {
          if lineFeeds != 0 {
            line &+= lineFeeds.nonzeroBitCount
            lineStart = index &+ 8 &- lineFeeds.leadingZeroBitCount / 8
            column = 1
          }
          index &+= 8
          continue
        }
      }
      let byte = bytes[index]
      index &+= 1
      guard byte <= 0x0D else { continue }
      if byte == 0x0A || byte == 0x0D && !(index < bytes.count && bytes[index] == 0x0A) {
        line &+= 1
        lineStart = index
        column = 1
      }
    }
    // Columns are counted only in the requested line.
    for index in lineStart..<end where bytes[index] & 0xC0 != 0x80 && bytes[index] != 0x0D {
      column &+= 1
    }
    last = Mark(offset: end, line: line, column: column)
  }
}
