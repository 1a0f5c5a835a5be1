// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SystemBase
import TestSupport
import Testing
import TypeRegistry

@Suite struct FileReplacementTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Another user can lock a directory that he may read, and keep it locked.
  @Test func aLockThatAnotherKeepsIsNotAwaitedForEver() throws {
    let path = try directory.write("list", "")
    let parent = try #require(path.prefixes.dropLast().last)
    let other = unsafe open(parent.description, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    #expect(FileReplacement.locking(path, patience: 10) { $0 })
    #expect(flock(other, LOCK_UN) == 0)
    #expect(!FileReplacement.locking(path, patience: 10) { $0 })
    // While it is held, it excludes others; then it is released.
    let isFree = FileReplacement.locking(path) { _ in flock(other, LOCK_EX | LOCK_NB) == 0 }
    #expect(!isFree)
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
  }

  private func write(_ text: String, to path: FilePath) throws(FileReplacement.Problem) {
    try FileReplacement.writeOutput(to: path) { (descriptor) throws(SystemError) in
      try PrivateFile.write(Array(text.utf8).span, to: descriptor)
    }
  }

  @Test func anOutputTouchesNoFileBesideIt() throws {
    let path = try directory.write("out", "old")
    let neighbour = try directory.write("out.new", "precious")
    try write("new", to: path)
    #expect(try String(contentsOfFile: path.description, encoding: .utf8) == "new")
    #expect(try String(contentsOfFile: neighbour.description, encoding: .utf8) == "precious")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        == ["out", "out.new"])
  }

  @Test func anOutputThatCannotBeWrittenLeavesNothing() throws {
    let path = try directory.write("out", "old")
    #expect(throws: FileReplacement.Problem.system(SystemError(code: ENOSPC))) {
      try FileReplacement.writeOutput(to: path) { (descriptor) throws(SystemError) in
        try PrivateFile.write(Array("half".utf8).span, to: descriptor)
        throw SystemError(code: ENOSPC)
      }
    }
    #expect(try String(contentsOfFile: path.description, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["out"])
  }

  @Test func anOutputIsWrittenToANamedPipe() throws {
    let path = try directory.write("other", "").prefixes.dropLast().last?.appending("pipe")
    let pipe = try #require(path)
    try #require(unsafe mkfifo(pipe.description, 0o600) == 0)
    // For both directions, so that neither end waits.
    let reader = unsafe open(pipe.description, O_RDWR | O_CLOEXEC)
    defer { close(reader) }
    try write("text", to: pipe)
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(unsafe read(reader, &bytes, 8) == 4)
    #expect(try FileStatus(of: pipe).kind == .pipe)
  }

  @Test func anOutputIsNotADirectory() throws {
    let path = try #require(FilePath(directory.path))
    #expect(throws: FileReplacement.Problem.notARegularFile) { try write("", to: path) }
  }

  @Test func anOutputReplacesTheTargetOfALinkAndKeepsItsMode() throws {
    let target = try directory.write("target", "x")
    try #require(unsafe chmod(target.description, 0o640) == 0)
    let link = try #require(target.prefixes.dropLast().last).appending("link")
    try #require(unsafe symlink("target", link.description) == 0)
    try write("new", to: link)
    #expect(try FileStatus(of: link, followsLink: false).kind == .symbolicLink)
    #expect(try String(contentsOfFile: target.description, encoding: .utf8) == "new")
    #expect(try FileStatus(of: target).mode & 0o777 == 0o640)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a link to another user"))
  func anOutputIsNotWrittenThroughALinkOfAnotherUser() throws {
    let target = try directory.write("target", "x")
    let link = try #require(target.prefixes.dropLast().last).appending("link")
    try #require(unsafe symlink("target", link.description) == 0)
    try #require(unsafe lchown(link.description, 65534, 65534) == 0)
    #expect(throws: FileReplacement.Problem.foreignOwner(65534)) { try write("new", to: link) }
    #expect(try String(contentsOfFile: target.description, encoding: .utf8) == "x")
  }

  @Test func removesTheTargetOfALink() throws {
    let target = try directory.write("target", "x")
    let link = try #require(target.prefixes.dropLast().last).appending("link")
    let result = unsafe symlink("target", link.description)
    #expect(result == 0)
    try FileReplacement.remove(link)
    #expect((try? FileStatus(of: target)) == nil)
    #expect((try? FileStatus(of: link, followsLink: false)) != nil)
    #expect(throws: FileReplacement.Problem.self) {
      try FileReplacement.remove(link)
    }
  }

  // MARK: - Obstacles

  private static let words: [(FileReplacement.Problem, String)] = [
    (.foreignOwner(7), "user 7 owns it"), (.notARegularFile, "it is not a regular file"),
    (.tooManyLinks, "its links lead nowhere"), (.changed, "another program keeps changing it"),
    (.system(SystemError(code: ENOSPC)), "no space left on device"),
  ]

  @Test(arguments: words)
  func aProblemHasWords(_ problem: FileReplacement.Problem, _ words: String) {
    #expect(problem.description == words)
  }

  /// Why a file is neither replaced nor removed, nor seems to be replaceable.
  private func problems(of path: FilePath) -> [FileReplacement.Problem?] {
    func problem(
      _ call: () throws(FileReplacement.Problem) -> Void
    ) -> FileReplacement.Problem? {
      do throws(FileReplacement.Problem) {
        try call()
        return nil
      } catch {
        return error
      }
    }
    return [
      problem { () throws(FileReplacement.Problem) in try FileReplacement.check(path) },
      problem { () throws(FileReplacement.Problem) in
        try FileReplacement.replace(path, with: Array("new".utf8))
      },
      problem { () throws(FileReplacement.Problem) in try FileReplacement.remove(path) },
    ]
  }

  @Test func linksInACircleLeadNowhere() throws {
    let path = try directory.link("a", to: "b")
    try directory.link("b", to: "a")
    #expect(problems(of: path) == [.tooManyLinks, .tooManyLinks, .tooManyLinks])
    #expect(!FileReplacement.locking(path) { $0 })
    #expect(directory.names == ["a", "b"])
  }

  @Test func aDirectoryIsNotReplaced() throws {
    try directory.makeDirectory("directory")
    let path = try directory.filePath("directory")
    #expect(
      problems(of: path)
        == [.notARegularFile, .notARegularFile, .system(SystemError(code: EISDIR))])
  }

  @Test func whatNoFileSystemTakesIsAnError() throws {
    let path = try directory.filePath(String(repeating: "n", count: 256) + "/file")
    let tooLong = FileReplacement.Problem.system(SystemError(code: ENAMETOOLONG))
    #expect(problems(of: path) == [tooLong, tooLong, tooLong])
  }

  @Test func aFileBelowAFileIsNotMade() throws {
    try directory.write("file", "x")
    let path = try directory.filePath("file/below")
    let noDirectory = FileReplacement.Problem.system(SystemError(code: ENOTDIR))
    #expect(problems(of: path) == [noDirectory, noDirectory, noDirectory])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
  func whatIsOfAnotherUserIsNotReplaced() throws {
    let path = try directory.write("theirs/list", "x")
    try #require(unsafe chown(path.description, 65_534, 65_534) == 0)
    let foreign = FileReplacement.Problem.foreignOwner(65_534)
    #expect(problems(of: path) == [foreign, foreign, foreign])
    #expect(TestFiles.bytes(at: path.description) == Array("x".utf8))
    // In their directory nothing is changed at all, a file of this user neither.
    let own = try directory.write("theirs/own", "x")
    try #require(unsafe chown(directory.path + "/theirs", 65_534, 65_534) == 0)
    let missing = try directory.filePath("theirs/new")
    #expect(problems(of: missing) == [foreign, foreign, foreign])
    #expect(TestFiles.bytes(at: own.description) == Array("x".utf8))
  }

  // MARK: - Other writers

  @Test func aFileThatWasChangedMeanwhileIsNotReplaced() throws {
    let path = try directory.write("list", "old")
    let stamp = try FileStatus(of: path).stamp
    try FileReplacement.replace(path, with: Array("theirs".utf8))
    #expect(throws: FileReplacement.Problem.changed) {
      try FileReplacement.replace(path, with: Array("ours".utf8), expecting: .stamp(stamp))
    }
    #expect(throws: FileReplacement.Problem.changed) {
      try FileReplacement.replace(path, with: Array("ours".utf8), expecting: .missing)
    }
    #expect(try text(of: path) == "theirs")
    #expect(try names() == ["list"])
    try FileReplacement.replace(
      path, with: Array("ours".utf8), expecting: .stamp(FileStatus(of: path).stamp))
    #expect(try text(of: path) == "ours")
  }

  @Test func whatKilledWritersLeaveIsRemovedByTheNext() throws {
    let start = Int64(time(nil))
    let path = try directory.write("list", "old")
    let old = ["0000000000000000", "ffffffffffffffff"].map { ".list.typed-\($0)" }
    let locked = ".list.typed-0000000000000002"
    // Also what a person may call a file.
    let others = [
      ".list.", ".list.1", ".list.20251125131901", ".list.18446744073709551615", ".list.typed-",
      ".list.typed-1", ".list.typed-000000000000000g", ".list.typed-00000000000000000", locked,
      ".other.typed-0000000000000000", "list.typed-0000000000000000",
    ]
    for name in old + others {
      _ = try directory.write(name, "x")
    }
    let leftovers = FileLeftovers(of: path)
    let parent = try #require(path.prefixes.dropLast().last)
    let writer = unsafe open(parent.appending(locked).description, O_RDONLY | O_CLOEXEC)
    defer { close(writer) }
    #expect(flock(writer, LOCK_EX) == 0)
    // A moment after they were made they may be a living writer's.
    for clock in [start, start - 1, start - FileLeftovers.youth + 1] {
      leftovers.remove(from: parent, at: clock)
      #expect(try names() == (old + others + ["list"]).sorted())
    }
    leftovers.remove(from: parent, at: Int64(time(nil)) + FileLeftovers.youth + 2)
    #expect(try names() == (others + ["list"]).sorted())
  }

  /// A file may have the longest name that there is, to which nothing can be added.
  @Test func aFileWithTheLongestNameIsReplaced() throws {
    let name = String(repeating: "n", count: 255)
    let path = try directory.write(name, "old")
    try FileReplacement.replace(path, with: Array("new".utf8))
    #expect(try text(of: path) == "new")
    #expect(try names() == [name])
  }

  private func text(of path: FilePath) throws -> String {
    String(decoding: try DeclarationReader.read(path).bytes, as: UTF8.self)
  }

  private func names() throws -> [String] {
    let path = try directory.write("list.probe", "")
    let parent = try #require(path.prefixes.dropLast().last)
    try FileReplacement.remove(path)
    return try DirectoryListing(of: parent, limit: 100).entries.map {
      String(decoding: $0.name, as: UTF8.self)
    }
  }
}
