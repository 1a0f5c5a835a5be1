// SPDX-License-Identifier: MIT

import CTypeRegistry
import Foundation
import TestSupport
import Testing
import TypeRegistry
import TypeRegistryC

/// One answer about what is started: C, Swift and `utcli open --print`.
@Suite("A launch in C is that of Swift and of utcli")
struct LaunchesForCTests {
  private let world: FileManagerWorld

  init() throws { world = try FileManagerWorld() }

  private func swift(_ bundle: String, _ paths: [String]) throws -> [[String]] {
    let directory = HandlerDirectory(world.registry, bindings: [])
    let handler = try #require(directory.application(named: bundle, in: .none))
    let targets = paths.map { LaunchTarget.file(Array($0.utf8)) }
    return try LaunchApplication(handler).launches(opening: targets).map { launch in
      launch.arguments.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test(arguments: [("viewer", ["report", "link"]), ("editor", ["notes", "a b $(id) %f"])])
  func vectorsAreFinal(_ bundle: String, _ names: [String]) throws {
    let paths = names.map { world.files + "/" + $0 }
    let prepared = world.launches(bundle, paths)
    let vectors = prepared.vectors
    #expect(prepared.code == TR_OK)
    #expect(try swift(bundle, paths) == vectors)
    let said = try world.programs.utcli(
      ["open", "--print", "--embedded", "--with", bundle] + paths)
    #expect(said.lines.map { $0.components(separatedBy: "\t") } == vectors, "\(said.errorText)")
    #expect(prepared.targets == 0..<(bundle == "viewer" ? 2 : 1))
  }

  @Test func theDirectoryAndThePlacesOfATokenAreSaid() throws {
    for (bundle, path, wanted) in [
      ("viewer", "/tmp", ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]),
      ("editor", nil, ["XDG_ACTIVATION_TOKEN"]),
    ] {
      let prepared = world.launches(bundle, ["/a"])
      #expect(prepared.directory == path && prepared.tokens == wanted)
    }
  }

  @Test func actionsAreThoseThatCanBeStarted() throws {
    var actions = unsafe [tr_action](repeating: tr_action(), count: 8)
    var count = 0
    #expect(
      unsafe TypeRegistryC.actions(world.handle, "viewer", "de_DE", &actions, 8, &count) == TR_OK)
    let found = unsafe actions[..<count].map {
      unsafe [text($0.identifier), text($0.name), text($0.icon)]
    }
    #expect(found == [["new-window", "Neues Fenster", "window-new"], ["print", "Print", nil]])
    #expect(
      unsafe TypeRegistryC.actions(world.handle, "editor", nil, &actions, 8, &count) == TR_OK)
    #expect(count == 0)
    let report = world.files + "/report"
    let prepared = world.launches("viewer", [report], action: "new-window")
    #expect(
      prepared.code == TR_OK && prepared.vectors == [["/bin/true", "--new", "file://" + report]])
    let alone = world.launches("viewer", [], action: "print")
    #expect(alone.vectors == [["/bin/true", "--print", "Viewer"]])
    // An action that takes no files is started without them.
    let without = world.launches("viewer", [report], action: "print")
    #expect(without.code == TR_OK && without.vectors == alone.vectors && without.targets == 0..<0)
    let directory = HandlerDirectory(world.registry, bindings: [])
    let viewer = LaunchApplication(
      try #require(directory.application(named: "viewer", in: .none)))
    let action = try #require(viewer.readActions().first { $0.identifier == "print" })
    let launches = try viewer.performing(action).launches(opening: [.file(Array(report.utf8))])
    #expect(launches.map(\.targets) == [0..<0])
    #expect(
      launches.map { $0.arguments.map { String(decoding: $0, as: UTF8.self) } } == alone.vectors)
  }

  @Test func theIDOfAnEntryNamesItsApplication() throws {
    var handler = unsafe tr_handler()
    #expect(
      unsafe TypeRegistryC.application(world.handle, "viewer.desktop", nil, &handler) == TR_OK)
    #expect(unsafe text(handler.bundle) == "viewer")
    #expect(
      world.launches("viewer.desktop", ["/a"]).vectors == world.launches("viewer", ["/a"]).vectors)
  }

  @Test func anActionOnTheBusNeedsNoExec() throws {
    var actions = unsafe [tr_action](repeating: tr_action(), count: 8)
    var count = 0
    let code = unsafe TypeRegistryC.actions(
      world.handle, "org.bus.Player", nil, &actions, 8, &count)
    let program = "/usr/bin/gapplication"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      #expect(code == TR_ERROR_APPLICATION)
      return
    }
    #expect(code == TR_OK && count == 1)
    let prepared = world.launches("org.bus.Player", ["/a"], action: "play")
    #expect(prepared.vectors == [[program, "action", "org.bus.Player", "play"]])
    #expect(prepared.tokens == ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"])
  }

  @Test func whatAnApplicationTakesIsSaid() throws {
    for (bundle, wanted) in [
      ("viewer", TR_TAKES_FILES | TR_TAKES_MANY), ("editor", TR_TAKES_FILES),
      ("mail", TR_TAKES_FILES | TR_TAKES_URLS), ("clock", 0),
    ] {
      var handler = unsafe tr_handler()
      #expect(unsafe TypeRegistryC.application(world.handle, bundle, nil, &handler) == TR_OK)
      #expect(unsafe handler.flags == wanted, "\(bundle)")
    }
  }

  @Test func aTerminalComesFirst() throws {
    let path = world.files + "/photo.png"
    let prepared = world.launches("console", [path])
    let wanted = try? swift("console", [path])
    #expect(prepared.code == (wanted == nil ? TR_ERROR_TERMINAL : TR_OK))
    #expect(prepared.vectors == wanted ?? [])
    if let vector = prepared.vectors.first { #expect(vector.suffix(2) == ["/bin/ls", path]) }
  }

  @Test(arguments: [
    ("nobody", nil, "/a", TR_ERROR_APPLICATION), ("viewer", "none", "/a", TR_ERROR_APPLICATION),
    ("editor", nil, "mailto:a", TR_ERROR_TARGET),
    ("viewer", nil, "file://elsewhere/a", TR_ERROR_ARGUMENT),
  ])
  func mistakesAreErrors(_ bundle: String, _ action: String?, _ target: String, _ wanted: Int) {
    #expect(Int(world.launches(bundle, [target], action: action).code) == wanted)
  }

  @Test func pointersAndOtherRegistriesAreErrors() {
    var launches: UnsafeMutablePointer<tr_launch>?
    var count = 7
    #expect(
      unsafe TypeRegistryC.prepareLaunch(world.handle, nil, nil, "/a", 2, &launches, &count)
        == TR_ERROR_ARGUMENT)
    #expect(
      unsafe TypeRegistryC.prepareLaunch(world.handle, "viewer", nil, nil, 2, &launches, &count)
        == TR_ERROR_ARGUMENT)
    #expect(
      unsafe TypeRegistryC.prepareLaunch(world.handle, "viewer", nil, "/a", 2, nil, &count)
        == TR_ERROR_ARGUMENT)
    #expect(
      unsafe TypeRegistryC.prepareLaunch(nil, "viewer", nil, "/a", 2, &launches, &count)
        == TR_ERROR_REGISTRY)
    #expect(unsafe launches == nil && count == 7)
    TypeRegistryC.freeLaunches(nil)
  }
}
