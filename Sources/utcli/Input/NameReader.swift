// SPDX-License-Identifier: MIT

internal import Glibc
internal import TypeRegistry

/// The names on standard input, a piece at a time: memory does not grow with their number, and a
/// program that writes one name gets its answer before it writes the next.
///
/// Names are ranges of ``bytes``, so that a name costs no allocation.
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
  /// The number of bytes that were read.
  private var filled = 0
  /// The index of the next name.
  private var start = 0
  private var isAtEnd = false
  private let terminator: UInt8
  private let longestName: Int

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
  /// - Throws: ``Failure`` for a name that is too long, or if standard input cannot be read.
  mutating func read() throws(Failure) -> Bool {
    if isAtEnd { return false }
    // What is left is the beginning of a name.
    if start > 0 {
      for index in start..<filled { bytes[index - start] = bytes[index] }
      filled -= start
      start = 0
    }
    guard filled <= longestName else {
      throw Failure(
        .badData, "a name on standard input is longer than \(longestName) bytes",
        hint: "are the names separated by \(terminator == 0 ? "NUL" : "line feeds")?")
    }
    if filled == bytes.count { bytes.append(contentsOf: repeatElement(0, count: filled)) }
    let count = try StandardInput.read(into: &bytes, from: filled)
    filled += count
    isAtEnd = count == 0
    return !isAtEnd || filled > 0
  }

  /// The range of the next complete name; at the end also the last one without a terminator.
  mutating func next() -> Range<Int>? {
    guard start < filled else { return nil }
    let first = start
    if let end = bytes.span.extracting(..<filled).firstIndex(of: terminator, from: start) {
      start = end + 1
      return first..<end
    }
    guard isAtEnd else { return nil }
    start = filled
    return first..<filled
  }

  /// The complete names of the piece.
  mutating func names() -> [[UInt8]] {
    var names: [[UInt8]] = []
    while let name = next() { names.append(Array(bytes[name])) }
    return names
  }
}

extension Span<UInt8> {
  /// The index of the first `byte` from `start` on.
  fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    unsafe withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + start, Int32(byte), buffer.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(base).distance(to: found)
    }
  }
}
