// SPDX-License-Identifier: MIT

// A compound file (Microsoft, [MS-CFB]): sectors, a table of their chains, and a directory that is such
// a chain, whose entries are a tree.

extension ContentFacts {
  /// The most sectors of the directory that are looked at.
  private static let maximumSectors = 128
  /// The most entries whose names are added.
  private static let maximumEntries = 128

  /// Adds the class of the root, and the names of what is directly in it.
  mutating func addOLE(_ sample: FileSample) {
    guard let layout = OLELayout(sample) else { return }
    let sectors = layout.directory(sample, atMost: Self.maximumSectors)
    let perSector = layout.sectorSize / 128
    func entry(_ number: Int) -> Int? {
      let sector = number / perSector
      guard number >= 0, sector < sectors.count else { return nil }
      return layout.offset(ofSector: sectors[sector]) + number % perSector * 128
    }
    guard let root = entry(0), let child = sample.little32(root + 76) else { return }
    addClass(sample, root + 80)
    // The children of the root are a tree of siblings.
    var stack = [child]
    var visited: [Int] = []
    while visited.count < Self.maximumEntries, let number = stack.popLast() {
      guard let place = entry(number), !visited.contains(number), addName(sample, place),
        let left = sample.little32(place + 68), let right = sample.little32(place + 72)
      else { continue }
      visited.append(number)
      stack.append(right)
      stack.append(left)
    }
  }

  private mutating func addName(_ sample: FileSample, _ entry: Int) -> Bool {
    guard let length = sample.little16(entry + 64), let kind = sample[entry + 66], kind != 0,
      2...64 ~= length
    else { return false }
    var name: [UInt8] = []
    for index in 0..<(length / 2 - 1) {
      guard let unit = sample.little16(entry + 2 * index) else { return false }
      name.append(utf16: unit)
    }
    return add(.oleStream, name.span)
  }

  /// Adds a class identifier, in the form in which it is written.
  private mutating func addClass(_ sample: FileSample, _ offset: Int) {
    let order = [3, 2, 1, 0, -1, 5, 4, -1, 7, 6, -1, 8, 9, -1, 10, 11, 12, 13, 14, 15]
    var text: [UInt8] = []
    var isZero = true
    for index in order {
      guard index >= 0 else {
        text.append(UInt8(ascii: "-"))
        continue
      }
      guard let byte = sample[offset + index] else { return }
      if byte != 0 { isZero = false }
      for digit in [byte >> 4, byte & 15] {
        text.append(digit < 10 ? digit + UInt8(ascii: "0") : digit - 10 + UInt8(ascii: "A"))
      }
    }
    if !isZero { add(.oleClass, bytes: text) }
  }
}

/// Where the sectors of a compound file are.
struct OLELayout {
  let sectorSize: Int
  private let firstDirectorySector: Int

  init?(_ sample: FileSample) {
    guard sample.starts(with: 0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1),
      let shift = sample.little16(30), shift == 9 || shift == 12,
      let first = sample.little32(48), first < 0xFFFF_FFFA
    else { return nil }
    sectorSize = 1 << shift
    firstDirectorySector = first
  }

  /// Where the directory begins.
  var directoryStart: Int { offset(ofSector: firstDirectorySector) }

  func offset(ofSector sector: Int) -> Int { (sector + 1) * sectorSize }

  /// The sectors of the directory.
  ///
  /// Where the table of chains was not read, they are taken to follow each other.
  func directory(_ sample: FileSample, atMost limit: Int) -> [Int] {
    var sectors: [Int] = []
    var sector = firstDirectorySector
    while sectors.count < limit, sector < 0xFFFF_FFFA,
      sample[offset(ofSector: sector)] != nil
    {
      sectors.append(sector)
      sector = next(sector, sample) ?? sector + 1
    }
    return sectors
  }

  private func next(_ sector: Int, _ sample: FileSample) -> Int? {
    let perSector = sectorSize / 4
    let index = sector / perSector
    guard index < 109, let table = sample.little32(76 + 4 * index), table < 0xFFFF_FFFA else {
      return nil
    }
    return sample.little32(offset(ofSector: table) + 4 * (sector % perSector))
  }
}

extension [UInt8] {
  /// Appends a code unit of UTF-16 as UTF-8; half of a pair is a question mark.
  mutating func append(utf16 unit: Int) {
    UTF8.encode(Unicode.Scalar(UInt16(truncatingIfNeeded: unit)) ?? "?") { append($0) }
  }
}
