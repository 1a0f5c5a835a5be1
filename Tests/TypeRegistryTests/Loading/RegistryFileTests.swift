// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

@testable import TypeRegistry

/// A registry in a file: whose it may be, what it may be, and what is said where it cannot be used.
@Suite struct RegistryFileTests {
  private static let bytes: [UInt8] = RegistryLoader.compile(
    RegistryLocations(core: nil, environment: Environment(declarations: ""), cache: nil)
  ).image

  /// A directory with the file `registry` of a mode.
  private static func directory(mode: mode_t = 0o644) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("registry", bytes)
    try #require(unsafe chmod("\(directory.path)/registry", mode) == 0)
    return directory
  }

  /// What is wrong with the file at a path; `nil` if nothing is.
  private static func reason(_ path: String) -> RegistryFileError.Reason? {
    do {
      _ = try RegistryFile(path: path)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(arguments: [(mode_t(0o600), true), (0o644, true), (0o664, false), (0o646, false)])
  func aFileThatOthersMayWriteIsUnprotected(_ mode: mode_t, _ isProtected: Bool) throws {
    let directory = try Self.directory(mode: mode)
    let file = try RegistryFile(path: "\(directory.path)/registry")
    #expect(file.isProtected == isProtected)
    #expect(UniformType(fileName: "a.JPG", in: file.registry).identifier == "public.jpeg")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func aFileOfAnotherUserIsUnprotected() throws {
    let directory = try Self.directory()
    let path = "\(directory.path)/registry"
    try #require(unsafe chown(path, 65_534, 65_534) == 0)
    #expect(try RegistryFile(path: path).isProtected == false)
    try #require(unsafe chown(path, 0, 65_534) == 0)
    #expect(try RegistryFile(path: path).isProtected)
  }

  /// Links are followed, and the file that they lead to decides.
  @Test func aLinkIsFollowed() throws {
    let directory = try Self.directory(mode: 0o666)
    try #require(unsafe symlink("registry", "\(directory.path)/first") == 0)
    try #require(unsafe symlink("\(directory.path)/first", "\(directory.path)/second") == 0)
    let file = try RegistryFile(path: "\(directory.path)/second")
    #expect(!file.isProtected && file.registry.typeCount > 2_000)
    try #require(unsafe symlink("loop", "\(directory.path)/loop") == 0)
    #expect(Self.reason("\(directory.path)/loop") == .notOpened(code: ELOOP))
    try #require(unsafe symlink("nothing", "\(directory.path)/dangling") == 0)
    #expect(Self.reason("\(directory.path)/dangling") == .notOpened(code: ENOENT))
  }

  /// A mapped file that is cut raises SIGBUS, and one that is written over changes its answers.
  @Test func theFileMayBeCutAndWrittenOverAfterwards() throws {
    let directory = try Self.directory(mode: 0o666)
    let path = "\(directory.path)/registry"
    let file = try RegistryFile(path: path)
    try directory.write("registry", [UInt8](repeating: 0xFF, count: Self.bytes.count))
    try #require(unsafe truncate(path, 1) == 0)
    #expect(file.registry.isImageSound)
    try #require(unsafe unlink(path) == 0)
    #expect(UniformType(fileName: "b.tiff", in: file.registry).identifier == "public.tiff")
  }

  @Test func anythingButARegularFileIsRefusedAtOnce() throws {
    let directory = try TemporaryDirectory()
    try #require(unsafe mkfifo("\(directory.path)/pipe", 0o600) == 0)
    #expect(Self.reason("\(directory.path)/pipe") == .notRegular(kind: "named pipe"))
    #expect(Self.reason(directory.path) == .notRegular(kind: "directory"))
    #expect(Self.reason("/dev/zero") == .notRegular(kind: "character device"))
    #expect(Self.reason("") == .notOpened(code: ENOENT))
    #expect(Self.reason("a\0b") == .notOpened(code: ENOENT))
    #expect(Self.reason("\(directory.path)/missing") == .notOpened(code: ENOENT))
  }

  @Test func aFileThatIsTooLongIsNotRead() throws {
    let directory = try Self.directory()
    let (path, limit) = ("\(directory.path)/registry", ImageFile.maximumLength)
    // Sparse: it takes no room.
    try #require(unsafe truncate(path, off_t(limit + 1)) == 0)
    #expect(
      Self.reason(path) == .tooLong(byteCount: UInt64(limit + 1), limit: UInt64(limit)))
  }

  @Test func whatIsWrongWithTheBytesIsSaid() throws {
    let directory = try TemporaryDirectory()
    func reason(_ change: (inout [UInt8]) -> Void) throws -> RegistryFileError.Reason? {
      var bytes = Self.bytes
      change(&bytes)
      try directory.write("changed", bytes)
      return Self.reason("\(directory.path)/changed")
    }
    let count = UInt64(Self.bytes.count)
    #expect(try reason { _ in } == nil)
    #expect(try reason { $0 = [] } == .notARegistry)
    #expect(try reason { $0.removeLast($0.count - 767) } == .notARegistry)
    #expect(try reason { $0[0] ^= 1 } == .notARegistry)
    #expect(
      try reason { $0[8] = 1 } == .otherFormat(found: 1, supported: ImageHeader.formatVersion))
    #expect(try reason { $0.removeLast() } == .otherLength(found: count - 1, written: count))
    #expect(try reason { $0.append(0) } == .otherLength(found: count + 1, written: count))
    for offset in stride(from: 768, to: Self.bytes.count, by: Self.bytes.count / 50) {
      #expect(try reason { $0[offset] ^= 0x10 } == .damaged, "byte \(offset)")
    }
    // The offset of a part, beyond the end.
    #expect(try reason { $0[64 + 6] = 1 } == .damaged)
  }

  @Test func anErrorSaysWhereWhatAndWhatToDo() {
    let reasons: [RegistryFileError.Reason] = [
      .notOpened(code: EACCES), .notRegular(kind: "directory"), .tooLong(byteCount: 2, limit: 1),
      .notRead, .notARegistry, .otherFormat(found: 2, supported: 1),
      .otherLength(found: 2, written: 1), .damaged,
    ]
    let errors = reasons.map { RegistryFileError(path: "/srv/types", reason: $0) }
    #expect(Set(errors.map(\.problem)).count == reasons.count)
    #expect(errors.allSatisfy { $0.description == "'/srv/types' \($0.problem)" })
    #expect(errors.allSatisfy { !$0.hint.isEmpty })
    #expect(errors[0].problem == "cannot be opened: permission denied")
  }

  /// Whatever is chosen and declared on this machine.
  @Test func aClientOfAFileChangesNothing() throws {
    let directory = try Self.directory()
    let client = EmbeddedClient(try RegistryFile(path: "\(directory.path)/registry"))
    let request = BindingRequest(.type(try TypeIdentifier("public.jpeg")), .never(bundle: "a.b"))
    #expect(throws: RegistryClientError.self) {
      try client.change([request], as: .bind, dryRun: false)
    }
    #expect(client.bundles(in: .none).allSatisfy { $0.origin == .core })
  }

  /// A socket cannot be opened as a file.
  @Test func aSocketIsNotARegistry() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/socket"
    try #require(unsafe mknod(path, S_IFSOCK | 0o600, 0) == 0)
    #expect(Self.reason(path) == .notRegular(kind: "socket or device"))
  }
}
