// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import TypeRegistry  // Makes the failures that it expects.

@Suite struct FileInspectionTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func theKindIsThatOfTheFileItself() throws {
    try directory.write("file", "x")
    try directory.makeDirectory("directory")
    try directory.link("link", to: "directory")
    try #require(unsafe mkfifo(directory.path + "/pipe", 0o600) == 0)
    try #require(unsafe mknod(directory.path + "/socket", S_IFSOCK | 0o600, 0) == 0)
    let kinds: [(String, FileKind)] = [
      ("file", .regular), ("directory", .directory), ("link", .symbolicLink),
      ("pipe", .namedPipe), ("socket", .socket),
    ]
    for (name, kind) in kinds {
      let file = try FileInspection(of: Array("\(directory.path)/\(name)".utf8))
      #expect(file.kind == kind && file.name == Array(name.utf8))
      #expect(file.isLink == (kind == .symbolicLink) && file.owner == geteuid())
    }
    let target = try FileInspection(
      of: Array("\(directory.path)/link".utf8), followsLinks: true)
    #expect(target.kind == .directory && target.name == Array("directory".utf8))
    #expect(try FileInspection(of: Array("/dev/null".utf8)).kind == .characterDevice)
  }

  /// Only regular files are read, and nothing else is waited for.
  @Test func onlyTheHeadOfARegularFileIsRead() throws {
    try directory.write("file", "contents")
    try directory.link("link", to: "file")
    try #require(unsafe mkfifo(directory.path + "/pipe", 0o600) == 0)
    var head = FileHead(length: 4)
    func path(_ name: String) -> [UInt8] { Array("\(directory.path)/\(name)".utf8) }
    try head.read(path("link"), followsLinks: true)
    #expect(head.bytes == Array("cont".utf8))
    let failures: [([UInt8], CInt)] = [
      ([], ENOENT), (path("none"), ENOENT), (path("file/below"), ENOTDIR),
      (path("link"), ELOOP), (path("pipe"), EINVAL), (path(""), EINVAL),
    ]
    for (path, code) in failures {
      #expect(throws: FileInspection.Failure(code: code)) {
        try head.read(path, followsLinks: false)
      }
      // What was read before is not taken for its contents.
      #expect(head.bytes.isEmpty)
    }
  }
}
