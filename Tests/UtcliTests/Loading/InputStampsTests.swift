// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SystemBase
import TestSupport
import Testing
import TypeRegistry

@Suite("Stamps beside the daemon's socket")
struct InputStampsTests {
  private let installation: Installation
  private let path: FilePath

  init() throws {
    installation = try Installation(core: .shipped)
    path = try #require(
      InputStamps.path(besideSocket: Array((installation.root + "/socket").utf8)))
    #expect(path.description == installation.root + "/socket.inputs")
  }

  private var locations: RegistryLocations {
    RegistryLocations(
      core: installation.core,
      environment: Environment(
        home: installation.home, dataDirectories: installation.root + "/data"),
      cache: installation.cache)
  }

  /// Loads and writes the stamps, until what was loaded is older than its image: the clock that
  /// stamps files has steps of some milliseconds.
  private func write(expecting source: RegistryLoader.Source? = nil) throws {
    for _ in 0..<1_000 {
      let moment = WallClock.nanoseconds
      let registry = EmbeddedRegistry(locations)
      try InputStamps.write(registry.published, of: locations, loadedAfter: moment, to: path)
      if InputStamps.inputs(at: path)?.areUnchanged == true {
        if let source { #expect(registry.source == source) }
        return
      }
    }
    Issue.record("the stamps were never trusted")
  }

  @Test
  func showWhatIsAddedChangedAndRemoved() throws {
    #expect(InputStamps.inputs(at: path)?.areUnchanged == nil)
    try write()
    let first = try installation.declare("org.test.a", extension: "aaa")
    #expect(InputStamps.inputs(at: path)?.areUnchanged == false)
    try write()
    try installation.declare("org.test.b", extension: "bbb")
    #expect(InputStamps.inputs(at: path)?.areUnchanged == false)
    try write()
    // In place: the directory keeps its time.
    let appended = try installation.shell("echo ' ' >>'\(first)'")
    #expect(appended.status == 0)
    #expect(InputStamps.inputs(at: path)?.areUnchanged == false)
    try write()
    #expect(unsafe unlink(first) == 0)
    #expect(InputStamps.inputs(at: path)?.areUnchanged == false)
    try write()
    // What is not searched does not count.
    try installation.write("{}", to: "work/other.json")
    #expect(InputStamps.inputs(at: path)?.areUnchanged == true)
  }

  @Test
  func showWhatChangesBesideTheBuiltInImage() throws {
    try write(expecting: .builtInImage)
    try installation.declare("org.test.a", extension: "aaa")
    #expect(InputStamps.inputs(at: path)?.areUnchanged == false)
    #expect(unsafe unlink("\(installation.declarations)/org.test.a.json") == 0)
    try write(expecting: .builtInImage)
    // A bundle may be a directory.
    try installation.write("x", to: "\(installation.declarations)/b/other")
    try write(expecting: .builtInImage)
    try installation.write(
      Installation.bundle("org.test.b", extension: "bbb"),
      to: "\(installation.declarations)/b/Info.plist")
    #expect(InputStamps.inputs(at: path)?.areUnchanged == false)
    try FileManager.default.removeItem(atPath: installation.declarations)
    try write(expecting: .builtInImage)
    // The text of the core is edited in place.
    let edited = try installation.shell("echo ' ' >>'\(installation.core)/30-images.json'")
    #expect(edited.status == 0)
    #expect(InputStamps.inputs(at: path)?.areUnchanged == false)
  }

  @Test
  func areNotTakenFromAFileOfAnotherForm() throws {
    try write()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path.description))
    for count in 0..<whole.count {
      try installation.write(Array(whole.prefix(count)), to: path.description)
      // Never a trap; a file that was cut may miss a change but claims none that is not there.
      _ = InputStamps.inputs(at: path)?.areUnchanged
    }
    try installation.write(Array(whole.prefix(16)), to: path.description)
    #expect(InputStamps.inputs(at: path)?.areUnchanged == nil)
    try installation.write([UInt8](repeating: 0, count: whole.count), to: path.description)
    #expect(InputStamps.inputs(at: path)?.areUnchanged == nil)
    try installation.write(Array(whole), to: path.description)
    #expect(InputStamps.inputs(at: path)?.areUnchanged == true)
    #expect(unsafe chmod(path.description, 0o666) == 0)
    #expect(InputStamps.inputs(at: path)?.areUnchanged == nil)
    #expect(unsafe unlink(path.description) == 0)
    #expect(unsafe mkfifo(path.description, 0o600) == 0)
    #expect(InputStamps.inputs(at: path)?.areUnchanged == nil)
  }

  /// In a directory that is open to all, another user could write the file before the daemon.
  @Test(.enabled(if: geteuid() == 0, "needs to give a file to another user"))
  func areNotTakenFromAFileOfAnotherUser() throws {
    try write()
    #expect(unsafe chown(path.description, 65534, 65534) == 0)
    #expect(InputStamps.inputs(at: path)?.areUnchanged == nil)
    #expect(InputStamps.environment(at: path) == nil)
    // A daemon of another user has a directory of its own.
    #expect(unsafe chown(installation.root, 65534, 65534) == 0)
    #expect(InputStamps.inputs(at: path)?.areUnchanged == true)
    #expect(InputStamps.environment(at: path) != nil)
    #expect(unsafe chown(installation.root, 0, 0) == 0)
  }
}
