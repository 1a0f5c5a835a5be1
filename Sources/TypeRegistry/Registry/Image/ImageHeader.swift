// SPDX-License-Identifier: MIT

/// The header of a registry image, as 64-bit little-endian words.
///
/// `magic`, format version, length in bytes, checksum of all other bytes, digest of the contents
/// without the inputs (two words), hash seed, time of building in nanoseconds, then for each
/// ``ImagePart`` its offset and its number of records.
package struct ImageHeader: Sendable, Equatable {
  /// "TYPEREG" and a NUL.
  package static let magic: UInt64 = 0x0047_4552_4550_5954
  /// Incremented whenever the layout or the meaning of a record changes.
  package static let formatVersion: UInt64 = 34
  /// The header's length in bytes, whole cache lines; the parts follow.
  package static let length = 832

  package var byteCount: UInt64 = 0
  package var checksum: UInt64 = 0
  package var digest: ContentDigest = ContentDigest(high: 0, low: 0)
  package var hashSeed: UInt64 = 0
  package var builtAt: Int64 = 0
  package var offsets: [Int] = Array(repeating: 0, count: ImagePart.allCases.count)
  package var counts: [Int] = Array(repeating: 0, count: ImagePart.allCases.count)

  package init() {}

  /// The reason why bytes are not a usable image.
  package enum Problem: Error, Hashable, Sendable {
    case tooShort
    case notAnImage
    case otherFormatVersion(UInt64)
    case wrongLength(expected: UInt64, found: Int)
    case partOutOfBounds(ImagePart)
    case noTypes
  }

  /// Reads the header of `memory` and checks magic, version and length.
  ///
  /// ``section(_:of:)`` checks the parts, and ``CompiledRegistry/isImageSound`` the checksum.
  ///
  /// - Complexity: O(1).
  package init(reading memory: MappedMemory) throws(Problem) {
    guard memory.count >= Self.length else { throw .tooShort }
    let words = memory.section(of: UInt64.self, at: 0, count: Self.length / 8)
    guard words[0] == Self.magic.littleEndian else { throw .notAnImage }
    guard words[1] == Self.formatVersion else { throw .otherFormatVersion(words[1]) }
    guard words[2] == UInt64(memory.count) else {
      throw .wrongLength(expected: words[2], found: memory.count)
    }
    byteCount = words[2]
    checksum = words[3]
    digest = ContentDigest(high: words[4], low: words[5])
    hashSeed = words[6]
    builtAt = Int64(bitPattern: words[7])
    for part in ImagePart.allCases {
      // May be negative in a damaged image; ``extent(of:stride:)`` rejects that.
      offsets[part.rawValue] = Int(truncatingIfNeeded: words[8 + 2 * part.rawValue])
      counts[part.rawValue] = Int(truncatingIfNeeded: words[9 + 2 * part.rawValue])
    }
  }

  /// The records of a part of `memory`, whose header this is.
  ///
  /// - Throws: ``Problem/partOutOfBounds(_:)`` if the part is not after the header and within the
  ///   image, or does not begin at a multiple of eight bytes.
  package func section<Record: ImageRecord>(
    _ part: ImagePart, of memory: MappedMemory
  ) throws(Problem) -> ImageSection<Record> {
    let extent = try extent(of: part, stride: MemoryLayout<Record>.stride)
    return memory.section(of: Record.self, at: extent.offset, count: extent.count)
  }

  /// The bytes of a part that has no records.
  ///
  /// - Throws: As ``section(_:of:)``.
  package func bytes(_ part: ImagePart, of memory: MappedMemory) throws(Problem) -> ImageBytes {
    let extent = try extent(of: part, stride: 1)
    return memory.bytes(at: extent.offset, count: extent.count)
  }

  private func extent(
    of part: ImagePart, stride: Int
  ) throws(Problem) -> (offset: Int, count: Int) {
    let offset = offsets[part.rawValue]
    let count = counts[part.rawValue]
    let (length, overflow) = count.multipliedReportingOverflow(by: stride)
    guard !overflow, count >= 0, length <= byteCount, offset >= Self.length,
      UInt64(offset) <= byteCount - UInt64(length), offset % 8 == 0
    else { throw .partOutOfBounds(part) }
    return (offset, count)
  }

  /// Checks that the parts without which no look-up works have the records that they need.
  ///
  /// - Throws: ``Problem/noTypes``.
  package func checkLeastCounts() throws(Problem) {
    guard counts[ImagePart.types.rawValue] >= 2, counts[ImagePart.tagSlots.rawValue] >= 1,
      counts[ImagePart.identifierSlots.rawValue] >= 1, counts[ImagePart.nameFilter.rawValue] == 1
    else { throw .noTypes }
  }

  /// The checksum of all bytes of an image except the checksum itself.
  ///
  /// - Parameters:
  ///   - image: The bytes of the image.
  ///   - contents: The digest of the contents, if it was just computed.
  /// - Returns: The sum.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func checksum(of image: RawSpan, contents: ContentDigest? = nil) -> UInt64 {
    let start = min(length, image.byteCount)
    let inputs = startOfInputs(image)
    let contents = contents ?? Hashing.wideDigest(of: image.extracting(start..<inputs))
    var sum = Hashing.wideDigest(of: image.extracting(inputs...)).high
    for word in [contents.high, contents.low] { sum = Hashing.fold(sum ^ word, Hashing.third) }
    for offset in stride(from: 0, to: min(length, image.byteCount) - 7, by: 8)
    where offset != checksumOffset {
      let word = unsafe image.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      sum = Hashing.fold(sum ^ UInt64(littleEndian: word), Hashing.third)
    }
    return sum
  }

  private static let checksumOffset = 24

  /// The end of the digest: the parts from here on describe where the contents come from.
  package static let firstPartWithoutDigest = ImagePart.pathStarts

  /// The offset of ``firstPartWithoutDigest`` in the header; the header's end if that offset is out of range.
  private static func startOfInputs(_ image: RawSpan) -> Int {
    let position = 8 * (8 + 2 * firstPartWithoutDigest.rawValue)
    guard image.byteCount >= length else { return image.byteCount }
    let word = unsafe image.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
    guard let offset = Int(exactly: UInt64(littleEndian: word)), offset >= length,
      offset <= image.byteCount
    else { return length }
    return offset
  }

  /// The header as bytes.
  package var bytes: [UInt8] {
    var words = [
      Self.magic, Self.formatVersion, byteCount, checksum, digest.high, digest.low, hashSeed,
      UInt64(bitPattern: builtAt),
    ]
    for part in ImagePart.allCases {
      words.append(UInt64(truncatingIfNeeded: offsets[part.rawValue]))
      words.append(UInt64(truncatingIfNeeded: counts[part.rawValue]))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.length)
    for word in words { bytes.append(littleEndian: word) }
    precondition(bytes.count <= Self.length, "the parts need a longer header")
    bytes.append(contentsOf: repeatElement(0, count: Self.length - bytes.count))
    return bytes
  }
}
