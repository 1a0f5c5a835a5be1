// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SystemBase
import TestSupport
import Testing

@testable import TypeRegistry

@Suite struct DeclarationReaderTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The code of the diagnostic from reading a file, or `nil` if the file is read.
  private func refusal(_ path: FilePath) -> Diagnostic.Code? {
    do throws(Diagnostic) {
      _ = try DeclarationReader.read(path)
      return nil
    } catch {
      #expect(error.severity == .error)
      #expect(error.path == path.description)
      return error.code
    }
  }

  /// Each error of the system has a finding that says what to do.
  @Test(arguments: [
    (ENOENT, Diagnostic.Code.fileMissing, "file is missing, or is a broken link"),
    (ENOTDIR, .fileMissing, "file is missing, or is a broken link"),
    (EACCES, .fileUnreadable, "file is not readable"),
    (EPERM, .fileUnreadable, "file is not readable"),
    (ELOOP, .untrustedLink, "symbolic link leads to itself, or through too many others"),
    (EIO, .fileUnreadable, "file cannot be read: input/output error"),
  ])
  func anErrorOfTheSystemIsAFinding(
    _ error: CInt, _ code: Diagnostic.Code, _ message: String
  ) throws {
    let path = try directory.filePath("a.json")
    let finding = DeclarationReader.diagnostic(SystemError(code: error), path)
    #expect(finding.code == code && finding.severity == .error)
    #expect(finding.message == message && finding.path == path.description)
    #expect((finding.hint == nil) == (error == EIO))
  }

  @Test func readsAFileAndItsStamp() throws {
    let path = try directory.write("a.json", "{}")
    let contents = try DeclarationReader.read(path)
    #expect(contents.bytes == Array("{}".utf8))
    #expect(contents.stamp.size == 2)
    #expect(contents.stamp == (try FileStatus(of: path).stamp))
    #expect(try DeclarationReader.read(try directory.write("empty.json", "")).bytes.isEmpty)
  }

  // MARK: - Other programs meanwhile

  /// What another program does to the file between two steps of reading it.
  enum Change: CaseIterable {
    case replace, append, cut, turnIntoALink

    func make(_ path: FilePath, _ turn: Int) throws {
      let file = path.description
      switch self {
      case .replace:
        try Data("new \(turn)".utf8).write(to: URL(fileURLWithPath: file + ".new"))
        guard unsafe rename(file + ".new", file) == 0 else { throw POSIXError(.EIO) }
      case .append, .cut:
        let handle = try #require(FileHandle(forUpdatingAtPath: file))
        let length = try handle.seekToEnd()
        if self == .append {
          try handle.write(contentsOf: Data("more".utf8))
        } else {
          try handle.truncate(atOffset: length - 1)
        }
        try handle.close()
      case .turnIntoALink:
        try Data("target".utf8).write(to: URL(fileURLWithPath: file + ".target\(turn)"))
        try? FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(
          atPath: file, withDestinationPath: file + ".target\(turn)")
      }
    }
  }

  private static let meanwhile: [(DeclarationReader.Step, Change)] = [
    (.examined, .replace), (.examined, .append), (.examined, .cut), (.examined, .turnIntoALink),
    (.opened, .append), (.opened, .cut), (.read, .append), (.read, .cut),
  ]

  @Test(arguments: meanwhile)
  func aFileThatChangesOnceIsReadWhole(_ step: DeclarationReader.Step, _ change: Change) throws {
    let path = try directory.write("a.json", "contents")
    var isChanged = false
    let contents = try DeclarationReader.read(path) { reached in
      guard reached == step, !isChanged else { return }
      isChanged = true
      #expect(throws: Never.self) { try change.make(path, 0) }
    }
    #expect(isChanged)
    #expect(contents.bytes == Array(try Data(contentsOf: URL(fileURLWithPath: path.description))))
    #expect(contents.bytes != Array("contents".utf8))
  }

  @Test(arguments: meanwhile)
  func aFileThatChangesAgainIsRefused(_ step: DeclarationReader.Step, _ change: Change) throws {
    let path = try directory.write("a.json", "contents")
    var turn = 0
    var code: Diagnostic.Code?
    do throws(Diagnostic) {
      _ = try DeclarationReader.read(path) { reached in
        guard reached == step else { return }
        turn += 1
        #expect(throws: Never.self) { try change.make(path, turn) }
      }
    } catch {
      code = error.code
    }
    #expect(turn == 2)
    #expect(code == .fileChanged)
  }

  @Test func takesTheLongestFileAndNotOneByteMore() throws {
    let limit = DeclarationLimits.maximumFileBytes
    let longest = try directory.write("a.json", [UInt8](repeating: 0x20, count: limit))
    #expect(try DeclarationReader.read(longest).bytes.count == limit)
    let longer = try directory.write("b.json", [UInt8](repeating: 0x20, count: limit + 1))
    #expect(refusal(longer) == .fileTooLong)
  }

  @Test func refusesAHugeSparseFileAtOnce() throws {
    let path = try directory.write("a.json", "")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path.description))
    try handle.truncate(atOffset: 1 << 30)
    #expect(refusal(path) == .fileTooLong)
  }

  @Test func refusesFilesThatAreNotRegular() throws {
    let pipe = try directory.filePath("pipe.json")
    #expect(unsafe pipe.withCString { unsafe mkfifo($0, 0o644) } == 0)
    #expect(refusal(pipe) == .notARegularFile)
    #expect(refusal(try directory.filePath()) == .notARegularFile)
    #expect(refusal(try directory.link("zero.json", to: "/dev/zero")) == .notARegularFile)
    #expect(refusal(try #require(FilePath("/dev/zero"))) == .notARegularFile)
  }

  @Test func followsALinkToAFileOfOnesOwn() throws {
    try directory.write("target", "{}")
    #expect(refusal(try directory.link("a.json", to: "target")) == nil)
    let linked = try DeclarationReader.read(try directory.filePath("a.json"))
    #expect(linked.stamp == (try FileStatus(of: directory.filePath("target")).stamp))
  }

  @Test func refusesALinkToAFileThatEveryoneMayWrite() throws {
    let target = try directory.write("target", "{}")
    #expect(unsafe target.withCString { unsafe chmod($0, 0o666) } == 0)
    #expect(refusal(try directory.link("a.json", to: "target")) == .untrustedLink)
    // The owner of the directory controls the file itself.
    #expect(refusal(target) == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "needs to give files away"))
  func refusesALinkToAnotherUsersFile() throws {
    let target = try directory.write("target", "{}")
    #expect(unsafe target.withCString { unsafe chown($0, 65_534, 65_534) } == 0)
    #expect(refusal(try directory.link("a.json", to: "target")) == .untrustedLink)
  }

  @Test func refusesBrokenLinks() throws {
    #expect(refusal(try directory.link("dangling.json", to: "nowhere")) == .fileMissing)
    #expect(refusal(try directory.link("self.json", to: "self.json")) == .untrustedLink)
    try directory.write("l0", "{}")
    for index in 1...41 { try directory.link("l\(index)", to: "l\(index - 1)") }
    #expect(refusal(try directory.filePath("l41")) == .untrustedLink)
    #expect(refusal(try directory.filePath("vanished.json")) == .fileMissing)
  }

  @Test(.disabled(if: geteuid() == 0, "root reads everything"))
  func refusesAnUnreadableFile() throws {
    let path = try directory.write("a.json", "{}")
    #expect(unsafe path.withCString { unsafe chmod($0, 0) } == 0)
    #expect(refusal(path) == .fileUnreadable)
  }

  @Test func neverMixesTwoVersions() async throws {
    // The two versions have the same length; a mixture would be noticed.
    let versions = ["a", "b"].map { [UInt8](repeating: Array($0.utf8)[0], count: 100_000) }
    let path = try directory.write("a.json", versions[0])
    let directory = directory
    let writer = Task {
      var round = 0
      while !Task.isCancelled {
        round += 1
        try directory.write("new", versions[round % 2])
        try? FileManager.default.removeItem(atPath: directory.path + "/old")
        let source = try directory.filePath("new")
        _ = unsafe source.withCString { from in
          unsafe path.withCString { unsafe rename(from, $0) }
        }
        await Task.yield()
      }
    }
    for _ in 0..<300 {
      do throws(Diagnostic) {
        let bytes = try DeclarationReader.read(path).bytes
        #expect(versions.contains(bytes))
      } catch {
        #expect(error.code == .fileChanged)
      }
    }
    writer.cancel()
    _ = await writer.result
  }

  @Test func refusesPathsThatCannotBe() {
    #expect(FilePath("") == nil)
    #expect(FilePath("a\u{0}b") == nil)
    #expect(FilePath(bytes: [0xFF, 0xFE]) != nil)
  }
}
