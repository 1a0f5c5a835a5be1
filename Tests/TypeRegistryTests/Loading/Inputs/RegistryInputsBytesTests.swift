// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import TypeRegistry

/// The inputs that an image stores.
@Suite struct RegistryInputsBytesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func inputs() -> String {
    let locations = RegistryLocations(
      core: nil, environment: Environment(declarations: "user=" + directory.path), cache: nil)
    // The bytes are valid as long as the registry.
    return withExtendedLifetime(RegistryLoader.compile(locations).registry) { $0.inputs.text }
  }

  @Test func pathsInADirectoryOfManyFilesStartThere() throws {
    for number in 0..<7 { try directory.write("\(number).json", json()) }
    let whole = inputs()
    for number in 0..<7 { #expect(whole.contains("\(directory.path)/\(number).json\0")) }
    try directory.write("App/Info.plist", json())
    let short = inputs()
    #expect(short.contains(directory.path + "\0"))
    #expect(!short.contains(directory.path + "/"))
    for name in ["0.json", "6.json", "App", "App/Info.plist"] {
      #expect(short.contains("\0\(name)\0"))
    }
  }

  /// An image whose input changed at 1,000 s, and whether it is used if it was built then.
  @Test(arguments: [
    (Int64(999), false), (1_000, false), (1_001, true), (400, false), (399, true),
  ])
  func aStampOfTheTimeOfReadingProvesNothing(_ built: Int64, _ isUsed: Bool) throws {
    let path = try directory.write("input", "")
    let status = try FileStatus(of: path)
    let changed = status.stamp.changed
    let builtAt = (changed.seconds - 1_000 + built) * 1_000_000_000 + Int64(changed.nanoseconds)
    let inputs = RegistryInputs(
      [RegistryInputs.Entry(path: path, stamp: status.stamp)], builtAt: builtAt)
    #expect(inputs.areUnchanged == isUsed)
    try directory.write("input", "changed")
    #expect(!inputs.areUnchanged)
  }

  /// Each question looks at its own inputs and those of the questions before it.
  @Test(arguments: RegistryInputs.Scope.allCases)
  func aChangeMattersToTheQuestionsThatDependOnIt(_ changed: RegistryInputs.Scope) throws {
    var entries: [RegistryInputs.Entry] = []
    for scope in RegistryInputs.Scope.allCases.reversed() {
      // As many as are looked at from an open directory, and fewer.
      for number in 0..<(scope == .applications ? 20 : 2) {
        let path = try directory.write("\(scope)/\(number)", "")
        entries.append(
          RegistryInputs.Entry(path: path, stamp: try FileStatus(of: path).stamp, scope: scope))
      }
      let above = try directory.filePath("\(scope)")
      entries.append(
        RegistryInputs.Entry(path: above, stamp: try FileStatus(of: above).stamp, scope: scope))
    }
    let inputs = RegistryInputs(entries, builtAt: Int64.max / 2)
    #expect(Set(inputs.entries.map(\.path)) == Set(entries.map(\.path)))
    #expect(inputs.entries.map(\.scope) == inputs.entries.map(\.scope).sorted())
    #expect(inputs.areUnchanged)
    try directory.write("\(changed)/1", "changed")
    for scope in RegistryInputs.Scope.allCases {
      #expect(inputs.areUnchanged(for: scope) == (scope < changed))
      for known in RegistryInputs.Scope.allCases where known < scope {
        let isLookedAt = known < changed && changed <= scope
        #expect(inputs.areUnchanged(for: scope, besides: known) == !isLookedAt)
      }
    }
  }

  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/a/b/c", "/a", "b/c"), ("a/b", "a", "b"), ("/a/../b", "/a", "../b"),
    ("/a", "/a", nil), ("/a/", "/a", nil), ("/a//b", "/a", nil), ("/ab", "/a", nil),
    ("/ab/c", "/a", nil), ("/a", "/", nil), ("/a/b", "/a/", nil), ("/a", "/a/b", nil),
    ("/b/c", "/a", nil),
  ])
  func knowsWhatLiesBelowADirectory(_ path: String, _ above: String, _ tail: String?) throws {
    let path = try #require(FilePath(path))
    let above = try #require(FilePath(above))
    #expect(path.path(below: above).map(Array.init) == tail.map { Array($0.utf8) })
  }
}
