// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

/// What scanners find in ZIP archives that are split, written as streams, or cut.
@Suite struct ZIPFactsTests {
  private static let members = SampleFile.zip([
    ("a", [1]), ("mimetype", Array("x/y".utf8)),
  ])

  /// A spanned archive of one part; the offsets of its directory do not include the mark.
  @Test(arguments: ["PK\u{7}\u{8}", "PK00"]) func aMarkMayBeBeforeTheMembers(_ mark: String) {
    let file = Array(mark.utf8) + Self.members
    #expect(Set(ContentFactsTests.texts(.zipMember, in: file)) == ["a", "mimetype"])
    #expect(ContentFactsTests.texts(.zipMIMEType, in: file) == ["x/y"])
    #expect(ContentFactsTests.texts(.zipMIMEType, in: Array("PK01".utf8) + Self.members).isEmpty)
  }

  /// The size of a member that was written as a stream is not before it, so that what follows is unknown.
  @Test func membersOfAMemberOfUnknownSizeAreNotThoseOfTheArchive() {
    var file = SampleFile.zip([("inner.zip", SampleFile.zip([("secret", [1])]))])
    #expect(Set(ContentFactsTests.texts(.zipMember, in: file)) == ["inner.zip"])
    file[6] = 8
    file.replaceSubrange(18..<22, with: [0, 0, 0, 0])
    #expect(Set(ContentFactsTests.texts(.zipMember, in: file)) == ["inner.zip"])
  }

  /// An attribute at the very end of what was read has no value.
  @Test func aStatementMayEndBeforeItsValue() {
    let name = "[Content_Types].xml"
    let cut = SampleFile.zip([(name, Array("<Types><Default ContentType=".utf8))])
    #expect(ContentFactsTests.texts(.zipContentType, in: cut).isEmpty)
    let open = SampleFile.zip([(name, Array("<Types><Default ContentType='a/b".utf8))])
    #expect(ContentFactsTests.texts(.zipContentType, in: open) == ["a/b"])
  }

  /// A file of which the beginning and the end were read, with a part of its directory alone.
  private static func sample(end part: [UInt8]) -> FileSample {
    var sample = FileSample(head: Array(members.prefix(40)), length: 300_000)
    let record =
      Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0, 9, 0, 9, 0, 0x40, 0x0D, 3, 0]
      + [0, 0, 0, 0, 0, 0]
    sample.part = part + record
    sample.partStart = sample.length - sample.part.count
    return sample
  }

  @Test func aDirectoryThatWasReadInPartHasTheMembersOfThatPart() {
    let entry =
      Array("PK\u{1}\u{2}".utf8) + [UInt8](repeating: 0, count: 24) + [5, 0]
      + [UInt8](repeating: 0, count: 16) + Array("later".utf8)
    // A header is found after other bytes, also after those of which it has the first.
    #expect(
      ContentFactsTests.texts(.zipMember, of: Self.sample(end: Array("..PPK..".utf8) + entry))
        == ["a", "later"])
    #expect(
      ContentFactsTests.texts(.zipMember, of: Self.sample(end: Array("..PPK..".utf8))) == ["a"])
    // Only the record at the end was read.
    #expect(ContentFactsTests.texts(.zipMember, of: Self.sample(end: [])) == ["a"])
  }
}
