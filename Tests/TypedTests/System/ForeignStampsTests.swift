// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TypeRegistry

@testable import typed

@Suite struct ForeignStampsTests {
  /// What a killed daemon left would vouch for answers of the next one that it has not compared yet.
  @Test func whatAKilledDaemonLeftIsRemoved() throws {
    let directory = try TemporaryDirectory()
    let socket = Array("\(directory.path)/s".utf8)
    let mark = try #require(CurrentMark.path(besideSocket: socket))
    let digest = EnvironmentDigest(
      of: Environment(home: directory.path), store: nil, hasDesktopLists: false)
    try CurrentMark.make(at: mark, for: digest)
    #expect(CurrentMark.text(at: mark) != nil)
    Daemon.removeForeignStamps(besideSocket: socket)
    #expect(CurrentMark.text(at: mark) == nil)
    Daemon.removeForeignStamps(besideSocket: nil)
  }
}
