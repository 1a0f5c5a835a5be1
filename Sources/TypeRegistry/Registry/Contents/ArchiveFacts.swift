// SPDX-License-Identifier: MIT

// Tar archives (POSIX.1-2017, pax; GNU tar manual, "Basic Tar Format"), and what gzip (RFC 1952) and zlib
// (RFC 1950) have compressed.

extension ContentFacts {
  /// The most bytes that are decompressed.
  private static let maximumInflated = 4 << 10
  /// The most members of a tar archive that are looked at.
  private static let maximumTarMembers = 32
  /// The most records that are looked at of a header that describes the next member.
  private static let maximumPaxRecords = 64

  /// Adds the members of a tar archive.
  mutating func addTar(_ sample: FileSample) {
    var (header, members) = (0, 0)
    // The path of the next member, if it is too long for a field of its header.
    var longPath: Range<Int>?
    // Before the header of a member are at most two that describe it.
    for _ in 0..<3 * Self.maximumTarMembers {
      guard members < Self.maximumTarMembers, Self.isTarHeader(sample, header),
        let size = Self.octal(sample, header + 124, 12)
      else { return }
      let data = header + 512
      switch sample[header + 156] {
      case UInt8(ascii: "g"), UInt8(ascii: "K"): break
      case UInt8(ascii: "L"): longPath = Self.field(sample, data, size)
      case UInt8(ascii: "x"): longPath = Self.paxPath(sample, data..<data + size) ?? longPath
      default:
        if let path = longPath {
          add(.tarMember, sample, path.lowerBound, path.count)
        } else {
          addTarName(sample, header)
        }
        members += 1
        longPath = nil
      }
      header = data + (size + 511) / 512 * 512
    }
  }

  /// Adds the path in the header of a member: the prefix of POSIX, a slash and the name.
  private mutating func addTarName(_ sample: FileSample, _ header: Int) {
    let name = Self.field(sample, header, 100)
    // GNU has other fields there, and a blank after the mark.
    let hasPrefix = sample.has("ustar\u{0}", at: header + 257)
    let prefix = hasPrefix ? Self.field(sample, header + 345, 155) : 0..<0
    guard !prefix.isEmpty else {
      add(.tarMember, sample, name.lowerBound, name.count)
      return
    }
    var path = prefix.compactMap { sample[$0] }
    path.append(UInt8(ascii: "/"))
    path += name.compactMap { sample[$0] }
    add(.tarMember, bytes: path)
  }

  /// The bytes of a field before its NUL, if it has one.
  private static func field(_ sample: FileSample, _ start: Int, _ count: Int) -> Range<Int> {
    var end = start
    while end < start + min(count, maximumText), let byte = sample[end], byte != 0 { end += 1 }
    return start..<end
  }

  /// The path in the records of a pax header, each a length, a blank, a key, `=`, a value and a line feed.
  private static func paxPath(_ sample: FileSample, _ records: Range<Int>) -> Range<Int>? {
    var start = records.lowerBound
    for _ in 0..<maximumPaxRecords {
      var (key, length) = (start, 0)
      while key < start + 8, let digit = sample[key], digit.isDigit {
        length = 10 * length + Int(digit & 15)
        key += 1
      }
      let end = start + length
      guard key > start, sample[key] == 0x20, key < end, end <= records.upperBound else {
        return nil
      }
      let value = key + 6
      if sample.has(" path=", at: key), value < end - 1 { return value..<end - 1 }
      start = end
    }
    return nil
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
