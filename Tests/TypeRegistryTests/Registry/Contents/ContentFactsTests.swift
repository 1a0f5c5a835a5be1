// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

/// What scanners find in the contents of files.
@Suite struct ContentFactsTests {
  /// The texts of the facts of a kind.
  static func texts(_ fact: ContentFact, in bytes: [UInt8], length: Int? = nil) -> [String] {
    texts(fact, of: FileSample(bytes, length: length, headLength: 64 << 10))
  }

  static func texts(_ fact: ContentFact, of sample: FileSample) -> [String] {
    let facts = ContentFacts(sample)
    return (0..<facts.count).filter { facts.beginning(of: $0).kind == Int(fact.rawValue) }.map {
      String(decoding: facts.text(of: $0), as: UTF8.self)
    }
  }

  static func texts(_ fact: ContentFact, in text: String) -> [String] {
    texts(fact, in: Array(text.utf8))
  }

  // MARK: - Archives

  @Test func zipMembersAreThoseOfHeadersAndDirectory() {
    let archive = SampleFile.zip([
      ("mimetype", Array("application/epub+zip".utf8)), ("META-INF/container.xml", [1, 2, 3]),
    ])
    #expect(
      Set(Self.texts(.zipMember, in: archive)) == ["mimetype", "META-INF/container.xml"])
    #expect(Self.texts(.zipMIMEType, in: archive) == ["application/epub+zip"])
  }

  @Test func zipMembersAreFoundBehindWhatWasRead() {
    let archive = SampleFile.zip(
      [("big", [UInt8](repeating: 7, count: 200_000)), ("AndroidManifest.xml", [0])])
    #expect(Self.texts(.zipMember, in: archive).contains("AndroidManifest.xml"))
  }

  @Test func contentTypesOfOfficeDocumentsAreDecompressed() {
    let archive = SampleFile.zip(
      [
        ("[Content_Types].xml", SampleFile.bytes(base64: SampleFile.contentTypes))
      ], method: 8)
    #expect(
      Self.texts(.zipContentType, in: archive) == [
        "application/vnd.openxmlformats-package.relationships+xml",
        "application/vnd.ms-word.document.macroEnabled.main+xml",
      ])
  }

  @Test func theMIMETypeOfADocumentMayBeAnywhere() {
    let text = "<m><manifest:file-entry manifest:full-path=\"/\" manifest:media-type=\"a/b\"/></m>"
    let manifest = SampleFile.zip([("x", [1]), ("META-INF/manifest.xml", Array(text.utf8))])
    #expect(Self.texts(.zipMIMEType, in: manifest) == ["a/b"])
    let late = SampleFile.zip([("x", [1]), ("mimetype", Array("c/d\n".utf8))])
    #expect(Self.texts(.zipMIMEType, in: late) == ["c/d"])
  }

  @Test func tarMembersAreFoundAlsoInGzip() {
    let archive = SampleFile.bytes(base64: SampleFile.compressedTar)
    #expect(Self.texts(.tarMember, in: archive) == ["dir/a.txt", "debian-binary"])
    #expect(Self.texts(.inflated, in: archive).count == 1)
  }

  @Test func inflatesFixedAndDynamicCodes() {
    #expect(
      Self.texts(.inflated, in: SampleFile.bytes(base64: "H4sIAAAAAAACA7MpLkvXtwMASfu5rAYAAAA="))
        == ["<svg/>"])
    let random = Self.texts(.inflated, in: SampleFile.bytes(base64: SampleFile.compressedText))
    #expect(random.first?.hasPrefix("c> ggbebhghhsggdbha gg>ggavhevgd>bfaaas<") == true)
  }

  // MARK: - Documents

  @Test func compoundFilesHaveAClassAndStreamsOfTheRootAlone() {
    let file = SampleFile.compound(
      streams: ["WordDocument", "\u{5}SummaryInformation"], nested: "Workbook")
    #expect(Self.texts(.oleClass, in: file) == ["00020906-0000-0000-C000-000000000046"])
    #expect(Set(Self.texts(.oleStream, in: file)) == ["WordDocument", "\u{5}SummaryInformation"])
  }

  @Test func databasesHaveTables() {
    let file = SampleFile.database(tables: ["moz_places", "tiles"])
    #expect(Self.texts(.sqliteTable, in: file) == ["moz_places", "tiles"])
  }

  /// The size of a page is a power of two from 512 on, and 1 means 65,536.
  @Test(arguments: [
    ([UInt8(2), 0], ["tiles"]), ([0, 1], ["tiles"]), ([1, 0], []), ([0, 0], []),
  ])
  func databasesHavePagesOfSomeSizes(_ size: [UInt8], _ tables: [String]) {
    var file = SampleFile.database(tables: ["tiles"])
    file.replaceSubrange(16..<18, with: size)
    #expect(Self.texts(.sqliteTable, in: file) == tables)
  }

  /// The schema of a large database is on several pages; only its first 96 rows are read.
  @Test func databasesHaveTablesOnSeveralPages() {
    let pages = (0..<2).map { page in
      SampleFile.schemaPage(tables: (0..<60).map { "t\(60 * page + $0)" })
    }
    let file = SampleFile.databaseRoot(children: 2) + pages[0] + pages[1]
    #expect(Self.texts(.sqliteTable, in: file) == (0..<96).map { "t\($0)" })
  }

  /// The directory is a chain of sectors, which the table says; another sector may be between two of them.
  @Test func directoriesOfCompoundFilesFollowTheirChain() {
    let names = (0..<6).map { "stream \($0)" }
    var file = SampleFile.compound(streams: names, nested: "nested")
    // The second sector of the directory, the third of the file, becomes the fourth.
    file.insert(contentsOf: [UInt8](repeating: 0, count: 512), at: 3 * 512)
    file.replaceSubrange(516..<520, with: SampleFile.little(3, 4))
    #expect(Set(Self.texts(.oleStream, in: file)) == Set(names))
  }

  /// A code unit of a pair of UTF-16 is a question mark.
  @Test func streamsOfCompoundFilesHaveTextNames() {
    let file = SampleFile.compound(streams: ["a\u{1F600}é\u{20AC}", "b"], nested: "c")
    #expect(Self.texts(.oleStream, in: file) == ["a??é\u{20AC}", "b"])
  }

  // MARK: - Media

  @Test func isoMediaHaveBrandsAndTracks() {
    let fileType = SampleFile.box("ftyp", Array("M4A \u{0}\u{0}\u{0}\u{0}mp42isom".utf8))
    let handler = SampleFile.box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array("soun".utf8) + [UInt8](repeating: 0, count: 12))
    let movie = SampleFile.box(
      "moov", SampleFile.box("trak", SampleFile.box("mdia", handler)))
    let file = fileType + SampleFile.box("free", []) + movie
    #expect(Self.texts(.isoMajorBrand, in: file) == ["M4A "])
    #expect(Self.texts(.isoBrand, in: file) == ["M4A ", "mp42", "isom"])
    #expect(Self.texts(.isoTrack, in: file) == ["soun"])
    // A box of 64 bits of length.
    let large = Array(movie[4..<8]) + [0, 0, 0, 0, 0, 0, 0, UInt8(movie.count + 8)] + movie[8...]
    #expect(Self.texts(.isoTrack, in: fileType + [0, 0, 0, 1] + large) == ["soun"])
    // The movie is behind the data.
    let long = fileType + SampleFile.box("mdat", [UInt8](repeating: 0, count: 300_000)) + movie
    #expect(Self.texts(.isoTrack, in: long) == ["soun"])
  }

  @Test func ebmlHasADocumentTypeAndTracks() {
    let header = SampleFile.element(
      [0x1A, 0x45, 0xDF, 0xA3], SampleFile.element([0x42, 0x82], Array("webm".utf8)))
    let tracks = SampleFile.element(
      [0x16, 0x54, 0xAE, 0x6B],
      SampleFile.element([0xAE], SampleFile.element([0x83], [2])))
    let file = header + SampleFile.element([0x18, 0x53, 0x80, 0x67], tracks)
    #expect(Self.texts(.ebmlDocType, in: file) == ["webm"])
    #expect(Self.texts(.ebmlTrack, in: file) == ["audio"])
  }

  /// Kinds that are not known are none, and nothing after the first cluster is read.
  @Test func ebmlHasTracksOfAllKinds() {
    func track(_ kind: UInt8) -> [UInt8] {
      SampleFile.element([0xAE], SampleFile.element([0x83], [kind]))
    }
    let header = SampleFile.element(
      [0x1A, 0x45, 0xDF, 0xA3], SampleFile.element([0x42, 0x82], Array("matroska".utf8)))
    let tracks = SampleFile.element(
      [0x16, 0x54, 0xAE, 0x6B], track(1) + track(0x11) + track(0x21) + track(2))
    let cluster = SampleFile.element([0x1F, 0x43, 0xB6, 0x75], [0])
    let file =
      header
      + SampleFile.element([0x18, 0x53, 0x80, 0x67], tracks + cluster + track(1))
    #expect(Self.texts(.ebmlTrack, in: file) == ["video", "subtitle", "audio"])
  }

  @Test func oggHasCodecs() {
    let file =
      SampleFile.oggPage(Array("fishead\u{0}".utf8), isFirst: true)
      + SampleFile.oggPage([0x80] + Array("theora".utf8), isFirst: true)
      + SampleFile.oggPage([1] + Array("vorbis".utf8), isFirst: true)
      + SampleFile.oggPage([3] + Array("vorbis".utf8), isFirst: false)
    #expect(Self.texts(.oggStream, in: file) == ["skeleton", "theora", "vorbis"])
  }

  @Test func mpegAudioNeedsTwoFrames() {
    // 128 kbit/s at 44.1 kHz: 417 bytes.
    let frame = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
    #expect(Self.texts(.mpegAudio, in: frame + frame) == ["layer-3"])
    #expect(Self.texts(.mpegAudio, in: frame).isEmpty)
    let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 5, 1, 2, 3, 4, 5]
    #expect(Self.texts(.mpegAudio, in: tag + frame + frame) == ["layer-3"])
  }

  /// The header of a frame, its length by the rates of ISO 11172-3 and 13818-3, and its kind.
  @Test(arguments: [
    ([0xFF, 0xFF, 0x40, 0], 136, "layer-1"), ([0xFF, 0xFD, 0x80, 0], 417, "layer-2"),
    ([0xFF, 0xFB, 0x92, 0], 418, "layer-3"), ([0xFF, 0xFB, 0x94, 0], 384, "layer-3"),
    ([0xFF, 0xF7, 0x80, 0], 276, "layer-1"), ([0xFF, 0xF5, 0x80, 0], 417, "layer-2"),
    ([0xFF, 0xF3, 0x80, 0], 208, "layer-3"), ([0xFF, 0xE3, 0x80, 0], 417, "layer-3"),
    ([0xFF, 0xF1, 0x50, 0x80, 0x0C, 0x80], 100, "aac"),
  ])
  func mpegAudioHasLayers(_ header: [UInt8], _ length: Int, _ kind: String) {
    let frame = header + [UInt8](repeating: 0, count: length - header.count)
    #expect(Self.texts(.mpegAudio, in: frame + frame) == [kind])
    #expect(Self.texts(.mpegAudio, in: frame + [0] + frame).isEmpty)
  }

  /// A header of no layer, one of AAC with a rate that there is not, and one of AAC without data.
  @Test(
    arguments: [
      [0xFF, 0xE1, 0x50, 0x80, 0x0C, 0x80], [0xFF, 0xF1, 0x7C, 0x80, 0x0C, 0x80],
      [0xFF, 0xF1, 0x50, 0x80, 0, 0xE0],
    ] as [[UInt8]])
  func headersThatMPEGAudioCannotHaveAreNone(_ header: [UInt8]) {
    let frame = header + [UInt8](repeating: 0, count: 100 - header.count)
    #expect(Self.texts(.mpegAudio, in: frame + frame).isEmpty)
  }

  /// A box whose size has eight bytes, and one of that form that is cut.
  @Test func isoMediaHaveBoxesOfLargeSizes() {
    let fileType = SampleFile.box("ftyp", Array("M4A \u{0}\u{0}\u{0}\u{0}mp42".utf8))
    let handler = SampleFile.box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array("soun".utf8) + [UInt8](repeating: 0, count: 12))
    let movie = SampleFile.box("moov", SampleFile.box("trak", SampleFile.box("mdia", handler)))
    let large = [0, 0, 0, 1] + Array("free".utf8) + [0, 0, 0, 0, 0, 0, 0, 26]
    let data = [UInt8](repeating: 9, count: 10)
    #expect(Self.texts(.isoTrack, in: fileType + large + data + movie) == ["soun"])
    #expect(Self.texts(.isoTrack, in: fileType + large + movie).isEmpty)
    #expect(Self.texts(.isoBrand, in: fileType + large.prefix(12)) == ["M4A ", "mp42"])
  }

  @Test(arguments: [true, false]) func tiffHasTagsAndAMaker(_ isLittle: Bool) {
    let file = SampleFile.tiff(maker: "NIKON CORPORATION", tags: [256, 50706], isLittle: isLittle)
    #expect(Self.texts(.tiffTag, in: file) == ["256", "271", "50706"])
    #expect(Self.texts(.tiffMake, in: file) == ["NIKON CORPORATION"])
  }

  /// The numbers of BigTIFF have eight bytes, and a short text is in the entry itself.
  @Test(arguments: [true, false], [true, false])
  func bigTIFFHasTagsAndAMakerToo(_ isLittle: Bool, _ isBig: Bool) {
    for maker in ["KDK", "NIKON", "NIKON CORPORATION"] {
      let file = SampleFile.tiff(
        maker: maker, tags: [256, 50706], isLittle: isLittle, isBig: isBig)
      #expect(Self.texts(.tiffTag, in: file) == ["256", "271", "50706"])
      #expect(Self.texts(.tiffMake, in: file) == [maker])
    }
  }

  /// A text may begin with the letters that order the bytes of a TIFF file.
  @Test(arguments: [("II", [UInt8]([0x55, 0])), ("II", [0x52, 0x4F]), ("MM", [0x4F, 0x52])])
  func camerasHaveVersionsOfTIFFOfTheirOwn(_ order: String, _ version: [UInt8]) {
    var file = SampleFile.tiff(maker: "Camera", tags: [256], isLittle: order == "II")
    file.replaceSubrange(2..<4, with: version)
    #expect(Self.texts(.tiffMake, in: file) == ["Camera"])
    file.replaceSubrange(2..<4, with: [0x20, 0x49])
    #expect(Self.texts(.tiffMake, in: file).isEmpty)
  }

  // MARK: - Keys

  @Test func aCertificateIsAllOfTheFile() {
    let algorithm = SampleFile.der(0x30, SampleFile.der(6, [1, 2, 3]))
    let signed = SampleFile.der(
      0x30, SampleFile.der(0xA0, SampleFile.der(2, [2])) + SampleFile.der(2, [5]) + algorithm)
    let file = SampleFile.der(0x30, signed + algorithm + SampleFile.der(3, [0, 1]))
    #expect(Self.texts(.derKind, in: file) == ["certificate"])
    // What follows is no part of it.
    #expect(Self.texts(.derKind, in: file + [0, 0, 0]).isEmpty)
  }

  @Test func derTellsKeysAndBundlesApart() {
    let pkcs7: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7]
    let algorithm = SampleFile.der(0x30, SampleFile.der(6, [1, 2, 3]))
    let number = SampleFile.der(2, [0])
    let rows: [([UInt8], String)] = [
      (SampleFile.der(6, pkcs7 + [2]) + SampleFile.der(0xA0, []), "signed-data"),
      (SampleFile.der(6, pkcs7 + [3]) + SampleFile.der(0xA0, []), "enveloped-data"),
      (SampleFile.der(2, [3]) + algorithm, "pkcs12"),
      (number + algorithm + SampleFile.der(4, [1]), "private-key"),
      (number + SampleFile.der(2, [1, 2]), "rsa-private-key"),
      (SampleFile.der(2, [1]) + SampleFile.der(4, [1]), "ec-private-key"),
      (algorithm + SampleFile.der(3, [0]), "public-key"),
      (algorithm + SampleFile.der(4, [0]), "encrypted-private-key"),
    ]
    for (contents, kind) in rows {
      #expect(Self.texts(.derKind, in: SampleFile.der(0x30, contents)) == [kind])
    }
  }

  @Test func derTellsRequestsAndListsApart() {
    let algorithm = SampleFile.der(0x30, SampleFile.der(6, [1, 2, 3]))
    let version = SampleFile.der(2, [0])
    let names = SampleFile.der(0x30, SampleFile.der(0x31, [1]))
    let serial = SampleFile.der(0x30, SampleFile.der(6, [1]))
    let time = SampleFile.der(0x17, [0x32])
    let rows: [([UInt8], [String])] = [
      (version + names, ["certificate-request"]),
      (version + serial + names + time, ["revocation-list"]),
      (version + serial + names + SampleFile.der(0x30, time), ["certificate"]),
      (algorithm + names + time, ["revocation-list"]),
      (algorithm + names + SampleFile.der(0x18, [0x32]), ["revocation-list"]),
      (algorithm + names + SampleFile.der(4, [1]), []),
    ]
    for (signed, kinds) in rows {
      let file = SampleFile.der(0x30, SampleFile.der(0x30, signed) + algorithm)
      #expect(Self.texts(.derKind, in: file) == kinds)
    }
  }

  @Test func derTellsMessagesOfTimestampsApart() {
    let imprint = SampleFile.der(0x30, SampleFile.der(0x30, [5, 0]) + SampleFile.der(4, [1]))
    let query = SampleFile.der(0x30, SampleFile.der(2, [1]) + imprint)
    #expect(Self.texts(.derKind, in: query) == ["timestamp-query"])
    let status = SampleFile.der(0x30, SampleFile.der(2, [0]))
    #expect(Self.texts(.derKind, in: SampleFile.der(0x30, status)) == ["timestamp"])
    let modulus = SampleFile.der(2, [UInt8](repeating: 1, count: 65))
    let key = SampleFile.der(0x30, modulus + SampleFile.der(2, [1, 0, 1]))
    #expect(Self.texts(.derKind, in: key) == ["rsa-public-key"])
  }

  /// A length of several bytes, one of none, and one of more than there can be.
  @Test func derHasLengthsOfSeveralBytes() {
    let contents =
      SampleFile.der(2, [0]) + SampleFile.der(2, [UInt8](repeating: 1, count: 0x7B))
    #expect(contents.count == 0x80)
    #expect(
      Self.texts(.derKind, in: [0x30, 0x82, 0, 0x80] + contents) == ["rsa-private-key"])
    #expect(Self.texts(.derKind, in: [0x30, 0x80] + contents).isEmpty)
    #expect(Self.texts(.derKind, in: [0x30, 0x85, 0, 0, 0, 0, 0x80] + contents).isEmpty)
  }

  /// A name of another length, of another family and of another kind; a version alone, and before
  /// something else; a length that is cut.
  @Test func derOfOtherStructuresIsNone() {
    let pkcs7: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7]
    let number = SampleFile.der(2, [0])
    let files = [
      SampleFile.der(0x30, SampleFile.der(6, [1, 2, 3])),
      SampleFile.der(0x30, SampleFile.der(6, pkcs7.dropLast() + [8, 2])),
      SampleFile.der(0x30, SampleFile.der(6, pkcs7 + [1])),
      SampleFile.der(0x30, number), SampleFile.der(0x30, number + SampleFile.der(5, [])),
      [0x30, 0x82, 1],
    ]
    for file in files { #expect(Self.texts(.derKind, in: file).isEmpty) }
  }

  @Test func pemLabelsHaveNoBlanksAroundThem() {
    #expect(Self.texts(.pemLabel, in: "-----BEGIN  X509 CRL -----\n") == ["X509 CRL"])
  }

  @Test func pemHasLabels() {
    let text = "Subject: x\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    #expect(Self.texts(.pemLabel, in: text) == ["CERTIFICATE"])
  }

  // MARK: - Hostile

  /// No scanner reads beyond what there is, at whatever length a file is cut.
  @Test func everyFileIsReadAtEveryLength() {
    for file in SampleFile.all {
      for length in 0...min(file.count, 1_500) {
        _ = Self.texts(.line, in: Array(file[..<length]))
        _ = Self.texts(.line, in: Array(file[..<length]), length: length + 100_000)
      }
    }
  }

  /// Lengths, counts and offsets of all ones, and of zeros, end every scan.
  @Test func everyNumberMayBeTheGreatest() {
    for file in SampleFile.all {
      for start in 0..<min(file.count, 1_200) {
        for (count, byte) in [(1, UInt8(0xFF)), (4, 0xFF), (8, 0xFF), (4, 0x7F), (4, 0)] {
          var damaged = file
          for offset in start..<min(start + count, file.count) { damaged[offset] = byte }
          _ = Self.texts(.line, in: damaged)
        }
      }
    }
  }

  @Test func aFactThatThereIsNotHasNoText() {
    let facts = ContentFacts(FileSample(head: Array("a\n".utf8)))
    #expect(facts.text(of: 0) == Array("a".utf8))
    #expect(facts.text(of: facts.count) == [])
    #expect(facts.text(of: -1) == [])
  }

  @Test func factsAreLimited() {
    let members = (0..<2_000).map {
      ("member-\($0)-" + String(repeating: "x", count: 300), [UInt8]())
    }
    let facts = ContentFacts(
      FileSample(SampleFile.zip(members), length: nil, headLength: 64 << 10))
    #expect(facts.count > 50)
    #expect(facts.count <= ContentFacts.maximum)
    #expect((0..<facts.count).allSatisfy { facts.text(of: $0).count <= ContentFacts.maximumText })
  }
}

extension ContentFacts {
  /// The facts about a file.
  init(_ sample: FileSample) {
    self.init()
    find(in: sample)
  }
}
