// SPDX-License-Identifier: MIT

/// The beginning of a text, in a form that scanners share: without byte-order mark, UTF-16 and UTF-32 as
/// UTF-8, and cut into lines.
struct TextSample {
  /// The most bytes of a file that are looked at.
  static let maximumBytes = 16 << 10
  /// The most lines that are looked at; blank ones are none.
  static let maximumLines = 100
  /// How many bytes show whether a file is text.
  private static let checkedBytes = 4 << 10

  /// The text.
  private(set) var bytes: [UInt8] = []
  /// The lines that are not blank, without the blanks around them.
  private(set) var lines: [Range<Int>] = []
  /// How many bytes of blanks precede each line.
  private(set) var indents: [Int] = []
  /// Whether the text goes to the end of the file.
  private(set) var isWhole = true
  /// Whether the last line ends within the text.
  private(set) var endsWithLine = true

  /// Takes the text of a file instead of the last one, and keeps what was allocated.
  ///
  /// - Returns: Whether it is a text.
  mutating func read(_ sample: FileSample) -> Bool {
    let head = sample.head
    isWhole = sample.isWhole && head.count <= Self.maximumBytes
    bytes.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
    indents.removeAll(keepingCapacity: true)
    endsWithLine = true
    if sample.starts(with: 0xFF, 0xFE, 0, 0), head.count > 4 {
      decode(head, from: 4, width: 4, isLittle: true)
    } else if sample.starts(with: 0, 0, 0xFE, 0xFF) {
      decode(head, from: 4, width: 4, isLittle: false)
    } else if sample.starts(with: 0xFF, 0xFE) {
      decode(head, from: 2, width: 2, isLittle: true)
    } else if sample.starts(with: 0xFE, 0xFF) {
      decode(head, from: 2, width: 2, isLittle: false)
    } else if let isLittle = Self.looksLikeUTF16(head) {
      decode(head, from: 0, width: 2, isLittle: isLittle)
    } else {
      let start = head.count > 2 && sample.starts(with: 0xEF, 0xBB, 0xBF) ? 3 : 0
      let text = head.span.extracting(start..<min(head.count, Self.maximumBytes))
      guard Self.isText(text) else { return false }
      unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
      findLines()
      return !bytes.isEmpty
    }
    guard !bytes.isEmpty, Self.isText(bytes.span) else { return false }
    findLines()
    return true
  }

  /// Whether the first byte that is not a blank is this one.
  func begins(with byte: UInt8) -> Bool { bytes.first { $0 > 0x20 } == byte }

  /// Whether bytes are a text: without NUL, and with few control characters that text does not have.
  ///
  /// Some programs mark colours with such, and texts of CP/M and DOS end with one.
  static func isText(_ bytes: Span<UInt8>) -> Bool {
    let end = min(bytes.count, checkedBytes)
    var allowed = end / 100
    var offset = 0
    while offset < end {
      var controls = bytes.word(at: offset).controls
      while controls != 0 {
        let index = offset + controls.trailingZeroBitCount / 8
        controls &= controls - 1
        guard index < end else { break }
        switch bytes[index] {
        // Overstriking, form feed, and the sequences that colour a terminal.
        case 0x07, 0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x1B: continue
        // The end of a text of DOS.
        case 0x1A where index == bytes.count - 1: continue
        case 0: return false
        default:
          allowed -= 1
          if allowed < 0 { return false }
        }
      }
      offset += 8
    }
    return true
  }

  /// Whether every second byte of the beginning is 0, and the others are those of a text: UTF-16 without a
  /// byte-order mark, least significant byte first or not.
  private static func looksLikeUTF16(_ head: [UInt8]) -> Bool? {
    let count = min(head.count, 64) & ~1
    guard count >= 8 else { return nil }
    let zeros = head[0] == 0 ? 0 : 1
    for index in 0..<count {
      let byte = head[index]
      if index % 2 == zeros {
        guard byte == 0 else { return nil }
      } else {
        guard 0x20..<0x7F ~= byte || byte == 9 || byte == 10 || byte == 13 else { return nil }
      }
    }
    return zeros == 1
  }

  private mutating func decode(
    _ head: [UInt8], from start: Int, width: Int, isLittle: Bool
  ) {
    let end = min(head.count, start + width * Self.maximumBytes / 2)
    var index = start
    while index + width <= end, bytes.count < Self.maximumBytes {
      var unit = 0
      for byte in 0..<width {
        unit = unit << 8 | Int(head[index + (isLittle ? width - 1 - byte : byte)])
      }
      bytes.append(utf16: unit < 0x1_0000 ? unit : 0xFFFD)
      index += width
    }
  }

  private mutating func findLines() {
    var start = 0
    while start < bytes.count, lines.count < Self.maximumLines {
      let end = bytes.span.endOfLine(from: start)
      let isComplete = end < bytes.count || isWhole
      var (first, last) = (start, end)
      while first < last, bytes[first] <= 0x20 { first += 1 }
      while last > first, bytes[last - 1] <= 0x20 { last -= 1 }
      if first < last {
        lines.append(first..<last)
        indents.append(first - start)
        endsWithLine = isComplete
      }
      start = end + 1
    }
  }

  // MARK: - Asking

  /// Whether a text is at a position.
  func has(_ text: StaticString, at position: Int) -> Bool {
    bytes.span.has(text, at: position)
  }

  /// Whether a text is at a position, whatever the case of its letters; `text` is in lower case.
  func hasIgnoringCase(_ text: StaticString, at position: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position >= 0, position <= bytes.count - count else { return false }
    return text.withUTF8Buffer { buffer in
      for index in 0..<count
      where unsafe bytes[position + index].asciiLowercased != buffer[index] { return false }
      return true
    }
  }

  /// Where a text first is in a range.
  func firstPosition(of text: StaticString, in range: Range<Int>) -> Int? {
    bytes.span.extracting(..<range.upperBound).firstOffset(of: text, from: range.lowerBound)
  }

  /// The part of a line in which texts are searched: people do not write longer lines.
  func searchedPart(ofLine line: Int) -> Range<Int> { lines[line].prefix(1_024) }

  /// Whether a line has a text somewhere in the part that is searched.
  func contains(_ text: StaticString, inLine line: Int) -> Bool {
    firstPosition(of: text, in: searchedPart(ofLine: line)) != nil
  }
}

extension UInt8 {
  /// Whether the byte is a letter or digit of ASCII, or an underscore.
  var isWordByte: Bool {
    isIdentifierByte && self != UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }

  /// Whether the byte is a letter of ASCII.
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  var isDigit: Bool { self &- 0x30 < 10 }
}

extension UInt64 {
  /// The highest bit of each byte that is a control character of ASCII.
  @inline(__always)
  fileprivate var controls: UInt64 {
    let high: UInt64 = 0x8080_8080_8080_8080
    let low = self & ~high
    // Without its highest bit a byte from 0x20 on, or 0x7F, carries into it.
    let isPrintable = low &+ 0x6060_6060_6060_6060
    let isDelete = low &+ 0x0101_0101_0101_0101
    return ~self & (~isPrintable | isDelete) & high
  }
}

extension Span<UInt8> {
  /// Where the line ends that has this position: at a line feed or carriage return, or at the end.
  @inline(__always)
  fileprivate func endOfLine(from start: Int) -> Int {
    var offset = start
    while offset < count {
      let word = word(at: offset)
      let found = word.matches(of: 0x0A) | word.matches(of: 0x0D)
      if found != 0 { return Swift.min(offset + found.trailingZeroBitCount / 8, count) }
      offset += 8
    }
    return count
  }

  /// Whether a text is at a position.
  func has(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard position >= 0, position <= count - length else { return false }
    return text.withUTF8Buffer { buffer in
      for index in 0..<length where unsafe self[position + index] != buffer[index] { return false }
      return true
    }
  }

  /// Where a text first is, from a position on.
  func firstOffset(of text: StaticString, from start: Int) -> Int? {
    let length = text.utf8CodeUnitCount
    guard start <= count - length else { return nil }
    let places = extracting(...(count - length))
    return text.withUTF8Buffer { buffer in
      var position = places.firstIndex(of: unsafe buffer[0], from: start)
      while position < places.count {
        var index = 1
        while index < length, unsafe self[position + index] == buffer[index] { index += 1 }
        if index == length { return position }
        position = places.firstIndex(of: unsafe buffer[0], from: position + 1)
      }
      return nil
    }
  }
}
