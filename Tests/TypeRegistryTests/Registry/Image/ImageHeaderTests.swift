// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// Images with a broken or cut off header.
@Suite struct ImageHeaderTests {
  static let image = CompiledRegistryTests.image

  /// The image with the 64-bit word at `word` replaced.
  static func with(_ value: UInt64, atWord word: Int) -> [UInt8] {
    var bytes = Self.image
    for index in 0..<8 {
      bytes[8 * word + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
    }
    return bytes
  }

  static func problem(_ bytes: [UInt8]) -> ImageHeader.Problem? {
    do {
      _ = try CompiledRegistryTests.open(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func theHeaderIsWrittenAsItIsRead() throws {
    let header = try ImageHeader(reading: MappedMemory(copying: Self.image))
    #expect(header.bytes == Array(Self.image.prefix(ImageHeader.length)))
  }

  static let heads: [(Int, UInt64, ImageHeader.Problem)] = [
    (0, 0, .notAnImage), (0, ImageHeader.magic + 1, .notAnImage),
    (1, 0, .otherFormatVersion(0)), (1, 99, .otherFormatVersion(99)),
    (2, 0, .wrongLength(expected: 0, found: image.count)),
    (2, .max, .wrongLength(expected: .max, found: image.count)),
    (9 + 2 * ImagePart.types.rawValue, 1, .noTypes),
    (9 + 2 * ImagePart.types.rawValue, 0, .noTypes),
    (9 + 2 * ImagePart.tagSlots.rawValue, 0, .noTypes),
    (9 + 2 * ImagePart.identifierSlots.rawValue, 0, .noTypes),
    (9 + 2 * ImagePart.nameFilter.rawValue, 0, .noTypes),
  ]

  @Test(arguments: heads)
  func aBrokenFieldIsRejected(_ word: Int, _ value: UInt64, _ problem: ImageHeader.Problem) {
    #expect(Self.problem(Self.with(value, atWord: word)) == problem)
  }

  @Test(arguments: ImagePart.allCases)
  func aPartOutsideIsRejected(_ part: ImagePart) {
    let offset = 8 + 2 * part.rawValue
    let length = UInt64(Self.image.count)
    for (word, value) in [
      (offset, length + 8), (offset, 0), (offset, 504), (offset, 513), (offset, .max - 7),
      (offset, 1 << 63), (offset + 1, length), (offset + 1, .max), (offset + 1, 1 << 60),
      (offset + 1, 1 << 63),
    ] where value != length || ![.strings, .inputs].contains(part) || word == offset {
      #expect(
        Self.problem(Self.with(value, atWord: word)) == .partOutOfBounds(part), "\(word), \(value)")
    }
  }

  @Test func everyTruncationIsRejected() {
    for length in 0..<Self.image.count {
      let problem = Self.problem(Array(Self.image.prefix(length)))
      #expect(
        problem
          == (length < ImageHeader.length
            ? .tooShort : .wrongLength(expected: UInt64(Self.image.count), found: length)))
    }
  }

  @Test func aFurtherByteIsRejected() {
    #expect(
      Self.problem(Self.image + [0])
        == .wrongLength(expected: UInt64(Self.image.count), found: Self.image.count + 1))
  }
}
