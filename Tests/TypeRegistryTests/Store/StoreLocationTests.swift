// SPDX-License-Identifier: MIT

import Glibc
import SystemBase
import TestSupport
import Testing

@testable import TypeRegistry  // The files of a store, and the calls that move them.

/// Where a store is, and why nothing can be stored there.
@Suite struct StoreLocationTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func location(_ name: String) throws -> StoreLocation {
    try #require(StoreLocation(directory: directory.path + "/" + name))
  }

  private func failure(_ body: () throws(StoreError) -> Void) -> StoreError? {
    do throws(StoreError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// A name that no file system takes.
  private static let tooLong = String(repeating: "n", count: 256)

  @Test(arguments: ["", "relative", "./a", "a\0b", "/a\0b"])
  func aLocationIsAnAbsolutePath(_ path: String) {
    #expect(StoreLocation(directory: path) == nil)
  }

  @Test func aLocationIsNamedByItsDatabase() throws {
    let location = try location("typed")
    #expect(StoreLocation(ofDatabaseAt: location.databasePath) == location)
    #expect(StoreLocation(ofDatabaseAt: "registry.sqlite") == nil)
    #expect(StoreLocation(ofDatabaseAt: "typed/registry.sqlite") == nil)
  }

  @Test func aDirectoryThatCannotBeLookedAtMayExist() throws {
    #expect(try !location("typed").mayExist)
    try directory.makeDirectory("typed")
    #expect(try location("typed").mayExist)
    let unknown = try location(Self.tooLong)
    #expect(unknown.mayExist && !unknown.isWritable)
    let error = failure { () throws(StoreError) in try unknown.checkWritable() }
    #expect(error?.kind == .io && error?.message == "name is too long")
  }

  @Test func aStoreBelowAFileCannotBeMade() throws {
    let file = try directory.write("file", "")
    let location = try location("file/state/typed")
    let error = failure { () throws(StoreError) in try location.checkWritable() }
    #expect(error?.kind == .untrusted && error?.path == file.description)
    #expect(
      error?.message == "expected a directory, found a \(FileStatus.Kind.regular.rawValue)")
  }

  @Test func aStoreBelowALinkToADirectoryCanBeMade() throws {
    try directory.makeDirectory("target")
    try directory.link("link", to: "target")
    #expect(try location("link/typed").isWritable)
    #expect(directory.names == ["link", "target"])
  }

  @Test func aFileInThePlaceOfTheDirectoryIsRefused() throws {
    let file = try directory.write("typed", "")
    let location = try location("typed")
    let errors = [
      failure { () throws(StoreError) in try StoreFiles.makeDirectory(file) },
      failure { () throws(StoreError) in try location.checkWritable() },
    ]
    for error in errors {
      #expect(error?.kind == .untrusted && error?.path == file.description)
      #expect(
        error?.message == "expected a directory, found a \(FileStatus.Kind.regular.rawValue)")
    }
  }

  @Test func aLinkInThePlaceOfAFileIsRefused() throws {
    try directory.makeDirectory("typed")
    try directory.write("elsewhere", "")
    let location = try location("typed")
    // The second copy is replaced by a rename, so a link there is not in the way.
    try directory.link("typed/registry.bindings", to: "../elsewhere")
    #expect(location.isWritable)
    try directory.link("typed/registry.sqlite", to: "../elsewhere")
    let error = failure { () throws(StoreError) in try location.checkWritable() }
    #expect(error?.kind == .untrusted && error?.path == location.databasePath)
  }

  // MARK: - Calls

  @Test func aFileIsMadeOnlyWhereThereIsNone() throws {
    let path = try directory.filePath("new")
    try StoreFiles.makeFile(path)
    #expect(try FileStatus(of: path).mode & 0o7777 == 0o600)
    let error = failure { () throws(StoreError) in try StoreFiles.makeFile(path) }
    #expect(error?.kind == .io && error?.message == "\(SystemError(code: EEXIST))")
  }

  @Test func onlyAFileIsRemoved() throws {
    try directory.makeDirectory("directory")
    let file = try directory.write("file", "")
    let inner = try directory.filePath("directory")
    let error = failure { () throws(StoreError) in try StoreFiles.remove(inner) }
    #expect(error?.path == inner.description && error?.message == "is a directory")
    try StoreFiles.remove(file)
    // There is none any more, nor one below a file.
    try StoreFiles.remove(file)
    try directory.write("file", "")
    try StoreFiles.remove(try directory.filePath("file/below"))
    #expect(directory.names == ["directory", "file"])
  }

  @Test func onlyAnEmptyDirectoryIsRemoved() throws {
    let file = try directory.write("full/file", "")
    try StoreFiles.removeDirectory(try directory.filePath("full"))
    try StoreFiles.removeDirectory(try directory.filePath("missing"))
    let error = failure { () throws(StoreError) in try StoreFiles.removeDirectory(file) }
    #expect(error?.message == "part of the path is not a directory")
    try StoreFiles.remove(file)
    try StoreFiles.removeDirectory(try directory.filePath("full"))
    #expect(directory.names.isEmpty)
  }

  @Test func whatIsMissingIsNeitherMovedNorKept() throws {
    let (from, to) = (try directory.filePath("missing"), try directory.filePath("kept"))
    let errors = [
      failure { () throws(StoreError) in try StoreFiles.rename(from, to: to) },
      failure { () throws(StoreError) in try StoreFiles.keep(from, as: to) },
      failure { () throws(StoreError) in try StoreFiles.synchronize(from) },
    ]
    for error in errors {
      #expect(error?.path == from.description && error?.message == "no such file or directory")
    }
    #expect(directory.names.isEmpty)
  }

  @Test func aDirectoryIsKeptByMovingIt() throws {
    try directory.write("registry.sqlite/file", "")
    try StoreFiles.keep(
      try directory.filePath("registry.sqlite"), as: try directory.filePath("kept"))
    #expect(directory.names == ["kept"])
    #expect(TestFiles.names(at: directory.path + "/kept") == ["file"])
  }
}
