// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct MappedMemoryTests {
  private let directory: TemporaryDirectory
  private let text = String(repeating: "0123456789abcdef", count: 1_024)

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("file", text)
  }

  /// Calls `body` with a descriptor of a file of the test, or of its directory.
  private func withFile<Result>(_ name: String, _ body: (CInt) throws -> Result) throws -> Result {
    let file = unsafe open("\(directory.path)/\(name)", O_RDONLY | O_CLOEXEC)
    try #require(file >= 0)
    defer { close(file) }
    return try body(file)
  }

  @Test func aFileIsReadOrMapped() throws {
    let count = text.utf8.count
    for memory in try withFile(
      "file",
      { [MappedMemory(reading: $0, count: count), MappedMemory(mapping: $0, count: count)] })
    {
      let memory = try #require(memory)
      #expect(memory.count == count)
      #expect(memory.bytes(at: 0, count: count).text == text)
      #expect(memory.bytes(at: 10, count: 6).text == "abcdef")
      #expect(memory.bytes(at: 10, count: count).count == 0)
    }
  }

  /// A file that is shorter than it was said to be, a count of none, and what is not a file.
  @Test func whatCannotBeReadWholeIsRefused() throws {
    let count = text.utf8.count
    #expect(try withFile("file") { MappedMemory(reading: $0, count: count + 1) == nil })
    #expect(try withFile("file") { MappedMemory(reading: $0, count: 0) == nil })
    #expect(try withFile("file") { MappedMemory(mapping: $0, count: 0) == nil })
    #expect(try withFile(".") { MappedMemory(reading: $0, count: 1) == nil })
    #expect(try withFile(".") { MappedMemory(mapping: $0, count: 1) == nil })
  }

  /// Pages that were taken back are read again, and parts of pages stay.
  @Test func releasedPagesAreReadAgain() throws {
    let count = text.utf8.count
    let memory = try #require(
      try withFile("file") { MappedMemory(mapping: $0, count: count) })
    for (offset, length) in [(0, count), (1, 10), (0, 0), (-1, 10), (0, count + 1)] {
      memory.releasePages(at: offset, count: length)
      #expect(memory.bytes(at: 0, count: count).text == text)
    }
  }
}
