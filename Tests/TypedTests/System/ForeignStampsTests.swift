// SPDX-License-Identifier: MIT

import Foundation
import SystemBase
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
    InputStamps.makeDirectory(besideSocket: socket)
    let stamps = try #require(InputStamps.path(besideSocket: socket))
    try "x".write(toFile: "\(stamps)", atomically: false, encoding: .utf8)
    #expect(CurrentMark.text(at: mark) != nil && (try? FileStatus(of: stamps)) != nil)
    Daemon.removeForeignStamps(besideSocket: socket)
    #expect(CurrentMark.text(at: mark) == nil && (try? FileStatus(of: stamps)) == nil)
  }
}
