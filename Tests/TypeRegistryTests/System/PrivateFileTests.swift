// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing

@testable import TypeRegistry

@Suite("Files of the user of this process")
struct PrivateFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func contents(_ path: FilePath) throws -> String {
    String(decoding: try DeclarationReader.read(path).bytes, as: UTF8.self)
  }

  private func replace(_ path: FilePath, with text: String) throws {
    try PrivateFile.replace(path, with: Array(text.utf8), mode: 0o640, durability: .name)
  }

  /// The usual mask takes permissions away from a file that is created.
  @Test func aReplacedFileHasTheGivenModeAndContents() throws {
    let path = try directory.write("file", "before, and longer")
    try PrivateFile.replace(path, with: Array("after".utf8), mode: 0o666, durability: .name)
    #expect(try contents(path) == "after")
    #expect(try FileStatus(of: path).mode & 0o7777 == 0o666)
    #expect(throws: SystemError.self) { try FileStatus(of: path.withSuffix(".new")) }
  }

  @Test func whatIsWrittenIsNeverReadableByMoreThanTheMode() throws {
    let path = try directory.write("file", "before")
    let left = try directory.write("file.new", "left")
    try #require(unsafe chmod(left.description, 0o666) == 0)
    try PrivateFile.replace(path, mode: 0o600, durability: .none) {
      (descriptor) throws(SystemError) in
      #expect(try FileStatus(ofDescriptor: descriptor).mode & 0o7777 == 0o600)
    }
    #expect(try FileStatus(of: path).mode & 0o7777 == 0o600)
  }

  @Test(arguments: ["file", "link", "pipe"])
  func whatWasLeftUnderTheTemporaryNameIsNotInTheWay(_ kind: String) throws {
    let path = try directory.write("file", "before")
    let name = path.withSuffix(".new").description
    switch kind {
    case "file": _ = try directory.write("file.new", "a long text of a process that was killed")
    case "link": try #require(unsafe symlink(path.description, name) == 0)
    default: try #require(unsafe mkfifo(name, 0o600) == 0)
    }
    try replace(path, with: "after")
    #expect(try contents(path) == "after")
    #expect(try FileStatus(of: path, followsLink: false).kind == .regular)
  }

  @Test func twoProcessesDoNotWriteAFileAtOnce() throws {
    let path = try directory.write("file", "before")
    let other = try TemporaryFile(sharedName: path.withSuffix(".new"), mode: 0o600)
    let problem = #expect(throws: PrivateFile.Problem.self) { try replace(path, with: "after") }
    #expect(problem?.cause.code == EWOULDBLOCK)
    #expect(try contents(path) == "before")
    other.close()
    try replace(path, with: "after")
    #expect(try contents(path) == "after")
  }

  @Test func aFailureLeavesTheFileAsItWas() throws {
    let path = try directory.write("file", "before")
    #expect(throws: PrivateFile.Problem.self) {
      try PrivateFile.replace(path, mode: 0o600, durability: .none) {
        (_) throws(SystemError) in throw SystemError(code: ENOSPC)
      }
    }
    #expect(try contents(path) == "before")
    #expect(throws: SystemError.self) { try FileStatus(of: path.withSuffix(".new")) }
  }

  @Test func makesTheDirectoriesThatAreMissing() throws {
    let path = try #require(FilePath(directory.path + "/a/b/c"))
    try PrivateFile.makeDirectory(path, isDurable: true)
    try PrivateFile.makeDirectory(path)
    #expect(try FileStatus(of: path).mode & 0o7777 == 0o700)
    let file = try directory.write("file", "")
    let below = file.appending("x").appending("y")
    let problem = #expect(throws: PrivateFile.Problem.self) {
      try PrivateFile.makeDirectory(below)
    }
    #expect(problem?.path == file.appending("x"))
  }

  @Test func aFileThatOthersMayWriteIsNotOwn() throws {
    let path = try directory.write("file", "text")
    for (mode, length) in [(0o600, 4), (0o644, 4), (0o620, nil), (0o602, nil)] as [(mode_t, Int?)] {
      try #require(unsafe chmod(path.description, mode) == 0)
      let file = try OpenedFile(path)
      #expect(file.ownLength(atMost: 4) == length, "\(String(mode, radix: 8))")
      #expect(file.ownLength(atMost: 3) == nil)
    }
    let link = try #require(FilePath(directory.path + "/link"))
    try #require(unsafe symlink(path.description, link.description) == 0)
    #expect(throws: SystemError(code: ELOOP)) { _ = try OpenedFile(link) }
    let target = try OpenedFile(link, followsLinks: true)
    let stamp = target.status.stamp
    #expect(try stamp == FileStatus(of: path).stamp)
  }

  @Test func aDescriptorThatIsNotOpenIsAnError() {
    #expect(throws: SystemError(code: EBADF)) { try PrivateFile.lock(-1, patience: 1_000) }
    #expect(throws: SystemError(code: EBADF)) { try FileStatus(ofDescriptor: -1) }
    #expect(throws: SystemError(code: EBADF)) {
      try PrivateFile.write(Array("text".utf8).span, to: -1)
    }
  }
}
