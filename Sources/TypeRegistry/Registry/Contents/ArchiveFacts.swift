// SPDX-License-Identifier: MIT

// Tar archives (POSIX.1-2017, pax), and what gzip (RFC 1952) and zlib (RFC 1950) have compressed.

extension ContentFacts {
  /// The most bytes that are decompressed.
  private static let maximumInflated = 4 << 10
  /// The most members of a tar archive that are looked at.
  private static let maximumTarMembers = 32

  /// Adds the members of a tar archive.
  mutating func addTar(_ sample: FileSample) {
    var header = 0
    for _ in 0..<Self.maximumTarMembers {
      guard Self.isTarHeader(sample, header), let size = Self.octal(sample, header + 124, 12) else {
        return
      }
      // A header that describes the next member is not a member.
      switch sample[header + 156] {
      case UInt8(ascii: "x"), UInt8(ascii: "g"), UInt8(ascii: "L"), UInt8(ascii: "K"): break
      default:
        var count = 0
        while count < 100, let byte = sample[header + count], byte != 0 { count += 1 }
        add(.tarMember, sample, header, count)
      }
      header += 512 + (size + 511) / 512 * 512
    }
  }

  /// Whether the checksum at an offset is that of a header with a name.
  private static func isTarHeader(_ sample: FileSample, _ header: Int) -> Bool {
    guard let first = sample[header], first != 0, sample[header + 511] != nil,
      let expected = octal(sample, header + 148, 8)
    else { return false }
    var sum = 8 * 0x20
    for offset in header..<header + 512 where !(header + 148..<header + 156).contains(offset) {
      sum += Int(sample[offset] ?? 0)
    }
    return sum == expected
  }

  /// An octal number, with blanks and NULs around it.
  private static func octal(_ sample: FileSample, _ start: Int, _ count: Int) -> Int? {
    var value: Int?
    for offset in start..<start + count {
      guard let byte = sample[offset] else { return nil }
      if 0x30...0x37 ~= byte {
        value = (value ?? 0) << 3 | Int(byte & 7)
      } else if byte == 0 || byte == 0x20 {
        if value != nil { break }
      } else {
        return nil
      }
    }
    return value
  }

  // MARK: - Compressed

  /// Adds the beginning of what was compressed, and the members of a tar archive in it.
  mutating func addInflated(_ sample: FileSample) {
    guard let start = Self.compressedStart(sample) else { return }
    var bytes = Inflating.bytes(sample.head, from: start, atMost: 512, budget: &inflatingBudget)
    guard !bytes.isEmpty else { return }
    add(.inflated, bytes: bytes)
    guard Self.isTarHeader(FileSample(head: bytes), 0) else { return }
    bytes = Inflating.bytes(
      sample.head, from: start, atMost: Self.maximumInflated, budget: &inflatingBudget)
    // The length of the archive is unknown.
    addTar(FileSample(head: bytes, length: .max / 4))
  }

  /// Where the compressed bytes begin.
  private static func compressedStart(_ sample: FileSample) -> Int? {
    if sample.starts(with: 0x78), let check = sample.big16(0), check % 31 == 0, check & 0x20 == 0 {
      return 2
    }
    // After the length of the decompressed bytes, as Qt writes it.
    if sample[4] == 0x78, sample[0] == 0, let check = sample.big16(4), check % 31 == 0,
      check & 0x20 == 0
    {
      return 6
    }
    guard sample.starts(with: 0x1F, 0x8B, 8), let flags = sample[3], flags & 0xE0 == 0 else {
      return nil
    }
    var position = 10
    if flags & 4 != 0 {
      guard let extra = sample.little16(position) else { return nil }
      position += 2 + extra
    }
    // A name and a comment, each ended by a NUL.
    for flag in [UInt8(8), 16] where flags & flag != 0 {
      let end = position + 1_024
      while position < end, let byte = sample[position], byte != 0 { position += 1 }
      position += 1
    }
    return flags & 2 != 0 ? position + 2 : position
  }
}
