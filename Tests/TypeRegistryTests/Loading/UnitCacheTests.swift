// SPDX-License-Identifier: MIT

import Foundation
import SystemBase
import TestSupport
import Testing

@testable import TypeRegistry

/// When the units of all files are written again for the next program.
@Suite struct UnitCacheTests {
  private let directory: TemporaryDirectory
  private let locations: RegistryLocations

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["core", "user"] {
      try FileManager.default.createDirectory(
        atPath: "\(directory.path)/\(name)", withIntermediateDirectories: true)
    }
    locations = RegistryLocations(
      core: directory.path + "/core",
      environment: Environment(declarations: "user=\(directory.path)/user"), cache: nil)
    for number in 0..<8 { try write(number, "first") }
  }

  private func write(_ number: Int, _ name: String, types: Int = 1) throws {
    let declarations = (0..<types).map { type in
      "{\"UTTypeIdentifier\": \"org.example.t\(number)-\(type)\", \"UTTypeDescription\": \"\(name)\"}"
    }
    try directory.write(
      "user/\(number).json",
      """
      {"CFBundleIdentifier": "org.example.b\(number)",
       "UTExportedTypeDeclarations": [\(declarations.joined(separator: ", "))]}
      """)
  }

  /// Changes files, and compiles with the units from before; whether they are written again.
  private func isWrittenAgain(after change: () throws -> Void) throws -> Bool {
    // After every change, so that no file seems to be written while it was read.
    let builtAt = WallClock.nanoseconds + 5_000_000_000
    let first = RegistryLoader.compile(locations, reusing: nil, builtAt: builtAt)
    #expect(first.cache.isWorthKeeping && first.cache.entries.count == 8)
    var bytes: [UInt8] = []
    for piece in UnitFile.pieces(first.cache.entries) { piece.bytes.append(to: &bytes) }
    let kept = try #require(UnitFile(MappedMemory(copying: bytes)))
    try change()
    let next = RegistryLoader.compile(locations, reusing: kept, builtAt: builtAt)
    let fresh = RegistryLoader.compile(locations, reusing: nil, builtAt: builtAt)
    #expect(next.compilation.image == fresh.compilation.image)
    return next.cache.isWorthKeeping
  }

  @Test(arguments: [(0, false), (1, false), (4, false), (5, true), (8, true)])
  func changedFiles(_ count: Int, _ isWritten: Bool) throws {
    #expect(
      try isWrittenAgain { for number in 0..<count { try write(number, "second one") } }
        == isWritten)
  }

  @Test(arguments: [(1, false), (4, false), (5, true)])
  func removedFiles(_ count: Int, _ isWritten: Bool) throws {
    let isAgain = try isWrittenAgain {
      for number in 0..<count {
        try FileManager.default.removeItem(atPath: "\(directory.path)/user/\(number).json")
      }
    }
    #expect(isAgain == isWritten)
  }

  @Test func oneLongFile() throws {
    #expect(try isWrittenAgain { try write(0, "second", types: 400) })
  }
}
