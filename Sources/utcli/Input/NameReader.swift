// SPDX-License-Identifier: MIT

internal import TypeRegistry

/// The names on standard input, a piece at a time: memory does not grow with their number, and a
/// program that writes one name gets its answer before it writes the next.
///
/// Names are ranges of ``bytes``, so that a name costs no allocation. A name that is too long is cut
/// after ``longestName`` bytes and one more, which shows that it is (``tooLong``).
///
/// ```swift
/// var reader = NameReader(terminator: UInt8(ascii: "\n"))
/// var bytesOfNames = 0
/// while try reader.read() {
///   while let name = reader.next() { bytesOfNames += name.count }
/// }
/// ```
struct NameReader {
  /// The piece that was read, after what the one before it left over.
  private(set) var bytes = [UInt8](repeating: 0, count: 1 << 17)
  /// The number of bytes that were read and not given as names.
  var count: Int { filled - start }
  /// The number of bytes that were read.
  private var filled = 0
  /// The index of the next name.
  private var start = 0
  private var isAtEnd = false
  /// Whether the rest of a name that is too long is being skipped.
  private var isPassingOver = false
  private let terminator: UInt8
  /// The most bytes of a name.
  let longestName: Int
  /// The number of the last name that ``next()`` gave, counted from 1.
  private(set) var number = 0
  /// Whether the piece completes the first name, which ends in a carriage return, as each line of a
  /// list from Windows does.
  private(set) var beginsWithCRLF = false

  /// A reader of names that each end with `terminator`.
  ///
  /// - Parameters:
  ///   - terminator: The byte after each name.
  ///   - longestName: The most bytes of a name.
  init(terminator: UInt8, longestName: Int = FileQuery.longestName) {
    self.terminator = terminator
    self.longestName = longestName
  }

  /// Reads the next piece.
  ///
  /// - Returns: `false` at the end.
  /// - Throws: ``Failure`` if standard input cannot be read.
  mutating func read() throws(Failure) -> Bool {
    if isAtEnd { return false }
    // The rest is the beginning of a name.
    if start > 0 {
      for index in start..<filled { bytes[index - start] = bytes[index] }
      filled -= start
      start = 0
    }
    if filled > longestName {
      filled = longestName + 1
      isPassingOver = true
    }
    repeat {
      if filled == bytes.count { bytes.append(contentsOf: repeatElement(0, count: filled)) }
      let count = try StandardInput.read(into: &bytes, from: filled)
      isAtEnd = count == 0
      if isPassingOver { passOver(count) } else { filled += count }
    } while isPassingOver && !isAtEnd
    noteCarriageReturn()
    return !isAtEnd || filled > 0
  }

  /// Removes the rest of a name that is too long from `count` bytes that were read after its
  /// beginning.
  private mutating func passOver(_ count: Int) {
    let read = filled..<(filled + count)
    let end = bytes.span.extracting(..<read.upperBound).farIndex(of: terminator, from: filled)
    guard end < read.upperBound else { return }
    isPassingOver = false
    bytes.removeSubrange(filled..<end)
    filled = read.upperBound - (end - read.lowerBound)
  }

  private mutating func noteCarriageReturn() {
    beginsWithCRLF = false
    guard number == 0, terminator == UInt8(ascii: "\n") else { return }
    let end = bytes.span.extracting(..<filled).farIndex(of: terminator, from: 0)
    guard 0 < end, end < filled else { return }
    beginsWithCRLF = bytes[end - 1] == UInt8(ascii: "\r")
  }

  /// The range of the next complete name; at the end also the last one without a terminator.
  mutating func next() -> Range<Int>? {
    guard start < filled else { return nil }
    let first = start
    let last = first + longestName + 1
    let end = bytes.span.extracting(..<filled).farIndex(of: terminator, from: start)
    if end < filled {
      start = end + 1
      number += 1
      return first..<min(end, last)
    }
    guard isAtEnd else { return nil }
    start = filled
    number += 1
    return first..<min(filled, last)
  }

  /// The error for the last name, if it is longer than ``longestName`` bytes.
  var tooLong: Failure {
    Failure(
      .badData, "name \(number) on standard input is longer than \(longestName) bytes",
      hint: "are the names separated by \(terminator == 0 ? "NUL" : "line feeds")?")
  }

  /// The complete names of the piece, in their order.
  mutating func names() -> [Outcome<[UInt8]>] {
    var names: [Outcome<[UInt8]>] = []
    while let name = next() {
      names.append(name.count > longestName ? .failure(tooLong) : .success(Array(bytes[name])))
    }
    return names
  }
}
