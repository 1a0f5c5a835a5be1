// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@Suite struct FileStampTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func distinguishesFilesAndStates() throws {
    let path = try directory.write("a.json", "{}")
    let before = try FileStatus(of: path).stamp
    #expect(before != (try FileStatus(of: directory.write("b.json", "{}")).stamp))
    try directory.write("a.json", "{ }")
    #expect(before != (try FileStatus(of: path).stamp))
  }
}
