// SPDX-License-Identifier: MIT

import StrictJSON
import TestSupport
import Testing
import TypeRegistry

@testable import typed

@Suite("Register and Unregister")
struct RegistrationMethodsTests {
  let daemon = ServiceUnderTest.small()

  private static func bundle(_ number: Int, path: String = "/a") -> RegisteredBundle {
    RegisteredBundle(identifier: "org.test.b\(number)", path: path)
  }

  @Test(arguments: ["Register", "Unregister"])
  func onlyTheOwnerMayRegister(_ method: String) throws {
    #expect(
      try daemon.ask("registry." + method, "{\"path\":\"/a\"}", user: 99).error
        == "PermissionDenied")
    // It is refused before its parameters are read.
    #expect(
      try daemon.ask("registry." + method, "{\"path\":1}", user: 99).error
        == "PermissionDenied")
    #expect(daemon.jobs.registrations.isEmpty)
  }

  @Test(arguments: [
    ("{}", "path"), ("{\"path\":null}", "path"), ("{\"path\":1}", "path"),
    ("{\"path\":\"/a\",\"text\":\"{}\"}", "text"), ("{\"text\":\"{}\",\"path\":\"/a\"}", "path"),
    ("{\"declaration\":[]}", "declaration"), ("{\"declaration\":\"{}\"}", "declaration"),
    ("{\"text\":{}}", "text"), ("{\"pathBytes\":\"?\"}", "pathBytes"), ("{\"colour\":1}", "colour"),
    ("{\"path\":\"/a\",\"declaration\":{}}", "declaration"),
  ])
  func oneSourceIsRequired(_ parameters: String, _ wrong: String) throws {
    #expect(try daemon.ask("registry.Register", parameters).error == "InvalidParameter:\(wrong)")
    #expect(daemon.jobs.registrations.isEmpty)
  }

  @Test(arguments: [
    ("{}", "bundle"), ("{\"bundle\":1}", "bundle"), ("{\"missing\":false}", "bundle"),
    ("{\"bundle\":\"a.b\",\"path\":\"/a\"}", "path"),
    ("{\"bundle\":\"a.b\",\"missing\":true}", "missing"), ("{\"missing\":1}", "missing"),
    ("{\"path\":\"/a\",\"pathBytes\":\"L2E=\"}", "pathBytes"), ("{\"dryRun\":0}", "dryRun"),
  ])
  func oneSelectionIsRequired(_ parameters: String, _ wrong: String) throws {
    #expect(try daemon.ask("registry.Unregister", parameters).error == "InvalidParameter:\(wrong)")
    #expect(daemon.jobs.registrations.isEmpty)
  }

  @Test func aDeclarationIsTakenAsItWasSent() throws {
    _ = try daemon.ask("registry.Register", "{\"declaration\": { \"a\" :1,\n \"a\":2} }")
    _ = try daemon.ask("registry.Register", "{\"pathBytes\":\"L/8=\"}")
    _ = try daemon.ask("registry.Register", "{\"text\":\"{\\u0041}\"}")
    let sources = daemon.jobs.registrations.map { job in
      if case .register(let source) = job { source } else { RegistrationSource.path([]) }
    }
    #expect(
      sources == [
        .declaration(Array("{ \"a\" :1,\n \"a\":2}".utf8)), .path([0x2F, 0xFF]),
        .declaration(Array("{A}".utf8)),
      ])
  }

  /// The reply comes when the registry was compared with the disk after the change.
  @Test func theReplyWaitsForTheRegistry() throws {
    daemon.source.isPrompt = false
    #expect(daemon.replies("registry.Unregister", "{\"missing\":true}") == [])
    // A dry run changes nothing that it could wait for.
    #expect(
      daemon.replies("registry.Unregister", "{\"missing\":true,\"dryRun\":true}")
        == ["{\"parameters\":{\"removed\":[],\"generation\":7}}"])
    daemon.source.isPrompt = true
    #expect(daemon.replies("registry.Unregister", "{\"missing\":true}").count == 1)
    daemon.jobs.registrationOutcome = nil
    #expect(daemon.replies("registry.Unregister", "{\"missing\":true}") == [])
  }

  @Test func whatDoesNotFitOneReplyComesInParts() throws {
    let path = "/" + String(repeating: "x", count: 4_000)
    let bundles = (0..<1_024).map { Self.bundle($0, path: path) }
    daemon.jobs.registrationOutcome = .removed(bundles)
    let parts = daemon.replies("registry.Unregister", "{\"missing\":true}", more: true)
    #expect(parts.count > 10)
    #expect(parts.allSatisfy { $0.utf8.count < 80_000 })
    let names = try parts.flatMap { part in
      try JSONDocument(parsing: Array(part.utf8)).root["parameters"]?["removed"]?.elements
        .compactMap { $0["identifier"]?.string } ?? []
    }
    #expect(names == bundles.map(\.identifier))
    // Without 'more' it is cut, and no error: the change is made.
    let single = try daemon.answer("registry.Unregister", "{\"missing\":true}")
    #expect(single["removed"]?.count ?? 0 > 50)
  }

  @Test func problemsAreErrorsOfTheInterface() throws {
    let problems: [(RegistrationProblem, String)] = [
      (.unusablePath("no"), "UnusablePath"), (.noBundle(path: "/a", reason: "no"), "NoBundle"),
      (.invalid([]), "InvalidBundle"), (.installed(path: "/a"), "Installed"),
      (.tooMany(limit: 1), "TooManyBundles"), (.notRegistered("a"), "NotRegistered"),
      (.replaced, "NotRead"),
    ]
    for (problem, name) in problems {
      daemon.jobs.registrationOutcome = .failed(.problem(problem))
      let reply = try daemon.ask("registry.Register", "{\"path\":\"/a\"}")
      #expect(try reply.error == name)
      #expect(reply.contains("\"message\":"))
    }
    daemon.jobs.registrationOutcome = .failed(.noStore)
    #expect(try daemon.ask("registry.Register", "{\"path\":\"/a\"}").error == "StoreProblem")
  }

  @Test(arguments: [("Register", "{\"path\":\"/a\"}"), ("Unregister", "{\"missing\":true}")])
  func withoutAThreadNothingIsRegistered(_ method: String, _ parameters: String) throws {
    daemon.jobs.hasOthers = false
    let reply = try daemon.ask("registry." + method, parameters)
    #expect(try reply.error == "StoreProblem")
    #expect(reply.contains("cannot start a thread to write"))
    #expect(daemon.jobs.registrations.isEmpty)
    // The next one is not the answer to the one that failed.
    daemon.jobs.hasOthers = true
    #expect(
      daemon.replies("registry.Unregister", "{\"missing\":true}")
        == ["{\"parameters\":{\"removed\":[],\"generation\":7}}"])
  }
}
