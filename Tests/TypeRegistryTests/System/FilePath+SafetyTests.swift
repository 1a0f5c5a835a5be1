// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing
import TypeRegistry

/// Directories whose contents no other user can change.
@Suite struct FilePathSafetyTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func aDirectoryOfTheCallerIsSafeUntilOthersMayWriteIt() throws {
    let path = try #require(FilePath(try directory.makeDirectory("inner")))
    #expect(path.isSafeDirectory)
    try #require(unsafe chmod(path.description, 0o702) == 0)
    #expect(!path.isSafeDirectory)
    // Sticky directories are safe above it alone.
    try #require(unsafe chmod(path.description, 0o1777) == 0)
    #expect(!path.isSafeDirectory)
    let below = try #require(FilePath(try directory.makeDirectory("inner/below")))
    #expect(below.isSafeDirectory)
  }

  @Test func whatIsMissingIsNotSafe() throws {
    #expect(try !directory.filePath("none").isSafeDirectory)
  }

  @Test func aLinkIsAsSafeAsItsTarget() throws {
    try directory.makeDirectory("open", mode: 0o707)
    try directory.makeDirectory("own")
    #expect(try directory.link("first", to: "own").isSafeDirectory)
    #expect(try !directory.link("second", to: "open").isSafeDirectory)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a directory to another user"))
  func aDirectoryOfAnotherUserOrGroupIsNotSafe() throws {
    let path = try #require(FilePath(try directory.makeDirectory("inner", mode: 0o770)))
    // The group of the same number is the user's own.
    try #require(unsafe chown(path.description, 0, 0) == 0)
    #expect(path.isSafeDirectory)
    try #require(unsafe chown(path.description, 0, 65_534) == 0)
    #expect(!path.isSafeDirectory)
    try #require(unsafe chmod(path.description, 0o750) == 0)
    #expect(path.isSafeDirectory)
    try #require(unsafe chown(path.description, 65_534, 0) == 0)
    #expect(!path.isSafeDirectory)
  }
}
