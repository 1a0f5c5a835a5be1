// SPDX-License-Identifier: MIT

import Glibc
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
}
