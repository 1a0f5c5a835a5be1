// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

@testable import TypeRegistry

/// Programs that only `PATH` finds.
@Suite struct ProgramDirectoriesTests {
  /// A directory that is removed with this object.
  private final class Place {
    private let directory: TemporaryDirectory
    var root: String { directory.path }

    init() throws { directory = try TemporaryDirectory(mode: 0o755) }

    /// Makes a program, and its directory with permissions.
    func program(_ path: String, mode: mode_t = 0o755) throws {
      let file = root + "/" + path
      let directory = (file as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
      try "#!/bin/sh\n".write(toFile: file, atomically: false, encoding: .utf8)
      unsafe chmod(file, 0o755)
      var above = directory
      while above.count > root.count {
        unsafe chmod(above, 0o755)
        above = (above as NSString).deletingLastPathComponent
      }
      unsafe chmod(directory, mode)
    }

    func directories(_ paths: String...) -> ProgramDirectories {
      var environment = Environment(home: root + "/home")
      environment.programPath = Array(paths.map { root + "/" + $0 }.joined(separator: ":").utf8)
      return ProgramDirectories(environment)
    }
  }

  @Test func pathAddsWhatIsMissingAndReplacesNothing() throws {
    let place = try Place()
    try place.program("home/bin/only-by-path")
    try place.program("home/bin/sh")
    let directories = place.directories("home/bin")
    #expect(
      LaunchProgram.locate(["only-by-path"], in: directories).program
        == .present(place.root + "/home/bin/only-by-path"))
    let shell = LaunchProgram.locate(["sh"], in: directories)
    #expect(shell.program == LaunchProgram.locate(["sh"]).program && shell.wanted.isEmpty)
    #expect(
      LaunchProgram.locate(["only-by-path"]).program == .missing(.notFoundByName))
    #expect(
      LaunchProgram.locate(["only-by-path"], in: directories, isOfUser: true).wanted
        == ["only-by-path"])
  }

  @Test func aFileThatIsNotAProgramDoesNotHideOne() throws {
    let place = try Place()
    try place.program("home/one/some-tool")
    try place.program("home/two/some-tool")
    try place.program("home/.local/bin/sh")
    unsafe chmod(place.root + "/home/one/some-tool", 0o644)
    unsafe chmod(place.root + "/home/.local/bin/sh", 0o644)
    let directories = place.directories("home/one", "home/two")
    #expect(
      LaunchProgram.locate(["some-tool"], in: directories).program
        == .present(place.root + "/home/two/some-tool"))
    #expect(
      LaunchProgram.locate(["sh"], in: directories, isOfUser: true).program
        == LaunchProgram.locate(["sh"]).program)
  }

  @Test func whatASearchFoundOutServesTheNext() throws {
    let place = try Place()
    try place.program("home/bin/first-tool")
    try place.program("home/bin/second-tool")
    let directories = place.directories("home/bin")
    var known = LaunchProgram.KnownDirectories()
    for name in ["first-tool", "second-tool", "first-tool"] {
      let search = LaunchProgram.locate([name], in: directories, isOfUser: false, &known)
      #expect(search.program == .present(place.root + "/home/bin/" + name))
      #expect(search.refused.isEmpty && search.wanted == [name])
    }
  }

  /// A profile of Nix or Guix is a link into a store that a group may write, and that is sticky.
  @Test func aProfileLeadsIntoAStickyStore() throws {
    let place = try Place()
    try place.program("store/abc-viewer/bin/nix-viewer", mode: 0o555)
    unsafe chmod(place.root + "/store", 0o1775)
    try FileManager.default.createSymbolicLink(
      atPath: place.root + "/profile", withDestinationPath: place.root + "/store/abc-viewer")
    #expect(
      LaunchProgram.locate(["nix-viewer"], in: place.directories("profile/bin")).program
        == .present(place.root + "/profile/bin/nix-viewer"))
    unsafe chmod(place.root + "/store/abc-viewer/bin", 0o755)
  }

  @Test(arguments: [mode_t(0o777), 0o757, 0o1777])
  func aDirectoryThatOthersCanChangeSuppliesNothing(_ mode: mode_t) throws {
    let place = try Place()
    try place.program("open/shared-viewer", mode: mode)
    try place.program("bin/shared-viewer")
    let search = LaunchProgram.locate(["shared-viewer"], in: place.directories("open"))
    #expect(search.program == .missing(.notFoundByName))
    #expect(search.refused.map(\.description) == [place.root + "/open"])
    #expect(
      LaunchProgram.locate(["shared-viewer"], in: place.directories("open", "bin")).program
        == .present(place.root + "/bin/shared-viewer"))
    // Nor does one below it.
    try place.program("open/below/shared-viewer")
    unsafe chmod(place.root + "/open", 0o777)
    #expect(
      LaunchProgram.locate(["shared-viewer"], in: place.directories("open/below")).program
        == .missing(.notFoundByName))
  }

  @Test func onlyDirectoriesThatSupplyProgramsMatter() throws {
    let place = try Place()
    try place.program("cargo/bin/wanted")
    try place.program("brew/bin/other")
    try place.program("later/wanted")
    let directories = place.directories("none", "brew/bin", "cargo/bin", "later")
    #expect(
      directories.suppliers(of: ["wanted"]) == [Array((place.root + "/cargo/bin").utf8) + [1]])
    #expect(directories.suppliers(of: []).isEmpty)
    #expect(directories.suppliers(of: ["nowhere"]).isEmpty)
    #expect(place.directories("brew/bin").suppliers(of: ["wanted"]).isEmpty)
  }

  @Test func theUsualDirectoriesAreNotSearchedTwice() {
    var environment = Environment(home: "/home/a")
    environment.programPath = Array(
      "/usr/bin:relative::/home/a/.local/bin:/opt/x/bin/:/opt/x/bin:/bin".utf8)
    #expect(ProgramDirectories(environment).path.map(\.description) == ["/opt/x/bin"])
  }
}
