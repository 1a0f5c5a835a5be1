// SPDX-License-Identifier: MIT

// Numbers and texts in what was read of a file; `nil` or `false` for what was not read.

extension FileSample {
  /// Two bytes, the least significant first.
  @inline(__always)
  func little16(_ offset: Int) -> Int? {
    guard let low = self[offset], let high = self[offset + 1] else { return nil }
    return Int(low) | Int(high) << 8
  }

  /// Four bytes, the least significant first.
  @inline(__always)
  func little32(_ offset: Int) -> Int? {
    guard let low = little16(offset), let high = little16(offset + 2) else { return nil }
    return low | high << 16
  }

  /// Eight bytes, the least significant first; `nil` also for a number that is not a possible
  /// offset.
  @inline(__always)
  func little64(_ offset: Int) -> Int? {
    guard let low = little32(offset), let high = little32(offset + 4), high < 1 << 30 else {
      return nil
    }
    return low | high << 32
  }

  /// Two bytes, the most significant first.
  @inline(__always)
  func big16(_ offset: Int) -> Int? {
    guard let high = self[offset], let low = self[offset + 1] else { return nil }
    return Int(high) << 8 | Int(low)
  }

  /// Four bytes, the most significant first.
  @inline(__always)
  func big32(_ offset: Int) -> Int? {
    guard let high = big16(offset), let low = big16(offset + 2) else { return nil }
    return high << 16 | low
  }

  /// Eight bytes, the most significant first; `nil` also for a number that is not a possible
  /// offset.
  @inline(__always)
  func big64(_ offset: Int) -> Int? {
    guard let high = big32(offset), let low = big32(offset + 4), high < 1 << 30 else { return nil }
    return high << 32 | low
  }

  /// Two bytes in either order.
  func number16(_ offset: Int, isLittle: Bool) -> Int? {
    isLittle ? little16(offset) : big16(offset)
  }

  /// Four bytes in either order.
  func number32(_ offset: Int, isLittle: Bool) -> Int? {
    isLittle ? little32(offset) : big32(offset)
  }

  /// Eight bytes in either order.
  func number64(_ offset: Int, isLittle: Bool) -> Int? {
    isLittle ? little64(offset) : big64(offset)
  }

  /// Four or eight bytes in either order.
  func number(_ offset: Int, isWide: Bool, isLittle: Bool) -> Int? {
    isWide ? number64(offset, isLittle: isLittle) : number32(offset, isLittle: isLittle)
  }

  /// Whether a text is at an offset.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    text.withUTF8Buffer { buffer in
      for index in buffer.indices where unsafe self[offset + index] != buffer[index] {
        return false
      }
      return true
    }
  }

  /// Whether the file begins with these bytes.
  func starts(with bytes: UInt8...) -> Bool {
    for (index, byte) in bytes.enumerated() where self[index] != byte { return false }
    return true
  }
}

extension ContentFacts {
  /// Adds the fact whose text is in the file.
  ///
  /// - Returns: Whether the text was read and there is room for more.
  @discardableResult
  mutating func add(_ fact: ContentFact, _ sample: FileSample, _ start: Int, _ count: Int) -> Bool {
    let length = min(count, Self.maximumText)
    guard let place = sample.place(start, length) else { return false }
    let range = place.index..<place.index + length
    return place.isInHead
      ? add(fact, sample.head.span.extracting(range))
      : add(fact, sample.part.span.extracting(range))
  }

  /// Adds the fact whose text is a decimal number.
  mutating func add(_ fact: ContentFact, number: Int) {
    add(fact, bytes: Array(String(number).utf8))
  }
}
