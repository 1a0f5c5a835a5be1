// SPDX-License-Identifier: MIT

internal import Glibc
internal import Synchronization

/// A lazily filled, lock-free table: two texts in each row.
///
/// To return a kept text retains a reference; to make it again allocates, unless it has at most 15 bytes. The
/// table is allocated at the first use, 40 bytes a row; the system provides only the pages that are used. It
/// never grows, and nothing is removed from it.
///
///     byte 0        8        24       40
///          +--------+--------+--------+
///          | states | text 0 | text 1 |
///          +--------+--------+--------+
@safe package struct KeptTexts: ~Copyable, Sendable {
  /// The state of a text, two bits each: it is made once, by the thread that sets the state to `inWork`;
  /// others that ask meanwhile make their own.
  private enum State {
    static let unknown: UInt32 = 0
    static let inWork: UInt32 = 1
    static let kept: UInt32 = 2
    static let none: UInt32 = 3
  }

  private static let stride = 40
  /// The address of the table; 0 until it is made.
  private let address = Atomic<UInt>(0)
  /// The number of rows.
  package let count: Int

  /// A table of `count` rows, which takes no memory yet.
  package init(count: Int) { self.count = count }

  deinit {
    guard let table = unsafe table else { return }
    for row in 0..<count {
      let states = unsafe Self.states(table + row * Self.stride).pointee.load(ordering: .relaxed)
      for column in 0..<2 where states >> UInt32(2 * column) & 3 == State.kept {
        unsafe _ = Self.text(table + row * Self.stride, column).deinitialize(count: 1)
      }
    }
    unsafe free(table)
  }

  /// The text in `column` 0 or 1 of `row`, from `make` if it is not kept yet.
  ///
  /// `make` always returns the same text.
  @inline(__always)
  package func text(_ column: Int, of row: Int, _ make: () -> String?) -> String? {
    if UInt(bitPattern: row) < UInt(bitPattern: count),
      let table = unsafe table
    {
      let line = unsafe table + row * Self.stride
      let states = unsafe Self.states(line).pointee.load(ordering: .acquiring)
      let state = states >> UInt32(2 * column) & 3
      if state == State.kept { return unsafe Self.text(line, column).pointee }
      if state == State.none { return nil }
    }
    return keep(make(), column, of: row)
  }

  private var table: UnsafeMutableRawPointer? {
    @inline(__always) get {
      unsafe UnsafeMutableRawPointer(bitPattern: address.load(ordering: .acquiring))
    }
  }

  @inline(never)
  private func keep(_ text: String?, _ column: Int, of row: Int) -> String? {
    guard let line = unsafe line(row) else { return text }
    let states = unsafe Self.states(line)
    let shift = UInt32(2 * column)
    var seen = unsafe states.pointee.load(ordering: .relaxed)
    repeat {
      guard seen >> shift & 3 == State.unknown else { return text }
      let (exchanged, original) = unsafe states.pointee.weakCompareExchange(
        expected: seen, desired: seen | State.inWork << shift, ordering: .relaxed)
      if exchanged { break }
      seen = original
    } while true
    if let text { unsafe Self.text(line, column).initialize(to: text) }
    let state = text == nil ? State.none : State.kept
    // Other bits may have changed; these are this thread's alone.
    unsafe states.pointee.bitwiseXor((State.inWork ^ state) << shift, ordering: .releasing)
    return text
  }

  /// The row in the table, which is made if there is none; `nil` without such a row, or memory.
  private func line(_ row: Int) -> UnsafeMutableRawPointer? {
    guard UInt(bitPattern: row) < UInt(bitPattern: count) else { return nil }
    if let table = unsafe table {
      return unsafe table + row * Self.stride
    }
    guard let made = unsafe calloc(count, Self.stride) else { return nil }
    let (isFirst, _) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
    if !isFirst { unsafe free(made) }
    return unsafe table.map { unsafe $0 + row * Self.stride }
  }

  // The parts of a row. All bytes 0 are two unknown texts.

  @inline(__always)
  private static func states(
    _ line: UnsafeMutableRawPointer
  ) -> UnsafeMutablePointer<Atomic<UInt32>> {
    unsafe line.assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  @inline(__always)
  private static func text(
    _ line: UnsafeMutableRawPointer, _ column: Int
  ) -> UnsafeMutablePointer<String> {
    unsafe (line + 8 + 16 * column).assumingMemoryBound(to: String.self)
  }
}
