// SPDX-License-Identifier: MIT

/// The strings of an image, each stored once.
struct StringPool {
  /// Offset 0 is the empty string.
  private(set) var bytes: [UInt8] = [0]
  private var references: [Key: StringReference] = [:]

  /// A text, compared by its bytes: `String` compares two Unicode spellings of a text as equal.
  private struct Key: Hashable {
    let text: String

    static func == (left: Key, right: Key) -> Bool {
      left.text.utf8.elementsEqual(right.text.utf8)
    }
  }

  /// The reference of `text`, added if it is new.
  mutating func reference(_ text: String) -> StringReference {
    guard !text.isEmpty else { return 0 }
    let key = Key(text: text)
    if let known = references[key] { return known }
    let reference = append(text)
    references[key] = reference
    return reference
  }

  mutating func reference(_ text: String?) -> StringReference { text.map { reference($0) } ?? 0 }

  /// The bytes of a string.
  func text(_ reference: StringReference) -> [UInt8] {
    let start = Int(reference) + 1
    let short = Int(bytes[start - 1])
    guard short == 255 else { return Array(bytes[start..<(start + short)]) }
    let length = bytes[start..<(start + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
    return Array(bytes[(start + 4)..<(start + 4 + length)])
  }

  /// The reference of a string that the caller adds only once.
  mutating func append(_ text: String) -> StringReference {
    let reference = StringReference(bytes.count)
    let count = text.utf8.count
    if count < 255 {
      bytes.append(UInt8(count))
    } else {
      bytes.append(255)
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: count >> shift))
      }
    }
    bytes.append(contentsOf: text.utf8)
    return reference
  }
}

/// The paths of the files that were read, each once, in the order in which they are first named.
struct PathList {
  /// Number 0 is the empty path.
  private(set) var starts: [UInt32] = [0, 0]
  private(set) var bytes: [UInt8] = []
  private var numbers: [[UInt8]: PathNumber] = [:]

  /// The number of `path`, added if it is new.
  mutating func number(of path: String) -> PathNumber {
    let added = Array(path.utf8)
    if added.isEmpty { return 0 }
    if let known = numbers[added] { return known }
    let number = PathNumber(starts.count - 1)
    numbers[added] = number
    bytes += added
    starts.append(UInt32(bytes.count))
    return number
  }
}

/// Assembles the parts of an image.
struct ImageBuilder {
  private var parts: [ImagePart: (bytes: [UInt8], count: Int)] = [:]

  /// Sets a part of fixed-width records.
  mutating func set<Record: ImageRecord>(_ part: ImagePart, to records: [Record]) {
    let bytes = unsafe records.withUnsafeBytes { unsafe Array($0) }
    parts[part] = (bytes, records.count)
  }

  /// Sets a part of plain bytes.
  mutating func set(_ part: ImagePart, toBytes bytes: [UInt8]) {
    parts[part] = (bytes, bytes.count)
  }

  /// The image: the header, then the parts, each at the start of a cache line.
  ///
  /// The digest covers every part except the paths and inputs, which come last; the checksum covers
  /// all.
  func build(hashSeed: UInt64, builtAt: Int64) -> [UInt8] {
    var header = ImageHeader()
    header.hashSeed = hashSeed
    header.builtAt = builtAt
    var offset = ImageHeader.length
    for part in ImagePart.allCases {
      let (bytes, count) = parts[part] ?? ([], 0)
      header.offsets[part.rawValue] = offset
      header.counts[part.rawValue] = count
      offset += (bytes.count + 63) & ~63
    }
    header.byteCount = UInt64(offset)
    var image: [UInt8] = []
    image.reserveCapacity(offset)
    image.append(contentsOf: repeatElement(0, count: ImageHeader.length))
    for part in ImagePart.allCases {
      let bytes = parts[part]?.bytes ?? []
      image.append(contentsOf: bytes)
      image.append(contentsOf: repeatElement(0, count: (64 - bytes.count % 64) % 64))
    }
    let contents = ImageHeader.length..<header.offsets[ImagePart.pathStarts.rawValue]
    header.digest = unsafe Hashing.digest(of: image.span.extracting(contents).bytes)
    image.replaceSubrange(0..<ImageHeader.length, with: header.bytes)
    header.checksum = unsafe ImageHeader.checksum(of: image.span.bytes)
    image.replaceSubrange(0..<ImageHeader.length, with: header.bytes)
    return image
  }
}
