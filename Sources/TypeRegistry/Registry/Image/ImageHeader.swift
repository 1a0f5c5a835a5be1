// SPDX-License-Identifier: MIT

/// The head of a registry image, as 64-bit little-endian words.
///
/// `magic`, format version, length in bytes, checksum of all that follows the head, digest of the
/// contents (two words, inputs left out), hash seed, time of building in nanoseconds, then for each
/// ``ImagePart`` its offset and its number of records.
package struct ImageHeader: Sendable, Equatable {
  /// "TYPEREG" and a NUL.
  package static let magic: UInt64 = 0x0047_4552_4550_5954
  /// Raised whenever the layout or the meaning of a record changes.
  package static let formatVersion: UInt64 = 10
  /// The head's length in bytes; the parts follow.
  package static let length = 640

  package var byteCount: UInt64 = 0
  package var checksum: UInt64 = 0
  package var digest: ContentDigest = ContentDigest(high: 0, low: 0)
  package var hashSeed: UInt64 = 0
  package var builtAt: Int64 = 0
  package var offsets: [Int] = Array(repeating: 0, count: ImagePart.allCases.count)
  package var counts: [Int] = Array(repeating: 0, count: ImagePart.allCases.count)

  package init() {}

  /// Why some bytes are no usable image.
  package enum Problem: Error, Hashable, Sendable {
    case tooShort
    case notAnImage
    case otherFormatVersion(UInt64)
    case wrongLength(expected: UInt64, found: Int)
    case partOutOfBounds(ImagePart)
    case noTypes
    case wrongChecksum
  }

  /// Reads and checks the head of `memory`: magic, version, length, and that each part lies inside.
  ///
  /// - Complexity: O(1); the checksum is ``CompiledRegistry/verifyChecksum()``'s.
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
      let index = part.rawValue
      let offset = words[8 + 2 * index]
      let count = words[9 + 2 * index]
      let (length, overflow) = count.multipliedReportingOverflow(by: UInt64(part.stride))
      guard !overflow, length <= byteCount, offset <= byteCount - length,
        offset >= UInt64(Self.length), offset % 8 == 0
      else { throw .partOutOfBounds(part) }
      offsets[index] = Int(offset)
      counts[index] = Int(count)
    }
    guard counts[ImagePart.types.rawValue] >= 2, counts[ImagePart.tagSlots.rawValue] >= 1,
      counts[ImagePart.identifierSlots.rawValue] >= 1, counts[ImagePart.nameFilter.rawValue] == 1
    else { throw .noTypes }
  }

  /// The head as bytes.
  package var bytes: [UInt8] {
    var words = [
      Self.magic, Self.formatVersion, byteCount, checksum, digest.high, digest.low, hashSeed,
      UInt64(bitPattern: builtAt),
    ]
    for part in ImagePart.allCases {
      words.append(UInt64(offsets[part.rawValue]))
      words.append(UInt64(counts[part.rawValue]))
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.length)
    for word in words {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
      }
    }
    precondition(bytes.count <= Self.length, "the image head outgrew its room")
    bytes.append(contentsOf: repeatElement(0, count: Self.length - bytes.count))
    return bytes
  }
}
