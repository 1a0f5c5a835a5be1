// SPDX-License-Identifier: MIT

import Foundation
import StrictJSON
import SystemBase
import TestSupport
import Testing
import TypeRegistry

@testable import typed

@Suite("org.typeregistry.registry")
struct RegistryInterfaceTests {
  let daemon = ServiceUnderTest.small()

  @Test
  func saysItsState() throws {
    let status = try daemon.answer("registry.Status")
    let registry = daemon.source.published.registry
    #expect(status["version"]?.string == "1.2.3")
    #expect(status["generation"]?.integer == 7)
    #expect(status["digest"]?.string == registry.digest.description)
    #expect(status["searchPathDigest"]?.string == daemon.source.locations.searchPathDigest)
    #expect(
      status["environment"]?.string.map { Array($0.utf8) }
        == daemon.source.locations.environmentDigest.text)
    #expect(status["loadedFrom"]?.string == "declarations")
    #expect(status["types"]?.integer == 12)
    #expect(status["bundles"]?.integer == 1)
    #expect(status["core"] == nil)
  }

  @Test
  func saysWhenItLoadedAndCompared() throws {
    let now = WallClock.seconds
    let alone = try daemon.answer("registry.Status")
    let loaded = try #require(alone["loadedAt"]?.integer)
    #expect((Int64(loaded) - Int64(now)).magnitude < 600)
    #expect(alone["comparedAt"]?.integer == loaded)
    #expect(alone["startedAt"] == nil)
    #expect(alone["watching"] == nil)
    #expect(alone["limits"] == nil)
    daemon.source.serving = ServingStatus(
      startedAt: 5, comparedAt: Int(loaded) + 9,
      watching: RegistryStatus.Watching(problem: nil, interval: 30),
      limits: [RegistryStatus.Limit("connections", 12)])
    let served = try daemon.answer("registry.Status")
    #expect(served["startedAt"]?.integer == 5)
    #expect(served["comparedAt"]?.integer == loaded + 9)
    #expect(served["watching"]?["mode"]?.string == "whole")
    #expect(served["watching"]?["interval"] == nil)
    #expect(served["limits"]?[0]?["name"]?.string == "connections")
    #expect(served["limits"]?[0]?["value"]?.integer == 12)
    #expect(served["health"]?.string == "ok")
    #expect(served["reasons"] == nil)
  }

  /// What is known of the directories holds while nothing happens to the inputs.
  @Test
  func looksAtTheDirectoriesAgainInANewPeriod() throws {
    let directory = try TemporaryDirectory()
    daemon.source.locations = RegistryLocations(
      core: nil, environment: Environment(declarations: "user=\(directory.path)/new"), cache: nil)
    daemon.source.published = PublishedRegistry(
      daemon.source.published.registry, generation: 8)
    func exists() throws -> Bool? {
      try daemon.answer("registry.Status")["directories"]?[0]?["exists"]?.boolean
    }
    daemon.source.quietPeriod = 1
    #expect(try exists() == false)
    try directory.write("new/README", "")
    #expect(try exists() == false)
    daemon.source.quietPeriod = 2
    #expect(try exists() == true)
  }

  /// A socket of the service manager, which the daemon cannot make again.
  @Test
  func isDegradedWhereThePassedSocketIsGone() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/socket"
    try Data().write(to: URL(fileURLWithPath: path))
    daemon.source.serving = ServingStatus(
      startedAt: 5, watching: RegistryStatus.Watching(problem: nil, interval: 30), limits: [],
      passedSocket: FilePath(path))
    #expect(try daemon.answer("registry.Status")["health"]?.string == "ok")
    try FileManager.default.removeItem(atPath: path)
    let status = try daemon.answer("registry.Status")
    #expect(status["health"]?.string == "degraded")
    #expect(status["reasons"]?[0]?["kind"]?.string == "socket-lost")
  }

  @Test
  func isDegradedWhereNotEverythingIsWatched() throws {
    daemon.source.serving = ServingStatus(
      startedAt: 5, watching: RegistryStatus.Watching(problem: "no room", interval: 30), limits: [])
    let status = try daemon.answer("registry.Status")
    #expect(status["watching"]?["mode"]?.string == "polling")
    #expect(status["watching"]?["reason"]?.string == "no room")
    #expect(status["watching"]?["interval"]?.integer == 30)
    #expect(status["health"]?.string == "degraded")
    #expect(status["reasons"]?.count == 1)
    #expect(status["reasons"]?[0]?["kind"]?.string == "not-watched")
    #expect(status["reasons"]?[0]?["message"]?.string?.hasSuffix("every 30 s: no room") == true)
  }

  /// The findings of one kind are one reason; a warning about contents is none.
  @Test
  func isDegradedWhereAnInputIsUnreadable() throws {
    let findings = ["/a", "/b"].map {
      Diagnostic(.error, .fileUnreadable, path: $0, message: "cannot be read: permission denied")
    }
    let daemon = ServiceUnderTest(RegistryCompiler.compile([], diagnostics: findings).registry)
    let reasons = try #require(try daemon.answer("registry.Status")["reasons"])
    #expect(reasons.count == 1)
    #expect(reasons[0]?["kind"]?.string == "input-unreadable")
    #expect(
      reasons[0]?["message"]?.string == "/a: cannot be read: permission denied (and 1 more)")
    let other = Diagnostic(.error, .invalidJSON, path: "/a", message: "expected a value")
    let sound = ServiceUnderTest(RegistryCompiler.compile([], diagnostics: [other]).registry)
    #expect(try sound.answer("registry.Status")["health"]?.string == "ok")
  }

  @Test
  func listsBundles() throws {
    let bundles = try #require(try daemon.answer("registry.Bundles")["bundles"])
    #expect(bundles.count == 1)
    #expect(bundles[0]?["identifier"]?.string == "org.test.core")
    #expect(bundles[0]?["declarations"]?.integer == 11)
    #expect(bundles[0]?["maskedBy"] == nil)
  }

  @Test
  func listsFindings() throws {
    let answer = try daemon.answer("registry.Diagnostics")
    let codes = answer["diagnostics"]?.elements.compactMap { $0["code"]?.string }
    #expect(codes == daemon.source.published.registry.diagnostics.map(\.code.rawValue))
    #expect(codes?.isEmpty == false)
  }

  @Test(arguments: ["Status", "Bundles", "Diagnostics", "Reload"])
  func refusesUnknownParameters(_ method: String) throws {
    #expect(
      try daemon.ask("registry." + method, "{\"colour\":1}").error == "InvalidParameter:colour")
    #expect(
      try daemon.replies("registry." + method, "{\"colour\":1}", more: true).last?.error
        == "InvalidParameter:colour")
  }

  @Test(arguments: [false, true])
  func reloadsAtOnceWhereThatIsDone(_ more: Bool) throws {
    #expect(
      daemon.replies("registry.Reload", more: more)
        == ["{\"parameters\":{\"done\":true,\"changed\":false,\"generation\":7}}"])
    #expect(daemon.source.reloads == 1)
  }

  @Test(arguments: [false, true])
  func reloadsForTheDesktopOfTheOwner(_ more: Bool) throws {
    let calls = ["{\"desktop\":\"KDE\"}", "{\"desktop\":\"\"}", "{\"desktop\":null}", "{}"]
    for call in calls { #expect(daemon.replies("registry.Reload", call, more: more).count == 1) }
    #expect(daemon.source.desktops == [Array("KDE".utf8), [], nil, nil])
    let other = daemon.replies(
      "registry.Reload", calls[0], more: more, user: ServiceUnderTest.owner + 1)
    #expect(try other.map { try $0.error } == ["PermissionDenied"])
    #expect(daemon.source.desktops.count == 4)
  }

  @Test func limitsTheNamesOfTheDesktop() throws {
    func error(_ names: String) throws -> String? {
      try daemon.ask("registry.Reload", "{\"desktop\":\"\(names)\"}").error
    }
    #expect(try error(String(repeating: "K", count: 255)) == nil)
    #expect(try error(String(repeating: "K", count: 256)) == "InvalidParameter:desktop")
    #expect(daemon.source.desktops.count == 1)
  }

  @Test
  func waitsForAReloadWithMoreAlone() throws {
    daemon.source.isPrompt = false
    #expect(
      daemon.replies("registry.Reload")
        == ["{\"parameters\":{\"done\":false,\"generation\":7}}"])
    #expect(daemon.replies("registry.Reload", more: true) == [])
  }

  @Test
  func takesTheRegistryOnceForEachCall() throws {
    let before = try daemon.answer("types.DeclaredTypes")["types"]?.count
    let next = RegistryCompiler.compile([.test("org.test.core", [.test("public.data")])]).registry
    daemon.source.published = PublishedRegistry(next, generation: 8)
    let after = try daemon.answer("types.DeclaredTypes")
    #expect(before == 11)
    #expect(after["types"]?.count == 1)
    #expect(after["generation"]?.integer == 8)
  }
}
