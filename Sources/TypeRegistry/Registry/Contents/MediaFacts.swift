// SPDX-License-Identifier: MIT

// Containers of sound and pictures: ISO base media (ISO/IEC 14496-12), EBML (RFC 8794), Ogg (RFC 3533),
// and streams of MPEG audio.

extension ContentFacts {
  // MARK: - ISO base media

  /// Adds the brands and the kinds of tracks.
  mutating func addISOMedia(_ sample: FileSample) {
    guard ISOBoxes.isMedia(sample) else { return }
    var boxes = ISOBoxes()
    while let box = boxes.next(sample) {
      switch box.name {
      case ISOBoxes.fileType:
        add(.isoMajorBrand, sample, box.start, 4)
        add(.isoBrand, sample, box.start, 4)
        var brand = box.start + 8
        for _ in 0..<32 where brand + 4 <= box.end {
          add(.isoBrand, sample, brand, 4)
          brand += 4
        }
      case ISOBoxes.handler: add(.isoTrack, sample, box.start + 8, 4)
      default: break
      }
    }
  }

  // MARK: - EBML

  /// Adds the document type and the kinds of tracks.
  mutating func addEBML(_ sample: FileSample) {
    guard sample.starts(with: 0x1A, 0x45, 0xDF, 0xA3) else { return }
    var position = 0
    for _ in 0..<512 {
      guard let (identifier, data, size) = Self.element(sample, at: position) else { return }
      switch identifier {
      // The header, a segment, its tracks, and a track have elements in them.
      case 0x1A45_DFA3, 0x1853_8067, 0x1654_AE6B, 0xAE:
        position = data
        continue
      case 0x4282: add(.ebmlDocType, sample, data, min(size, 32))
      case 0x83 where size == 1:
        switch sample[data] {
        case 1: add(.ebmlTrack, "video")
        case 2: add(.ebmlTrack, "audio")
        case 0x11: add(.ebmlTrack, "subtitle")
        default: break
        }
      // From the first cluster on there is nothing but data.
      case 0x1F43_B675: return
      default: break
      }
      guard size <= sample.length - data else { return }
      position = data + size
    }
  }

  private static func element(
    _ sample: FileSample, at start: Int
  ) -> (identifier: Int, data: Int, size: Int)? {
    guard let first = sample[start], first >= 0x10 else { return nil }
    let width = first.leadingZeroBitCount + 1
    var identifier = 0
    for index in 0..<width {
      guard let byte = sample[start + index] else { return nil }
      identifier = identifier << 8 | Int(byte)
    }
    guard let lead = sample[start + width], lead != 0 else { return nil }
    let sizeWidth = lead.leadingZeroBitCount + 1
    var size = Int(lead) & (0xFF >> sizeWidth)
    for index in 1..<max(sizeWidth, 1) {
      guard let byte = sample[start + width + index] else { return nil }
      size = size << 8 | Int(byte)
    }
    return (identifier, start + width + sizeWidth, size)
  }

  // MARK: - Ogg

  /// Adds the codecs of the streams that begin at the start.
  mutating func addOgg(_ sample: FileSample) {
    var page = 0
    for _ in 0..<16 {
      guard sample.has("OggS", at: page), let flags = sample[page + 5], flags & 2 != 0,
        let segments = sample[page + 26]
      else { return }
      let data = page + 27 + Int(segments)
      // The marks of two codecs begin with a byte that is not text.
      let start = sample[data] == 0x80 ? data + 1 : data
      for (mark, name) in Self.codecs where sample.has(mark, at: start) {
        add(.oggStream, name)
        break
      }
      var size = 0
      for index in 0..<Int(segments) { size += Int(sample[page + 27 + index] ?? 0) }
      page = data + size
    }
  }

  private static let codecs: [(StaticString, StaticString)] = [
    ("\u{1}vorbis", "vorbis"), ("OpusHead", "opus"), ("\u{7F}FLAC", "flac"), ("fLaC", "flac"),
    ("Speex   ", "speex"), ("BBCD\u{0}", "dirac"), ("fishead\u{0}", "skeleton"),
    ("PCM     ", "pcm"), ("CELT    ", "celt"), ("OggMIDI\u{0}", "midi"), ("OVP80", "vp8"),
    ("theora", "theora"), ("kate", "kate"), ("daala", "daala"), ("\u{1}video", "ogm-video"),
    ("\u{1}audio", "ogm-audio"), ("\u{1}text", "ogm-text"),
  ]

  // MARK: - MPEG audio

  /// Adds the kind of an MPEG audio stream if two headers in a row fit.
  mutating func addMPEGAudio(_ sample: FileSample) {
    let start = Self.endOfID3(sample) ?? 0
    guard let kind = Self.audioFrame(sample, at: start),
      let next = Self.audioFrame(sample, at: start + kind.length), next.kind == kind.kind
    else { return }
    add(.mpegAudio, Self.audioKinds[kind.kind])
  }

  /// The kinds, by the two bits of a header that distinguish them.
  private static let audioKinds: [StaticString] = ["aac", "layer-3", "layer-2", "layer-1"]

  /// Where an ID3 tag at the start ends.
  static func endOfID3(_ sample: FileSample) -> Int? {
    guard sample.has("ID3", at: 0), let size = sample.big32(6), size & 0x8080_8080 == 0 else {
      return nil
    }
    let count = size & 0x7F | size >> 1 & 0x3F80 | size >> 2 & 0x1F_C000 | size >> 3 & 0xFE0_0000
    return 10 + count
  }

  /// The layer, 0 for AAC, and the length of the frame at an offset.
  private static func audioFrame(
    _ sample: FileSample, at offset: Int
  ) -> (kind: Int, length: Int)? {
    guard let header = sample.big32(offset), header >> 21 == 0x7FF else { return nil }
    let (version, layer) = (header >> 19 & 3, header >> 17 & 3)
    if layer == 0 {
      guard header >> 20 == 0xFFF, let low = sample.big16(offset + 4) else { return nil }
      let length = (header & 3) << 11 | low >> 5
      return header >> 10 & 15 < 13 && length > 7 ? (0, length) : nil
    }
    let (rateIndex, frequencyIndex) = (header >> 12 & 15, header >> 10 & 3)
    guard version != 1, 1..<15 ~= rateIndex, frequencyIndex < 3 else { return nil }
    let isFirst = version == 3
    let rates: [Int] =
      switch (isFirst, layer) {
      case (true, 3): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
      case (true, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
      case (true, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
      case (false, 3): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
      default: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
      }
    let frequency =
      [44_100, 48_000, 32_000][frequencyIndex] >> (isFirst ? 0 : version == 2 ? 1 : 2)
    let rate = rates[rateIndex - 1] * 1_000
    let padding = header >> 9 & 1
    if layer == 3 { return (3, (12 * rate / frequency + padding) * 4) }
    let samples = layer == 1 && !isFirst ? 72 : 144
    return (layer, samples * rate / frequency + padding)
  }
}

/// Walks over the boxes of an ISO base media file, into those that lead to its tracks.
struct ISOBoxes {
  static let fileType = 0x6674_7970
  static let handler = 0x6864_6C72
  private static let movie = 0x6D6F_6F76
  private static let track = 0x7472_616B
  private static let media = 0x6D64_6961

  /// A box: its name, and where its data begin and end.
  struct Box {
    var name: Int
    var start: Int
    var end: Int
  }

  /// Where the next box begins.
  private(set) var position = 0
  private var count = 0

  /// Whether a file begins with a box of such a file.
  static func isMedia(_ sample: FileSample) -> Bool {
    sample.has("ftyp", at: 4) || sample.has("jP  ", at: 4) || sample.has("moov", at: 4)
      || sample.has("mdat", at: 4) || sample.has("wide", at: 4) || sample.has("free", at: 4)
      || sample.has("skip", at: 4)
  }

  /// The next box; `nil` after the last one that was read.
  mutating func next(_ sample: FileSample) -> Box? {
    guard count < 256, var size = sample.big32(position), let name = sample.big32(position + 4)
    else { return nil }
    count += 1
    var start = position + 8
    if size == 1 {
      guard let large = sample.big64(start) else { return nil }
      size = large
      start += 8
    } else if size == 0 {
      size = sample.length - position
    }
    guard size >= start - position, size <= sample.length - position else { return nil }
    let box = Box(name: name, start: start, end: position + size)
    position = name == Self.movie || name == Self.track || name == Self.media ? start : box.end
    return box
  }
}
