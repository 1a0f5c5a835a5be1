// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing
import TypeRegistry

/// Several processes use one store; some are killed, or run out of space.
@Suite struct RegistryStoreProcessesTests {
  let directory: StoreDirectory

  init() throws { directory = try StoreDirectory() }

  /// `STORE_KILLS` sets the number of cycles.
  private static var kills: Int {
    ProcessInfo.processInfo.environment["STORE_KILLS"].flatMap { Int($0) } ?? 30
  }

  /// Acknowledged changes are there; others are there as a whole or not at all.
  @Test func aKilledWriterLosesNothingAcknowledged() throws {
    var random = SeededRandom(seed: 1)
    var next = 0
    var acknowledged: [Int] = []
    for cycle in 0..<Self.kills {
      let writer = try StoreProcess(["write", directory.path, "\(next)", "1000"])
      // None at all: it was killed while the store was opened or created.
      let lines = try writer.lines(Int.random(in: 0...12, using: &random))
      writer.kill()
      for line in try lines + writer.lines() where line.hasPrefix("bound ") {
        acknowledged.append(try #require(Int(line.split(separator: " ")[1])))
      }
      next = (acknowledged.last ?? -1) + 2
      let found = BindingReader(directory.location)
      let extensions = Set(found.bindings().map(\.subject.text))
      #expect(found.problem == nil || acknowledged.isEmpty, "cycle \(cycle)")
      #expect(acknowledged.allSatisfy { extensions.contains("x\($0)") }, "cycle \(cycle)")
      #expect(extensions.count <= acknowledged.count + cycle + 1, "cycle \(cycle)")
    }
    #expect(acknowledged.count > Self.kills)
    let store = try directory.open()
    #expect(try store.notices() == [])
    #expect(try store.bindings().count == store.history(limit: .max).count)
    #expect(try directory.setAside() == [])
  }

  /// Acknowledged registrations are there; others are there as a whole or not at all.
  @Test func aKilledRegistrarLosesNothingAcknowledged() throws {
    var random = SeededRandom(seed: 2)
    var environment = Environment(home: directory.parentPath)
    environment.usesFreedesktop = false
    let locations = RegistryLocations(
      core: directory.parentPath + "/no-core", environment: environment, cache: nil,
      store: directory.location)
    var next = 0
    var acknowledged: Set<String> = []
    for cycle in 0..<Self.kills {
      let writer = try StoreProcess(["register", directory.path, "\(next)", "1000"])
      let lines = try writer.lines(Int.random(in: 0...8, using: &random))
      writer.kill()
      for line in try lines + writer.lines() {
        let words = line.split(separator: " ")
        let number = try #require(words.last.flatMap { Int($0) }, "\(line)")
        let bundle = "org.example.app\(number)"
        if words[0] == "registered" {
          acknowledged.insert(bundle)
        } else {
          acknowledged.remove(bundle)
        }
        next = number + 2
      }
      // Only what was being done when the process was killed may have been done or not.
      let found = RegistryLoader.load(locations).registry
      let bundles = Set(found.bundles().map(\.identifier))
      #expect(acknowledged.subtracting(bundles).count <= 1, "cycle \(cycle)")
      acknowledged.formIntersection(bundles)
      #expect(bundles.subtracting(acknowledged).count <= 1, "cycle \(cycle)")
      acknowledged.formUnion(bundles)
      #expect(found.diagnostics.isEmpty, "cycle \(cycle): \(found.diagnostics)")
    }
    #expect(acknowledged.count > Self.kills / 3)
  }

  @Test func twoWritersAndAReaderAtOnce() throws {
    let writers = try ["0", "1000"].map {
      try StoreProcess(["write", directory.path, $0, "40"])
    }
    var counts: [Int] = []
    let first = try writers[0].lines(2).count
    for _ in 0..<50 {
      let reader = BindingReader(directory.location)
      counts.append(reader.bindings().count)
      #expect(reader.problem == nil)
    }
    #expect(counts == counts.sorted())
    #expect(try first + writers[0].lines().count == 41)
    #expect(try writers[1].lines().count == 41)
    let store = try directory.open()
    #expect(try store.bindings().count == 80)
    #expect(try store.history(limit: 100).map(\.number) == (1...80).reversed())
    #expect(try store.notices() == [])
    store.settle()
    #expect(BindingReader(directory.location).bindings().count == 80)
  }

  /// Opening the store checks all of it, tables against each other, while other processes write.
  @Test func openingBesideWritersFindsNoDamage() throws {
    let writers = try ["0", "1000"].map {
      try StoreProcess(["write", directory.path, $0, "60"])
    }
    for number in 0..<12 {
      let store = try RegistryStore.open(directory.location, .writing, timeout: 60_000)
      #expect(try store.notices() == [], "opened for the time number \(number)")
      try store.bind(.test("mine\(number)", "a"))
      store.close()
    }
    for writer in writers { _ = try writer.lines() }
    let store = try directory.open()
    #expect(try store.notices() == [])
    #expect(try store.bindings().count == 2 * 60 + 12)
    #expect(try directory.setAside() == [])
  }

  @Test func manyMakeTheStoreAtOnce() throws {
    let writers = try (0..<8).map {
      try StoreProcess(["write", directory.path, "\($0 * 10)", "1"])
    }
    for writer in writers { #expect(try writer.lines().count == 2) }
    #expect(try directory.open().bindings().count == 8)
    #expect(try directory.open().notices() == [])
  }

  private func expectRelief(_ lines: [String]) throws {
    let values = Dictionary(
      uniqueKeysWithValues: lines.map { line in
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        return (words[0], words.last ?? "")
      })
    #expect(values["refused"] == "full", "\(lines)")
    #expect(values["again"] == "full", "\(lines)")
    let written = try #require(values["written"].flatMap { Int($0) }, "\(lines)")
    #expect(written > 0)
    // The last change that failed is there as a whole or not at all.
    let readable = try #require(values["readable"].flatMap { Int($0) }, "\(lines)")
    #expect(readable == written || readable == written + 1, "\(lines)")
    let resumed = try #require(values["resumed"].flatMap { Int($0) }, "\(lines)")
    #expect(resumed > readable, "\(lines)")
  }

  @Test func aFileThatMayNotGrowRefusesWritesAlone() throws {
    let writer = try StoreProcess(["limit", directory.path, "200000"])
    try expectRelief(writer.lines())
    #expect(try directory.open().notices() == [])
  }

  /// In a mount namespace of its own, so that nothing is left after a failure.
  @Test(
    .enabled(if: canMount, "needs root and unshare, to mount a small file system"))
  func aFullDiskRefusesWritesAlone() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path, withIntermediateDirectories: true)
    let script = """
      mount -t tmpfs -o size=700k,mode=700 tmpfs "$1" || { echo no-mount; exit 0; }
      dd if=/dev/zero of="$1/ballast" bs=100k count=1 2>/dev/null
      exec "$2" fill "$1/typed" "$1/ballast"
      """
    let writer = try StoreProcess([
      "/usr/bin/unshare", "-m", "/bin/sh", "-c", script, "sh", directory.path, StoreProcess.program,
    ])
    let lines = try writer.lines()
    if lines == ["no-mount"] {
      try Test.cancel("a file system cannot be mounted here")
    }
    try expectRelief(lines)
  }

  @Test(.enabled(if: canMount, "needs root and unshare, to mount for reading only"))
  func aReadOnlyFileSystemIsReadAlone() throws {
    let store = try directory.open()
    try store.bind(.test("png", "a"))
    _ = consume store
    directory.remove("registry.bindings")
    let script = """
      mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || { echo no-mount; exit 0; }
      "$2" read "$1"; "$2" write "$1" 0 1
      """
    let process = try StoreProcess([
      "/usr/bin/unshare", "-m", "/bin/sh", "-c", script, "sh", directory.path, StoreProcess.program,
    ])
    let lines = try process.lines()
    if lines == ["no-mount"] { try Test.cancel("a file system cannot be mounted here") }
    #expect(lines.count == 3, "\(lines)")
    #expect(lines.starts(with: ["bindings 1", "problem none"]), "\(lines)")
    #expect(lines.last?.hasPrefix("error readOnly ") == true, "\(lines)")
  }
}
