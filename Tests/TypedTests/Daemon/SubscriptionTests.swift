// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry
import Varlink

extension DaemonTests {
  /// What a started daemon tells its subscribers.
  @Suite struct Subscriptions {
    @Test(.timeLimit(.minutes(10))) func eventsAreASequence() async throws {
      let daemon = try ServingDaemon()
      let client = try SocketClient(to: SocketAddress("unix:" + daemon.socket))
      let events = try client.events().stream()
      var count = 0
      for try await event in events {
        count += 1
        switch event {
        case .state:
          _ = try daemon.connect().ask(
            #"{"method":"org.typeregistry.handlers.Bind","parameters":{"requests":"#
              + #"[{"type":"public.jpeg","never":"org.example.told"}]}}"#)
          continue
        case .change(_, let difference): #expect(difference.bindings.count == 1)
        case .missed: Issue.record("nothing was missed")
        }
        break
      }
      #expect(count == 2)
      // The end of the iteration has closed the connection, and the daemon serves others.
      #expect(try daemon.connect().ask().contains("product"))
    }

    @Test func theClientHearsOfDeclarationsAndChoices() throws {
      let daemon = try ServingDaemon()
      let address = try SocketAddress("unix:" + daemon.socket)
      let events = try SocketClient(to: address).events(
        matching: RegistryFilter(types: [.test("org.example.told")]))
      guard case .state(_, _, let defaults) = try events.next() else {
        Issue.record("the first event is not the state")
        return
      }
      #expect(defaults.map(\.decision) == [.none])
      let directory = daemon.directory.path + "/.local/share/typed/declarations"
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      try #"""
      {"CFBundleIdentifier":"org.example.told","UTExportedTypeDeclarations":
      [{"UTTypeIdentifier":"org.example.told","UTTypeConformsTo":"public.data"}],
      "CFBundleDocumentTypes":[{"LSItemContentTypes":["org.example.told"]}],
      "TRLaunch":{"Arguments":["/bin/true","%F"]}}
      """#.write(toFile: directory + "/told.json", atomically: true, encoding: .utf8)
      guard case .change(_, let added) = try events.next() else {
        Issue.record("the declaration is not told")
        return
      }
      #expect(added.types.map(\.change) == [.added])
      #expect(added.types.map(\.identifier) == [.test("org.example.told")])
      #expect(added.defaults.map(\.after?.bundle) == ["org.example.told"])
      #expect(added.bundles.isEmpty)
      let client = try daemon.connect()
      _ = try client.ask(
        #"{"method":"org.typeregistry.handlers.Bind","parameters":{"requests":"#
          + #"[{"type":"org.example.told","never":"org.example.told"}]}}"#)
      guard case .change(_, let blocked) = try events.next() else {
        Issue.record("the choice is not told")
        return
      }
      #expect(blocked.bindings.count == 1 && blocked.types.isEmpty)
      #expect(blocked.defaults.map(\.before?.bundle) == ["org.example.told"])
      #expect(blocked.defaults.map(\.after) == [nil])
    }
  }
}
