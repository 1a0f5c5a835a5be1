// SPDX-License-Identifier: MIT

/// Contents of files that were made to cost who reads them much: each repeats what some scanner of a
/// format, of a text or of rules goes on with.
public enum HostileContents {
  /// A file: what it is, and its bytes.
  public struct File: Sendable {
    /// What it repeats.
    public let name: String
    /// The bytes of the file.
    public let bytes: [UInt8]
  }

  /// All files, each of about that many bytes.
  public static func files(length: Int) -> [File] {
    var random = SeededRandom(seed: 27)
    var files = texts.map { File(name: $0.debugDescription, bytes: text($0, length)) }
    files += [
      File(name: "nothing but zeroes", bytes: [UInt8](repeating: 0, count: length)),
      File(
        name: "random bytes",
        bytes: (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }),
      File(
        name: "random letters",
        bytes: (0..<length).map { _ in UInt8(97 + random.next() % 26) }),
      File(
        name: "random lines",
        bytes: (0..<length).map { _ in random.next() % 40 == 0 ? 10 : UInt8(32 + random.next() % 95)
        }),
      File(name: "members of a ZIP archive", bytes: members("a", [], length)),
      File(
        name: "content types that say nothing, compressed",
        bytes: members("[Content_Types].xml", deflated, length)),
      File(
        name: "content types in blocks without data",
        bytes: members("[Content_Types].xml", emptyBlocks, length)),
      File(name: "a directory of a ZIP archive", bytes: directory(length)),
      File(
        name: "compressed blocks without data",
        bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + emptyBlocks),
      File(name: "a compressed text", bytes: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflated),
      File(name: "a compound file whose chain is a ring", bytes: compound(length)),
      File(
        name: "elements of EBML",
        bytes: nested([0x1A, 0x45, 0xDF, 0xA3, 0x84], [0xAE, 0x80], length)),
      File(name: "boxes without contents", bytes: nested(box("ftyp"), box("free"), length)),
      File(
        name: "tracks in tracks",
        bytes: nested(box("ftyp"), [0, 0, 0xFF, 0xFF] + Array("trak".utf8), length)),
      File(name: "sequences of DER", bytes: nested([], [0x30, 0x80], length)),
      File(
        name: "a TIFF file of tags",
        bytes: nested(
          Array("II".utf8) + [42, 0, 8, 0, 0, 0, 0xFF, 0xFF],
          [0x0F, 0x01, 2, 0, 64, 0, 0, 0, 8, 0, 0, 0], length)),
      File(
        name: "pages of Ogg",
        bytes: nested([], Array("OggS".utf8) + [0, 2] + [UInt8](repeating: 0, count: 21), length)),
      File(name: "members of a tar archive", bytes: nested([], tarHeader, length)),
      File(
        name: "a schema of SQLite",
        bytes: nested(
          Array("SQLite format 3\u{0}".utf8) + [2, 0] + [UInt8](repeating: 0, count: 82),
          [5, 0, 0, 0xFF, 0xFF], length)),
      File(
        name: "an ELF file of sections",
        bytes: nested(
          [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9) + [1, 0],
          Array(".modinf".utf8), length)),
    ]
    return files
  }

  /// What texts repeat.
  private static let texts = [
    "<!--", "<!-- -->", "<?x ?>", "<!DOCTYPE a [<!--", "<!DOCTYPE a [", "<a b='c' ", "<a>", "{",
    "[", "[1,", "{\"a\":1,",
    "\"", "{\"", "#!", "#!/usr/bin/env a=b ", "-*-", "-*- a: b; ", "vim: a:b", "v", "e", "]", "](",
    "*", "**", "`", "=", ",", ";\n", "\t",
    "a,\"", "a\tb\tc\n", "a\n", "\n", "a", " ", "- ", "a: b\n", " a: b\n", "[a]\n", "a = b\n",
    "[a]\na = b\n",
    "# a\n", "% a\n", "; a\n", "// a\n", "/* a */\n", "* a\n", "G1 X1\n", "{1}{2}a\n",
    "1\n00:00:01,000 --> ", "From: a\n", "From a:1\na: b\n",
    "-----BEGIN ", "-----BEGIN A-----\n", "--- a\n+++ b\n", "*** a\n", "diff a\n", "import ",
    "#include <", "#include <a>\n", "::", "function ", "std::",
    "public static void main(", "$CHICAGO$", "DEFINITIONS ", "xkb_symbols \"", "%PDF-1", "\u{FEFF}",
    "é", "PK\u{3}\u{4}", "PK\u{1}\u{2}", "PK\u{5}\u{6}", "MZ", "ID3",
    "x\u{1}", "II*\u{0}", "MM\u{0}*", "BEGIN:", "\\begin", "\\", "h1:", ".o: ", "<svg ", "<html>",
    "<x:y xmlns:x='", "0", "0 ",
  ]

  private static func text(_ part: String, _ length: Int) -> [UInt8] {
    nested([], Array(part.utf8), length)
  }

  /// A beginning, and after it the same bytes again and again.
  private static func nested(_ start: [UInt8], _ part: [UInt8], _ length: Int) -> [UInt8] {
    var bytes = start
    bytes.reserveCapacity(length + part.count)
    while bytes.count < length { bytes += part }
    return bytes
  }

  private static func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func box(_ name: String) -> [UInt8] { [0, 0, 0, 8] + Array(name.utf8) }

  /// A header of a tar archive of a member without contents.
  private static var tarHeader: [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    header.replaceSubrange(0..<8, with: Array("longname".utf8))
    header.replaceSubrange(124..<135, with: [UInt8](repeating: 0x30, count: 11))
    header.replaceSubrange(148..<156, with: [UInt8](repeating: 0x20, count: 8))
    let sum = header.reduce(0) { $0 + Int($1) }
    let digits = Array(String(sum, radix: 8).utf8)
    header.replaceSubrange(
      148..<155, with: [UInt8](repeating: 0x30, count: 6 - digits.count) + digits + [0])
    return header
  }

  /// An archive of equal members, from the start on and in a directory at the end.
  private static func members(_ name: String, _ data: [UInt8], _ length: Int) -> [UInt8] {
    let sizes =
      little(8, 2) + little(0, 8) + little(data.count, 4) + little(16 << 10, 4)
      + little(name.utf8.count, 2) + little(0, 2)
    let local =
      Array("PK\u{3}\u{4}".utf8) + little(20, 2) + little(0, 2) + sizes + Array(name.utf8) + data
    let file = nested([], local, length / 2)
    let count = 400
    var entries: [UInt8] = []
    for index in 0..<count {
      entries +=
        Array("PK\u{1}\u{2}".utf8) + little(20, 4) + little(0, 2) + sizes + little(0, 10)
        + little(index % (file.count / local.count) * local.count, 4) + Array(name.utf8)
    }
    return file + entries + end(count: count, size: entries.count, start: file.count)
  }

  private static func end(count: Int, size: Int, start: Int) -> [UInt8] {
    Array("PK\u{5}\u{6}".utf8) + little(0, 4) + little(count, 2) + little(count, 2)
      + little(size, 4) + little(start, 4) + little(0, 2)
  }

  /// An archive that says that its directory begins where nothing was read.
  private static func directory(_ length: Int) -> [UInt8] {
    nested(Array("PK\u{3}\u{4}".utf8), Array("PK".utf8), length)
      + end(count: 0xFFFF, size: length, start: 0)
  }

  /// A compound file in whose table of chains each sector is its own successor's.
  private static func compound(_ length: Int) -> [UInt8] {
    var file: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    file += [UInt8](repeating: 0, count: 22) + little(9, 2) + [UInt8](repeating: 0, count: 16)
    file += little(1, 4) + [UInt8](repeating: 0, count: 24) + little(0, 4)
    file += [UInt8](repeating: 0, count: 512 - file.count)
    for sector in 0..<128 { file += little(sector == 1 ? 2 : 1, 4) }
    let entry =
      Array("a\u{0}".utf8) + [UInt8](repeating: 0, count: 62) + little(4, 2) + [2, 1]
      + little(1, 4) + little(2, 4) + little(1, 4) + [UInt8](repeating: 1, count: 48)
    return nested(file, entry, length)
  }

  /// Bits of a DEFLATE stream, the least significant first.
  private struct Bits {
    var bytes: [UInt8] = []
    private var count = 0

    mutating func add(_ value: Int, _ width: Int) {
      for bit in 0..<width {
        if count % 8 == 0 { bytes.append(0) }
        if value >> bit & 1 != 0 { bytes[bytes.count - 1] |= 1 << UInt8(count % 8) }
        count += 1
      }
    }
  }

  /// A stream of one block that stands for 64 KiB of one letter, in single ones.
  private static var deflated: [UInt8] {
    var bits = Bits()
    bits.add(1, 1)
    bits.add(1, 2)
    // The code of `a` has eight bits, most significant first: 0x30 and 0x61.
    let code = 0x30 + 0x61
    for _ in 0..<(32 << 10) {
      for bit in 0..<8 { bits.add(code >> (7 - bit) & 1, 1) }
    }
    return bits.bytes
  }

  /// A stream of blocks with Huffman codes of their own that stand for nothing.
  private static var emptyBlocks: [UInt8] {
    var bits = Bits()
    for _ in 0..<200 {
      bits.add(0, 1)
      bits.add(2, 2)
      bits.add(0, 5)
      bits.add(0, 5)
      bits.add(14, 4)
      // Of the code of lengths, 18 (runs of zeroes) and 1 have one bit each.
      for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
        bits.add(symbol == 18 || symbol == 1 ? 1 : 0, 3)
      }
      // 138 + 118 zeroes, then the end of the block and one distance of one bit each.
      bits.add(1, 1)
      bits.add(127, 7)
      bits.add(1, 1)
      bits.add(107, 7)
      bits.add(0, 1)
      bits.add(0, 1)
      bits.add(0, 1)
    }
    return bits.bytes
  }
}
