// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

/// What scanners find in tar archives, and in what was compressed.
@Suite struct ArchiveFactsTests {
  private static let hello = Array("hello".utf8)
  /// The last block of a DEFLATE stream, which has `hello` as it is.
  private static let stored: [UInt8] = [1, 5, 0, 0xFA, 0xFF] + hello

  private static func inflated(_ file: [UInt8]) -> [String] {
    ContentFactsTests.texts(.inflated, in: file)
  }

  /// A header that describes all members, in the form of pax, and one that has the target of a link, in that
  /// of GNU.
  @Test(arguments: ["g", "K"] as [Character])
  func aHeaderThatDescribesTheNextMemberIsNone(_ kind: Character) {
    let file =
      SampleFile.tar("description", kind, Array("20 path=member.txt\n".utf8))
      + SampleFile.tar("member.txt", "0", [1]) + SampleFile.tar("directory/", "5", [])
      + [UInt8](repeating: 0, count: 1_024)
    #expect(ContentFactsTests.texts(.tarMember, in: file) == ["member.txt", "directory/"])
  }

  /// A long path is in one of three forms.
  @Test func aMemberHasTheSamePathInEachDialect() {
    let directory = String(repeating: "d", count: 99)
    let path = "\(directory)/menu.xml"
    let records = "20 mtime=1234567.89\n118 path=\(path)\n"
    let other = SampleFile.tar("other", "0", [])
    let end = [UInt8](repeating: 0, count: 1_024)
    let archives = [
      SampleFile.tar("menu.xml", "0", [1], prefix: directory, mark: "ustar\u{0}00"),
      SampleFile.tar("././@LongLink", "L", Array("\(path)\u{0}".utf8))
        + SampleFile.tar(directory, "0", [1], mark: "ustar  "),
      SampleFile.tar("PaxHeaders/menu.xml", "x", Array(records.utf8))
        + SampleFile.tar(directory, "0", [1], mark: "ustar\u{0}00"),
    ]
    for archive in archives {
      #expect(
        ContentFactsTests.texts(.tarMember, in: archive + other + end) == [path, "other"])
    }
  }

  /// Records without a path, with an empty one, of a wrong length and without any; GNU has times where the
  /// prefix of POSIX is.
  @Test(arguments: [
    "20 mtime=1234567.89\n", "8 path=\n", "99 path=long\n", "0 path=none\n", "path=none\n", "",
  ])
  func aMemberWithoutALongPathHasItsName(_ records: String) {
    let file =
      SampleFile.tar("PaxHeaders/member.txt", "x", Array(records.utf8))
      + SampleFile.tar("member.txt", "0", [1], prefix: "12345670123", mark: "ustar  ")
    #expect(ContentFactsTests.texts(.tarMember, in: file).last == "member.txt")
  }

  /// Headers that describe members are none of the most members that are looked at.
  @Test(arguments: [false, true]) func membersOfATarArchiveAreLimited(_ isDescribed: Bool) {
    let file = (0..<40).flatMap { number in
      (isDescribed ? SampleFile.tar("x", "x", Array("20 mtime=1234567.89\n".utf8)) : [])
        + SampleFile.tar("m\(number)", "0", [])
    }
    #expect(ContentFactsTests.texts(.tarMember, in: file) == (0..<32).map { "m\($0)" })
  }

  /// A field of extra data, a name, a comment and a checksum of the header (RFC 1952).
  @Test(arguments: [0, 2, 4, 8, 16, 12, 30] as [UInt8])
  func gzipHasFieldsBeforeItsData(_ flags: UInt8) {
    var file: [UInt8] = [0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 3]
    if flags & 4 != 0 { file += [3, 0, 9, 9, 9] }
    if flags & 8 != 0 { file += Array("name\u{0}".utf8) }
    if flags & 16 != 0 { file += Array("a comment\u{0}".utf8) }
    if flags & 2 != 0 { file += [7, 7] }
    #expect(Self.inflated(file + Self.stored) == ["hello"])
  }

  /// Flags that no program knows, and extra data that are cut.
  @Test(arguments: [0x20, 0x80, 4] as [UInt8])
  func gzipWithoutKnownBeginningIsNone(_ flags: UInt8) {
    #expect(Self.inflated([0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 3] + [1]).isEmpty)
  }

  /// Qt writes the length of the data before them.
  @Test func zlibMayHaveALengthBeforeIt() {
    #expect(Self.inflated([0x78, 1] + Self.stored) == ["hello"])
    #expect(Self.inflated([0, 0, 0, 5, 0x78, 1] + Self.stored) == ["hello"])
    #expect(Self.inflated([1, 0, 0, 5, 0x78, 1] + Self.stored).isEmpty)
    #expect(Self.inflated([0, 0, 0, 5, 0x78, 2] + Self.stored).isEmpty)
  }

  @Test func blocksThatAreNotCompressedHaveTheirLengthTwice() {
    let more: [UInt8] = [0, 2, 0, 0xFD, 0xFF, 0x4F, 0x68]
    #expect(Self.inflated([0x78, 1] + more + Self.stored) == ["Ohhello"])
    // What is there of a block that is cut, and nothing after one without bytes.
    #expect(Self.inflated([0x78, 1] + Self.stored.dropLast(2)) == ["hel"])
    #expect(Self.inflated([0x78, 1, 1, 0, 0, 0xFF, 0xFF] + Self.hello).isEmpty)
    #expect(Self.inflated([0x78, 1, 0, 0, 0, 0xFF, 0xFF] + Self.stored) == ["hello"])
    // The complement is wrong, or not there.
    #expect(Self.inflated([0x78, 1, 1, 5, 0, 0xFA, 0xFE] + Self.hello).isEmpty)
    #expect(Self.inflated([0x78, 1, 1, 5, 0, 0xFA]).isEmpty)
  }

  /// Each byte of the stream has the end of one code and the beginning of the next.
  @Test func dataThatEndWithinACodeAreReadUpToIt() {
    let stream: [UInt8] = [0x4B, 0x4C, 0x4A, 0x4E, 0x49, 0x4D, 0x4B, 0xCF, 0, 0]
    let text = "abcdefgh"
    #expect(Self.inflated([0x78, 1] + stream) == [text])
    for count in 2..<stream.count - 1 {
      #expect(
        Self.inflated([0x78, 1] + stream.prefix(count)).joined() == text.prefix(count - 1))
    }
  }

  /// Rare letters have codes of 12 bits, whose lengths are written as repetitions.
  @Test func codesMayBeLongerThanTheTable() {
    let stream = SampleFile.bytes(
      base64: "BcGHgSzJcgRB2QD8u7cz3VWZEe4KgHPOIT3M/vTP/vwv/vKv/vpv/vbv/v4f/vGf/vlf/vXf/v0//vO//vt/"
        + "/vf/LA==")
    #expect(
      Self.inflated([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + stream)
        == ["abcdefghijklmnopqrstuvwxyzTRS"])
  }

  /// There is no kind 3 of blocks.
  @Test func blocksOfAnUnknownKindEndTheData() {
    #expect(Self.inflated([0x78, 1, 7] + Self.hello).isEmpty)
  }
}
