// SPDX-License-Identifier: MIT

import Foundation

/// Small files of formats with a structure, as their specifications describe them.
enum SampleFile {
  /// One file of each format.
  static var all: [[UInt8]] {
    [
      zip([("mimetype", Array("a/b".utf8)), ("x", [1])]),
      zip([("[Content_Types].xml", bytes(base64: contentTypes))], method: 8),
      bytes(base64: compressedTar), bytes(base64: compressedText),
      compound(streams: ["WordDocument", "Data"], nested: "Workbook"),
      database(tables: ["a", "tiles"]),
      box("ftyp", Array("qt  \u{0}\u{0}\u{0}\u{0}mp42".utf8))
        + box("moov", box("trak", box("mdia", box("hdlr", [UInt8](repeating: 0, count: 24))))),
      element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("webm".utf8)))
        + element([0x18, 0x53, 0x80, 0x67], element([0x16, 0x54, 0xAE, 0x6B], [])),
      oggPage(Array("OpusHead".utf8), isFirst: true),
      [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413) + [0xFF, 0xFB, 0x90, 0x00],
      tiff(maker: "CANON", tags: [256, 330], isLittle: true),
      tiff(maker: "CANON", tags: [256, 330], isLittle: false),
      [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 1, count: 300),
      [0x7F, 0x45, 0x4C, 0x46, 1, 2, 1] + [UInt8](repeating: 0, count: 300),
      Array("MZ".utf8) + [UInt8](repeating: 0, count: 58) + [64, 0, 0, 0]
        + Array("PE\u{0}\u{0}".utf8) + [UInt8](repeating: 0, count: 260),
      der(0x30, der(0x30, der(2, [1]) + der(0x30, der(6, [1]))) + der(0x30, der(6, [1]))),
      Array(
        "#!/usr/bin/env -S A=b python3.11 -x\n# vim: set ft=python :\n# -*- mode: c++ -*-\n".utf8),
      Array("<?xml version='1.0'?>\n<!DOCTYPE a PUBLIC \"-//A//B\" 'c'>\n<a b='c'/>".utf8),
      Array("{\"a\": [1, true, null, {\"b\": \"c\\\"\"}], \"d\": \"e\"}\n{\"f\": -1.5e3}\n".utf8),
      Array("From a@b Mon Jan  1 00:00:00 2024\nFrom: a@b\nTo: c@d\nSubject: e\n\nf\n".utf8),
      Array("a,b,c\n\"d\ne\",f,g\nh,i,j\n".utf8), Array("[a]\nb = \"c\"\n; d\n".utf8),
      Array("--- a\n+++ b\n@@ -1 +1 @@\n-c\n+d\n".utf8),
      Array("1\n00:00:01,000 --> 00:00:02,000\nHello\n".utf8),
      [0xFF, 0xFE] + "<?xml?><a/>\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
    ]
  }

  static let contentTypes = """
    fZCxUsMwDIZ3nsKnlUscGDiOS9IByggM5QGErSa+2rLPckv79jgtMDAwSv//65PUr47BqwNlcZEHuGk7UMQmWsfTAO+b5+Ye\
    lBRkiz4yDXAigdV41W9OiUTVMMsAcynpQWsxMwWUNibiqmxjDlhqmSed0OxwIn3bdXfaRC7EpSnLDBj7J9ri3he1Ptb2ZZFM\
    XkA9XowLawBMyTuDper6wPYPpfkmtDV59sjsklxXA+ixf60XZmdJvWEuLxjqOP0Zs9U2mn2oiHYx/s8L0iyR9jcS0OS4ZvzwVF\
    V0/EPT5+eMXw==
    """
  static let compressedTar = """
    H4sIAAAAAAACA0vJLNJP1CupKGGgHTAAAjMTEzANBOg0EJgisUHi5ibm5gwKBgx0AKXFJYlFQCsZRibISM3JyWcYBSMVpKQm\
    ZSbm6SZl5iUWVQ5Y/jdBzf+GBsZmZqP5nx7ASM+AazQXjIJRMDIBAPS3qeIACgAA
    """
  static let compressedText = """
    H4sIAAAAAAACAxWQ0Q0AMQhCV3EQ4i5aFf9NnP+8r6YtIo+nQnp6s3vI8LZ7UNK2cxnqZWYD4wTXEKdDVNyt0ygYf7OSvrUL\
    QiYytQVUsY4lOa+wnC3vgfNBWL3Wliuqev8PYQzIuaNEq3Oga6TIeb6zDVpLKQK8k2WA8oR6c/OgT5w4eZqM+22+4Yx06qv09x\
    JvcjZ7q9stWceanotQit36Z/t6MYcQw0UH5qCVNXNl5AtLF8/cR81nEFMJ7SciXL2Cojx0qNE+TLTVdZv24gIrX93CcfkJB31I\
    vnbJjv3SKCSryvMDxiPUjpABAAA=
    """

  static func bytes(base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

  static func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func big(_ number: Int, _ width: Int) -> [UInt8] {
    little(number, width).reversed()
  }

  /// A ZIP archive.
  static func zip(_ members: [(String, [UInt8])], method: Int = 0) -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for (name, data) in members {
      let common =
        little(20, 2) + little(0, 2) + little(method, 2) + little(0, 8) + little(data.count, 4)
        + little(data.count, 4) + little(name.utf8.count, 2) + little(0, 2)
      directory +=
        Array("PK\u{1}\u{2}".utf8) + little(20, 2) + common + little(0, 10)
        + little(file.count, 4) + Array(name.utf8)
      file += Array("PK\u{3}\u{4}".utf8) + common + Array(name.utf8) + data
    }
    return file + directory + Array("PK\u{5}\u{6}".utf8) + little(0, 4)
      + little(members.count, 2) + little(members.count, 2) + little(directory.count, 4)
      + little(file.count, 4) + little(0, 2)
  }

  /// A compound file whose root has the class of a Word document, some streams, and a storage with another
  /// stream.
  static func compound(streams: [String], nested: String) -> [UInt8] {
    func entry(
      _ name: String, _ kind: UInt8, right: Int, child: Int, class identifier: [UInt8]
    ) -> [UInt8] {
      var units = name.utf16.flatMap { little(Int($0), 2) }
      units += [UInt8](repeating: 0, count: 64 - units.count)
      return units + little(2 * name.utf16.count + 2, 2) + [kind, 1] + little(0xFFFF_FFFF, 4)
        + little(right, 4) + little(child, 4) + identifier
        + [UInt8](repeating: 0, count: 16 - identifier.count) + [UInt8](repeating: 0, count: 32)
    }
    let none = 0xFFFF_FFFF
    var header: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    header += [UInt8](repeating: 0, count: 16) + little(0x3E, 2) + little(3, 2) + little(0xFFFE, 2)
    header += little(9, 2) + little(6, 2) + [UInt8](repeating: 0, count: 10) + little(1, 4)
    header += little(1, 4) + [UInt8](repeating: 0, count: 24)
    header += little(0, 4) + [UInt8](repeating: 0xFF, count: 108 * 4)
    let table =
      little(0xFFFF_FFFD, 4) + little(0xFFFF_FFFE, 4) + [UInt8](repeating: 0xFF, count: 504)
    let word: [UInt8] = [6, 9, 2, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46]
    var directory = entry("Root Entry", 5, right: none, child: 1, class: word)
    for (index, name) in streams.enumerated() {
      let isLast = index == streams.count - 1
      directory += entry(
        name, isLast ? 1 : 2, right: isLast ? none : index + 2,
        child: isLast ? streams.count + 1 : none, class: [])
    }
    directory += entry(nested, 2, right: none, child: none, class: [])
    directory += [UInt8](repeating: 0, count: max(512 - directory.count, 0))
    return header + table + directory
  }

  /// An SQLite database whose first page lists tables.
  static func database(tables: [String]) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: 1_024)
    page.replaceSubrange(0..<16, with: Array("SQLite format 3\u{0}".utf8))
    page.replaceSubrange(16..<18, with: big(1_024, 2))
    page[100] = 13
    page.replaceSubrange(103..<105, with: big(tables.count, 2))
    var end = 1_024
    for (index, name) in tables.enumerated() {
      let texts = ["table", name, name].map { Array($0.utf8) }
      let header =
        [UInt8(6)] + texts.map { UInt8(13 + 2 * $0.count) } + [1, 13]
      let payload = header + texts.flatMap { $0 } + [2]
      let cell = [UInt8(payload.count), UInt8(index + 1)] + payload
      end -= cell.count
      page.replaceSubrange(end..<end + cell.count, with: cell)
      page.replaceSubrange(108 + 2 * index..<110 + 2 * index, with: big(end, 2))
    }
    return page
  }

  /// The first page of an SQLite database, of 4 KiB: the schema is on pages that follow it.
  static func databaseRoot(children: Int) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: 4_096)
    page.replaceSubrange(0..<16, with: Array("SQLite format 3\u{0}".utf8))
    page.replaceSubrange(16..<18, with: big(4_096, 2))
    page[100] = 5
    page.replaceSubrange(103..<105, with: big(children, 2))
    for child in 0..<children {
      let place = 4_096 - 8 * (child + 1)
      page.replaceSubrange(112 + 2 * child..<114 + 2 * child, with: big(place, 2))
      page.replaceSubrange(place..<place + 4, with: big(child + 2, 4))
    }
    return page
  }

  /// A page of 4 KiB of the schema of an SQLite database.
  static func schemaPage(tables: [String]) -> [UInt8] {
    var page = [UInt8](repeating: 0, count: 4_096)
    page[0] = 13
    page.replaceSubrange(3..<5, with: big(tables.count, 2))
    var end = page.count
    for (index, name) in tables.enumerated() {
      let texts = ["table", name].map { Array($0.utf8) }
      let payload = [UInt8(3)] + texts.map { UInt8(13 + 2 * $0.count) } + texts.flatMap { $0 }
      let cell = [UInt8(payload.count), UInt8(index + 1)] + payload
      end -= cell.count
      page.replaceSubrange(end..<end + cell.count, with: cell)
      page.replaceSubrange(8 + 2 * index..<10 + 2 * index, with: big(end, 2))
    }
    return page
  }

  /// A header of a tar archive, and the data of the member.
  static func tar(
    _ name: String, _ kind: Character, _ data: [UInt8], prefix: String = "", mark: String = ""
  ) -> [UInt8] {
    func octal(_ number: Int, _ width: Int) -> [UInt8] {
      let digits = Array(String(number, radix: 8).utf8)
      return [UInt8](repeating: 0x30, count: width - 1 - digits.count) + digits + [0]
    }
    var header = Array(name.utf8)
    header += [UInt8](repeating: 0, count: 512 - header.count)
    header.replaceSubrange(257..<257 + mark.utf8.count, with: Array(mark.utf8))
    header.replaceSubrange(345..<345 + prefix.utf8.count, with: Array(prefix.utf8))
    header.replaceSubrange(124..<136, with: octal(data.count, 12))
    header.replaceSubrange(148..<156, with: [UInt8](repeating: 0x20, count: 8))
    header.replaceSubrange(156..<157, with: Array(String(kind).utf8))
    header.replaceSubrange(148..<156, with: octal(header.reduce(0) { $0 + Int($1) }, 8))
    return header + data + [UInt8](repeating: 0, count: (512 - data.count % 512) % 512)
  }

  /// A box of an ISO base media file.
  static func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
    big(data.count + 8, 4) + Array(name.utf8) + data
  }

  /// An element of EBML.
  static func element(_ identifier: [UInt8], _ data: [UInt8]) -> [UInt8] {
    identifier + [0x40 | UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
  }

  static func oggPage(_ data: [UInt8], isFirst: Bool) -> [UInt8] {
    Array("OggS".utf8) + [0, isFirst ? 2 : 0] + [UInt8](repeating: 0, count: 20)
      + [1, UInt8(data.count)] + data
  }

  static func tiff(
    maker: String, tags: [Int], isLittle: Bool, isBig: Bool = false
  ) -> [UInt8] {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      isLittle ? little(value, width) : big(value, width)
    }
    // A number of the file, and that of the entries of its directory.
    let (wide, short) = isBig ? (8, 8) : (4, 2)
    let all = (tags + [271]).sorted()
    let text = Array(maker.utf8) + [0]
    let start = isBig ? 16 : 8
    let place = start + short + (4 + 2 * wide) * all.count + wide
    var file = Array((isLittle ? "II" : "MM").utf8)
    file += isBig ? number(43, 2) + number(8, 2) + number(0, 2) : number(42, 2)
    file += number(start, wide) + number(all.count, short)
    for tag in all {
      let isText = tag == 271
      file += number(tag, 2) + number(isText ? 2 : 4, 2) + number(isText ? text.count : 1, wide)
      if isText, text.count <= wide {
        file += text + [UInt8](repeating: 0, count: wide - text.count)
      } else {
        file += number(isText ? place : 1, wide)
      }
    }
    return file + number(0, wide) + text
  }

  static func der(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
    contents.count < 0x80
      ? [tag, UInt8(contents.count)] + contents
      : [tag, 0x82] + big(contents.count, 2) + contents
  }
}
