// SPDX-License-Identifier: MIT

// A ZIP archive (PKWARE, APPNOTE.TXT): local headers from the start on, each before the member that it
// describes, and a directory of all members at the end.

extension ContentFacts {
  /// The most members that are looked at from the start on, and in the directory.
  private static let maximumMembers = (local: 64, listed: 400)
  /// The most bytes of a member that are decompressed.
  private static let maximumStatement = 16 << 10

  /// Adds the names of the members, and what those say that say what the archive is.
  mutating func addZIP(_ sample: FileSample) {
    guard sample.has("PK", at: 0) else { return }
    addLocalMembers(sample)
    addDirectory(sample)
  }

  private mutating func addLocalMembers(_ sample: FileSample) {
    // A spanned archive of one part has a mark before it.
    var offset = sample.has("PK\u{7}\u{8}", at: 0) || sample.has("PK00", at: 0) ? 4 : 0
    for _ in 0..<Self.maximumMembers.local {
      guard sample.little32(offset) == 0x0403_4B50, let flags = sample.little16(offset + 6),
        let size = sample.little32(offset + 18),
        let nameCount = sample.little16(offset + 26), let extraCount = sample.little16(offset + 28),
        add(.zipMember, sample, offset + 30, nameCount)
      else { return }
      let data = offset + 30 + nameCount + extraCount
      addStatement(sample, header: offset)
      // The size of a member that was written as a stream is after it.
      guard flags & 8 == 0 || size > 0 else { return }
      offset = data + size
    }
  }

  private mutating func addDirectory(_ sample: FileSample) {
    guard let end = Self.endRecord(sample), let size = sample.little32(end + 12),
      let count = sample.little16(end + 10)
    else { return }
    // Bytes before the archive, as in a program that unpacks itself, move all offsets.
    var offset = max(end - size, 0)
    if sample[offset] == nil {
      // The directory began before what was read: members are found from the next header on.
      guard let next = Self.nextHeader(sample, from: max(offset, sample.partStart), to: end) else {
        return
      }
      offset = next
    }
    for _ in 0..<min(count, Self.maximumMembers.listed) {
      guard sample.little32(offset) == 0x0201_4B50, let nameCount = sample.little16(offset + 28),
        let extraCount = sample.little16(offset + 30),
        let commentCount = sample.little16(offset + 32),
        add(.zipMember, sample, offset + 46, nameCount)
      else { return }
      if let header = sample.little32(offset + 42) {
        addStatement(sample, header: header)
      }
      offset += 46 + nameCount + extraCount + commentCount
    }
  }

  /// Where the record at the end of the archive is: after it is at most a comment, which is short.
  private static func endRecord(_ sample: FileSample) -> Int? {
    var offset = sample.length - 22
    let first = max(offset - (8 << 10), 0)
    while offset >= first {
      guard let byte = sample[offset] else { return nil }
      if byte == UInt8(ascii: "P"), sample.little32(offset) == 0x0605_4B50 { return offset }
      offset -= 1
    }
    return nil
  }

  /// The first header of the directory in the part that was read.
  private static func nextHeader(_ sample: FileSample, from start: Int, to end: Int) -> Int? {
    let count = min(end - sample.partStart, sample.part.count)
    guard start >= sample.partStart, count > 0 else { return nil }
    let places = sample.part.span.extracting(..<count)
    var index = places.firstIndex(of: UInt8(ascii: "P"), from: start - sample.partStart)
    while index < places.count {
      let place = sample.partStart + index
      if sample.little32(place) == 0x0201_4B50 { return place }
      index = places.firstIndex(of: UInt8(ascii: "P"), from: index + 1)
    }
    return nil
  }

  // MARK: - What members say

  /// Adds the statement of the member at a local header about the kind of archive: the content
  /// types of an Office document (ECMA-376-2, section 10.1.2), the MIME type of an OpenDocument or
  /// EPUB archive, or its manifest (OpenDocument 1.3, part 2).
  private mutating func addStatement(_ sample: FileSample, header: Int) {
    guard let nameCount = sample.little16(header + 26),
      nameCount == 8 || nameCount == 19 || nameCount == 21
    else { return }
    let name = header + 30
    if nameCount == 19, sample.has("[Content_Types].xml", at: name), !has(.zipContentType) {
      addValues(
        bytes(of: sample, header, atMost: Self.maximumStatement), of: " ContentType=",
        as: .zipContentType, atMost: 48)
    } else if nameCount == 8, sample.has("mimetype", at: name), !has(.zipMIMEType) {
      var text = bytes(of: sample, header, atMost: Self.maximumText)
      while let last = text.last, last.isBlankOrControl { text.removeLast() }
      if !text.isEmpty { add(.zipMIMEType, bytes: text) }
    } else if nameCount == 21, sample.has("META-INF/manifest.xml", at: name), !has(.zipMIMEType) {
      // The first entry is that of the document itself.
      addValues(
        bytes(of: sample, header, atMost: 2 << 10), of: "manifest:media-type=",
        as: .zipMIMEType, atMost: 1)
    }
  }

  /// The first bytes of the member at a local header, at most those that were read.
  private mutating func bytes(
    of sample: FileSample, _ header: Int, atMost limit: Int
  ) -> [UInt8] {
    guard let method = sample.little16(header + 8), let size = sample.little32(header + 18),
      let nameCount = sample.little16(header + 26), let extraCount = sample.little16(header + 28),
      let place = sample.place(header + 30 + nameCount + extraCount, 1)
    else { return [] }
    let bytes = place.isInHead ? sample.head : sample.part
    switch method {
    case 0:
      let count = max(min(size, limit, bytes.count - place.index, inflatingBudget), 0)
      // To search them costs less than to decompress them.
      inflatingBudget -= count / 4 + 64
      return Array(bytes[place.index..<place.index + count])
    case 8:
      return Inflating.bytes(
        bytes, from: place.index, atMost: limit, budget: &inflatingBudget)
    default: return []
    }
  }

  /// Adds the values of an attribute, in the order of a text, each once.
  private mutating func addValues(
    _ text: [UInt8], of attribute: StaticString, as fact: ContentFact, atMost limit: Int
  ) {
    var added = 0
    var position = 0
    while added < limit, let start = text.span.firstOffset(of: attribute, from: position) {
      let quote = start + attribute.utf8CodeUnitCount
      guard quote < text.count else { return }
      var end = quote + 1
      while end < text.count, text[end] != text[quote] { end += 1 }
      let value = quote + 1..<max(end, quote + 1)
      if value.upperBound <= text.count, !has(fact, text.span.extracting(value)) {
        add(fact, text.span.extracting(value))
        added += 1
      }
      position = end
    }
  }
}
