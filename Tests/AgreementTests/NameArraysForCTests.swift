// SPDX-License-Identifier: MIT

import CTypeRegistry
import TestSupport
import Testing
import TypeRegistryC

/// Names in the arrays of other programs, beside each name alone.
@Suite("Arrays of names in the interface for C")
@safe final class NameArraysForCTests {
  private var handle: OpaquePointer?

  init() throws {
    try #require(unsafe TypeRegistryC.open(&handle) == TR_OK)
  }

  deinit { _ = unsafe TypeRegistryC.close(handle) }

  private func type(_ name: [UInt8]) -> tr_type {
    var type: tr_type = 0
    let text = name.map { CChar(bitPattern: $0) }
    return unsafe TypeRegistryC.typeOfName(handle, text, text.count, &type) == TR_OK ? type : 0
  }

  @Test func haveTheTypesOfTheirNames() throws {
    let names =
      Questions.oddNames(2_000, seed: 5).filter { $0.last != 0 && !$0.contains(0x2F) } + [
        [], Array("a.png".utf8),
      ]
    let wanted = names.map(type)
    // The first name begins after some bytes of another array.
    let text = ([0x2E] + names.flatMap(\.self)).map { CChar(bitPattern: $0) }
    var offsets: [Int64] = [1]
    for name in names { offsets.append(offsets[offsets.count - 1] + Int64(name.count)) }
    var types = [tr_type](repeating: 0, count: names.count)
    let (length, count) = (text.count, names.count)
    #expect(
      unsafe TypeRegistryC.typesOfSlices(handle, text, length, offsets, 8, &types, count) == TR_OK)
    #expect(types == wanted)
    types = [tr_type](repeating: 0, count: count)
    let narrow = offsets.map { Int32($0) }
    #expect(
      unsafe TypeRegistryC.typesOfSlices(handle, text, length, narrow, 4, &types, count) == TR_OK)
    #expect(types == wanted)

    // Cells, and the same cells from the last to the first.
    let width = names.map(\.count).max() ?? 0
    let cells = names.flatMap { $0 + [UInt8](repeating: 0, count: width - $0.count) }
      .map { CChar(bitPattern: $0) }
    types = [tr_type](repeating: 0, count: count)
    #expect(unsafe TypeRegistryC.typesOfCells(handle, cells, width, width, &types, count) == TR_OK)
    #expect(types == wanted)
    types = [tr_type](repeating: 0, count: count)
    unsafe cells.withUnsafeBufferPointer { cells in
      let last = unsafe cells.baseAddress.unsafelyUnwrapped + (count - 1) * width
      #expect(
        unsafe TypeRegistryC.typesOfCells(handle, last, width, -width, &types, count) == TR_OK)
    }
    #expect(types == wanted.reversed())
  }

  /// More unknown extensions than a batch remembers, of every length, each twice and in both cases.
  @Test func haveTheTypesOfManyUnknownExtensions() {
    let names = (0..<500).flatMap { number -> [[UInt8]] in
      let ending = "q" + String(repeating: "z", count: number % 9) + "\(number)"
      return ["a.\(ending)", "b.c.\(ending)", "a.\(ending.uppercased())", "\(number).\u{E9}"].map {
        Array($0.utf8)
      }
    }
    let wanted = (names + names).map(type)
    let together = (names + names).flatMap { $0 + [0] }.map { CChar(bitPattern: $0) }
    var types = [tr_type](repeating: 0, count: wanted.count)
    var count = 0
    let (length, capacity) = (together.count, wanted.count)
    #expect(
      unsafe TypeRegistryC.typesOfNames(handle, together, length, &types, capacity, &count) == TR_OK
    )
    #expect(types == wanted && count == capacity)
    #expect(Set(wanted).count > 500)
  }

  /// The last name ends where the text does, whatever follows.
  @Test func endWithTheText() {
    let text = "a.jpg\0b.png.jpg.jpg.jpg.jpg.jpg"
    var types: [tr_type] = [0, 0]
    var count = 0
    #expect(unsafe TypeRegistryC.typesOfNames(handle, text, 11, &types, 2, &count) == TR_OK)
    #expect(count == 2 && types == [type(Array("a.jpg".utf8)), type(Array("b.png".utf8))])
  }

  @Test(arguments: [
    ("dir/Makefile", "Makefile"), ("/Makefile", "Makefile"), ("/a.png", "a.png"),
    ("a.png//", "a.png"),
    ("longer/than/a/word.tar.gz", "a.tar.gz"),
    ("/", ""), ("///", ""), ("x.png/y", "y"), ("12345678/.bashrc", ".bashrc"),
  ])
  func areTakenForTheLastPartsOfPaths(_ path: String, _ name: String) {
    var types: [tr_type] = [0]
    let length = path.utf8.count
    let offsets = [0, Int64(length)]
    #expect(
      unsafe TypeRegistryC.typesOfSlices(handle, path, length, offsets, 8, &types, 1) == TR_OK)
    #expect(types == [type(Array(name.utf8))])
    #expect(
      unsafe TypeRegistryC.typesOfCells(handle, path, length, length, &types, 1) == TR_OK)
    #expect(types == [type(Array(name.utf8))])
  }

  @Test(arguments: [[-1, 2], [0, 9], [2, 1], [0, .max], [.min, 0]] as [[Int64]])
  func offsetsOutsideOfTheTextAreAnError(_ offsets: [Int64]) {
    var types: [tr_type] = [7]
    #expect(
      unsafe TypeRegistryC.typesOfSlices(handle, "a.png123", 8, offsets, 8, &types, 1)
        == TR_ERROR_ARGUMENT)
    #expect(types == [7])
  }

  @Test func arraysThatCannotBeAreErrors() {
    let offsets: [Int64] = [0, 1]
    var types: [tr_type] = [7]
    func slices(_ length: Int, _ width: Int, _ count: Int) -> CInt {
      unsafe TypeRegistryC.typesOfSlices(handle, "a", length, offsets, width, &types, count)
    }
    #expect(slices(1, 2, 1) == TR_ERROR_ARGUMENT)
    #expect(slices(-1, 8, 1) == TR_ERROR_LENGTH)
    #expect(slices(1, 8, -1) == TR_ERROR_LENGTH)
    #expect(
      unsafe TypeRegistryC.typesOfSlices(handle, "a", 1, nil, 8, &types, 1) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.typesOfSlices(handle, nil, 0, nil, 8, nil, 0) == TR_OK)
    #expect(unsafe TypeRegistryC.typesOfCells(handle, nil, 1, 1, &types, 1) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.typesOfCells(handle, "a", -1, 1, &types, 1) == TR_ERROR_LENGTH)
    #expect(unsafe TypeRegistryC.typesOfCells(handle, "a", 1, 1, nil, 1) == TR_ERROR_ARGUMENT)
    #expect(unsafe TypeRegistryC.typesOfCells(nil, "a", 1, 1, &types, 1) == TR_ERROR_REGISTRY)
    #expect(unsafe TypeRegistryC.typesOfCells(handle, nil, 1, 1, nil, 0) == TR_OK)
    #expect(types == [7])
    var count = 0
    #expect(unsafe TypeRegistryC.tags(handle, 0, "public.mime-type", nil, 0, &count) < 0)
  }
}
