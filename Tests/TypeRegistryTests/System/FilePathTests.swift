// SPDX-License-Identifier: MIT

import Testing

@testable import TypeRegistry

@Suite struct FilePathTests {
  @Test(arguments: [
    ("a", "a"), ("a/b", "b"), ("/a", "a"), ("/a/b.c", "b.c"), ("/a/b/", "b"), ("a///", "a"),
    ("/", ""), ("//", ""), ("./..", ".."),
  ])
  func namesTheLastComponent(_ path: String, _ name: String) throws {
    #expect(try Array(#require(FilePath(path)).name) == Array(name.utf8))
    #expect(FileInspection.lastComponent(of: Array(path.utf8)) == Array(name.utf8))
  }

  @Test func anEmptyPathHasNoLastComponent() {
    let path: [UInt8] = []
    let range = FilePath.lastComponent(of: path.span)
    #expect(range == 0..<0)
    #expect(FileInspection.lastComponent(of: []) == [])
  }
}
