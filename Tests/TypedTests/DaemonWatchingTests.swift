// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry
import Varlink

extension DaemonTests {
  /// The daemon notices changed declarations by itself.
  @Suite struct Watching {
    private let daemon: ServingDaemon
    private let client: TestClient

    init() throws {
      daemon = try ServingDaemon()
      client = try daemon.connect()
    }

    /// The directory of the user's declarations, which does not exist at the start.
    private var declarations: String { daemon.directory.path + "/.local/share/typed/declarations" }

    private func makeDirectory(_ path: String) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// A bundle with one type, which has the extension of that name.
    private func bundle(_ name: String, program: String? = nil) -> String {
      let handler =
        program.map {
          #""CFBundleDocumentTypes":[{"LSItemContentTypes":["org.example.\#(name)"]}],"#
            + #""TRLaunch":{"Arguments":["\#($0)","%F"]},"#
        } ?? ""
      return #"""
        {"CFBundleIdentifier":"org.example.\#(name)",\#(handler)"UTExportedTypeDeclarations":
        [{"UTTypeIdentifier":"org.example.\#(name)","UTTypeConformsTo":"public.data",
        "UTTypeTagSpecification":{"public.filename-extension":"\#(name)"}}]}
        """#
    }

    private func write(_ text: String, _ path: String) throws {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    private func isKnown(_ name: String) throws -> Bool {
      let call =
        #"{"method":"org.typeregistry.types.TypeOf","parameters":{"names":["x.\#(name)"]}}"#
      return try client.ask(call).contains(#""org.example.\#(name)""#)
    }

    @Test func aDeclarationThatAppearsIsKnown() throws {
      try makeDirectory(declarations)
      try write(bundle("first"), declarations + "/first.json")
      #expect(try daemon.eventually { try isKnown("first") })
      try write(bundle("second"), declarations + "/second.json")
      #expect(try daemon.eventually { try isKnown("second") })
      #expect(unsafe unlink(declarations + "/first.json") == 0)
      #expect(try daemon.eventually { try !isKnown("first") })
      #expect(try isKnown("second"))
    }

    @Test func directoriesThatAreFilledAtOnceAreNotMissed() throws {
      let names = (0..<200).map { "race\($0)" }
      for name in names {
        let application = "\(declarations)/\(name)"
        try makeDirectory(application)
        try write(bundle(name), application + "/Info.json")
      }
      #expect(try daemon.eventually { try isKnown("race199") })
      #expect(try daemon.eventually { try names.allSatisfy(isKnown) })
    }

    @Test func aDirectoryThatIsMovedAwayAndBackIsNoticed() throws {
      try makeDirectory(declarations)
      try write(bundle("here"), declarations + "/here.json")
      #expect(try daemon.eventually { try isKnown("here") })
      let share = daemon.directory.path + "/.local/share"
      #expect(unsafe rename(share, share + "-away") == 0)
      #expect(try daemon.eventually { try !isKnown("here") })
      #expect(unsafe rename(share + "-away", share) == 0)
      #expect(try daemon.eventually { try isKnown("here") })
    }

    @Test func theTargetOfALinkIsWatched() throws {
      let elsewhere = daemon.directory.path + "/elsewhere"
      try makeDirectory(elsewhere)
      try makeDirectory(daemon.directory.path + "/.local/share/typed")
      try FileManager.default.createSymbolicLink(
        atPath: declarations, withDestinationPath: elsewhere)
      try write(bundle("linked"), elsewhere + "/linked.json")
      #expect(try daemon.eventually { try isKnown("linked") })
      try write(bundle("other"), elsewhere + "/linked.json")
      #expect(try daemon.eventually { try isKnown("other") })
      #expect(try !isKnown("linked"))
    }

    @Test func aProgramThatIsInstalledOpensFiles() throws {
      let program = daemon.directory.path + "/viewer"
      try makeDirectory(declarations)
      try write(bundle("shown", program: program), declarations + "/shown.json")
      #expect(try daemon.eventually { try isKnown("shown") })
      let call =
        #"{"method":"org.typeregistry.handlers.Rank","parameters":{"names":["x.shown"]}}"#
      #expect(try !client.ask(call).contains("arguments"))
      try write("#!/bin/sh\n", program)
      #expect(unsafe chmod(program, 0o755) == 0)
      #expect(try daemon.eventually { try client.ask(call).contains(program) })
      #expect(unsafe chmod(program, 0o644) == 0)
      #expect(try daemon.eventually { try !client.ask(call).contains(program) })
    }

    /// A directory of programs that a declaration names: it appears, and others can change it.
    @Test func aNamedDirectoryOfProgramsIsWatched() throws {
      let bin = daemon.directory.path + "/tools/bin"
      unsafe chmod(daemon.directory.path, 0o755)
      try makeDirectory(declarations)
      try write(bundle("shown", program: "only-there"), declarations + "/shown.json")
      try write(
        #"{"CFBundleIdentifier":"org.example.tools","TRProgramDirectories":["\#(bin)"]}"#,
        declarations + "/tools.json")
      #expect(try daemon.eventually { try isKnown("shown") })
      let call =
        #"{"method":"org.typeregistry.handlers.Rank","parameters":{"names":["x.shown"]}}"#
      #expect(try !client.ask(call).contains(bin))
      try makeDirectory(bin)
      for path in [bin, daemon.directory.path + "/tools"] { unsafe chmod(path, 0o755) }
      try write("#!/bin/sh\n", bin + "/only-there")
      #expect(unsafe chmod(bin + "/only-there", 0o755) == 0)
      #expect(try daemon.eventually { try client.ask(call).contains(bin) })
      #expect(unsafe chmod(bin, 0o777) == 0)
      #expect(try daemon.eventually { try !client.ask(call).contains(bin) })
      #expect(unsafe chmod(bin, 0o755) == 0)
      #expect(try daemon.eventually { try client.ask(call).contains(bin) })
      #expect(unsafe unlink(declarations + "/tools.json") == 0)
      #expect(try daemon.eventually { try !client.ask(call).contains(bin) })
    }

    /// Whether there is the link by which the daemon vouches for its registry, and which leads nowhere.
    private var hasMark: Bool {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: daemon.socket + ".current"))
        != nil
    }

    /// Who connects after a change has the new answer, or finds the mark gone after the old one.
    @Test func theMarkIsGoneBeforeAnAnswerIsOld() throws {
      try makeDirectory(declarations)
      let deadline = ContinuousClock.now + .seconds(60)
      for number in 0..<20 {
        // A file that was written in the tick of the clock in which it was read is read again later.
        while !hasMark {
          try #require(ContinuousClock.now < deadline, "the daemon does not vouch for its registry")
          _ = try client.ask()
        }
        try write(bundle("type\(number)"), declarations + "/one.json")
        let question =
          #"{"method":"org.typeregistry.types.TypeOf","parameters":{"names":["x.type\#(number)"]}}"#
        let answer = try daemon.connect().ask(question)
        #expect(answer.contains(#""org.example.type\#(number)""#) || !hasMark)
      }
    }

    @Test func thereIsNoMarkOfADaemonThatEnds() throws {
      #expect(try daemon.eventually { hasMark })
      daemon.process.send(SIGTERM)
      _ = try daemon.process.end()
      #expect(!hasMark)
    }

    @Test func whatHappensWhileTheDaemonIsStoppedIsSeen() throws {
      try makeDirectory(declarations)
      try write(bundle("before"), declarations + "/before.json")
      #expect(try daemon.eventually { try isKnown("before") })
      try daemon.process.pause()
      // More events than the kernel keeps.
      for number in 0..<50_000 {
        let name = "\(declarations)/\(number % 3).tmp"
        close(unsafe open(name, O_CREAT | O_WRONLY, 0o600))
        unsafe unlink(name)
      }
      try write(bundle("after"), declarations + "/after.json")
      daemon.process.send(SIGCONT)
      #expect(try daemon.eventually { try isKnown("after") })
    }
  }
}
