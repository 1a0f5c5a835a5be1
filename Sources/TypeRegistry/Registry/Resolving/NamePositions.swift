// SPDX-License-Identifier: MIT

/// The positions of each byte in a name; patterns are compared with them.
///
/// A set of positions is four words. That of one byte, or of all bytes from one to another, is the
/// difference of two rows, because each position of a name has one byte:
///
///     row 'n'    positions of all bytes before 'n'
///     row 'o'    the same, and those of 'n'
///
/// So an item of a pattern costs a few operations, whatever the pattern and the name are made of. It is not
/// copied, because it has 8 KiB.
struct NamePositions: ~Copyable {
  /// A set of positions from 0 to ``mostBytes``.
  struct Mask {
    var words: InlineArray<4, UInt64>

    @inline(__always)
    init(_ words: InlineArray<4, UInt64> = InlineArray(repeating: 0)) { self.words = words }

    var isEmpty: Bool { words[0] | words[1] | words[2] | words[3] == 0 }

    func contains(_ position: Int) -> Bool {
      words[position >> 6] &>> UInt64(position & 63) & 1 != 0
    }

    mutating func insert(_ position: Int) {
      words[position >> 6] |= 1 &<< UInt64(position & 63)
    }

    @inline(__always)
    mutating func unite(_ other: Mask) {
      for index in 0..<4 { words[index] |= other.words[index] }
    }

    @inline(__always)
    mutating func restrict(_ other: Mask) {
      for index in 0..<4 { words[index] &= other.words[index] }
    }

    /// The positions up to the last one of a name that are not in the set.
    func complement(upTo count: Int) -> Mask {
      var result = Mask()
      for index in 0..<4 { result.words[index] = ~words[index] }
      result.restrict(.first(count))
      return result
    }

    /// Moves each position one up.
    @inline(__always)
    mutating func advance() {
      for index in stride(from: 3, to: 0, by: -1) {
        words[index] = words[index] &<< 1 | words[index - 1] &>> 63
      }
      words[0] = words[0] &<< 1
    }

    /// Adds all positions after the first one, up to `count`.
    @inline(__always)
    mutating func extend(upTo count: Int) {
      var isBehind = false
      for index in 0..<4 {
        if isBehind {
          words[index] = .max
        } else if words[index] != 0 {
          words[index] |= 0 &- (words[index] & (0 &- words[index]))
          isBehind = true
        }
      }
      restrict(.first(count + 1))
    }

    /// The first positions.
    @inline(__always)
    static func first(_ count: Int) -> Mask {
      var mask = Mask()
      for index in 0..<4 {
        let rest = count - 64 * index
        mask.words[index] = rest >= 64 ? .max : rest <= 0 ? 0 : 1 &<< UInt64(rest) &- 1
      }
      return mask
    }
  }

  /// The most bytes of a name that are compared: as many as a file's name has at most.
  static let mostBytes = 255
  /// How many of them are the first ones of a longer name; the others are its last ones.
  private static let firstBytes = 128

  /// The number of bytes that are compared.
  let count: Int
  /// The positions of all bytes that are less than the index of the row.
  private var rows: InlineArray<257, Mask>

  /// - Parameters:
  ///   - name: A name; of a longer one than a file can have, the first and last bytes are compared.
  ///   - foldingCase: Whether capitals are taken for small letters.
  init(_ name: Span<UInt8>, foldingCase: Bool) {
    count = min(name.count, Self.mostBytes)
    rows = InlineArray(repeating: Mask())
    for position in 0..<count {
      let index = position < Self.firstBytes ? position : name.count - count + position
      let byte = foldingCase ? name[index].asciiLowercased : name[index]
      rows[Int(byte) + 1].insert(position)
    }
    for row in 1..<257 { rows[row].unite(rows[row - 1]) }
  }

  /// Whether the name matches a pattern as a whole (``Glob``).
  ///
  /// Mutating, because only so the rows are read where they are: to borrow them copies all of them.
  mutating func match(_ pattern: ImageBytes) -> Bool {
    let count = count
    let sets = rows.mutableSpan
    return Glob.matches(pattern, sets.span, count: count)
  }
}

extension Span<NamePositions.Mask> {
  /// The positions of the bytes from `low` to `high`.
  @inline(__always)
  func of(_ low: UInt8, through high: UInt8) -> NamePositions.Mask {
    guard low <= high else { return NamePositions.Mask() }
    var mask = self[Int(high) + 1]
    let before = self[Int(low)]
    for index in 0..<4 { mask.words[index] ^= before.words[index] }
    return mask
  }

  /// The positions of all bytes.
  @inline(__always)
  var all: NamePositions.Mask { self[256] }
}
