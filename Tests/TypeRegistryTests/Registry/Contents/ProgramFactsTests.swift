// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

/// What scanners find in programs and libraries.
@Suite struct ProgramFactsTests {
  @Test(arguments: [(1, "relocatable"), (2, "executable"), (3, "library"), (4, "core")])
  func elfHasAKind(_ number: UInt8, _ kind: String) {
    var file: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 57)
    file[16] = number
    #expect(ContentFactsTests.texts(.elfKind, in: file) == [kind])
  }

  @Test func aProgramThatIsLoadedAnywhereIsNoLibrary() {
    var file: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 240)
    (file[16], file[32], file[54], file[56]) = (3, 64, 56, 1)
    file[64] = 3
    #expect(ContentFactsTests.texts(.elfKind, in: file) == ["position-independent-executable"])
    // It says so itself.
    (file[56], file[120], file[128], file[152]) = (2, 2, 180, 32)
    file.replaceSubrange(180..<188, with: [0xFB, 0xFF, 0xFF, 0x6F, 0, 0, 0, 0])
    #expect(ContentFactsTests.texts(.elfKind, in: file) == ["library"])
    file[191] = 8
    #expect(ContentFactsTests.texts(.elfKind, in: file) == ["position-independent-executable"])
  }

  /// An ELF file of the width and order of bytes, with numbers put at offsets.
  private static func elf(
    is64: Bool, isLittle: Bool, count: Int = 512, _ numbers: [(offset: Int, width: Int, value: Int)]
  ) -> [UInt8] {
    var file: [UInt8] =
      [0x7F, 0x45, 0x4C, 0x46, is64 ? 2 : 1, isLittle ? 1 : 2, 1]
      + [UInt8](repeating: 0, count: count - 7)
    for (offset, width, value) in numbers {
      for index in 0..<width {
        let shift = 8 * (isLittle ? index : width - 1 - index)
        file[offset + index] = UInt8(truncatingIfNeeded: value >> shift)
      }
    }
    return file
  }

  /// A module of the kernel has a section of its own, the name of which is in the table of names.
  @Test(arguments: [true, false], [true, false])
  func aModuleOfTheKernelIsKnown(_ is64: Bool, _ isLittle: Bool) {
    let (word, size) = is64 ? (8, 64) : (4, 40)
    let (table, names) = (256, 128)
    // The second section has the names.
    let entry = table + size
    var file = Self.elf(
      is64: is64, isLittle: isLittle,
      [
        (16, 2, 1), (is64 ? 40 : 32, word, table), (is64 ? 58 : 46, 2, size),
        (is64 ? 62 : 50, 2, 1), (entry + (is64 ? 24 : 16), word, names),
        (entry + (is64 ? 32 : 20), word, 40),
      ])
    #expect(ContentFactsTests.texts(.elfKind, in: file) == ["relocatable"])
    file.replaceSubrange(names + 9..<names + 18, with: Array(".modinfo\u{0}".utf8))
    #expect(ContentFactsTests.texts(.elfKind, in: file) == ["relocatable", "kernel-module"])
    // Names that are said to be elsewhere are not searched.
    for lie in [0, Int(Int32.max), 1 << 20] {
      for index in 0..<word { file[entry + (is64 ? 24 : 16) + index] = 0 }
      file[entry + (is64 ? 24 : 16)] = UInt8(truncatingIfNeeded: lie)
      file[entry + (is64 ? 24 : 16) + word - 1] = UInt8(truncatingIfNeeded: lie >> 24)
      #expect(ContentFactsTests.texts(.elfKind, in: file) == ["relocatable"])
    }
  }

  /// The segments of both widths, in both orders of bytes.
  @Test(arguments: [true, false], [true, false])
  func aSharedObjectThatNamesItsLoaderIsAProgram(_ is64: Bool, _ isLittle: Bool) {
    let (word, size) = is64 ? (8, 56) : (4, 32)
    let (table, dynamic) = (64, 300)
    func file(interpreter: Bool, _ tags: [(Int, Int)], size dynamicSize: Int? = nil) -> [UInt8] {
      var numbers = [
        (16, 2, 3), (is64 ? 32 : 28, word, table), (is64 ? 54 : 42, 2, size),
        (is64 ? 56 : 44, 2, 2), (table, 4, 2), (table + (is64 ? 8 : 4), word, dynamic),
        (table + (is64 ? 32 : 16), word, dynamicSize ?? (tags.count + 1) * 2 * word),
        (table + size, 4, interpreter ? 3 : 1),
      ]
      for (index, tag) in tags.enumerated() {
        numbers.append((dynamic + 2 * word * index, word, tag.0))
        numbers.append((dynamic + 2 * word * index + word, word, tag.1))
      }
      return Self.elf(is64: is64, isLittle: isLittle, numbers)
    }
    let (program, library) = (["position-independent-executable"], ["library"])
    #expect(ContentFactsTests.texts(.elfKind, in: file(interpreter: true, [])) == program)
    #expect(ContentFactsTests.texts(.elfKind, in: file(interpreter: false, [])) == library)
    // A name as a library comes before the loader, and a flag before both.
    #expect(
      ContentFactsTests.texts(.elfKind, in: file(interpreter: true, [(1, 5), (14, 9)])) == library)
    #expect(
      ContentFactsTests.texts(.elfKind, in: file(interpreter: false, [(0x6FFF_FFFB, 0x0800_0000)]))
        == program)
    #expect(
      ContentFactsTests.texts(.elfKind, in: file(interpreter: true, [(0x6FFF_FFFB, 1)])) == library)
    // What follows the last entry means nothing.
    #expect(
      ContentFactsTests.texts(.elfKind, in: file(interpreter: true, [(0, 0), (14, 9)])) == program)
    #expect(
      ContentFactsTests.texts(.elfKind, in: file(interpreter: true, [(14, 9)], size: 0)) == program)
  }

  /// A table of segments that was not read, and an entry that is cut.
  @Test(arguments: [10_000, 508]) func aSharedObjectWithoutSegmentsIsALibrary(_ table: Int) {
    let file = Self.elf(
      is64: true, isLittle: true,
      [(16, 2, 3), (32, 8, table), (54, 2, 56), (56, 2, 1)]
        + (table < 512 ? [(table, 4, 3)] : []))
    #expect(ContentFactsTests.texts(.elfKind, in: file) == ["library"])
  }

  /// The names of sections of an object file are before their table, and a shared object says where
  /// its dynamic section is; of another file the end is read.
  @Test(arguments: [
    (1, 500_000 - (32 << 10)..<500_000 + (32 << 10)), (3, 400_000..<400_000 + (64 << 10)),
    (2, 600_000 - (4 << 10)..<600_000),
  ])
  func theFactsOfALongFileAreWhereItSays(_ kind: Int, _ part: Range<Int>) {
    let head = Self.elf(
      is64: true, isLittle: true,
      [
        (16, 2, kind), (40, 8, 500_000), (32, 8, 64), (54, 2, 56), (56, 2, 1), (64, 4, 2),
        (72, 8, 400_000), (96, 8, 64),
      ])
    #expect(ContentFacts.part(of: FileSample(head: head, length: 600_000)) == part)
    #expect(ContentFacts.part(of: FileSample(head: head)) == nil)
  }

  @Test(arguments: [(2, ["executable"]), (4, ["core"]), (0, []), (5, [])])
  func otherKindsOfELFFiles(_ number: Int, _ kinds: [String]) {
    #expect(
      ContentFactsTests.texts(
        .elfKind, in: Self.elf(is64: true, isLittle: false, [(16, 2, number)])) == kinds)
  }

  /// Neither width nor order of bytes can be guessed.
  @Test(arguments: [(4, UInt8(0)), (4, 3), (5, 0), (5, 3)])
  func anELFFileOfNoKnownFormIsNone(_ offset: Int, _ value: UInt8) {
    var file = Self.elf(is64: true, isLittle: true, [(16, 2, 2)])
    file[offset] = value
    #expect(ContentFactsTests.texts(.elfKind, in: file).isEmpty)
  }

  @Test func portableExecutablesHaveKinds() {
    var file = Array("MZ".utf8) + [UInt8](repeating: 0, count: 400)
    #expect(ContentFactsTests.texts(.peKind, in: file) == ["dos"])
    file[60] = 64
    file.replaceSubrange(64..<68, with: Array("PE\u{0}\u{0}".utf8))
    file[87] = 0x20
    (file[88], file[89]) = (0x0B, 2)
    #expect(ContentFactsTests.texts(.peKind, in: file) == ["library"])
    (file[87], file[156]) = (0, 10)
    #expect(ContentFactsTests.texts(.peKind, in: file) == ["efi"])
    (file[196], file[312]) = (16, 1)
    #expect(ContentFactsTests.texts(.peKind, in: file) == ["efi", "dotnet"])
  }

  @Test(arguments: [("NE", "ne"), ("LE", "le"), ("LX", "lx"), ("XX", "dos")])
  func olderProgramsHaveTheirSignature(_ signature: String, _ kind: String) {
    var file = Array("MZ".utf8) + [UInt8](repeating: 0, count: 100)
    file[60] = 64
    file.replaceSubrange(64..<66, with: Array(signature.utf8))
    #expect(ContentFactsTests.texts(.peKind, in: file) == [kind])
  }

  @Test(arguments: [(1, "driver"), (2, "program"), (13, "efi")])
  func aSubsystemTellsWhatAPortableExecutableIs(_ subsystem: UInt8, _ kind: String) {
    var file = Array("MZ".utf8) + [UInt8](repeating: 0, count: 400)
    file[60] = 64
    file.replaceSubrange(64..<68, with: Array("PE\u{0}\u{0}".utf8))
    (file[88], file[89], file[156]) = (0x0B, 1, subsystem)
    #expect(ContentFactsTests.texts(.peKind, in: file) == [kind])
  }
}
