// SPDX-License-Identifier: MIT

/// Decompresses the beginning of a DEFLATE stream (RFC 1951).
struct Inflating {
  /// How much of one file is decompressed.
  static let budget = 24 << 10
  /// How many bytes of output the codes of a block cost as much as.
  private static let blockCost = 1 << 10
  private static let tableBits = 9

  /// A Huffman code: a table for short codes, and what canonical decoding of the others needs.
  private struct Code {
    /// For the next bits, the symbol and the length of its code; 0 for a longer one.
    var table: [UInt16]
    var counts = [UInt16](repeating: 0, count: 16)
    var symbols: [UInt16] = []

    init(_ lengths: ArraySlice<UInt8>) {
      for length in lengths { counts[Int(length)] += 1 }
      counts[0] = 0
      var offsets = [Int](repeating: 0, count: 16)
      var codes = [Int](repeating: 0, count: 16)
      for length in 1..<15 { offsets[length + 1] = offsets[length] + Int(counts[length]) }
      for length in 1...15 { codes[length] = (codes[length - 1] + Int(counts[length - 1])) << 1 }
      symbols = [UInt16](repeating: 0, count: lengths.count)
      var table = [UInt16](repeating: 0, count: 1 << Inflating.tableBits)
      var entries = table.mutableSpan
      for (symbol, length) in lengths.enumerated() where length != 0 {
        let length = Int(length)
        symbols[offsets[length]] = UInt16(symbol)
        offsets[length] += 1
        let code = codes[length]
        codes[length] += 1
        guard length <= Inflating.tableBits, code < 1 << length else { continue }
        var reversed = 0
        for bit in 0..<length where code & 1 << bit != 0 { reversed |= 1 << (length - 1 - bit) }
        let entry = UInt16(symbol) << 4 | UInt16(length)
        for index in stride(from: reversed, to: entries.count, by: 1 << length) {
          entries[index] = entry
        }
      }
      self.table = table
    }
  }

  private let limit: Int
  private var position: Int
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  private init(at start: Int, atMost limit: Int) {
    position = start
    self.limit = limit
    output.reserveCapacity(limit)
  }

  /// Decompresses the first bytes of a stream.
  ///
  /// - Parameters:
  ///   - input: What has the stream.
  ///   - start: Where it begins there.
  ///   - limit: The most bytes of the result.
  ///   - budget: How much more of a file is decompressed; gets less by the bytes of the result, and by what
  ///     reading the codes of blocks costs as much as.
  /// - Returns: Fewer bytes if the input ends before, or is damaged.
  /// - Complexity: O(`limit`).
  static func bytes(
    _ input: [UInt8], from start: Int, atMost limit: Int, budget: inout Int
  ) -> [UInt8] {
    let limit = max(min(limit, budget), 0)
    var state = Inflating(at: start, atMost: limit)
    defer { budget -= state.output.count }
    // An empty block says nothing, and there may be any number of them.
    while state.output.count < limit, budget > 0 {
      guard let last = state.take(1, input), let kind = state.take(2, input) else { break }
      budget -= kind == 2 ? blockCost : 64
      let isWhole =
        switch kind {
        case 0: state.copyStored(input)
        case 1: state.decode(input, Self.fixedLiterals, Self.fixedDistances)
        case 2: state.decodeDynamic(input)
        default: false
        }
      guard isWhole, last == 0 else { break }
    }
    return state.output
  }

  private static let fixedLiterals = Code(
    ([UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
      + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8))[...])
  private static let fixedDistances = Code([UInt8](repeating: 5, count: 30)[...])

  private static let lengthBases: [UInt16] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits: [UInt8] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases: [UInt16] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits: [UInt8] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]
  /// The order in which the lengths of the code of lengths are written.
  private static let order: [Int] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  @inline(__always)
  private mutating func fill(_ input: [UInt8]) {
    while bitCount <= 48, position < input.count {
      bits |= UInt64(input[position]) << UInt64(bitCount)
      position += 1
      bitCount += 8
    }
  }

  /// The next bits; `nil` if there are not as many.
  @inline(__always)
  private mutating func take(_ count: Int, _ input: [UInt8]) -> Int? {
    if bitCount < count { fill(input) }
    guard bitCount >= count else { return nil }
    let value = Int(bits & (1 << UInt64(count) - 1))
    bits >>= UInt64(count)
    bitCount -= count
    return value
  }

  @inline(__always)
  private mutating func symbol(_ input: [UInt8], _ code: Code) -> Int? {
    if bitCount < 15 { fill(input) }
    let entry = code.table[Int(bits & (1 << UInt64(Self.tableBits) - 1))]
    let length = Int(entry & 15)
    if length != 0 {
      guard length <= bitCount else { return nil }
      bits >>= UInt64(length)
      bitCount -= length
      return Int(entry >> 4)
    }
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      guard length <= bitCount else { return nil }
      value |= Int(bits >> UInt64(length - 1) & 1)
      let count = Int(code.counts[length])
      if value - first < count {
        bits >>= UInt64(length)
        bitCount -= length
        return Int(code.symbols[index + value - first])
      }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return nil
  }

  private mutating func copyStored(_ input: [UInt8]) -> Bool {
    // The rest of the last byte is not used; whole bytes that were taken are given back.
    position -= bitCount / 8
    (bits, bitCount) = (0, 0)
    guard position + 4 <= input.count else { return false }
    let length = Int(input[position]) | Int(input[position + 1]) << 8
    let complement = Int(input[position + 2]) | Int(input[position + 3]) << 8
    guard length == ~complement & 0xFFFF else { return false }
    position += 4
    let end = min(position + length, input.count, position + limit - output.count)
    guard position < end else { return length == 0 }
    let isWhole = end == position + length
    output += input[position..<end]
    position = end
    return isWhole
  }

  private mutating func decodeDynamic(_ input: [UInt8]) -> Bool {
    guard let literals = take(5, input), let distances = take(5, input), let codes = take(4, input)
    else { return false }
    var lengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<codes + 4 {
      guard let length = take(3, input) else { return false }
      lengths[Self.order[index]] = UInt8(length)
    }
    let code = Code(lengths[...])
    let count = literals + 257 + distances + 1
    lengths.removeAll(keepingCapacity: true)
    while lengths.count < count {
      guard let symbol = symbol(input, code) else { return false }
      var (value, run) = (UInt8(0), 0)
      switch symbol {
      case 0..<16: (value, run) = (UInt8(symbol), 1)
      case 16:
        guard let last = lengths.last, let more = take(2, input) else { return false }
        (value, run) = (last, 3 + more)
      case 17:
        guard let more = take(3, input) else { return false }
        run = 3 + more
      default:
        guard let more = take(7, input) else { return false }
        run = 11 + more
      }
      guard lengths.count + run <= count else { return false }
      for _ in 0..<run { lengths.append(value) }
    }
    return decode(input, Code(lengths[..<(literals + 257)]), Code(lengths[(literals + 257)...]))
  }

  /// Decodes a block.
  ///
  /// - Returns: Whether its end was reached.
  private mutating func decode(_ input: [UInt8], _ literals: Code, _ distances: Code) -> Bool {
    while output.count < limit {
      guard let symbol = symbol(input, literals) else { return false }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return true }
      guard symbol - 257 < Self.lengthBases.count,
        let more = take(Int(Self.lengthBits[symbol - 257]), input),
        let place = self.symbol(input, distances), place < Self.distanceBases.count,
        let further = take(Int(Self.distanceBits[place]), input)
      else { return false }
      let distance = Int(Self.distanceBases[place]) + further
      guard distance <= output.count else { return false }
      let length = min(Int(Self.lengthBases[symbol - 257]) + more, limit - output.count)
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return false
  }
}
