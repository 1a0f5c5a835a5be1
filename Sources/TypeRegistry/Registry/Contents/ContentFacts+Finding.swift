// SPDX-License-Identifier: MIT

extension ContentFacts {
  /// Finds the facts about a file, instead of those about the last one.
  ///
  /// Each scanner looks at the first bytes, and leaves files of other formats alone.
  mutating func find(in sample: FileSample) {
    removeAll()
    addZIP(sample)
    addOLE(sample)
    addISOMedia(sample)
    addEBML(sample)
    addOgg(sample)
    addMPEGAudio(sample)
    addTIFF(sample)
    addELF(sample)
    addPE(sample)
    addTar(sample)
    addInflated(sample)
    addSQLite(sample)
    addDER(sample)
    addText(sample)
  }

  /// The part of a file that is read besides its beginning, as its beginning says: where facts are, or
  /// else its end.
  ///
  /// - Returns: At most ``FileSample/maximumPart`` bytes. If they go up to the end of the file, they are all
  ///   that rules look at there. `nil` if the head is the whole file.
  package static func part(of sample: FileSample) -> Range<Int>? {
    guard !sample.isWhole else { return nil }
    if let start = neededPart(sample), start >= sample.head.count, start < sample.length {
      let end = min(start + FileSample.maximumPart, sample.length)
      return max(min(start, sample.length - FileSample.end), 0)..<end
    }
    let count = sample.has("PK", at: 0) ? FileSample.maximumPart : FileSample.end
    return max(sample.length - count, 0)..<sample.length
  }

  /// Where the file says that something is which facts are about.
  private static func neededPart(_ sample: FileSample) -> Int? {
    if let layout = OLELayout(sample) { return layout.directoryStart }
    if let layout = ELFLayout(sample) { return layout.neededPart(sample) }
    if let directory = tiffDirectory(sample) { return directory.start }
    if let end = endOfID3(sample) { return end }
    guard ISOBoxes.isMedia(sample) else { return nil }
    var boxes = ISOBoxes()
    while boxes.next(sample) != nil {}
    return boxes.position
  }
}
