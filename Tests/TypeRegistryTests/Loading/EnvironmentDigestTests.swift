// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import TypeRegistry

/// Which environments are the same.
@Suite struct EnvironmentDigestTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func environment(_ change: (inout Environment) -> Void = { _ in }) -> Environment {
    var environment = Environment(home: "\(directory.path)/home")
    change(&environment)
    return environment
  }

  private func locations(
    store: String? = "/state/typed", _ change: (inout Environment) -> Void = { _ in }
  ) -> RegistryLocations {
    RegistryLocations(
      core: nil, environment: environment(change), cache: nil,
      store: store.flatMap { StoreLocation(directory: $0) })
  }

  private func variables(
    _ own: RegistryLocations, daemon: RegistryLocations
  ) -> [String] {
    own.differences(from: daemon.environmentDigest).map(\.variable)
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func aVariableThatIsSetToItsDefaultMakesNoDifference() {
    let home = "\(directory.path)/home"
    let written = locations {
      $0.dataHome = bytes("\(home)//.local/share/")
      $0.dataDirectories = bytes("/usr/local/share/::relative:/usr/share")
      $0.configHome = bytes("\(home)/.config")
      $0.configDirectories = bytes("/etc/xdg")
      $0.currentDesktop = []
    }
    #expect(variables(written, daemon: locations()).isEmpty)
    #expect(variables(locations(), daemon: written).isEmpty)
  }

  @Test func eachVariableMakesADifferenceOfItsName() {
    let changes: [(String, (inout Environment) -> Void)] = [
      ("XDG_DATA_HOME", { $0.dataHome = Array("/data".utf8) }),
      ("XDG_DATA_DIRS", { $0.dataDirectories = Array("/usr/share:/usr/local/share".utf8) }),
      ("XDG_CONFIG_HOME", { $0.configHome = Array("/config".utf8) }),
      ("XDG_CONFIG_DIRS", { $0.configDirectories = Array("/etc/other".utf8) }),
      ("TYPED_DECLARATIONS", { $0.declarations = [] }),
      ("TYPED_FREEDESKTOP", { $0.usesFreedesktop = false }),
    ]
    for (name, change) in changes {
      #expect(variables(locations(change), daemon: locations()) == [name])
    }
    #expect(variables(locations(store: "/other"), daemon: locations()) == ["XDG_STATE_HOME"])
    #expect(variables(locations(store: nil), daemon: locations()) == ["XDG_STATE_HOME"])
    let home = locations { $0.home = Array("/home/other".utf8) }
    #expect(
      variables(home, daemon: locations()) == [
        "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME or root directory",
      ])
  }

  /// The names of the desktop only add lists, in any of the directories of lists.
  @Test(arguments: ["home/.config", "home/.local/share/applications"])
  func theDesktopMakesADifferenceWhereThereIsAListForIt(_ place: String) throws {
    let plain = locations()
    let gnome = locations { $0.currentDesktop = Array("ubuntu:GNOME".utf8) }
    let lower = locations { $0.currentDesktop = Array(":Ubuntu:gnome:".utf8) }
    #expect(variables(gnome, daemon: plain).isEmpty)
    #expect(variables(plain, daemon: gnome).isEmpty)
    let lists = "\(directory.path)/\(place)"
    try FileManager.default.createDirectory(atPath: lists, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: "\(lists)/kde-mimeapps.list"))
    #expect(variables(gnome, daemon: plain).isEmpty)
    try Data().write(to: URL(fileURLWithPath: "\(lists)/gnome-mimeapps.list"))
    #expect(variables(gnome, daemon: plain) == ["XDG_CURRENT_DESKTOP"])
    #expect(variables(plain, daemon: gnome) == ["XDG_CURRENT_DESKTOP"])
    #expect(variables(gnome, daemon: lower).isEmpty)
  }

  /// `PATH` matters only for programs that no fixed directory has.
  @Test func programsThatOnlyPathHasMakeADifference() throws {
    let directory = directory
    func locations(_ path: String, desktop: String? = nil) -> RegistryLocations {
      RegistryLocations(
        core: nil,
        environment: environment {
          $0.programPath = bytes(path)
          $0.currentDesktop = desktop.map(bytes)
        },
        cache: directory.path + "/cache", store: nil)
    }
    let supplier = directory.path + "/bin"
    let (with, without) = (locations(supplier), locations("/usr/bin"))
    try directory.write("bin/test-view", "#!/bin/sh\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: supplier + "/test-view")
    #expect(variables(with, daemon: without).isEmpty)
    #expect(without.environmentDigest.isOf(with.environment, store: nil))
    try directory.write(
      "home/.local/share/applications/org.p.desktop",
      "[Desktop Entry]\nType=Application\nName=P\nExec=test-view %f\nMimeType=image/png;\n")
    _ = RegistryLoader.load(without)
    #expect(variables(with, daemon: without) == ["PATH"])
    #expect(variables(without, daemon: with) == ["PATH"])
    #expect(variables(locations(supplier, desktop: "GNOME"), daemon: without) == ["PATH"])
    #expect(variables(locations("/usr/bin:/none"), daemon: without).isEmpty)
    #expect(!without.environmentDigest.isOf(with.environment, store: nil))
    #expect(without.environmentDigest.isOf(without.environment, store: nil))
  }

  @Test func anEnvironmentWithoutADesktopIsKnown() {
    for names in ["", ":", "::"] {
      #expect(
        locations { $0.currentDesktop = Array(names.utf8) }.environmentDigest.isWithoutDesktop)
    }
    #expect(locations().environmentDigest.isWithoutDesktop)
    let gnome = locations { $0.currentDesktop = Array("GNOME".utf8) }
    #expect(!gnome.environmentDigest.isWithoutDesktop)
  }

  @Test func theTextIsReadAgain() {
    for digest in [locations(), locations { $0.home = nil }].map(\.environmentDigest) {
      #expect(EnvironmentDigest(text: digest.text) == digest)
      #expect(digest.text.count < 112)
      for count in 0..<digest.text.count {
        #expect(EnvironmentDigest(text: Array(digest.text.prefix(count))) == nil)
      }
      #expect(EnvironmentDigest(text: digest.text + [0x2D]) == nil)
      #expect(EnvironmentDigest(text: Array(digest.text.dropLast()) + [0x30]) == nil)
    }
  }

  @Test func theMarkHoldsTheDigest() throws {
    let path = try #require(FilePath("\(directory.path)/mark"))
    let (first, second) = (locations(), locations(store: nil))
    #expect(CurrentMark.text(at: path) == nil)
    try CurrentMark.make(at: path, for: first.environmentDigest)
    #expect(CurrentMark.text(at: path) == first.environmentDigest.text)
    // One that was left is replaced.
    try CurrentMark.make(at: path, for: second.environmentDigest)
    #expect(CurrentMark.text(at: path) == second.environmentDigest.text)
    #expect(CurrentMark.remove(at: path))
    #expect(CurrentMark.text(at: path) == nil)
    // Of a program of another version.
    try Data().write(to: URL(fileURLWithPath: path.description))
    #expect(CurrentMark.text(at: path) == nil)
  }

  /// The directory of the system's socket is not the daemon's.
  @Test func theSystemsDaemonWritesIntoADirectoryOfItsOwn() {
    let system = Array("/run/typed/org.typeregistry".utf8)
    #expect(
      InputStamps.path(besideSocket: system)?.description
        == "/run/typed/state/org.typeregistry.inputs")
    #expect(
      CurrentMark.path(besideSocket: system)?.description
        == "/run/typed/state/org.typeregistry.current")
    let other = Array("/run/typed/org.typeregistry2".utf8)
    #expect(
      CurrentMark.path(besideSocket: other)?.description == "/run/typed/org.typeregistry2.current")
  }
}
