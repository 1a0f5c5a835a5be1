// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import StrictJSON
import TestSupport
import Testing
import TypeRegistry

extension DaemonTests {
  /// Bundles that are registered by call, with processes beside the daemon.
  @Suite struct Registrations {
    private let daemon: ServingDaemon
    private let client: TestClient

    init() throws {
      daemon = try ServingDaemon()
      client = try daemon.connect()
    }

    /// The locations of the daemon, as another process has them.
    private func locations() -> RegistryLocations {
      let home = daemon.directory.path
      return RegistryLocations(
        core: nil, environment: Environment(home: home, dataDirectories: home), cache: nil,
        store: StoreLocation(directory: home + "/.local/state/typed"))
    }

    private func text(_ name: String) -> String {
      #"{"CFBundleIdentifier":"org.example.\#(name)","UTExportedTypeDeclarations":"#
        + #"[{"UTTypeIdentifier":"org.example.\#(name)","UTTypeConformsTo":"public.data","#
        + #""UTTypeTagSpecification":{"public.filename-extension":"\#(name)"}}]}"#
    }

    private func file(_ name: String) throws -> String {
      let path = daemon.directory.path + "/\(name).json"
      try text(name).write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }

    private func call(_ method: String, _ parameters: String) throws -> JSONValue {
      let reply = try client.ask(
        #"{"method":"org.typeregistry.registry.\#(method)","parameters":\#(parameters)}"#)
      let root = try JSONDocument(parsing: Array(reply.utf8)).root
      try #require(root["error"] == nil, "\(reply)")
      return try #require(root["parameters"])
    }

    private func isKnown(_ name: String) throws -> Bool {
      let call =
        #"{"method":"org.typeregistry.types.TypeOf","parameters":{"names":["x.\#(name)"]}}"#
      return try client.ask(call).contains(#""org.example.\#(name)""#)
    }

    private func sleeping() throws -> Int64 {
      try call("Status", "{}")["sleeping"]?.integer ?? 0
    }

    @Test func theNextCallSeesWhatWasRegistered() throws {
      for round in 0..<20 {
        let path = try file("ball\(round)")
        let made = try call("Register", #"{"path":"\#(path)"}"#)
        #expect(made["identifier"]?.string == "org.example.ball\(round)")
        #expect(made["effect"]?.string == "added")
        #expect(try isKnown("ball\(round)"))
        let sent = try call("Register", #"{"declaration":\#(text("sent\(round)"))}"#)
        #expect(try isKnown("sent\(round)"))
        #expect(sent["generation"]?.integer ?? 0 > made["generation"]?.integer ?? 0)
        _ = try call("Unregister", #"{"path":"\#(path)"}"#)
        #expect(try !isKnown("ball\(round)"))
        _ = try call("Unregister", #"{"bundle":"org.example.sent\#(round)"}"#)
        #expect(try !isKnown("sent\(round)"))
      }
    }

    @Test func callsAreAnsweredInTheirOrder() throws {
      // Before the reply to the first there is none to the second, which sees the first.
      try client.send(
        #"{"method":"org.typeregistry.registry.Register","parameters":{"declaration":"#
          + text("first") + "}}",
        #"{"method":"org.typeregistry.types.TypeOf","parameters":{"names":["x.first"]}}"#)
      #expect(try client.reply().contains(#""effect":"added""#))
      #expect(try client.reply().contains("org.example.first"))
    }

    @Test func anotherProcessRegistersToo() throws {
      let registrar = Registrar(locations())
      let path = try file("other")
      _ = try registrar.register(.path(Array(path.utf8)))
      #expect(try daemon.eventually { try isKnown("other") })
      // Both write, and each has what the other has written.
      _ = try call("Register", #"{"declaration":\#(text("mine"))}"#)
      let bundles = RegistryLoader.load(locations()).registry.bundles().map(\.identifier)
      #expect(Set(bundles).isSuperset(of: ["org.example.other", "org.example.mine"]))
      #expect(try registrar.unregister(.bundle("org.example.mine"), dryRun: false).count == 1)
      #expect(try daemon.eventually { try !isKnown("mine") })
      #expect(try isKnown("other"))
    }

    @Test func aFileThatComesAndGoesIsFollowed() throws {
      let path = try file("here")
      _ = try call("Register", #"{"path":"\#(path)"}"#)
      #expect(unsafe rename(path, path + "-away") == 0)
      #expect(try daemon.eventually { try !isKnown("here") })
      #expect(try sleeping() == 1)
      #expect(unsafe rename(path + "-away", path) == 0)
      #expect(try daemon.eventually { try isKnown("here") })
      #expect(try sleeping() == 0)
      #expect(unsafe unlink(path) == 0)
      let removed = try call("Unregister", #"{"missing":true}"#)["removed"]
      #expect(removed?.count == 1)
      #expect(removed?[0]?["problem"]?.string == "there is no file at the path")
      #expect(try sleeping() == 0)
    }

    @Test func hostileCallsAreAnswered() throws {
      for parameters in [
        #"{"path":"relative"}"#, #"{"pathBytes":"L2EAYg=="}"#, #"{"path":""}"#,
        #"{"path":"/none/at/all"}"#, #"{"path":"/dev/zero"}"#, #"{"path":"/proc/self/mem"}"#,
        #"{"path":"/"}"#, #"{"text":""}"#,
        #"{"text":"\#(String(repeating: "[", count: 100_000))"}"#,
        #"{"text":"\#(String(repeating: " ", count: 600_000))"}"#,
        #"{"declaration":{"CFBundleIdentifier":"org.example.a","x":"\#(String(repeating: "y", count: 900_000))"}}"#,
      ] {
        let reply = try client.ask(
          #"{"method":"org.typeregistry.registry.Register","parameters":\#(parameters)}"#)
        #expect(reply.contains(#""error":"org.typeregistry.registry."#), "\(reply.prefix(300))")
        #expect(reply.utf8.count < 1 << 20)
      }
      #expect(try client.ask().contains("typed"))
    }

    /// What was acknowledged before the daemon is killed is there when the next one starts.
    @Test func nothingAcknowledgedIsLost() throws {
      var random = SeededRandom(seed: 11)
      var acknowledged: Set<String> = []
      let directory = daemon.directory
      for cycle in 0..<15 {
        let socket = directory.path + "/s\(cycle)"
        let process = try DaemonProcess(listening: ["--socket", socket], in: directory)
        let client = try TestClient(to: socket)
        for name in acknowledged {
          let call =
            #"{"method":"org.typeregistry.types.TypeOf","parameters":{"names":["x.\#(name)"]}}"#
          #expect(try client.ask(call).contains(#""org.example.\#(name)""#), "cycle \(cycle)")
        }
        let wanted = Int.random(in: 0...4, using: &random)
        for number in 0..<8 {
          let name = "k\(cycle)n\(number)"
          try client.send(
            #"{"method":"org.typeregistry.registry.Register","parameters":{"declaration":"#
              + text(name) + "}}")
          if number == wanted {
            // At a random point of its way.
            usleep(.random(in: 0...3_000, using: &random))
            break
          }
          #expect(try client.reply().contains(#""effect":"added""#))
          acknowledged.insert(name)
        }
        process.send(SIGKILL)
        _ = try process.end()
      }
      #expect(acknowledged.count > 10)
    }
  }
}
