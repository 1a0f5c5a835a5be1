// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import TypeRegistry  // Makes the failures that it expects.

/// Files are found in a directory, and nothing outside of it.
@Suite struct FileTreeTests {
  private final class World {
    private let directory: TemporaryDirectory
    var path: String { directory.path }

    init() throws {
      directory = try TemporaryDirectory()
      let files = FileManager.default
      for directory in ["tree/Photos/2024", "tree/empty", "outside"] {
        try files.createDirectory(
          atPath: "\(path)/\(directory)", withIntermediateDirectories: true)
      }
      for file in ["tree/AutoRun.inf", "tree/Photos/a.jpg", "tree/run", "outside/secret"] {
        try #require(files.createFile(atPath: "\(path)/\(file)", contents: Data("x".utf8)))
      }
      try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/tree/run")
      try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(path)/tree/AutoRun.inf")
      for (link, target) in [("out", "../outside"), ("pictures", "Photos")] {
        try files.createSymbolicLink(
          atPath: "\(path)/tree/\(link)", withDestinationPath: target)
      }
    }

    func has(_ condition: TreeCondition, calls: Int = FileTree.mostCalls) throws -> [String] {
      var tree = try FileTree(Array("\(path)/tree".utf8), mostCalls: calls)
      var found: [String] = []
      let isThere = tree.has(condition) { path in
        found.append(String(decoding: path, as: UTF8.self))
        return true
      }
      #expect(isThere == !found.isEmpty)
      return found
    }
  }

  private static func file(
    _ path: String, _ kind: FileKind? = nil, matchesCase: Bool = false, isExecutable: Bool = false,
    isNotEmpty: Bool = false
  ) -> TreeCondition {
    TreeCondition(
      path: Array(path.utf8), kind: kind, matchesCase: matchesCase, isExecutable: isExecutable,
      isNotEmpty: isNotEmpty)
  }

  @Test func conditionsAreMet() throws {
    let world = try World()
    let cases: [(TreeCondition, [String])] = [
      (Self.file("run"), ["run"]), (Self.file("RUN"), ["run"]),
      (Self.file("RUN", matchesCase: true), []),
      (Self.file("autorun.inf", .regular), ["AutoRun.inf"]),
      (Self.file("autorun.inf", .directory), []),
      (Self.file("autorun.inf", isExecutable: true), []),
      (Self.file("run", isExecutable: true), ["run"]),
      (Self.file("photos/A.JPG"), ["Photos/a.jpg"]), (Self.file("Photos/2024/none"), []),
      (Self.file("photos", .directory, isNotEmpty: true), ["Photos"]),
      (Self.file("empty", isNotEmpty: true), []), (Self.file("run", isNotEmpty: true), []),
      (Self.file("empty", .directory), ["empty"]), (Self.file("none"), []),
      (Self.file("empty", .regular), []), (Self.file("empty", .symbolicLink), []),
      (Self.file("run", .namedPipe), []), (Self.file("run/none"), []), (Self.file(""), []),
    ]
    for (condition, expected) in cases {
      #expect(try world.has(condition) == expected, "\(condition)")
    }
  }

  @Test func linksAreNotFollowed() throws {
    let world = try World()
    #expect(try world.has(Self.file("out", .symbolicLink)) == ["out"])
    #expect(try world.has(Self.file("out", .directory)).isEmpty)
    #expect(try world.has(Self.file("out", isNotEmpty: true)).isEmpty)
    #expect(try world.has(Self.file("out/secret")).isEmpty)
    #expect(try world.has(Self.file("pictures/a.jpg")).isEmpty)
    #expect(try world.has(Self.file("../outside/secret", matchesCase: true)).isEmpty)
  }

  @Test func callsAreCounted() throws {
    let world = try World()
    // One for the directory's file, one to open it, one for the file in it.
    let condition = Self.file("Photos/a.jpg", matchesCase: true)
    #expect(try world.has(condition, calls: 3) == ["Photos/a.jpg"])
    #expect(try world.has(condition, calls: 2).isEmpty)
    // One for the directory's file, one to list it.
    let full = Self.file("Photos", matchesCase: true, isNotEmpty: true)
    #expect(try world.has(full, calls: 2) == ["Photos"])
    #expect(try world.has(full, calls: 1).isEmpty)
    var tree = try FileTree(Array("\(world.path)/tree".utf8), mostCalls: 100)
    for number in 0..<200 {
      _ = tree.has(Self.file("none/\(number)")) { _ in true }
    }
    #expect(tree.remainingCalls == 0)
  }

  @Test func whatIsNoDirectoryIsAnError() throws {
    let world = try World()
    for name in ["no", "tree/run"] {
      #expect(throws: FileInspection.Failure.self) {
        _ = try FileTree(Array("\(world.path)/\(name)".utf8))
      }
    }
  }

  @Test func anEmptyPathIsNoTree() {
    #expect(throws: FileInspection.Failure(code: ENOENT)) { _ = try FileTree([]) }
  }
}
