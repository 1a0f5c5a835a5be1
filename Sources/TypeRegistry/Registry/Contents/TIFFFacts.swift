// SPDX-License-Identifier: MIT

// The first directory of a TIFF file (TIFF 6.0; BigTIFF), which cameras' own formats have, too.

extension ContentFacts {
  /// The most tags that are looked at.
  private static let maximumTags = 96

  /// Adds the tags, and the maker.
  mutating func addTIFF(_ sample: FileSample) {
    guard let (start, isLittle, isBig) = Self.tiffDirectory(sample) else { return }
    let width = isBig ? 8 : 2
    guard
      let count = isBig
        ? sample.number64(start, isLittle: isLittle) : sample.number16(start, isLittle: isLittle)
    else { return }
    let size = isBig ? 20 : 12
    for index in 0..<min(count, Self.maximumTags) {
      let entry = start + width + index * size
      guard let tag = sample.number16(entry, isLittle: isLittle) else { return }
      add(.tiffTag, number: tag)
      guard tag == 271 else { continue }
      guard let length = sample.number(entry + 4, isWide: isBig, isLittle: isLittle) else {
        continue
      }
      var place = entry + (isBig ? 12 : 8)
      if length > (isBig ? 8 : 4) {
        guard let value = sample.number(place, isWide: isBig, isLittle: isLittle) else { continue }
        place = value
      }
      var end = place + min(length, 64)
      while end > place, let byte = sample[end - 1], byte.isBlankOrControl { end -= 1 }
      if end > place { add(.tiffMake, sample, place, end - place) }
    }
  }

  /// The numbers after the order of bytes: TIFF, BigTIFF, and the formats of Olympus (two) and Panasonic.
  private static let tiffVersions = [42, 43, 0x4F52, 0x5352, 0x55]

  /// Where the first directory is, and how numbers are written.
  static func tiffDirectory(_ sample: FileSample) -> (start: Int, isLittle: Bool, isBig: Bool)? {
    let isLittle = sample.has("II", at: 0)
    guard isLittle || sample.has("MM", at: 0),
      let version = sample.number16(2, isLittle: isLittle), tiffVersions.contains(version)
    else { return nil }
    let isBig = version == 43
    let start = sample.number(isBig ? 8 : 4, isWide: isBig, isLittle: isLittle)
    guard let start, 8..<sample.length ~= start else { return nil }
    return (start, isLittle, isBig)
  }
}
